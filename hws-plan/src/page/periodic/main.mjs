// The page of a periodic plan.

import { byId, el, terms } from "../shared/elements.mjs";
import { counted, grouped, percent } from "../shared/numbers.mjs";
import { SortTable } from "../shared/sort_table.mjs";
import { Chart } from "../plan/chart.mjs";
import { Page } from "../plan/page.mjs";
import { graphOf, launchesOf } from "./model.mjs";
import { iterationColour, LaunchScene, PeriodScene, placeName, signed, transferText } from "./scenes.mjs";

const MOST_EDGES = 200;

const TASK_COLUMNS = [
  { title: "task", key: (launch, place) => launch.graph.tasks[launch.taskOf(place)].id, number: true, name: true },
  { title: "copy", key: (launch, place) => launch.copy(place), number: true },
  { title: "layer", key: (launch, place) => launch.graph.tasks[launch.taskOf(place)].layer, number: true },
  { title: "cost", key: (launch, place) => launch.graph.tasks[launch.taskOf(place)].cost, number: true },
  { title: "PE", key: (launch, place) => launch.pe[place], number: true },
  { title: "start", key: (launch, place) => launch.st[place], number: true },
  { title: "end", key: (launch, place) => launch.ed[place], number: true },
  { title: "R", key: (launch, place) => launch.R[place], number: true },
  { title: "runs", key: (launch, place) => launch.runs(place), number: true },
];

const edgeOf = (launch, row) => launch.transfer(row % launch.graph.edges.length, Math.floor(row / launch.graph.edges.length) + 1);
const EDGE_COLUMNS = [
  { title: "from", key: (launch, row) => launch.graph.tasks[launch.taskOf(edgeOf(launch, row).producer)].id, number: true, end: "producer" },
  { title: "to", key: (launch, row) => launch.graph.tasks[launch.taskOf(edgeOf(launch, row).consumer)].id, number: true, end: "consumer" },
  { title: "copy", key: (launch, row) => launch.copy(edgeOf(launch, row).producer), number: true },
  { title: "where", key: (launch, row) => edgeOf(launch, row).isCached ? "cache" : "DRAM" },
  { title: "bytes", key: (launch, row) => edgeOf(launch, row).size, number: true },
  { title: "transfer", key: (launch, row) => edgeOf(launch, row).time, number: true },
  { title: "from end to start", key: (launch, row) => edgeOf(launch, row).wait, number: true },
  { title: "periods between", key: (launch, row) => edgeOf(launch, row).periods, number: true },
];

class PeriodicPage extends Page {
  constructor({ title, input, answer }) {
    super(title, [{ id: "launch", title: "Launch" }, { id: "period", title: "Period" },
      { id: "tasks", title: "Tasks", fill: (section) => this.fillTasks(section) }, { id: "edges", title: "Edges", fill: (section) => this.fillEdges(section) }]);
    Object.assign(this, { input, answer, graph: graphOf(input, answer) });
    this.launches = launchesOf(this.graph, input, answer);
    this.scenes = this.launches.map(() => null);
    this.offerChoice();
    this.choose(null);
  }

  get launch() { return this.launches[this.chosenLaunch]; }

  // What is planned in the end is shown first.
  get planned() { return this.answer.baseline.use_retiming ? 0 : this.launches.length - 1; }

  offerChoice() {
    const list = el("select", { id: "choice", onchange: () => { this.select(null); this.choose(byId("choice").value); this.show(this.tab); } },
      ...this.launches.map(({ title }, i) => el("option", { value: i }, i === this.planned ? `${title} (planned)` : title)));
    byId("choices").append(el("label", null, "of", list));
  }

  choose(text) {
    const wanted = /^\d+$/.test(text ?? "") && Number(text) < this.launches.length ? Number(text) : this.planned;
    if (this.chosenLaunch === wanted) return;
    this.chosenLaunch = wanted;
    byId("choice").value = String(wanted);
    this.scenes[wanted] ??= [new Chart(new LaunchScene(this.launch)), new Chart(new PeriodScene(this.launch))];
    [this.tabs[0].scene, this.tabs[1].scene] = this.scenes[wanted];
  }

  choice() { return this.chosenLaunch === this.planned ? null : String(this.chosenLaunch); }

