// Larger pages: inputs with answers that fit them, made by plain generators, as files NAME.KIND.in.json and .out.json.
//
// large.mjs DIR
//
// The answers do not come from a planner: tasks are assigned to PEs in turn, and edges start at tasks that end early
// enough. They have the properties that the pages rely on: no overlap, no early data, ends that agree.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { numbers } from "./examples.mjs";

// The given numbers of nodes and PEs, with copies, layer by layer.
function periodic(count, pes, copies, iterations) {
  const next = numbers(11), wide = 3 * pes;
  const nodes = Array.from({ length: count }, (_, i) => ({ id: i + 1, cost: 1 + next(900) }));
  const layer = (i) => Math.floor(i / wide), last = layer(count - 1);
  const edges = nodes.flatMap(({ id }, i) => layer(i) === 0 ? [] : [...new Set([0, 1].map(() => (layer(i) - 1) * wide + next(wide)))].map((from) => ({ from: from + 1, to: id, size: 64 * next(9), t_cache: 1, t_dram: 40 })));
  const free = new Array(pes).fill(0), placements = [], retiming = [], cached = [], dram = [];
  for (let r = 1; r <= copies; r++) {
    nodes.forEach(({ id, cost }, i) => {
      const pe = (i * 7 + r) % pes;
      placements.push({ id, r, pe, st: free[pe], ed: free[pe] += cost });
      retiming.push({ id, r, R: 2 * (layer(i) - last) });
    });
    edges.forEach(({ from, to }, e) => (e % 5 === 0 ? dram : cached).push([from, to, r]));
  }
  const T = Math.max(...free) + 50, R_max = 2 * last;
  const period = { T, i_period: copies, ratio: [9, 10], arrangement: {}, placements, retiming, R_max, prologue: R_max * T, cached, dram, cache_bytes: 0, dram_bytes: 0, peak_cache: {}, demotion_passes: 1 };
  const runs = (r) => Math.max(0, Math.ceil((iterations - r + 1) / copies));
  const total = Math.max(...placements.map(({ r, ed }, i) => (runs(r) - 1 + R_max + retiming[i].R) * T + ed));
  return {
    input: { pes, iterations, nodes, edges, cache: { size: 4096 } },
    answer: {
      layers: Object.fromEntries(nodes.map(({ id }, i) => [id, layer(i)])), max_concurrency: wide, width: pes, H: 1,
      baseline: { one_iteration: T, t_normal: T * iterations, estimate_T: T, estimate_R: R_max, t_estimate: T, t_estimate_wide: T, use_retiming: true, placements: placements.slice(0, count).map(({ id, pe, st }) => ({ id, pe, st })) },
      launches: [{ pes, count: 1, iterations_each: iterations, period }], total_time: total, total_time_formula: (R_max + Math.ceil(iterations / copies)) * T, chosen_total: total, utilisation: [1, 2],
    },
  };
}

// A program with a chain of functions, and one with many nodes; names that would harm if they were markup.
function dataflow(count) {
  const next = numbers(12), name = (i) => i % 50 === 3 ? `<img src=x onerror="window.harm=1">${i}` : `node${i}`;
  const nodes = Array.from({ length: count }, (_, i) => ({ id: name(i), kind: i < 8 ? "in" : "op" }));
  const edges = nodes.flatMap(({ id }, i) => i < 8 ? [] : [...new Set([1 + next(Math.min(i, 12)), 1 + next(Math.min(i, 90))])].map((back) => ({ from: name(i - back), to: id })));
  return { functions: { "</script><b>top": { nodes, edges, stream_size: 64 } }, top: "</script><b>top", fifo_limit: 14 };
}

// The plan of a graph, a run that is a little later everywhere, and measured times.
function compare(count, places) {
  const next = numbers(13), free = new Array(places).fill(0), bars = [];
  for (let kernel = 0; kernel < count; kernel++) {
    const place = kernel % places, start = free[place] + next(40);
    bars.push([kernel, place, start, free[place] = start + 1 + next(900)]);
  }
  const section = (key, short, later) => ({ key, title: key, short, drained: true, bars: bars.map(([kernel, place, start, end]) => [kernel, place, start + later, end + later]) });
  const kernels = bars.map((_, kernel) => ({ name: `kernel${kernel}`, after: kernel < places ? [] : [kernel - places, kernel - 1 - next(places - 1)] }));
  return { graphs: [{ name: "<i>g</i>", place: "core", transfers: true, kernels, sections: [section("planned", "plan", 0), section("run", "run", 300), section("measured", "measured", 120)] }] };
}

const files = { large: ["periodic", periodic(3700, 64, 4, 1000)], large_pipeline: ["pipeline", { input: { op: "row_pipeline", ny: 4000, pipeline_num: 7, ky: 3, sy: 2, pad_top: 1, t_axon: Array.from({ length: 4000 }, (_, i) => 5 + i * i % 11), t_soma: 16 } }], hostile: ["dataflow", { input: dataflow(40) }], large_compare: ["compare", { input: compare(6000, 8), answer: {} }], large_dataflow: ["dataflow", { input: dataflow(10000) }] };

for (const [name, [kind, { input, answer }]] of Object.entries(files)) {
  writeFileSync(join(process.argv[2], `${name}.${kind}.in.json`), JSON.stringify(input));
  if (answer) writeFileSync(join(process.argv[2], `${name}.${kind}.out.json`), JSON.stringify(answer));
}
