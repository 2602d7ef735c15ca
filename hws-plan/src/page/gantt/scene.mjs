// A schedule as a Gantt chart: a row for each processor, in one or more sections on one time axis.

import { byKey } from "../../../../hws-page/src/shared/by_key.mjs";
import { terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { shortNames } from "../plan/names.mjs";
import { rowsOf } from "./lanes.mjs";

// A mark is shown with this time on both sides: 25 attempts of the HWS.
const MOST_ARROWS = 64, GANTT_ROW = 120, AROUND_MARK = 1200;

// A document is what a page shows at a time:
//   title, what (a description), unit, numbers (terms), notes (texts);
//   sections: [{ title, rows: labels, bars: [[task, row, from, to]], mark: { at, text } }], one above the other; the mark, a
//     place in time, is optional;
//   whole: whether differences are those of a task as a whole and not of a bar, optional;
//   tasks: [{ name, terms }], edges: [{ from, to, text }], both optional lists of any length;
//   colours: [{ title, legend, of(task, section): { fill, ink, packed } }], of which a reader chooses one.
export class GanttScene {
  constructor(document) {
    Object.assign(this, { document, what: document.what, unit: document.unit, bands: [], strips: [], colouring: 0, mostRow: GANTT_ROW });
    const { sections } = document, bars = sections.flatMap(({ bars }) => bars);
    const list = (at) => Float64Array.from(bars, (bar) => bar[at]);
    this.bars = { task: list(0), row: list(1), from: list(2), to: list(3), section: new Int32Array(bars.length) };
    let next = 0;
    const lists = sections.map((section, s) => ({ rows: section.rows, list: section.bars.map(() => { this.bars.section[next] = s; return next++; }) }));
    this.end = Math.max(1, this.bars.to.reduce((a, b) => Math.max(a, b), 0));
    Object.assign(this, rowsOf(lists, this.bars, this.end));
    this.marks = sections.flatMap(({ mark }, s) => mark ? [{ at: mark.at, colour: "trouble", rows: [this.first[s], this.first[s + 1] ?? this.rows.length] }] : []);
    const { tasks } = document, edges = document.edges ?? [];
    this.names = shortNames(tasks.map(({ name }) => name));
    this.barsOf = byKey(Array.from(this.bars.task), tasks.length);
    this.into = byKey(edges.map(({ to }) => to), tasks.length);
    this.outOf = byKey(edges.map(({ from }) => from), tasks.length);
  }

  taskOf(item) { return this.bars.task[item.item]; }
  itemOf(task) { const [bar] = this.barsOf(task); return bar === undefined ? null : { item: bar, round: 0 }; }
  colour(bar) { return this.document.colours[this.colouring].of(this.bars.task[bar], this.bars.section[bar]); }
  text(bar) { const { from, to, task } = this.bars, { full, short } = this.names[task[bar]]; return [full, grouped(to[bar] - from[bar]), short]; }
  placeOf(bar) { return { row: this.rowOf[bar], from: this.bars.from[bar], to: this.bars.to[bar] }; }
  place({ item }) { return this.placeOf(item); }

  // The bars of another task in the section of a bar: those that arrows lead to.
  inSection(task, section) { return Array.from(this.barsOf(task)).filter((bar) => this.bars.section[bar] === section); }

  // Between the last bar of a producer and the first of its consumer.
  links({ item }) {
    const { edges } = this.document, task = this.bars.task[item], section = this.bars.section[item];
    const between = ({ from, to }) => {
      const starts = this.inSection(from, section), ends = this.inSection(to, section);
      return starts.length > 0 && ends.length > 0 ? [{ from: this.placeOf(starts.at(-1)), to: this.placeOf(ends[0]) }] : [];
    };
    return [this.into(task), this.outOf(task)].flatMap((list) => Array.from(list.subarray(0, MOST_ARROWS))).flatMap((edge) => between(edges[edge]));
  }

  // The same task in the other sections, and by how much it ends later there: the bar, or the whole task at its last bar.
  neighbours({ item }) {
    if (this.document.whole) return this.wholes(item);
    const { task, section, to } = this.bars;
    return Array.from(this.barsOf(task[item])).filter((bar) => bar !== item).map((bar) =>
      ({ place: this.placeOf(bar), text: section[bar] === section[item] ? "same" : signed(to[bar] - to[item]) }));
  }

  wholes(item) {
    const { task, section, to } = this.bars, others = Array.from(this.barsOf(task[item])).filter((bar) => bar !== item);
    const last = (s) => this.inSection(task[item], s).reduce((a, b) => to[b] > to[a] ? b : a), own = to[last(section[item])];
    return others.map((bar) => ({ place: this.placeOf(bar), text: section[bar] !== section[item] && bar === last(section[bar]) ? signed(to[bar] - own) : "" }));
  }

  // The span of all marks with as much on both sides that they can be seen; null without any.
  markedSpan() {
    if (this.marks.length === 0) return null;
    const times = this.marks.map(({ at }) => at), from = Math.min(...times), to = Math.max(...times);
    const around = Math.max(AROUND_MARK, to - from);
    return [Math.max(0, from - around), Math.min(this.end, to + around)];
  }

  // A line between sections.
  under(context, chart, { theme }) {
    context.fillStyle = theme.dim;
    for (const row of this.first.slice(1)) context.fillRect(0, chart.top(row) - 2, chart.width, 2);
  }

  hint({ item, row }) {
    if (!item) return row === null || row === undefined ? null : [hintTitle(`${this.rows[row].label}: idle`)];
    const { from, to } = this.place(item), task = this.document.tasks[this.taskOf(item)];
    const { title } = this.document.sections[this.bars.section[item.item]];
    return [hintTitle(task.name), terms([[title, `${grouped(from)} – ${grouped(to)}, ${grouped(to - from)}`], ...task.terms.slice(0, 8)])];
  }
}

export const signed = (value) => `${value > 0 ? "+" : ""}${grouped(value)}`;
