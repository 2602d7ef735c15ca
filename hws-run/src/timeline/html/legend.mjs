// The graphs and their colours; a click on one dims it or restores it.

import { el } from "../../../../hws-page/src/shared/elements.mjs";
import { deadlineOfDag, deadlineText } from "./deadlines.mjs";

function deadlineNote(data, dag) {
  const due = deadlineOfDag(data, dag);
  return due ? ` Deadline ${deadlineText(due)}.` : "";
}

export function fillLegend(app, legend) {
  legend.replaceChildren(...app.data.dags.map((dag) => el("button", {
    type: "button", "aria-pressed": String(!app.off.has(dag.index)), "data-dag": dag.index,
    title: `${dag.name}: ${dag.kernels.length} kernels.${deadlineNote(app.data, dag.index)} Click to dim it, shift-click to dim all others.`,
    onclick: (event) => app.toggleDag(dag.index, event.shiftKey),
  }, el("i"), el("span", null, dag.name))));
}

// The colour of a graph; by kernel, the colours of its first kernels.
function swatchOf(app, dag) {
  if (!app.byKernel) return app.dagColours[dag].fill;
  const fills = app.data.dags[dag].kernels.slice(0, 4);
  const stops = Array.from(fills, (kernel, i) => `${app.colours[kernel].fill} ${100 * i / fills.length}% ${100 * (i + 1) / fills.length}%`);
  return stops.length > 0 ? `linear-gradient(to right, ${stops.join(", ")})` : app.dagColours[dag].fill;
}

export function updateLegend(app, legend) {
  for (const button of legend.children) {
    const dag = Number(button.dataset.dag);
    button.setAttribute("aria-pressed", String(!app.off.has(dag)));
    button.firstChild.style.background = swatchOf(app, dag);
  }
}

// The graphs that are dimmed after a click on one; a shift-click on the only one left restores all.
export function toggled(off, dag, count, alone) {
  if (!alone) {
    const next = new Set(off);
    if (!next.delete(dag)) next.add(dag);
    return next;
  }
  const isAlone = off.size === count - 1 && !off.has(dag);
  return new Set(isAlone ? [] : Array.from({ length: count }, (_, i) => i).filter((i) => i !== dag));
}
