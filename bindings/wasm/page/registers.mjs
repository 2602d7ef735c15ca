// The registers by name, with their fields, decoded.

import { el } from "../../../hws-page/src/shared/elements.mjs";
import { grouped } from "../../../hws-page/src/shared/numbers.mjs";
import { bitsOf, asHex, shownField } from "./fields.mjs";

const MOST = 120;

// The numbers of the registers that have every word in their name, their fields or their page.
export function matching(registers, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (register) => [register.name, register.page, ...register.fields.map((field) => field.name)].join(" ").toLowerCase();
  return registers.map((_, place) => place).filter((place) => words.every((word) => text(registers[place]).includes(word)));
}

const fieldLines = (register, word) => register.fields.flatMap((field) => [
  el("dt", { title: field.description }, field.name), el("dd", { class: "dim" }, bitsOf(field)), el("dd", null, shownField(field, word))]);

const entry = (register, word, before, isOpen) => el("details", { open: isOpen, "data-name": register.name },
  el("summary", null, el("code", null, register.name), el("span", { class: "dim" }, `${register.access} 0x${register.offset.toString(16).padStart(4, "0")}`),
    el("code", { class: before !== undefined && before !== word ? "changed" : null, title: before === undefined ? null : `before: ${asHex(before)}` }, asHex(word))),
  el("p", null, register.description), el("dl", null, ...fieldLines(register, word)));

// before: the values before the last step, or null.
export function fillRegisters(list, registers, values, before, { query, changed, nonzero }) {
  const open = new Set([...list.querySelectorAll("details[open]")].map((one) => one.dataset.name));
  const found = matching(registers, query)
    .filter((place) => !changed || (before && before[place] !== values[place])).filter((place) => !nonzero || values[place] !== 0);
  const rows = found.slice(0, MOST).map((place) =>
    entry(registers[place], values[place], before?.[place], open.has(registers[place].name) || found.length === 1));
  const rest = found.length > MOST ? `The first ${MOST} of ${grouped(found.length)}; search for the others.` : found.length === 0 ? "No register." : null;
  list.replaceChildren(...rows, rest === null ? "" : el("p", null, rest));
}
