// A large graph from afar: what its columns hold, as strips of bars over the columns.

import { HUES } from "../../../../hws-page/src/shared/colour.mjs";

export const KINDS = ["in", "out", "op", "call", "const", "autoindex", "gate"];
const HUE_OF = { in: 2, out: 5, op: 4, call: 1, const: 6, autoindex: 3, gate: 0 };

export const kindFill = (kind) => HUES[HUE_OF[kind]];

// Whether there is a warning about an edge.
export const isBad = (edge) => edge.stall === true || edge.buffer_ok === false;

// For each column: its nodes by kind, the edges that end in it, those that pass behind it to a later one, the FIFO entries of
// the edges that end in it, and how many of these have a warning.
export function columnTotals({ nodes, edges }, column, count) {
  const list = () => new Float64Array(count);
  const totals = { kinds: KINDS.map(list), nodes: list(), edges: list(), passing: list(), fifo: list(), bad: list() };
  nodes.forEach(({ kind }, i) => { totals.kinds[KINDS.indexOf(kind)][column[i]]++; totals.nodes[column[i]]++; });
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const from = column[edge.from], to = column[edge.to];
    totals.edges[to]++;
    totals.passing[from]++;
    totals.passing[to]--;
    totals.fifo[to] += edge.fifo ?? 0;
    if (isBad(edge)) totals.bad[to]++;
  }
  for (let c = 1; c < count; c++) totals.passing[c] += totals.passing[c - 1];
  return totals;
}

// Neighbouring columns together, `wide` at a time: sums, of passing edges the largest number.
export function binsOf(totals, wide) {
  const count = Math.ceil(totals.nodes.length / wide);
  const binned = (list, join) => {
    const bins = new Float64Array(count);
    list.forEach((value, c) => { const bin = Math.floor(c / wide); bins[bin] = join(bins[bin], value); });
    return bins;
  };
  const sum = (a, b) => a + b;
  return { wide, count, kinds: totals.kinds.map((list) => binned(list, sum)), nodes: binned(totals.nodes, sum), edges: binned(totals.edges, sum),
    passing: binned(totals.passing, Math.max), fifo: binned(totals.fifo, sum), bad: binned(totals.bad, sum) };
}
