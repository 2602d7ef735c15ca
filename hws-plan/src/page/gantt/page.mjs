// The page of schedules as Gantt charts: one document at a time, with a table of its tasks.

import { readIndex } from "../../../../hws-page/src/shared/address.mjs";
import { byId, el, link, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { closeButton, fitButton, panelHead, restOf } from "../../../../hws-page/src/shared/panel.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { Chart } from "../plan/chart.mjs";
import { PlanPage } from "../plan/page.mjs";
import { GanttScene } from "./scene.mjs";

const MOST_LISTED = 200;

// documents: functions that return a document each, with the names under which a reader chooses them. columns: those of the
// table of tasks, with key(document, task), and name (a link) or text(document, task) where that is not what is written;
// tables: further tabs; kind: what the page is of.
export class GanttPage extends PlanPage {
  constructor(title, { documents, columns, of, begin = 0, tables = [], kind }) {
    super(title, [{ id: "chart", title: "Chart" }, { id: "tasks", title: "Tasks", fill: (section) => this.fillTasks(section) }, ...tables], kind);
    Object.assign(this, { documents, columns, begin, colouring: 0, charts: documents.map(() => null) });
    this.offer("choice", of, documents.map(({ title: name }) => name), (text) => { this.choose(text); this.show(this.tab); });
    this.choose(null);
    this.offer("colours", "colours", this.document.colours.map(({ title: name }) => name), (text) => this.paintBy(text));
  }

  get chart() { return this.charts[this.chosenDocument]; }
  get document() { return this.chart.source.document; }

  // A selector in the header, unless there is nothing to select.
  offer(id, name, titles, act) {
    const list = el("select", { id, onchange: () => act(byId(id).value) }, ...titles.map((text, i) => el("option", { value: i }, text)));
    byId("choices").append(el("label", titles.length > 1 ? null : { hidden: "" }, name, list));
  }

  // A task that is selected stays so.
  choose(text) {
    const wanted = readIndex(text, this.documents.length) ?? this.begin;
    if (this.chosenDocument === wanted) return;
    const task = this.selected && this.chart.source.taskOf(this.selected), of = this.documents[this.chosenDocument]?.of;
    this.chosenDocument = wanted;
    byId("choice").value = String(wanted);
    this.charts[wanted] ??= new Chart(new GanttScene(this.documents[wanted].make()));
    this.tabs[0].scene = this.chart;
    this.chart.source.colouring = this.colouring;
    this.selected = task !== null && of === this.documents[wanted].of ? this.chart.source.itemOf(task) : null;
  }

  choice() { return this.chosenDocument === this.begin ? null : String(this.chosenDocument); }

  paintBy(text) {
    this.colouring = readIndex(text, this.document.colours.length) ?? 0;
    byId("colours").value = String(this.colouring);
    this.chart.source.colouring = this.colouring;
    this.fillLegend();
    if (this.theme) this.draw();
    this.write();
  }

  restore(fields, tab) {
    super.restore(fields, tab);
    this.paintBy(fields.get("k"));
  }

  state() { return { ...super.state(), k: this.colouring === 0 ? null : this.colouring }; }

  nameOf(item) {
    const { source } = this.chart, { from, to } = source.place(item);
    return `${this.document.tasks[source.taskOf(item)].name}, ${this.document.sections[source.bars.section[item.item]].title}, ${from} to ${to}`;
  }

  selectionText({ item }) { return String(item); }

  selectionOf(text) {
    const item = readIndex(text, this.chart.source.bars.task.length);
    return item === null ? null : { item, round: 0 };
  }

  legend() {
    const { colours, edges, sections } = this.document;
    const arrows = edges?.length > 0 && [{ class: "mark stroke" }, "from a predecessor, to a successor of the selection"];
    const marks = sections.some(({ mark }) => mark) && [{ class: "mark stroke bad" }, "where the sections part; m shows it"];
    return [...colours[this.colouring].legend, arrows, marks].filter(Boolean);
  }

  meanings() { return this.legend(); }

  // Shows the marks of all sections.
  showMarks() {
    const span = this.chart.source.markedSpan();
    if (!span) return;
    if (!this.scene) this.show(this.tabs[0]);
    this.act((scene) => scene.view.show(...span));
  }

  keys(shift) { return { ...super.keys(shift), m: () => this.showMarks() }; }

  panel() { return [this.selected && this.taskPanel(this.selected), this.numbersPanel()]; }

  numbersPanel() {
    const { title, numbers, notes = [], sections } = this.document;
    const marks = sections.flatMap(({ mark, title: name }) => mark ? [[name, link(mark.text, () => this.showMarks(), "Show the marks (m)")]] : []);
    return el("section", { "aria-label": "Numbers" }, panelHead(title), terms([...numbers, ...marks]), ...notes.map((text) => el("p", null, text)));
  }

  taskPanel(item) {
    const { source } = this.chart, { bars, document } = source, task = source.taskOf(item), own = document.tasks[task];
    const spans = Array.from(source.barsOf(task)).slice(0, MOST_LISTED).map((bar) =>
      [document.sections[bars.section[bar]].title, `${source.rows[source.rowOf[bar]].label}: ${grouped(bars.from[bar])} – ${grouped(bars.to[bar])}`]);
    return el("section", { "aria-label": "Task" },
      panelHead(own.name, null, fitButton(() => this.fit()), closeButton(() => this.select(null))),
      terms(spans.length > own.terms.length ? [...own.terms, ...spans] : [...spans, ...own.terms]),
      ...this.edgeTable("From", source.into(task), "from"), ...this.edgeTable("To", source.outOf(task), "to"));
  }

  edgeTable(title, list, end) {
    if (list.length === 0) return [];
    const { edges, tasks } = this.document;
    const line = (e) => el("tr", null, el("td", null, this.taskLink(edges[e][end], tasks[edges[e][end]].name)), el("td", null, edges[e].text ?? ""));
    return [el("h3", null, `${title} (${list.length})`), el("table", null, el("tbody", null, ...Array.from(list).slice(0, MOST_LISTED).map(line))), restOf(list.length - MOST_LISTED)];
  }

  // A task without a bar, which has not run, is only named.
  taskLink(task, text) {
    const item = this.chart.source.itemOf(task);
    return item === null ? text : link(text, () => this.showItem(item));
  }

  fillTasks(section) {
    const { document } = this;
    this.taskTable ??= new SortTable(section, this.columns);
    const content = (column, task) => column.name ? this.taskLink(task, document.tasks[task].name) : column.text?.(document, task);
    this.taskTable.fill(document, document.tasks.map((_, i) => i), `${document.title}: ${counted(document.tasks.length, "task")}; times in ${document.unit}. A name shows the task in the chart.`, { content });
  }
}
