// The hints of the lanes of firmware.

import { el, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { counted, cycles, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { kernelName } from "./derive.mjs";
import { cutText } from "./draw_firmware.mjs";
import { accessAt, accessesBetween, accessFields, accessTitle, callName, callsOf, messagesAt } from "./firmware.mjs";

// How near the cursor has to be, in pixels, and how many lines of a kind are shown.
const REACH = 2, MOST = 5, MOST_FIELDS = 16;

export function callsText(app, time) {
  const { firmware } = app.data, reach = REACH * app.view.pixel;
  if (firmware.cut && time >= firmware.cut.at) return [hintTitle(cutText(firmware.cut)), el("div", null, `The page keeps the first ${grouped(firmware.accesses.count)}.`)];
  const [first, last] = accessesBetween(firmware, time - reach, time + reach);
  if (last - first > 1) return severalText(firmware, first, last);
  const access = accessAt(firmware, time, reach);
  return access < 0 ? null : accessText(firmware, access);
}

function severalText(firmware, first, last) {
  const { at } = firmware.accesses, calls = callsOf(firmware, first, last);
  return [hintTitle(`${counted(last - first, "access", "accesses")} at this point`), terms([
    ["from", `${grouped(at[first])} to ${grouped(at[last - 1])}`],
    ...calls.slice(0, MOST).map(([name, count]) => [grouped(count), name]),
    calls.length > MOST && ["", counted(calls.length - MOST, "more call")],
  ]), el("div", { class: "dim" }, "Zoom in to see each.")];
}

// Every field of the register with its value.
function accessText(firmware, access) {
  const { at, value, call } = firmware.accesses, name = callName(firmware, access);
  const fields = accessFields(firmware, access);
  const span = Number.isNaN(call[access]) ? null : [firmware.calls.from[call[access]], firmware.calls.to[call[access]]];
  return [
    hintTitle(accessTitle(firmware, access)),
    terms([
      ["cycle", grouped(at[access])],
      ["call", name ?? "none of the firmware API"],
      span && ["its time", `${grouped(span[0])} to ${grouped(span[1])}, ${cycles(span[1] - span[0])}`],
      ["value", `0x${value[access].toString(16)}`],
      ...fields.slice(0, MOST_FIELDS),
      fields.length > MOST_FIELDS && ["", counted(fields.length - MOST_FIELDS, "more field")],
    ]),
  ];
}

export function interruptText(app, time) {
  const { firmware } = app.data, { interrupts } = firmware;
  const i = firmware.line.at(time, REACH * app.view.pixel);
  if (i < 0) return null;
  const from = interrupts.from[i], to = interrupts.to[i], noticed = interrupts.noticed[i];
  return [hintTitle(`The interrupt is high: ${interrupts.reasons[interrupts.why[i]]}`), terms([
    ["high", `${grouped(from)} to ${grouped(to)}, ${cycles(to - from)}`],
    ["noticed", Number.isNaN(noticed) ? "without a read of IRQ_STATUS" : `${grouped(noticed)}, after ${cycles(noticed - from)}`],
  ])];
}

export function messageTerms(app, time) {
  const { messages } = app.data.firmware, found = messagesAt(app.data.firmware, time, MOST);
  return found.map((i) => {
    const kernel = messages.kernel[i];
    const of = Number.isNaN(kernel) ? "" : ` of ${kernelName(app.data, kernel)}, block ${messages.block[i]}`;
    const end = messages.taken[i] ? `taken ${grouped(messages.to[i])}` : "never taken";
    return [messages.kinds[messages.kind[i]], `${of.replace(/^ of /, "")}; sent ${grouped(messages.from[i])}, ${end}, ${cycles(messages.to[i] - messages.from[i])}`.replace(/^; /, "")];
  });
}
