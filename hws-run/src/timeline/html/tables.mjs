// Kernels and troubles as tables: for sorting, and for screen readers.

import { el, link } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { plainTable } from "../../../../hws-page/src/shared/table.mjs";
import { kernelName } from "./derive.mjs";
import { waitTotals } from "./story.mjs";

// Columns as for sort_table.mjs; show(value) returns the text to show instead of the value.
export const COLUMNS = [
  { title: "id", key: (data, k) => k, number: true },
  { title: "kernel", key: kernelName, long: true, name: true },
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

// Those of runs whose kernels have deadlines.
const OF_DEADLINES = [
  { title: "deadline", key: ({ kernels }, k) => kernels.deadline[k], number: true },
  { title: "lateness", key: ({ kernels }, k) => kernels.finish[k] - kernels.deadline[k], number: true },
];

export const columnsOf = ({ deadlines }) => deadlines.kernels.length > 0 ? [...COLUMNS, ...OF_DEADLINES] : COLUMNS;

export class KernelTable {
  constructor(section, data) { this.table = new SortTable(section, columnsOf(data)); }

  // The rows of the kernels that match the search and are not dimmed.
  fill(app) {
    const { data, lit } = app;
    const rows = Array.from({ length: data.kernels.count }, (_, k) => k).filter((k) => !lit || lit[k] === 1);
    const caption = `${counted(rows.length, "kernel")}${rows.length < data.kernels.count ? ` of ${grouped(data.kernels.count)}` : ""}; times in cycles, est in time units. A name shows the kernel in the timeline.`;
    const content = (column, kernel) => column.name ? named(app, kernel) : column.show?.(column.key(data, kernel));
    this.table.fill(data, rows, caption, { content, attributes: (kernel) => ({ "data-kernel": kernel }) });
  }
}

const named = (app, kernel) => el("span", null, el("i", { style: { background: app.colours[kernel].fill } }), kernelButton(app, kernel));

const kernelButton = (app, kernel) => link(kernelName(app.data, kernel), () => app.showKernel(kernel));

// How a run ended that did not finish, with the first kernel that never did.
export function verdictText(data) {
  if (data.unfinished === null) return "";
  const { text, kernels } = data.unfinished;
  return kernels.length === 0 ? `${text}.` : `${text}. ${kernelName(data, kernels[0][0])}: ${kernels[0][1]}${kernels.length > 1 ? "; the tab Troubles has the others" : ""}.`;
}

const MOST_TROUBLES = 2000;
const STUCK_COLUMNS = [{ title: "kernel" }, { title: "why it never finished", long: true }];

function stuckTable(app) {
  const { text, kernels } = app.data.unfinished;
  const lines = kernels.slice(0, MOST_TROUBLES).map(([kernel, reason]) => [kernelButton(app, kernel), reason]);
  return plainTable(`${text}${lines.length < kernels.length ? `; the first ${grouped(lines.length)} are listed` : ""}.`, STUCK_COLUMNS, lines);
}

const TROUBLE_COLUMNS = [{ title: "cycle", number: true }, { title: "what" }, { title: "meaning", long: true }, { title: "kernel" }, { title: "see" }];

export function fillTroubles(app, section) {
  const { troubles } = app.data;
  const shown = Math.min(MOST_TROUBLES, troubles.at.length);
  const line = (i) => {
    const kind = troubles.kinds[troubles.what[i]], kernel = troubles.kernel[i];
    const at = link(grouped(troubles.at[i]), () => app.showTime(troubles.at[i]));
    return [at, kind.name, kind.text, Number.isNaN(kernel) ? "" : kernelButton(app, kernel), kind.section];
  };
  const caption = shown === 0 ? "No errors, dropped messages or resets." : `${counted(troubles.at.length, "error, dropped message or reset", "errors, dropped messages and resets")}${shown < troubles.at.length ? `; the first ${grouped(shown)} are listed` : ""}.`;
  const stuck = app.data.unfinished === null ? [] : [stuckTable(app)];
  section.replaceChildren(...stuck, plainTable(caption, TROUBLE_COLUMNS, Array.from({ length: shown }, (_, i) => line(i))));
}
