// The page of a comparison.

import { byId } from "../../../../hws-page/src/shared/elements.mjs";
import { GanttPage } from "../gantt/page.mjs";
import { documentOf, picturesOf } from "./model.mjs";

// Of all sections that some graph has: start and end, and by how much it ends later than the first of them.
function columnsOf(graphs) {
  const titles = new Map(graphs.flatMap(({ sections }) => sections.map(({ key, title }) => [key, title])));
  const time = (key, which) => ({ times }, task) => times.get(key)?.[which][task] ?? NaN;
  const [base] = titles.keys();
  const columns = [...titles].flatMap(([key, title]) => [
    { title, key: time(key, "start"), number: true }, { title: "end", key: time(key, "end"), number: true },
    key !== base && { title: "later", key: (document, task) => time(key, "end")(document, task) - time(base, "end")(document, task), number: true }]);
  return [{ title: "kernel", key: (_, task) => task, name: true }, ...columns.filter(Boolean)];
}

function comparePage({ title, input: { graphs } }) {
  const documents = graphs.flatMap((graph) => picturesOf(graph).map((picture) => ({ title: graphs.length > 1 ? `${graph.name}: ${picture.title}` : picture.title, of: graph, make: () => documentOf(graph, picture) })));
  const kind = graphs.some(({ sections }) => sections.some(({ ready }) => ready)) ? "HWS compare" : undefined;
  return new GanttPage(title, { documents, columns: columnsOf(graphs), of: "plan and", kind });
}

window.hwsPlan = comparePage(JSON.parse(byId("data").textContent));
window.hwsPlan.start();
