// The graphs and their colours; a click on one dims it or restores it.

import { el } from "../../../../hws-page/src/shared/elements.mjs";

export function fillLegend(app, legend) {
  legend.replaceChildren(...app.data.dags.map((dag) => el("button", {
    type: "button", "aria-pressed": String(!app.off.has(dag.index)), "data-dag": dag.index,
    title: `${dag.name}: ${dag.kernels.length} kernels. Click to dim it, shift-click to dim all others.`,
    onclick: (event) => app.toggleDag(dag.index, event.shiftKey),
  }, el("i", { style: { background: app.dagColours[dag.index].fill } }), el("span", null, dag.name))));
}

export function updateLegend(app, legend) {
  for (const button of legend.children) button.setAttribute("aria-pressed", String(!app.off.has(Number(button.dataset.dag))));
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
