// Values derived from the data: rows by SIP, lists by kernel, and the numbers in the strips under the rows.

import { byKey } from "../../../../hws-page/src/shared/by_key.mjs";
import { deadlinesOf } from "./deadlines.mjs";
import { firmwareLanes } from "./firmware.mjs";
import { Intervals } from "./intervals.mjs";
import { depth, Series, Spans } from "./series.mjs";

export function sipsOf(mask) {
  const sips = [];
  for (let sip = 0; sip < 32; sip++) if (Math.floor(mask / 2 ** sip) % 2 === 1) sips.push(sip);
  return sips;
}

// Spans on several SIPs each, as one row of spans per SIP.
function perSip(list, sipsOfItem) {
  const rows = Array.from({ length: 32 }, () => ({ from: [], to: [], items: [] }));
  for (let i = 0; i < list.count; i++) {
    if (list.to[i] <= list.from[i]) continue;
    for (const sip of sipsOfItem(i)) {
      rows[sip].from.push(list.from[i]);
      rows[sip].to.push(list.to[i]);
      rows[sip].items.push(i);
    }
  }
  return rows.map((row) => new Intervals(Float64Array.from(row.from), Float64Array.from(row.to), Uint32Array.from(row.items)));
}

const range = (first, count) => Array.from({ length: count }, (_, i) => first + i);

// The parts of the spans of one row that are not covered by spans of the other.
export function without(row, other, visit) {
  for (let i = 0; i < row.count; i++) {
    let from = row.from[i];
    for (let n = other.firstAfter(from); n < other.count && other.from[n] < row.to[i]; n++) {
      if (other.from[n] > from) visit(from, other.from[n]);
      from = other.to[n];
    }
    if (from < row.to[i]) visit(from, row.to[i]);
  }
}

function all(rows) {
  const spans = new Spans();
  for (const row of rows) for (let i = 0; i < row.count; i++) spans.add(row.from[i], row.to[i]);
  return spans;
}

function reservedIdle(rows) {
  const spans = new Spans();
  for (const row of rows) without(row.reserved, row.runs, (from, to) => spans.add(from, to));
  return spans;
}

// The state that an attempt sees at LATCH is used until its COMMIT.
function unusable({ attempts, attemptCycles }, end) {
  const at = [], values = [];
  attempts.commit.forEach((commit, i) => {
    const latch = Math.max(0, commit - attemptCycles, i > 0 ? attempts.commit[i - 1] : 0);
    if (at.at(-1) === latch) { at.pop(); values.pop(); }
    at.push(latch, commit);
    values.push(attempts.idleUnusable[i], 0);
  });
  return new Series(Float64Array.from(at), Float64Array.from(values), end);
}

function dagsOf({ kernels, dags }) {
  const lists = byKey(kernels.dag, dags.length);
  return dags.map((dag, index) => ({ ...dag, index, kernels: lists(index) }));
}

function successors({ kernels }) {
  const owner = new Uint32Array(kernels.deps.length);
  for (let k = 0; k < kernels.count; k++) owner.fill(k, kernels.depStart[k], kernels.depStart[k + 1]);
  const places = byKey(kernels.deps, kernels.count);
  return (kernel) => Array.from(places(kernel), (place) => owner[place]);
}

export function derive(data) {
  const { runs, reservations, owned, waits, kernels, machine, end } = data;
  const ran = perSip(runs, (i) => range(runs.sip[i], runs.sips[i]));
  const reserved = perSip(reservations, (i) => sipsOf(reservations.sips[i]));
  const kept = perSip(owned, (i) => [owned.sip[i]]);
  const rows = machine.present.map((sip) => ({ sip, cluster: machine.clusterOf(sip), runs: ran[sip], reserved: reserved[sip], owned: kept[sip] }));
  const steps = data.resident;
  return {
    ...data,
    firmware: data.firmware && firmwareLanes(data.firmware, end),
    rows,
    deadlines: deadlinesOf(data),
    dags: dagsOf(data),
    runsOf: byKey(runs.kernel, kernels.count),
    waitsOf: byKey(waits.kernel, kernels.count),
    reservationsOf: byKey(reservations.kernel, kernels.count),
    depsOf: (kernel) => Array.from(kernels.deps.subarray(kernels.depStart[kernel], kernels.depStart[kernel + 1])),
    successorsOf: successors(data),
    series: {
      resident: new Series(steps.at, steps.count, end),
      busy: depth(all(rows.map((row) => row.runs)), end),
      reservedIdle: depth(reservedIdle(rows), end),
      owned: depth(all(rows.map((row) => row.owned)), end),
      unusable: unusable(data, end),
    },
  };
}

export const kernelName = (data, kernel) => `${data.dags[data.kernels.dag[kernel]].name}/${data.kernels.name[kernel]}`;
