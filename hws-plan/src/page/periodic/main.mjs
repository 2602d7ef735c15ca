// The page of a periodic plan.

import { readIndex } from "../../../../hws-page/src/shared/address.mjs";
import { shadeOf } from "../../../../hws-page/src/shared/colour.mjs";
import { byId, el, link, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped, percent } from "../../../../hws-page/src/shared/numbers.mjs";
import { closeButton, fitButton, panelHead, restOf } from "../../../../hws-page/src/shared/panel.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { Chart } from "../plan/chart.mjs";
import { PlanPage } from "../plan/page.mjs";
import { graphOf, launchesOf } from "./model.mjs";
import { LaunchScene, PeriodScene, placeName, taskName, transferText } from "./scenes.mjs";

const MOST_EDGES = 200;

const TASK_COLUMNS = [
  { title: "task", key: (launch, place) => launch.graph.tasks[launch.taskOf(place)].id, number: true, name: true },
  { title: "name", key: (launch, place) => launch.graph.tasks[launch.taskOf(place)].name ?? "", long: true },
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

class PeriodicPage extends PlanPage {
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

  // The chosen plan is shown first.
  get planned() { return this.answer.baseline.use_retiming ? 0 : this.launches.length - 1; }

  offerChoice() {
    const list = el("select", { id: "choice", onchange: () => { this.select(null); this.choose(byId("choice").value); this.show(this.tab); } },
      ...this.launches.map(({ title }, i) => el("option", { value: i }, i === this.planned ? `${title} (planned)` : title)));
    byId("choices").append(el("label", null, "of", list));
  }

  choose(text) {
    const wanted = readIndex(text, this.launches.length) ?? this.planned;
    if (this.chosenLaunch === wanted) return;
    this.chosenLaunch = wanted;
    byId("choice").value = String(wanted);
    this.scenes[wanted] ??= [new Chart(new LaunchScene(this.launch)), new Chart(new PeriodScene(this.launch))];
    [this.tabs[0].scene, this.tabs[1].scene] = this.scenes[wanted];
  }

  choice() { return this.chosenLaunch === this.planned ? null : String(this.chosenLaunch); }

  // In the period, a selection is in the first round; in the launch, in the first round that can be shown.
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
    const hue = (iteration) => ({ class: "mark", style: { background: shadeOf(iteration, 0).fill } });
    const edges = [[{ class: "mark stroke" }, "edge in the cache"], [{ class: "mark stroke dashed" }, "edge through DRAM"]];
    const full = [{ class: "mark", style: { background: "var(--busy)" } }, "from afar: the fuller a period, the stronger"];
    if (this.tab.id !== "period") return [[{ class: "mark hues" }, "a hue for each iteration, in turn"], full, ...edges];
    const { launch } = this;
    const ahead = [...new Set(Array.from(launch.R, (R, place) => launch.iteration(place, launch.rMax)))].sort((a, b) => a - b);
    const more = ahead.length > 8 ? [[{ class: "mark hues" }, "and so on"]] : [];
    return [...ahead.slice(0, 8).map((iteration) => [hue(iteration), `iteration i${iteration > 0 ? ` + ${iteration}` : ""}`]), ...more, ...edges];
  }

  meanings() {
    return [...this.legend(), [{ class: "mark band" }, "prologue, steady state and epilogue, above the rows"],
      [{ class: "mark", style: { background: "var(--resident)" } }, "bytes in the cache of one PE: that of the selected task, or the fullest"],
      [{ class: "mark stroke bad" }, "capacity of that cache"]];
  }

  panel() { return this.selected ? this.taskPanel(this.selected) : this.numbersPanel(); }

  numbersPanel() {
    const { answer, launch, input } = this, { baseline } = answer, { period } = launch;
    const [busy, all] = answer.utilisation;
    return [el("section", { "aria-label": "Numbers" },
      panelHead(launch.title),
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
        ["PEs", `${grouped(input.pes)}, ${grouped(answer.width)} a launch; ${grouped(answer.max_concurrency)} tasks in parallel at most`],
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
      panelHead(`Task ${taskName(task)}${launch.copies > 1 ? `, copy ${copy}` : ""}`, null, fitButton(() => this.fit()), closeButton(() => this.select(null))),
      terms([
        ["cost", `${grouped(task.cost)} cycles, layer ${grouped(task.layer)}`],
        ["PE", grouped(launch.pe[item])],
        ["in the period", `${grouped(launch.st[item])} – ${grouped(launch.ed[item])}`],
        ["retiming R", grouped(launch.R[item])],
        place && this.tab.id === "launch" && ["iteration", `${grouped(launch.iteration(item, round))} (from 0), ${grouped(place.from)} – ${grouped(place.to)}`],
        ["in a launch", `runs ${grouped(launch.runs(item))} times`],
      ]),
      ...this.edgeTable("Inputs", into, copy, "producer"),
      ...this.edgeTable("Outputs", outOf, copy, "consumer"))];
  }

  edgeTable(title, edges, copy, end) {
    if (edges.length === 0) return [];
    const line = (edge) => {
      const transfer = this.launch.transfer(edge, copy);
      return el("tr", null, el("td", null, this.placeLink(transfer[end])), el("td", null, transferText(transfer)));
    };
    return [el("h3", null, `${title} (${edges.length})`), el("table", null, el("tbody", null, ...edges.slice(0, MOST_EDGES).map(line))),
      restOf(edges.length - MOST_EDGES, ": see the tab Edges")];
  }

  // To the neighbour in the same iteration.
  placeLink(place) {
    const go = () => {
      const { launch, selected, scene } = this;
      const round = scene?.source.roundOf(place, selected) ?? 0;
      this.select({ item: place, round: scene && selected ? round : launch.rMax + launch.R[place] }, true);
    };
    return link(placeName(this.launch, place), go);
  }

  // From a table, to the first run of a place.
  rowLink(place) {
    const { launch } = this;
    return link(String(launch.graph.tasks[launch.taskOf(place)].id), () => this.showItem({ item: place, round: launch.rMax + launch.R[place] }));
  }

  fillTasks(section) {
    const { launch } = this;
    this.taskTable ??= new SortTable(section, TASK_COLUMNS);
    const content = (column, place) => column.name ? this.rowLink(place) : undefined;
    const rows = Array.from(launch.pe.keys());
    this.taskTable.fill(launch, rows, `${launch.title}: ${counted(rows.length, "task")}${launch.copies > 1 ? " and copies" : ""}; start and end in the period, in cycles. A number shows the task in the launch.`,
      { content });
  }

  fillEdges(section) {
    const { launch } = this;
    this.edgesTable ??= new SortTable(section, EDGE_COLUMNS);
    const content = (column, row) => column.end ? this.rowLink(edgeOf(launch, row)[column.end]) : undefined;
    const rows = Array.from(launch.isCached.keys());
    this.edgesTable.fill(launch, rows, `${launch.title}: ${counted(rows.length, "edge")}${launch.copies > 1 ? " and copies" : ""}; times in cycles.`, { content });
  }
}

window.hwsPlan = new PeriodicPage(JSON.parse(byId("data").textContent));
window.hwsPlan.start();
