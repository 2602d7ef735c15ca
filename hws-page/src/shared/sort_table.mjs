// A table that can be sorted by each of its columns and shows one page at a time.

import { el } from "./elements.mjs";
import { bodyRow, headCell, shown, tableOf } from "./table.mjs";

const PAGE = 100;

// Rows in the order of a column: missing values last, equal ones by number.
export function sorted(data, rows, column, descending) {
  const keys = new Map(rows.map((row) => [row, column.key(data, row)]));
  const order = (a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    const missing = Number.isNaN(x) - Number.isNaN(y);
    if (missing !== 0) return missing;
    const rank = x < y ? -1 : x > y ? 1 : 0;
    return (descending ? -rank : rank) || a - b;
  };
  return [...rows].sort(order);
}

export class SortTable {
  // columns: those of table.mjs, with key(data, row): the value that is shown and sorted by.
  constructor(section, columns) {
    Object.assign(this, { section, columns, column: 0, descending: false, page: 0 });
  }

  // rows: numbers of rows; content(column, row): what a cell shows, when it is not the value itself;
  // attributes(row): those of its tr.
  fill(data, rows, caption, { content = () => undefined, attributes = () => null } = {}) {
    const ordered = sorted(data, rows, this.columns[this.column], this.descending);
    const pages = Math.max(1, Math.ceil(ordered.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const again = (change) => { change(); this.fill(data, rows, caption, { content, attributes }); };
    const line = (row) => bodyRow(this.columns, (column) => content(column, row) ?? shown(column.key(data, row)), attributes(row));
    const focused = this.section.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.section.replaceChildren(
      tableOf(caption, this.columns.map((column, i) => this.head(column, i, again)), ordered.slice(this.page * PAGE, (this.page + 1) * PAGE).map(line)),
      el("div", { class: "pages" },
        el("button", { type: "button", "data-id": "back", disabled: this.page === 0, onclick: () => again(() => { this.page--; }) }, "‹ Previous"),
        el("span", null, `page ${this.page + 1} of ${pages}`),
        el("button", { type: "button", "data-id": "on", disabled: this.page >= pages - 1, onclick: () => again(() => { this.page++; }) }, "Next ›")));
    if (focused) this.section.querySelector(`[data-id="${focused}"]`)?.focus();
  }

  head(column, i, again) {
    const active = i === this.column;
    const sort = () => again(() => { this.descending = active && !this.descending; this.column = i; this.page = 0; });
    return headCell(column, { "aria-sort": active ? (this.descending ? "descending" : "ascending") : "none" },
      el("button", { type: "button", "data-id": `column-${i}`, onclick: sort }, `${column.title}${active ? (this.descending ? " ▾" : " ▴") : ""}`));
  }
}
