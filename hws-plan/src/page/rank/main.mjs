// The page of ranks and schedules.

import { byId } from "../../../../hws-page/src/shared/elements.mjs";
import { GanttPage } from "../gantt/page.mjs";
import { documentOf, graphsOf } from "./model.mjs";

const column = (title, key) => ({ title, key: ({ tasks }, task) => tasks[task][key] ?? NaN, number: true });
const COLUMNS = [
  { title: "task", key: ({ tasks }, task) => tasks[task].id, name: true },
  { title: "cost", key: ({ tasks }, task) => tasks[task].costs },
  { ...column("rank", "rank"), text: ({ tasks }, task) => tasks[task].rankText },
  column("place", "order"), column("priority", "priority"), { title: "critical", key: ({ tasks }, task) => tasks[task].isCritical ? "yes" : "" },
  column("PE", "pe"), column("start", "st"), column("end", "ed"),
];

function rankPage({ title, input, answer }) {
  const graphs = graphsOf(input, answer, title);
  const documents = graphs.flatMap((graph) => graph.methods.map((method) => ({ title: graphs.length > 1 ? `${graph.name}: ${method}` : method, of: graph, make: () => documentOf(graph, method) })));
  return new GanttPage(title, { documents, columns: COLUMNS, of: "schedule", begin: graphs[0].methods.length - 1 });
}

window.hwsPlan = rankPage(JSON.parse(byId("data").textContent));
window.hwsPlan.start();
