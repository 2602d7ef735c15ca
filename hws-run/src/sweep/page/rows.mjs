// The combinations as a table: for sorting, and for screen readers.

import { el } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { shareText, withInterval } from "./figures.mjs";
import { isNoise } from "./model.mjs";

// What is said of a combination beside its numbers.
export function marksOf(model, measure, row) {
  const { runs, drained, problem } = model.rows[row];
  return [
    measure.ranks[row] === 0 ? "best" : measure.ties[row] ? "as good as the best" : null,
    row === model.baseline ? (model.isDefault ? "defaults" : "first") : null,
    drained < runs ? `${grouped(drained)} of ${grouped(runs)} drained: ${problem}` : null,
  ].filter(Boolean);
}

// Columns as for sort_table.mjs; show(row): what a cell shows instead of the value.
export function columnsOf(model, measure, names) {
  const setting = (place) => {
    const { name, is_numeric: number } = model.settings[place];
    return { title: name, number, key: (_, row) => number ? Number(model.valueText(row, place)) : model.valueText(row, place), show: number ? undefined : (row) => model.valueText(row, place) };
  };
  const mean = (of) => ({ title: of.title, number: true, key: (_, row) => of.value(row), show: (row) => withInterval(of.means[row]) });
  const versus = { title: `vs ${model.isDefault ? "defaults" : "first"}`, number: true, key: (_, row) => measure.differences[row].mean, show: (row) => versusText(model, measure, row) };
  const [first, ...others] = [measure, ...names.map((name) => model.measure(name)).filter((of) => of && of !== measure)];
  return [
    { title: "rank", number: true, key: (_, row) => measure.ranks[row] + 1 }, ...model.varying.map(setting),
    { title: "runs", number: true, key: (_, row) => model.rows[row].runs }, mean(first), versus, ...others.map(mean),
    { title: "marks", long: true, key: (_, row) => marksOf(model, measure, row).join("; ") },
  ];
}

export function versusText(model, measure, row) {
  const difference = measure.differences[row];
  if (Number.isNaN(difference.mean)) return row === model.baseline ? "" : "–";
  const share = shareText(difference.mean, measure.value(model.baseline));
  return `${withInterval(difference, true)}${share && ` (${share})`}${isNoise(difference) ? " ~" : ""}`;
}

export class RowTable {
  constructor(section) { this.section = section; }

  fill(page) {
    const { model, measure, shown } = page, columns = columnsOf(model, measure, page.names);
    if (this.model !== model || this.measure !== measure || !this.table) this.table = new SortTable(this.section, columns);
    Object.assign(this, { model, measure });
    this.table.columns = columns;
    this.table.column = Math.min(this.table.column, columns.length - 1);
    const of = shown.length < model.combinations ? ` of ${grouped(model.combinations)}` : "";
    const caption = `${counted(shown.length, "combination")}${of}. ± is half the 95 % interval of the mean; ~ marks a difference that the seeds explain. A click selects a row everywhere.`;
    const attributes = (row) => ({ "data-row": row, class: page.isSelected(row) ? "selected" : measure.ranks[row] === 0 ? "best" : null, onclick: () => page.select(row) });
    this.table.fill(null, shown, caption, { content: (column, row) => column.show?.(row), attributes });
  }
}

// The metrics that are the same in every run.
export const constantsOf = (model) => model.constants.length === 0 ? null
  : el("details", null, el("summary", null, `${counted(model.constants.length, "metric is", "metrics are")} the same in every run`),
    el("p", null, model.constants.map(({ name, value, unit }) => `${name} ${grouped(value)}${unit ? ` ${unit}` : ""}`).join(", ")));
