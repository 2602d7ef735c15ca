// The page of a Gemini schedule.

import { byId } from "../../../../hws-page/src/shared/elements.mjs";
import { plainTable } from "../../../../hws-page/src/shared/table.mjs";
import { GanttPage } from "../gantt/page.mjs";
import { documentOf } from "./model.mjs";

const column = (title, key, number = true) => ({ title, key: ({ tasks }, task) => tasks[task][key], number });
const COLUMNS = [
  { title: "workload", key: (_, task) => task, name: true },
  column("core", "core", false), column("kernel", "kernel"), column("type", "type", false), column("start", "start"), column("end", "end"), column("time", "est"),
  column("rank", "rank"), column("priority", "priority"), { title: "critical", key: ({ tasks }, task) => tasks[task].isCritical ? "yes" : "" }, column("L2 bytes", "bytes"),
];
const FINDINGS = [{ title: "rule" }, { title: "where" }, { title: "what", long: true }];

function geminiPage({ title, input, answer }) {
  const { errors, warnings } = answer, found = [...errors, ...warnings].map(({ rule, where, msg }) => [rule, where, msg]);
  const findings = { id: "findings", title: "Findings", alarm: errors.length > 0, fill: (section) => section.replaceChildren(plainTable(`${errors.length} errors, ${warnings.length} warnings`, FINDINGS, found)) };
  return new GanttPage(title, { documents: [{ title, make: () => documentOf(input, answer, title) }], columns: COLUMNS, of: "schedule", tables: found.length > 0 ? [findings] : [] });
}

window.hwsPlan = geminiPage(JSON.parse(byId("data").textContent));
window.hwsPlan.start();
