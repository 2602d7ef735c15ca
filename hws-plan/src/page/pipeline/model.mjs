// The row pipeline and the phase: the times of Axon and Soma, and the reasons of idle times (planner.md §4.4, §7).

import { Rounds } from "../plan/rounds.mjs";

// Rows of both units, and pipeline_cnt over time, from the events of a row pipeline.
export function rowsOf(events) {
  const units = { axon: { from: [], to: [] }, soma: { from: [], to: [] } };
  const count = { at: [0], value: [0] };
  for (const [time, name, , after] of events) {
    const [unit, what] = name.split("_");
    units[unit][what === "start" ? "from" : "to"].push(time);
    if (count.at.at(-1) === time) count.value[count.value.length - 1] = after;
    else if (count.value.at(-1) !== after) { count.at.push(time); count.value.push(after); }
  }
  return { ...units, count };
}

// Idle times before each row and, while rows are left, after the last one up to `end`.
export function idleOf({ from, to }, rows, end) {
  const idle = [];
  let last = 0;
  for (let row = 0; row < from.length; row++) {
    if (from[row] > last) idle.push({ from: last, to: from[row], row });
    last = to[row] ?? end;
  }
  if (from.length < rows && end > last) idle.push({ from: last, to: end, row: from.length });
  return idle;
}

export const outputRows = ({ ny, pad_top: top = 0, pad_bottom: bottom = 0, ky = 1, sy = 1 }) => Math.floor((ny + top + bottom - ky) / sy) + 1;

// The input rows that output row o reads, as [first, end).
export function readBy({ ny, pad_top: top = 0, ky = 1, sy = 1 }, o) {
  return [Math.max(0, o * sy - top), Math.min(ny, o * sy - top + ky)];
}

// Everything of a row pipeline, deadlocked or not.
export function pipelineOf(input, answer) {
  const ny = input.mlp ? Math.floor(input.nf / 32) : input.ny, shape = { ...input, ny };
  const { axon, soma, count } = rowsOf(answer.events);
  const outputs = outputRows(shape), end = answer.deadlock ? answer.at : answer.total;
  const shown = answer.deadlock ? Math.max(end + 1, Math.ceil(end * 1.25)) : end;
  const unit = (list) => Rounds.once(list.from.map((_, row) => row), list.from, list.from.map((_, row) => list.to[row] ?? end), shown);
  return {
    shape, outputs, end, shown, axon, soma, count, pipelineNum: input.pipeline_num, ky: input.ky ?? 1, sy: input.sy ?? 1,
    rounds: { axon: unit(axon), soma: unit(soma) },
    stall: spans(idleOf(axon, ny, end), shown), wait: spans(idleOf(soma, outputs, end), shown),
  };
}

function spans(idle, end) {
  return { list: idle, rounds: Rounds.once(idle.map((_, i) => i), idle.map(({ from }) => from), idle.map(({ to }) => to), end) };
}

// The four parts of a phase as spans; Router runs parallel to Soma1 or after it.
export function phaseOf(input, answer) {
  const { axon_end: axon, soma1_end: soma1, router_end: router, soma2_start: start, phase_end: end } = answer;
  const overlap = input.router_overlap ?? true;
  return {
    end,
    parts: [
      { name: "Axon", from: 0, to: axon, busy: axon, what: input.axon_soma1 ? "its rows" : "given time" },
      { name: "Soma1", from: 0, to: soma1, busy: soma1, what: input.axon_soma1 ? "its rows, with waits" : "given time" },
      overlap ? { name: "Router", from: 0, to: router, busy: input.router ?? 0, what: "parallel to Soma1, ends no earlier" }
        : { name: "Router", from: soma1, to: router, busy: input.router ?? 0, what: "after Soma1" },
      { name: "Soma2", from: start, to: start + (input.soma2 ?? 0), busy: input.soma2 ?? 0, what: (input.a2s2_mode ?? 0) === 1 ? "after Soma1 and Router; A2S2-mode 1: does not wait for Axon" : "after Axon, Soma1 and Router" },
    ],
  };
}