  // A selection of the period is one of its first round; the other way the round is forgotten.
  show(tab) {
    if (this.selected && tab.scene && tab !== this.tab) {
      const { launch, selected: { item } } = this;
      const round = tab.id === "period" ? 0 : Math.max(launch.rMax, launch.rMax + launch.R[item]);
      this.selected = tab.id === "launch" && launch.iteration(item, round) >= launch.iterations ? { item, round: launch.rMax + launch.R[item] } : { item, round };
    }
    super.show(tab);
  }

  nameOf({ item }) { return `task ${placeName(this.launch, item)} on PE ${this.launch.pe[item]}, cycle ${this.launch.st[item]} of the period`; }
  selectionText({ item, round }) { return `${item}.${round}`; }

  selectionOf(text) {
    const match = /^(\d+)\.(\d+)$/.exec(text);
    return match && Number(match[1]) < this.launch.pe.length ? { item: Number(match[1]), round: Number(match[2]) } : null;
  }

  legend() {
    const hue = (iteration) => ({ class: "mark", style: { background: iterationColour(iteration, 0).fill } });
    const edges = [[{ class: "mark stroke" }, "edge in the cache"], [{ class: "mark stroke dashed" }, "edge through DRAM"]];
    const full = [{ class: "mark", style: { background: "var(--busy)" } }, "far away: the fuller a period, the stronger"];
    if (this.tab.id !== "period") return [[{ class: "mark hues" }, "a hue for each iteration, in turn"], full, ...edges];
    const { launch } = this;
    const ahead = [...new Set(Array.from(launch.R, (R, place) => launch.iteration(place, launch.rMax)))].sort((a, b) => a - b);
    const more = ahead.length > 8 ? [[{ class: "mark hues" }, "and so on"]] : [];
    return [...ahead.slice(0, 8).map((iteration) => [hue(iteration), `iteration i${iteration > 0 ? ` + ${iteration}` : ""}`]), ...more, ...edges];
  }

  meanings() {
    return [...this.legend(), [{ class: "mark band" }, "prologue, steady state and epilogue, above the rows"],
      [{ class: "mark", style: { background: "var(--resident)" } }, "bytes in the cache of one PE: that of the selected task, else the fullest"],
      [{ class: "mark stroke bad" }, "capacity of that cache"]];
  }

  panel() { return this.selected ? this.taskPanel(this.selected) : this.numbersPanel(); }

  numbersPanel() {
    const { answer, launch, input } = this, { baseline } = answer, { period } = launch;
    const [busy, all] = answer.utilisation;
    return [el("section", { "aria-label": "Numbers" },
      el("div", { class: "head" }, el("h2", null, launch.title)),
      terms([
        ["iterations", `${grouped(launch.iterations)} each`],
        [launch.isSimple ? "one iteration" : "period", `${grouped(launch.T)} cycles`],
        !launch.isSimple && ["copies", `${grouped(launch.copies)} iteration${launch.copies === 1 ? "" : "s"} a period, ratio ${period.ratio.map(grouped).join(" / ")}`],
        !launch.isSimple && ["prologue", `${grouped(period.prologue)} cycles, largest retiming ${grouped(launch.rMax)}`],
        ["ends at", `${grouped(launch.total)} cycles`],
        !launch.isSimple && ["cached", `${counted(period.cached.length, "edge")}, ${grouped(period.cache_bytes)} bytes`],
        !launch.isSimple && ["through DRAM", `${counted(period.dram.length, "edge")}, ${grouped(period.dram_bytes)} bytes, ${counted(period.demotion_passes, "pass", "passes")}`],
      ]),
      el("h3", null, "The plan"),
      terms([
        ["PEs", `${grouped(input.pes)}, ${grouped(answer.width)} a launch; ${grouped(answer.max_concurrency)} tasks side by side at most`],
        ["iterations", grouped(input.iterations)],
        ["planned", `${baseline.use_retiming ? "retimed" : "simple arrangement"}, ${grouped(answer.chosen_total)} cycles`],
        ["retimed", `${grouped(answer.total_time)} cycles, bound ${grouped(answer.total_time_formula)}`],
        ["simple", `${grouped(baseline.t_normal)} cycles, estimate of the retimed ${grouped(baseline.t_estimate)}`],
        ["PEs busy", `${percent(busy, all)} of the retimed plan`],
      ]))];
  }

