// The kernels and the troubles as tables: for sorting, and for readers that do not see the picture.

import { el } from "../../../../hws-plan/src/page/shared/elements.mjs";
import { kernelName } from "./derive.mjs";
import { counted, grouped } from "../../../../hws-plan/src/page/shared/numbers.mjs";
import { SortTable } from "../../../../hws-plan/src/page/shared/sort_table.mjs";
import { waitTotals } from "./story.mjs";

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

export class KernelTable {
  constructor(section) { this.table = new SortTable(section, COLUMNS); }

  // Of the kernels that the search and the legend leave.
  fill(app) {
    const { data, lit } = app;
    const rows = Array.from({ length: data.kernels.count }, (_, k) => k).filter((k) => !lit || lit[k] === 1);
    const caption = `${counted(rows.length, "kernel")}${rows.length < data.kernels.count ? ` of ${grouped(data.kernels.count)}` : ""}; times in cycles, est in time units. A name shows the kernel in the timeline.`;
    this.table.fill(data, rows, caption, (kernel) => row(app, kernel));
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
