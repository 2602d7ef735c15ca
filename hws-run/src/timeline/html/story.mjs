// A kernel's story: its events in order, each line with its cycle and, for spans, the length.

import { BACKFILLED, EARLY, UNFINISHED } from "./decode.mjs";
import { deadlineOfDag, deadlineOfKernel, verdict } from "./deadlines.mjs";
import { sipsOf } from "./derive.mjs";
import { counted } from "../../../../hws-page/src/shared/numbers.mjs";

// Formats a list of ascending numbers as ranges, such as 0–3, 8.
export function ranges(numbers) {
  const parts = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number; else parts.push([number, number]);
  }
  return parts.map(([a, b]) => a === b ? `${a}` : `${a}–${b}`).join(", ");
}

function launches(data, kernel) {
  const { runs } = data;
  const places = data.runsOf(kernel);
  const count = { blocks: new Set(), backfilled: new Set(), early: new Set(), unfinished: 0, sips: new Set() };
  for (const r of places) {
    count.blocks.add(runs.block[r]);
    if (runs.flags[r] & BACKFILLED) count.backfilled.add(runs.block[r]);
    if (runs.flags[r] & EARLY) count.early.add(runs.block[r]);
    if (runs.flags[r] & UNFINISHED) count.unfinished++;
    for (let s = 0; s < runs.sips[r]; s++) count.sips.add(runs.sip[r] + s);
  }
  return { places, ...count, sips: [...count.sips].sort((a, b) => a - b) };
}

function milestones(data, kernel) {
  const { kernels } = data;
  const dag = data.dags[kernels.dag[kernel]];
  const deps = data.depsOf(kernel).length;
  return [
    { at: dag.arrival, text: "Its graph arrived" },
    { at: kernels.ready[kernel], text: deps > 0 ? `Ready: ${deps === 1 ? "its predecessor has" : `all ${deps} predecessors have`} progressed far enough` : "Ready: it depends on no other kernel" },
    { at: kernels.pushed[kernel], text: "Pushed to the HWS" },
    { at: kernels.admitted[kernel], text: "Admitted to the Ready Station" },
  ];
}

function waits(data, kernel) {
  return Array.from(data.waitsOf(kernel), (w) => {
    const reason = data.reasons[data.waits.why[w]];
    const by = Number.isNaN(data.waits.by[w]) ? null : data.waits.by[w];
    return { at: data.waits.from[w], to: data.waits.to[w], kind: "wait", text: reason.text, section: reason.section, by };
  });
}

function reservations(data, kernel) {
  const { reservations: list } = data;
  return Array.from(data.reservationsOf(kernel), (i) => ({
    at: list.from[i], to: list.to[i], kind: "reserved",
    text: `Promoted: SIPs ${ranges(sipsOf(list.sips[i]))} reserved; ${data.outcomes[list.outcome[i]]}`, section: "scheduler.md §6.6",
  }));
}

function launchLines(data, kernel, launched) {
  const { runs, kernels } = data;
  const places = launched.places;
  if (places.length === 0) return [];
  const first = places[0], last = places[places.length - 1];
  const pool = ["from the R-pool", "from the P-pool", "from the O-pool", "by firmware"][runs.flags[first] & 3];
  const line = (r, text) => ({ at: runs.launched[r], kind: "launch", text, run: r });
  const lines = [line(first, `First launch: block ${runs.block[first]}, ${pool}`)];
  if (launched.blocks.size > 1) lines.push(line(last, `Last launch: block ${runs.block[last]}; ${launched.blocks.size} of ${counted(kernels.blocks[kernel], "block")} launched`));
  return lines;
}

const FINISHED = ["Finished: its last block ended", "Finished: its last block ended", "Finished: the L2 is allocated", "Finished: loaded"];

function ending(data, kernel, launched) {
  const { kernels } = data;
  if (!Number.isNaN(kernels.finish[kernel])) return { at: kernels.finish[kernel], kind: "finish", text: FINISHED[kernels.role[kernel]] };
  if (launched.places.length > 0) return { at: data.end, kind: "open", text: `Not finished when the run ended: ${launched.blocks.size} of ${counted(kernels.blocks[kernel], "block")} launched` };
  return { at: data.end, kind: "open", text: "Never launched: the run ended first" };
}

function troubles(data, kernel) {
  const { troubles: list } = data;
  const lines = [];
  list.kernel.forEach((affected, i) => {
    const kind = list.kinds[list.what[i]];
    if (affected === kernel) lines.push({ at: list.at[i], kind: "trouble", text: `${kind.name}: ${kind.text}`, section: kind.section });
  });
  return lines;
}

function deadlines(data, kernel) {
  const own = [deadlineOfKernel(data, kernel), "Deadline"], ofGraph = [deadlineOfDag(data, data.kernels.dag[kernel]), "Deadline of its graph"];
  return [own, ofGraph].filter(([due]) => due).map(([due, of]) => ({ at: due.at, kind: "deadline", text: `${of}: ${verdict(due)}` }));
}

export function story(data, kernel) {
  const launched = launches(data, kernel);
  const happened = [
    ...milestones(data, kernel), ...launchLines(data, kernel, launched), ...reservations(data, kernel), ...waits(data, kernel), ...troubles(data, kernel),
  ];
  const inOrder = (lines) => lines.filter((line) => !Number.isNaN(line.at)).map((line, i) => ({ ...line, i })).sort((a, b) => a.at - b.at || a.i - b.i);
  const due = deadlines(data, kernel), end = ending(data, kernel, launched);
  const [before, after] = [due.filter((line) => line.at < end.at), due.filter((line) => line.at >= end.at)];
  return { lines: [...inOrder([...happened, ...before]), end, ...inOrder(after)], launched };
}

// The reasons of its waits, with the cycles of each, the longest first.
export function waitTotals(data, kernel) {
  const totals = new Map();
  for (const w of data.waitsOf(kernel)) totals.set(data.waits.why[w], (totals.get(data.waits.why[w]) ?? 0) + data.waits.to[w] - data.waits.from[w]);
  return [...totals].map(([why, length]) => ({ reason: data.reasons[why], why, length })).sort((a, b) => b.length - a.length || a.why - b.why);
}
