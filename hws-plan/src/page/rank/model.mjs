// Ranked graphs and their schedules (planner §7.1): one document for each schedule.

import { counted, grouped, percent } from "../../../../hws-page/src/shared/numbers.mjs";
import { byTask, critical } from "../gantt/colours.mjs";

// In the order in which they are offered; the last one that an answer has is the best.
const METHODS = ["heft", "cpop", "lookahead", "best", "optimal"];

const fractionText = ([num, den]) => den === 1 ? grouped(num) : `${grouped(num)}/${grouped(den)}`;

// Graphs of an input and its answer: a single one, or several under `graphs`.
export function graphsOf(input, answer, title) {
  const inputs = input.graphs ?? [input], answers = answer.graphs ?? [answer];
  return answers.map((one, i) => graphOf(inputs[i], one, one.name ?? title));
}

function graphOf({ tasks: given, edges = [] }, answer, name) {
  const ranks = new Map(answer.ranks.map((rank) => [rank.id, rank])), order = new Map(answer.order.map((id, i) => [id, i + 1]));
  const tasks = given.map(({ id, cost, costs }) => {
    const { rank, on_cp: isCritical, offline_priority: priority } = ranks.get(id);
    const text = costs ? costs.map(grouped).join(", ") : grouped(cost);
    return { id, name: String(id), costs: text, rank: rank[0] / rank[1], rankText: fractionText(rank), priority, isCritical, order: order.get(id),
      terms: [["cost", text], ["upward rank", `${fractionText(rank)}, place ${grouped(order.get(id))}`], ["priority", grouped(priority)], ["critical", isCritical ? "yes" : "no"]] };
  });
  const index = new Map(tasks.map(({ id }, i) => [id, i]));
  const joined = edges.map(({ from, to, comm = 0 }) => ({ from: index.get(from), to: index.get(to), text: comm > 0 ? `transfer ${grouped(comm)}` : "" }));
  return { name, answer, tasks, index, edges: joined, methods: METHODS.filter((method) => answer[method]) };
}

// The schedule of a method; the tasks are those of the graph with their places.
export function documentOf(graph, method) {
  const { answer, index } = graph, { makespan, placements, proven, nodes } = answer[method];
  const tasks = graph.tasks.map((task) => ({ ...task }));
  for (const { id, pe, st, ed } of placements) Object.assign(tasks[index.get(id)], { pe, st, ed });
  const pes = placements.reduce((most, { pe }) => Math.max(most, pe + 1), 1), bars = tasks.map(({ pe, st, ed }, i) => [i, pe, st, ed]);
  const busy = placements.reduce((sum, { st, ed }) => sum + ed - st, 0), lower = answer.lower_bound;
  return {
    title: `${graph.name}: ${method}`, what: `The ${method} schedule of ${tasks.length} tasks on ${pes} processors.`, unit: "units", tasks, edges: graph.edges,
    sections: [{ title: "planned", rows: Array.from({ length: pes }, (_, pe) => `PE ${pe}`), bars }],
    colours: [byTask, critical((task) => tasks[task].isCritical)],
    numbers: [
      ["makespan", grouped(makespan)],
      lower !== undefined && ["lower bound", `${grouped(lower)}, ${percent(makespan - lower, lower)} below`],
      proven !== undefined && ["optimal", proven ? `proven, ${counted(nodes, "node")}` : `not proven in ${counted(nodes, "node")}`],
      ["critical path", fractionText(answer.critical_path)],
      ["tasks", `${grouped(tasks.length)}, ${counted(graph.edges.length, "edge")}`],
      ["processors", `${counted(pes, "processor")} used, busy ${percent(busy, pes * makespan)}`],
      ...graph.methods.filter((other) => other !== method).map((other) => [other, grouped(answer[other].makespan)]),
    ],
  };
}
