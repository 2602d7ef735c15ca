// The kernels and the troubles as tables: for sorting, and for readers that do not see the picture.

import { el } from "./elements.mjs";
import { kernelName } from "./derive.mjs";
import { counted, grouped } from "./numbers.mjs";
import { waitTotals } from "./story.mjs";

const PAGE = 100;

const time = (value) => Number.isNaN(value) ? "–" : grouped(value);

// Title, what it is sorted by, what is shown (default: that), whether it is a number.
export const COLUMNS = [
  { title: "id", key: (data, k) => k, number: true },
  { title: "kernel", key: kernelName, name: true },
  { title: "blocks", key: ({ kernels }, k) => kernels.blocks[k], number: true },
  { title: "SIPs", key: ({ kernels }, k) => kernels.threads[k], number: true },
  { title: "est", key: ({ kernels }, k) => kernels.est[k], number: true },
  { title: "priority", key: ({ kernels }, k) => kernels.priority[k], number: true },
  { title: "critical", key: ({ kernels }, k) => kernels.onCp[k], show: (value) => value ? "yes" : "" },
  { title: "ready", key: ({ kernels }, k) => kernels.ready[k], number: true },
  { title: "first launch", key: ({ kernels }, k) => kernels.firstLaunch[k], number: true },
  { title: "wait", key: ({ kernels }, k) => kernels.firstLaunch[k] - kernels.ready[k], number: true },
  { title: "finish", key: ({ kernels }, k) => kernels.finish[k], number: true },
  { title: "turnaround", key: ({ kernels }, k) => kernels.finish[k] - kernels.ready[k], number: true },
  { title: "waited mostly for", key: (data, k) => waitTotals(data, k)[0]?.reason.name ?? "" },
];

// Kernels in the order of a column; what has no value comes last, equals by kernel_id.
export function sorted(data, kernels, column, descending) {
  const keys = new Map(kernels.map((kernel) => [kernel, column.key(data, kernel)]));
  const order = (a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    const missing = Number.isNaN(x) - Number.isNaN(y);
    if (missing !== 0) return missing;
    const rank = x < y ? -1 : x > y ? 1 : 0;
    return (descending ? -rank : rank) || a - b;
  };
  return [...kernels].sort(order);
}

export class KernelTable {
  constructor(section) {
    this.section = section;
    this.column = 0;
    this.descending = false;
    this.page = 0;
  }

  // Of the kernels that the search and the legend leave.
  fill(app) {
    const { data, lit } = app;
    const all = Array.from({ length: data.kernels.count }, (_, k) => k).filter((k) => !lit || lit[k] === 1);
    const rows = sorted(data, all, COLUMNS[this.column], this.descending);
    const pages = Math.max(1, Math.ceil(rows.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const again = (change) => { change(); this.fill(app); };
    const focused = this.section.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.section.replaceChildren(
      el("div", { class: "table" }, el("table", null,
        el("caption", null, `${counted(rows.length, "kernel")}${rows.length < data.kernels.count ? ` of ${grouped(data.kernels.count)}` : ""}; times in cycles, est in time units. A name shows the kernel in the timeline.`),
        el("thead", null, el("tr", null, ...COLUMNS.map((column, i) => this.head(column, i, again)))),
        el("tbody", null, ...rows.slice(this.page * PAGE, (this.page + 1) * PAGE).map((kernel) => row(app, kernel))))),
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

function row(app, kernel) {
  return el("tr", { "data-kernel": kernel }, ...COLUMNS.map((column) => {
    const value = column.key(app.data, kernel);
    if (column.name) return el("td", { class: "long" }, el("i", { style: { background: app.colours[kernel].fill } }), kernelButton(app, kernel));
    return el("td", { class: column.number ? "number" : null }, column.show ? column.show(value) : column.number ? time(value) : value);
  }));
}

const kernelButton = (app, kernel) => el("button", { class: "link", type: "button", onclick: () => app.showKernel(kernel) }, kernelName(app.data, kernel));

const MOST_TROUBLES = 2000;

export function fillTroubles(app, section) {
  const { troubles } = app.data;
  const shown = Math.min(MOST_TROUBLES, troubles.at.length);
  const line = (i) => {
    const kind = troubles.kinds[troubles.what[i]], kernel = troubles.kernel[i];
    return el("tr", null,
      el("td", { class: "number" }, el("button", { class: "link", type: "button", onclick: () => app.showTime(troubles.at[i]) }, grouped(troubles.at[i]))),
      el("td", null, kind.name), el("td", { class: "long" }, kind.text),
      el("td", null, Number.isNaN(kernel) ? "" : kernelButton(app, kernel)), el("td", null, kind.section));
  };
  const caption = shown === 0 ? "Nothing went wrong." : `${counted(troubles.at.length, "thing")} that should not have happened${shown < troubles.at.length ? `; the first ${grouped(shown)} are listed` : ""}.`;
  section.replaceChildren(el("div", { class: "table" }, el("table", null, el("caption", null, caption),
    el("thead", null, el("tr", null, ...["cycle", "what", "meaning", "kernel", "see"].map((title, i) => el("th", { scope: "col", class: i === 0 ? "number" : null }, title)))),
    el("tbody", null, ...Array.from({ length: shown }, (_, i) => line(i))))));
}
