// The first divergence: what differs, and what is around it.

import { bothSides } from "./digits.mjs";
import { el } from "./elements.mjs";
import { bodyRow, headCell, plainTable, tableOf } from "./table.mjs";

const section = (title, ...content) => el("section", null, el("h2", null, title), ...content);

const fieldLine = ({ name, a, b }) => el("div", null, `${name}: A 0x${a.toString(16)}, B 0x${b.toString(16)}`);

export const nameOf = ({ signal, range, register }) =>
  `${signal}${range ? `[${range[0]}:${range[1]}]` : ""}${register && register !== signal ? ` (${register})` : ""}`;

// Reals are decimal and have no bits to mark.
export const valuesOf = ({ a, b, bits, width, fields }) => a.startsWith("0x") && b.startsWith("0x")
  ? el("div", null, bothSides(a, b, bits, width), ...fields.map(fieldLine))
  : el("div", { class: "digits" }, `A ${a}`, el("br"), `B ${b}`);

const COLUMNS = [{ title: "signal", long: true }, { title: "class" }, { title: "values, with the bits marked that differ", long: true }];

const differencesTable = ({ differences }) => tableOf("Everything that differs there",
  COLUMNS.map((column) => headCell(column, null, column.title)),
  differences.map((one) => bodyRow(COLUMNS, (column) => [nameOf(one), one.class, valuesOf(one)][COLUMNS.indexOf(column)])));

function contextTable({ cycle, around }) {
  if (around.length === 0) return null;
  const names = Object.keys(around[0].values);
  const cell = ({ a, b }) => a === b ? el("td", { class: "digits" }, a) : el("td", { class: "digits other" }, `A ${a}`, el("br"), `B ${b}`);
  const row = (one) => el("tr", { class: one.cycle === cycle ? "here" : null },
    el("td", { class: "number" }, String(one.cycle)), ...names.map((name) => cell(one.values[name])));
  return tableOf("Around it", ["cycle", ...names].map((title) => headCell({}, null, title)), around.map(row));
}

const eventsTable = ({ differences }) => plainTable("Every event that differs there",
  [{ title: "stream" }, { title: "how" }, { title: "fields" }, { title: "event of A", long: true }, { title: "event of B", long: true }],
  differences.map(({ stream, state, fields, a, b }) => [stream, state, fields.join(", "), eventText(a), eventText(b)]));

export const eventText = (event) => event ? `cycle ${event.cycle}, ${event.place}: ${event.event}` : "–";

function eventContext({ cycle, around }) {
  if (around.length === 0) return null;
  const row = (one) => el("tr", { class: one.cycle === cycle ? "here" : null },
    el("td", { class: "number" }, String(one.cycle)), el("td", { class: one.a && one.b ? null : "other" }, one.a && one.b ? "A and B" : one.a ? "only A" : "only B"),
    el("td", null, one.event));
  return tableOf("Around it", ["cycle", "in", "event"].map((title) => headCell({}, null, title)), around.map(row));
}

// The section of the first divergence; null if there is none.
export function firstSection({ first, events }) {
  if (!first) return null;
  const time = (name, value) => value === null ? "" : `, time ${value} in ${name}`;
  const epoch = first.epoch > 1 ? `, after reset ${first.epoch}` : "";
  const title = `First divergence: cycle ${first.cycle}${epoch}${time("A", first.time)}${time("B", first.time_b)}`;
  return events ? section(title, eventsTable(first), eventContext(first)) : section(title, differencesTable(first), contextTable(first));
}

// Hints, warnings and the problem.
export function notes({ problem, warnings, hints, self_test: selfTest }) {
  const lines = [problem, ...warnings.map((text) => `Warning: ${text}`), ...hints.map((text) => `Hint: ${text}`),
    selfTest === null ? null : `Self-test: ${selfTest}`].filter(Boolean);
  return lines.length === 0 ? null : section("Notes", ...lines.map((text) => el("p", null, text)));
}
