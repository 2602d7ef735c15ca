// The graphs and their colours; pressing one dims it or brings it back.

import { el } from "../../../../hws-plan/src/page/shared/elements.mjs";

export function fillLegend(app, legend) {
  legend.replaceChildren(...app.data.dags.map((dag) => el("button", {
    type: "button", "aria-pressed": String(!app.off.has(dag.index)), "data-dag": dag.index,
    title: `${dag.name}: ${dag.kernels.length} kernels. Press to dim, with shift to leave only it.`,
    onclick: (event) => app.toggleDag(dag.index, event.shiftKey),
  }, el("i", { style: { background: app.dagColours[dag.index].fill } }), el("span", null, dag.name))));
}

export function updateLegend(app, legend) {
  for (const button of legend.children) button.setAttribute("aria-pressed", String(!app.off.has(Number(button.dataset.dag))));
}

// Which graphs are dimmed after one was pressed; pressing the only one left brings all back.
export function toggled(off, dag, count, alone) {
  if (!alone) {
    const next = new Set(off);
    if (!next.delete(dag)) next.add(dag);
    return next;
  }
  const isAlone = off.size === count - 1 && !off.has(dag);
  return new Set(isAlone ? [] : Array.from({ length: count }, (_, i) => i).filter((i) => i !== dag));
}
