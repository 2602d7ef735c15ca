// What differs later, what was waived, and what was not compared.

import { el } from "./elements.mjs";
import { eventText, nameOf, valuesOf } from "./first.mjs";
import { grouped } from "./numbers.mjs";
import { SortTable } from "./sort_table.mjs";
import { plainTable } from "./table.mjs";

const SIGNALS = [
  { title: "cycle", number: true, key: (data, row) => data[row].cycle },
  { title: "time in A", number: true, key: (data, row) => data[row].time },
  { title: "signal", long: true, key: (data, row) => nameOf(data[row]) },
  { title: "class", key: (data, row) => data[row].class },
  { title: "values", long: true, key: (data, row) => data[row].a },
  { title: "cycles that differ", number: true, key: (data, row) => data[row].cycles },
];

const EVENTS = [
  { title: "cycle", number: true, key: (data, row) => data[row].cycle },
  { title: "stream", key: (data, row) => data[row].stream },
  { title: "how", key: (data, row) => data[row].state },
  { title: "event of A", long: true, key: (data, row) => eventText(data[row].a) },
  { title: "event of B", long: true, key: (data, row) => eventText(data[row].b) },
];

// A table with a field that searches the names.
function searchable(title, data, columns, textOf, content) {
  const place = el("div"), table = new SortTable(place, columns);
  const field = el("input", { id: "search", type: "search", placeholder: "search", "aria-label": `Search: ${title}`, oninput: () => fill() });
  function fill() {
    const word = field.value.toLowerCase();
    const rows = data.map((_, row) => row).filter((row) => textOf(data[row]).toLowerCase().includes(word));
    table.page = 0;
    table.fill(data, rows, `${grouped(rows.length)} of ${grouped(data.length)}`, { content });
  }
  fill();
  return el("section", null, el("h2", null, title), field, place);
}

// The first divergence of each signal, or all events that differ.
export function differencesSection({ first, later, events }) {
  const all = [...(first?.differences ?? []), ...(events ? events.later : later)];
  if (all.length === 0) return null;
  if (events) return searchable("Events that differ", all, EVENTS, (one) => one.stream, () => undefined);
  const content = (column, row) => column.title === "values" ? valuesOf(all[row]) : undefined;
  return searchable("First divergence of each signal", all, SIGNALS, nameOf, content);
}

export function streamsSection({ events }) {
  if (!events) return null;
  const columns = [["stream", "name"], ["events of A", "a"], ["events of B", "b"], ["equal", "matched"], ["in another order", "reordered"], ["differing", "differing"]];
  const sortable = columns.map(([title, name]) => ({ title, number: name !== "name", key: (data, row) => data[row][name] }));
  return searchable("Streams", events.streams, sortable, ({ name }) => name, () => undefined);
}

export function waiversSection({ waivers }) {
  if (waivers.length === 0) return null;
  const columns = ["signal", "when", "reason", "bug", "expires", "waived", "state", "place"].map((title) => ({ title, long: title === "reason", number: title === "waived" }));
  const state = (one) => one.is_expired ? "expired" : one.is_stale ? "unused" : "used";
  return el("section", null, el("h2", null, "Waivers"), plainTable("A waiver that has expired or is not used fails the comparison", columns,
    waivers.map((one) => [one.signal, one.when ?? "always", one.reason, one.bug ?? "–", one.expires ?? "–", one.waived, state(one), one.place])));
}

const namesOf = (list) => Array.isArray(list) ? list : Object.entries(list).map(([name, count]) => `${name} (${grouped(Number(count))})`);

function names(title, list) {
  const all = namesOf(list);
  return all.length === 0 ? null : el("details", null, el("summary", null, `${title}: ${grouped(all.length)}`),
    el("ul", { class: "names" }, ...all.map((name) => el("li", null, name))));
}

// Counts, and the lists of what was not compared.
export function coverageSection(report) {
  const counts = [["cycles", "cycles"], ["cycles skipped", "skipped_cycles"], ["values compared", "compared"], ["values that differ", "differing"],
    ["waived", "waived"], ["masked", "masked"], ["skipped", "skipped"], ["unknown", "unknown"], ["signals or streams", "signals"], ["aliases", "aliases"],
    ["signals excluded by options", "ignored"]];
  const events = report.events ? [names("Kinds only in A", report.events.kinds_only.a), names("Kinds only in B", report.events.kinds_only.b),
    names("Fields only in A", report.events.fields_only.a), names("Fields only in B", report.events.fields_only.b)] : [];
  return el("section", null, el("h2", null, "Coverage"),
    plainTable("Counts", [{ title: "what" }, { title: "count", number: true }], counts.map(([title, name]) => [title, report[name]])),
    names("Only in A", report.unmapped.a), names("Only in B", report.unmapped.b), names("Not digital", report.not_digital),
    names("With unknown values", report.unknown_signals), names("Volatile, differing", report.volatile), ...events);
}
