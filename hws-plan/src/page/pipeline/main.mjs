// The page of a pipeline.

import { byId, el, link, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { grouped, percent } from "../../../../hws-page/src/shared/numbers.mjs";
import { panelHead } from "../../../../hws-page/src/shared/panel.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { plainTable } from "../../../../hws-page/src/shared/table.mjs";
import { Chart } from "../plan/chart.mjs";
import { PlanPage } from "../plan/page.mjs";
import { phaseOf, pipelineOf } from "./model.mjs";
import { PhaseScene, RowsScene } from "./scenes.mjs";

const swatch = (hue) => ({ class: "mark", style: { background: hue } });

const EVENT_COLUMNS = [
  { title: "cycle", key: (events, i) => events[i][0], number: true },
  { title: "event", key: (events, i) => events[i][1].replace("_", " ") },
  { title: "row", key: (events, i) => events[i][2], number: true },
  { title: "pipeline_cnt after it", key: (events, i) => events[i][3], number: true },
];

class RowsPage extends PlanPage {
  constructor({ title, input, answer }) {
    super(title, [{ id: "rows", title: "Rows" }, { id: "events", title: "Events", fill: (section) => this.fillEvents(section) }]);
    Object.assign(this, { input, answer, model: pipelineOf(input, answer) });
    this.tabs[0].scene = new Chart(new RowsScene(this.model, answer));
  }

  nameOf({ item }) { return `${item % 2 === 0 ? "Axon" : "Soma"} row ${Math.floor(item / 2)}`; }
  selectionText({ item }) { return `${item % 2 === 0 ? "axon" : "soma"}${Math.floor(item / 2)}`; }

  selectionOf(text) {
    const match = /^(axon|soma)(\d+)$/.exec(text);
    const selected = match && { item: 2 * Number(match[2]) + (match[1] === "soma" ? 1 : 0), round: 0 };
    return selected && this.tabs[0].scene.source.place(selected) ? selected : null;
  }

  legend() {
    return [[swatch("#0072b2"), "Axon row"], [swatch("#e69f00"), "Soma row"], [{ class: "mark hatched" }, "Axon stalls: no free row"], [{ class: "mark crossed" }, "Soma waits for rows"],
      ...(this.answer.deadlock ? [[{ class: "mark stopped" }, "deadlock"]] : []), [swatch("var(--busy)"), "pipeline_cnt"]];
  }

  meanings() { return [...this.legend(), [{ class: "mark stroke bad" }, "pipeline_num"], [{ class: "mark stroke strong" }, "Ky"]]; }

  panel() {
    const { answer, input, model, selected } = this;
    const chosen = selected && el("section", { "aria-label": "Row" }, ...this.tabs[0].scene.source.rowHint(selected).map((part, i) => i === 0 ? panelHead(part.textContent) : part));
    return [chosen, el("section", { "aria-label": "Numbers" }, panelHead(answer.deadlock ? "Deadlock" : "Row pipeline"),
      answer.deadlock ? el("p", { class: "bad" }, answer.reason) : null,
      answer.deadlock ? terms([["at", `${grouped(answer.at)} cycles`], ["rows in", `${grouped(answer.rows_in)} of ${grouped(model.shape.ny)}`], ["rows out", `${grouped(answer.rows_out)} of ${grouped(model.outputs)}`], ["pipeline_cnt", grouped(answer.cnt)]])
        : this.numbers(),
      el("h3", null, "Shape"),
      terms([
        ["rows", `${grouped(model.shape.ny)} in, ${grouped(model.outputs)} out`],
        ["kernel", `Ky ${grouped(model.ky)}, Sy ${grouped(model.sy)}, padding ${input.pad_top ?? 0} and ${input.pad_bottom ?? 0}`],
        ["pipeline_num", grouped(model.pipelineNum)],
        ["t_axon", timesText(input.t_axon)], ["t_soma", timesText(input.t_soma)],
        (input.fw_latency ?? 0) > 0 && ["fw_latency", `${grouped(input.fw_latency)} cycles, not in the picture`],
      ]),
      ...(answer.warnings ?? []).map((text) => el("p", { class: "bad" }, text)))];
  }

  numbers() {
    const { answer, model } = this;
    return terms([
      ["total", `${grouped(answer.total)} cycles, Axon ends at ${grouped(answer.axon_end)}`],
      ["Axon stalls", `${grouped(answer.axon_stall)} cycles, ${percent(answer.axon_stall, answer.axon_end)}`],
      ["Soma waits", `${grouped(answer.soma_wait)} cycles, ${percent(answer.soma_wait, answer.total)}`],
      ["peak count", `${grouped(answer.peak_cnt)} of ${grouped(model.pipelineNum)}`],
      ["full overlap", answer.full_overlap_pipeline_num === null ? "times differ" : `from pipeline_num ${grouped(answer.full_overlap_pipeline_num)} on`],
      ["graph pipeline", answer.is_graph_pipeline ? "yes: all rows fit" : "no"],
      ["buffer", `${grouped(answer.buffer_bytes)} bytes, padded ${grouped(answer.buffer_bytes_padded)}`],
    ]);
  }

  fillEvents(section) {
    const { events } = this.answer;
    this.table ??= new SortTable(section, EVENT_COLUMNS);
    const item = (i) => ({ item: 2 * events[i][2] + (events[i][1].startsWith("soma") ? 1 : 0), round: 0 });
    const content = (column, i) => column.title === "row" ? link(grouped(events[i][2]), () => this.showItem(item(i))) : undefined;
    this.table.fill(events, events.map((_, i) => i), `${grouped(events.length)} events in the order of planner.md §7. A row number shows the row in the picture.`, { content });
  }
}

const timesText = (times) => Array.isArray(times) ? `${grouped(times.reduce((a, b) => Math.min(a, b), Infinity))} to ${grouped(times.reduce((a, b) => Math.max(a, b), 0))} cycles, by row` : `${grouped(times ?? 1)} cycles`;

class PhasePage extends PlanPage {
  constructor({ title, input, answer }) {
    super(title, answer.deadlock ? [{ id: "phase", title: "Phase", fill: (section) => this.fillDeadlock(section) }]
      : [{ id: "phase", title: "Phase" }, { id: "parts", title: "Parts", fill: (section) => this.fillParts(section) }]);
    Object.assign(this, { input, answer });
    if (answer.deadlock) return;
    this.phase = phaseOf(input, answer);
    this.tabs[0].scene = new Chart(new PhaseScene(this.phase));
  }

  nameOf({ item }) { return this.phase.parts[item].name; }
  selectionText({ item }) { return String(item); }
  selectionOf(text) { return this.phase && /^[0-3]$/.test(text) ? { item: Number(text), round: 0 } : null; }

  legend() {
    return this.answer.deadlock ? [] : [[swatch("#0072b2"), "Axon"], [swatch("#e69f00"), "Soma1, Soma2"], [swatch("#56b4e9"), "Router"], [{ class: "mark stroke strong" }, "end of the phase"]];
  }

  meanings() { return this.legend(); }

  panel() {
    const { answer, input } = this;
    return answer.deadlock ? [] : [el("section", { "aria-label": "Numbers" }, panelHead("Phase"), terms([
      ["phase ends", `${grouped(answer.phase_end)} cycles`], ["Axon ends", grouped(answer.axon_end)], ["Soma1 ends", grouped(answer.soma1_end)],
      ["Router ends", `${grouped(answer.router_end)}, ${input.router_overlap ?? true ? "parallel to" : "after"} Soma1`], ["Soma2 starts", grouped(answer.soma2_start)],
      ["A2S2-mode", (input.a2s2_mode ?? 0) === 1 ? "1: Soma2 does not wait for Axon" : "0: Soma2 waits for Axon"],
    ]))];
  }

  fillDeadlock(section) {
    section.replaceChildren(el("div", { class: "table" }, el("p", { class: "bad" }, "Deadlock: the row pipeline of Axon and Soma1 stops, so the phase never ends. Run the op row_pipeline with the same numbers for the reason.")));
  }

  fillParts(section) {
    const columns = ["part", "from", "to", "time", "why"].map((title, i) => ({ title, number: i > 0 && i < 4 }));
    const rows = this.phase.parts.map(({ name, from, to, busy, what }) => [name, from, to, busy, what]);
    section.replaceChildren(plainTable("The four parts of the phase, in cycles.", columns, rows));
  }
}

const told = JSON.parse(byId("data").textContent);
window.hwsPlan = told.input.op === "phase" ? new PhasePage(told) : new RowsPage(told);
window.hwsPlan.start();