  taskPanel({ item, round }) {
    const { launch } = this, task = launch.graph.tasks[launch.taskOf(item)], copy = launch.copy(item);
    const into = Array.from(launch.graph.into(launch.taskOf(item))), outOf = Array.from(launch.graph.outOf(launch.taskOf(item)));
    const place = this.scene?.source.place({ item, round });
    return [el("section", { "aria-label": "Task" },
      el("div", { class: "head" }, el("h2", null, `Task ${task.id}${launch.copies > 1 ? `, copy ${copy}` : ""}`),
        el("button", { type: "button", title: "Fit (f)", onclick: () => this.fit() }, "Fit"),
        el("button", { type: "button", "aria-label": "Close", title: "Close (Esc)", onclick: () => this.select(null) }, "×")),
      terms([
        ["cost", `${grouped(task.cost)} cycles, layer ${grouped(task.layer)}`],
        ["PE", grouped(launch.pe[item])],
        ["in the period", `${grouped(launch.st[item])} – ${grouped(launch.ed[item])}`],
        ["retiming R", signed(launch.R[item])],
        place && this.tab.id === "launch" && ["iteration", `${grouped(launch.iteration(item, round))} (from 0), ${grouped(place.from)} – ${grouped(place.to)}`],
        ["in a launch", `runs ${grouped(launch.runs(item))} times`],
      ]),
      ...this.edgeTable("Takes from", into, copy, "producer"),
      ...this.edgeTable("Gives to", outOf, copy, "consumer"))];
  }

  edgeTable(title, edges, copy, end) {
    if (edges.length === 0) return [];
    const line = (edge) => {
      const transfer = this.launch.transfer(edge, copy);
      return el("tr", null, el("td", null, this.link(transfer[end])), el("td", null, transferText(transfer)));
    };
    const more = edges.length - MOST_EDGES;
    return [el("h3", null, `${title} (${edges.length})`), el("table", null, el("tbody", null, ...edges.slice(0, MOST_EDGES).map(line))),
      more > 0 ? el("p", { class: "dim" }, `and ${grouped(more)} more: see the tab Edges`) : null];
  }

  // The neighbour in the same iteration.
  link(place) {
    const go = () => {
      const { launch, selected, scene } = this;
      const round = scene?.source.roundOf(place, selected) ?? 0;
      this.select({ item: place, round: scene && selected ? round : launch.rMax + launch.R[place] }, true);
    };
    return el("button", { class: "link", type: "button", onclick: go }, placeName(this.launch, place));
  }

  // From a table: its first run.
  rowLink(place) {
    const { launch } = this;
    return el("button", { class: "link", type: "button", onclick: () => this.showItem({ item: place, round: launch.rMax + launch.R[place] }) }, String(launch.graph.tasks[launch.taskOf(place)].id));
  }

  fillTasks(section) {
    const { launch } = this;
    this.taskTable ??= new SortTable(section, TASK_COLUMNS);
    const cell = (column, place) => el("td", { class: "number" }, column.name ? this.rowLink(place) : signed(column.key(launch, place)));
    const rows = Array.from(launch.pe.keys());
    this.taskTable.fill(launch, rows, `${launch.title}: ${counted(rows.length, "task")}${launch.copies > 1 ? " and copies" : ""}; start and end in the period, in cycles. A number shows the task in the launch.`,
      (place) => el("tr", null, ...TASK_COLUMNS.map((column) => cell(column, place))));
  }

  fillEdges(section) {
    const { launch } = this;
    this.edgesTable ??= new SortTable(section, EDGE_COLUMNS);
    const cell = (column, row) => {
      const value = column.key(launch, row);
      return el("td", { class: column.number ? "number" : null }, column.end ? this.rowLink(edgeOf(launch, row)[column.end]) : column.number ? signed(value) : value);
    };
    const rows = Array.from(launch.isCached.keys());
    this.edgesTable.fill(launch, rows, `${launch.title}: ${counted(rows.length, "edge")}${launch.copies > 1 ? " and copies" : ""}; times in cycles.`,
      (row) => el("tr", null, ...EDGE_COLUMNS.map((column) => cell(column, row))));
  }
}

window.hwsPlan = new PeriodicPage(JSON.parse(byId("data").textContent));
window.hwsPlan.start();
