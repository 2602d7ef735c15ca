// Tables: a column has a title and may be of numbers, or `long`: text that may be broken.

import { el } from "./elements.mjs";
import { grouped } from "./numbers.mjs";

const classOf = ({ number, long }) => number ? "number" : long ? "long" : null;

// A value as a cell shows it; NaN is a number that does not exist.
export const shown = (value) => typeof value !== "number" ? value : Number.isNaN(value) ? "–" : grouped(value);

export const headCell = (column, attributes, content) => el("th", { scope: "col", class: column.number ? "number" : null, ...attributes }, content);

export const bodyRow = (columns, contentOf, attributes = null) =>
  el("tr", attributes, ...columns.map((column) => el("td", { class: classOf(column) }, contentOf(column))));

export const tableOf = (caption, head, rows) => el("div", { class: "table" },
  el("table", null, el("caption", null, caption), el("thead", null, el("tr", null, ...head)), el("tbody", null, ...rows)));

// A table in the order of its rows, each the list of its contents.
export const plainTable = (caption, columns, rows) =>
  tableOf(caption, columns.map((column) => headCell(column, null, column.title)),
    rows.map((contents) => bodyRow(columns, (column) => shown(contents[columns.indexOf(column)]))));
