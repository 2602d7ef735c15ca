// The report on a Gemini schedule (planner §7.4): cores over time, and the DRAM channel if loads take time.

import { counted, grouped, percent } from "../../../../hws-page/src/shared/numbers.mjs";
import { shadeOf } from "../../../../hws-page/src/shared/colour.mjs";
import { byTask, critical } from "../gantt/colours.mjs";

// Neighbouring kernels of a layer have its hue; `loads` follow the kernels as tasks of their own.
export function documentOf({ loads = [] }, answer, title) {
  const { kernels } = answer, layers = new Map(), cores = [...new Set(kernels.map(({ core }) => core))].sort((a, b) => a - b);
  for (const { layer } of kernels) if (!layers.has(layer)) layers.set(layer, layers.size);
  const rowOf = new Map(cores.map((core, i) => [core, i])), channel = cores.length;
  const tasks = [...kernels.map(kernelTask), ...loads.map(loadTask)];
  const bars = [...kernels.map(({ core, start, end }, k) => [k, rowOf.get(core), start, end]), ...loads.map(({ start, end }, i) => [kernels.length + i, channel, start, end])];
  const byLayer = (task) => task < kernels.length ? shadeOf(layers.get(kernels[task].layer), kernels[task].workload_id) : shadeOf(layers.get(kernels[loads[task - kernels.length].kernels[0]]?.layer) ?? 0, 1);
  return {
    title, what: `The schedule of ${kernels.length} workloads on ${cores.length} cores.`, unit: "cycles", tasks, edges: edgesOf(kernels, loads),
    sections: [{ title: "planned", rows: [...cores.map((core) => `core ${core}`), ...loads.length > 0 ? ["DRAM"] : []], bars }],
    colours: [{ title: "layers", of: byLayer, legend: [[{ class: "mark hues" }, "a hue for each layer, in turn; a load has that of its reader"]] }, critical((task) => task < kernels.length && kernels[task].on_cp), byTask],
    numbers: [
      ["makespan", grouped(answer.makespan)], ["lower bound", grouped(answer.lower_bound)], ["critical path", grouped(answer.critical_path)],
      ["workloads", `${grouped(kernels.length)} of ${counted(layers.size, "layer")}, ${counted(answer.stats.edges, "edge")}`],
      loads.length > 0 && ["DRAM", `${counted(loads.length, "load")}, busy ${percent(loads.reduce((sum, { start, end }) => sum + end - start, 0), answer.makespan)}`],
      ...cores.map((core) => [`core ${core}`, `busy ${grouped(answer.core_busy[core])}, ${percent(answer.core_busy[core], answer.makespan)}`]),
    ],
    notes: [counted(answer.errors.length, "error") + ", " + counted(answer.warnings.length, "warning")],
  };
}

function kernelTask({ k, core, workload_id: workload, layer, type, est_exec_time: est, upward_rank: rank, offline_priority: priority, on_cp: isCritical, start, end, l2_bytes: bytes }) {
  return { kernel: k, core: String(core), workload, layer, type, est, rank, priority, isCritical, start, end, bytes, name: `${workload} ${layer}`,
    terms: [["layer", `${layer}, ${type}`], ["workload", `${grouped(workload)} of core ${core}, kernel ${grouped(k)}`], ["rank, priority", `${grouped(rank)}, ${grouped(priority)}`], ["critical", isCritical ? "yes" : "no"], ["L2", counted(bytes, "byte")]] };
}

function loadTask({ start, end, kernels }, i) {
  return { kernel: NaN, core: "DRAM", workload: NaN, layer: "", type: "load", est: end - start, rank: NaN, priority: NaN, isCritical: false, start, end, bytes: NaN, name: `load ${i}`,
    terms: [["read by", kernels.length === 1 ? `kernel ${grouped(kernels[0])}` : `${grouped(kernels.length)} kernels, first ${grouped(kernels[0])}`]] };
}

// Data between kernels; from the producers of a tensor to its load, and from there to its readers.
function edgesOf(kernels, loads) {
  const data = kernels.flatMap(({ k, data_preds: preds }) => preds.map((from) => ({ from, to: k, text: "data" })));
  const through = loads.flatMap(({ after, kernels: readers }, i) => {
    const load = kernels.length + i;
    return [...after.map((from) => ({ from, to: load, text: "through DRAM" })), ...readers.map((to) => ({ from: load, to, text: "load" }))];
  });
  return [...data, ...through];
}
