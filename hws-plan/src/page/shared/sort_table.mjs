// A table that sorts by each of its columns and shows a page at a time.

import { el } from "./elements.mjs";

const PAGE = 100;

// Rows in the order of a column; what has no value comes last, equals by number.
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
  // columns: { title, key(data, row): what it is sorted by, number }.
  constructor(section, columns) {
    this.section = section;
    this.columns = columns;
    this.column = 0;
    this.descending = false;
    this.page = 0;
  }

  // rows: numbers of rows; line(row): its element, a tr; caption: text.
  fill(data, rows, caption, line) {
    const ordered = sorted(data, rows, this.columns[this.column], this.descending);
    const pages = Math.max(1, Math.ceil(ordered.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const again = (change) => { change(); this.fill(data, rows, caption, line); };
    const focused = this.section.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.section.replaceChildren(
      el("div", { class: "table" }, el("table", null,
        el("caption", null, caption),
        el("thead", null, el("tr", null, ...this.columns.map((column, i) => this.head(column, i, again)))),
        el("tbody", null, ...ordered.slice(this.page * PAGE, (this.page + 1) * PAGE).map(line)))),
      el("div", { class: "pages" },
        el("button", { type: "button", "data-id": "back", disabled: this.page === 0, onclick: () => again(() => { this.page--; }) }, "‹ Back"),
        el("span", null, `page ${this.page + 1} of ${pages}`),
        el("button", { type: "button", "data-id": "on", disabled: this.page >= pages - 1, onclick: () => again(() => { this.page++; }) }, "On ›")));
    if (focused) this.section.querySelector(`[data-id="${focused}"]`)?.focus();
  }

  head(column, i, again) {
    const active = i === this.column;
    const sort = () => again(() => { this.descending = active && !this.descending; this.column = i; this.page = 0; });
    return el("th", { scope: "col", class: column.number ? "number" : null, "aria-sort": active ? (this.descending ? "descending" : "ascending") : "none" },
      el("button", { type: "button", "data-id": `column-${i}`, onclick: sort }, `${column.title}${active ? (this.descending ? " ▾" : " ▴") : ""}`));
  }
}
