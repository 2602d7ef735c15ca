// The periodic plan: tasks, edges and launches (planner.md §4.1, §7).

import { byKey } from "../../../../hws-page/src/shared/by_key.mjs";
import { shortNames } from "../plan/names.mjs";
import { Rounds } from "../plan/rounds.mjs";

const quotient = (size, speed) => Math.ceil(size / speed);

// Tasks and edges by index instead of id, with the transfer times of N1 and N20.
export function graphOf(input, answer) {
  const index = new Map(input.nodes.map((node, i) => [node.id, i]));
  const cache = input.cache ?? {};
  const edges = (input.edges ?? []).map(({ from, to, size, t_cache, t_dram }) => ({
    from: index.get(from), to: index.get(to), size,
    cached: t_cache ?? (size === 0 ? 0 : quotient(size, cache.cache_speed)),
    dram: t_dram ?? (size === 0 ? 0 : quotient(size, cache.dram_speed)),
  }));
  const tasks = input.nodes.map(({ id, name, cost }) => ({ id, name, cost, layer: answer.layers[id] }));
  return { index, tasks, names: shortNames(input.nodes.map(({ id, name }) => name ?? String(id))), edges, edgeOf: new Map(edges.map(({ from, to }, e) => [`${from},${to}`, e])), capacity: cache.size ?? 0,
    into: byKey(edges.map(({ to }) => to), tasks.length), outOf: byKey(edges.map(({ from }) => from), tasks.length) };
}

// One kind of launch: `count` times `pes` PEs do `iterations` each. A place is copy r of task i: (r - 1)·tasks + i.
export class Launch {
  constructor(graph, { title, pes, count, iterations, period }) {
    const { T, i_period: copies, R_max: rMax } = period;
    Object.assign(this, { graph, title, pes, count, iterations, T, copies, rMax, period, tasks: graph.tasks.length });
    const length = this.tasks * copies;
    Object.assign(this, { pe: new Int32Array(length).fill(-1), st: new Float64Array(length), ed: new Float64Array(length), R: new Float64Array(length) });
    for (const { id, r, pe, st, ed } of period.placements) {
      const place = this.placeOf(graph.index.get(id), r);
      this.pe[place] = pe;
      this.st[place] = st;
      this.ed[place] = ed;
    }
    for (const { id, r, R } of period.retiming) this.R[this.placeOf(graph.index.get(id), r)] = R;
    this.isCached = new Uint8Array(graph.edges.length * copies);
    for (const [from, to, r] of period.cached) this.isCached[this.copyOf(graph.edgeOf.get(`${graph.index.get(from)},${graph.index.get(to)}`), r)] = 1;
    this.ofPe = byKey(Array.from(this.pe, (pe) => Math.max(0, pe)), pes);
  }

  placeOf(task, copy) { return (copy - 1) * this.tasks + task; }
  copyOf(edge, copy) { return (copy - 1) * this.graph.edges.length + edge; }
  taskOf(place) { return place % this.tasks; }
  copy(place) { return Math.floor(place / this.tasks) + 1; }

  // The iteration, from 0, that a place executes in a round of the period.
  iteration(place, round) { return (round - this.rMax - this.R[place]) * this.copies + this.copy(place) - 1; }

  // The round of the period in which a place executes an iteration of its copy.
  round(place, iteration) { return Math.floor(iteration / this.copies) + this.rMax + this.R[place]; }

  // How often a place runs in a launch.
  runs(place) { return Math.max(0, Math.ceil((this.iterations - this.copy(place) + 1) / this.copies)); }

  // When the last task ends: the exact total of N19.
  get total() {
    let most = 0;
    for (let place = 0; place < this.pe.length; place++) {
      const runs = this.runs(place);
      if (runs > 0) most = Math.max(most, (runs - 1 + this.rMax + this.R[place]) * this.T + this.ed[place]);
    }
    return most;
  }

  places(pe) { return Array.from(this.ofPe(pe)).filter((place) => this.pe[place] === pe).sort((a, b) => this.st[a] - this.st[b] || a - b); }

  // The rows of a whole launch: each place in the rounds in which it has an iteration.
  unfolded() {
    return this.rowsOf((place) => this.rMax + this.R[place], (place) => this.rMax + this.R[place] + this.runs(place) - 1);
  }

  // The rows of the period alone: its first full round.
  folded() { return this.rowsOf(() => 0, () => 0); }

  rowsOf(first, last) {
    return Array.from({ length: this.pes }, (_, pe) => {
      const items = this.places(pe);
      const list = (of) => Float64Array.from(items, of);
      return { label: `PE ${pe}`, rounds: new Rounds({ items, from: list((i) => this.st[i]), to: list((i) => this.ed[i]), first: list(first), last: list(last), period: this.T }) };
    });
  }

  // Prologue, steady state, epilogue as [from, to) in rounds; the steady state has every task in every round.
  phases() {
    const total = Math.ceil(this.total / this.T);
    const steady = this.R.reduce((least, R, place) => Math.min(least, this.rMax + R + this.runs(place)), total);
    const prologue = Math.min(this.rMax, total);
    return { prologue: [0, prologue], steady: [prologue, Math.max(prologue, steady)], epilogue: [Math.max(prologue, steady), total] };
  }

  // For an edge's copy: where its bytes are kept, how long the transfer takes, and how many periods after its producer
  // the consumer runs.
  transfer(edge, copy) {
    const { from, to, size, cached, dram } = this.graph.edges[edge];
    const isCached = this.isCached[this.copyOf(edge, copy)] === 1;
    const producer = this.placeOf(from, copy), consumer = this.placeOf(to, copy);
    const periods = this.R[consumer] - this.R[producer];
    const wait = periods * this.T + this.st[consumer] - this.ed[producer];
    return { producer, consumer, size, isCached, time: isCached ? cached : dram, periods, wait };
  }
}

// The launches of an answer, then the simple arrangement as a launch without retiming.
export function launchesOf(graph, input, answer) {
  const launches = answer.launches.map(({ pes, count, iterations_each: iterations, period }, i) =>
    new Launch(graph, { title: `launch ${i + 1}: ${count} × ${pes} PEs`, pes, count, iterations, period }));
  const { placements, one_iteration: T } = answer.baseline;
  const side = Math.max(1, Math.floor(input.pes / answer.width));
  const simple = new Launch(graph, {
    title: `simple arrangement: ${side} × ${answer.width} PEs`, pes: answer.width, count: side, iterations: Math.ceil(input.iterations / side),
    period: {
      T, i_period: 1, R_max: 0, retiming: [], dram: [],
      placements: placements.map(({ id, pe, st }) => ({ id, r: 1, pe, st, ed: st + graph.tasks[graph.index.get(id)].cost })),
      cached: graph.edges.map(({ from, to }) => [graph.tasks[from].id, graph.tasks[to].id, 1]),
    },
  });
  simple.isSimple = true;
  return [...launches, simple];
}
