// The object under the cursor, and the text of its hint.

import { el, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { kernelName } from "./derive.mjs";
import { counted, cycles, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { AXIS, GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { rowAt, stripAt } from "./layout.mjs";
import { troubleAt } from "./draw_axis.mjs";
import { deadlineOfKernel, deadlineText, verdict } from "./deadlines.mjs";
import { deadlineAt } from "./draw_deadlines.mjs";
import { blockTerms } from "./panel.mjs";
import { attemptsFor, lifecycle } from "./lifecycle.mjs";
import { waitTotals } from "./story.mjs";
import { callsText, interruptText, messageTerms } from "./tooltip_firmware.mjs";

// The object at a point of the canvas.
export function pick(app, x, y) {
  const { place, view } = app;
  if (x < GUTTER || x > place.width) return null;
  if (y < AXIS) {
    const trouble = troubleAt(app, x);
    return trouble < 0 ? { x, y } : { x, y, trouble };
  }
  const time = view.time(x - GUTTER);
  const strip = stripAt(place, y);
  if (strip) return { x, y, time, strip, deadline: strip.id === "deadlines" ? deadlineAt(app, strip, x, y) : null };
  const line = rowAt(place, y);
  if (!line) return { x, y };
  const at = line.runs.at(time, 2.5 * view.pixel);
  const kept = (list) => list.at(time) >= 0 ? list.items[list.at(time)] : undefined;
  return { x, y, time, line, run: at < 0 ? undefined : line.runs.items[at], reservation: kept(line.reserved), owned: kept(line.owned) };
}

export function describe(app, found) {
  if (found.trouble !== undefined) return troubleText(app, found.trouble);
  if (found.strip) return stripText(app, found);
  if (found.run !== undefined) return runText(app, found);
  if (found.reservation !== undefined) return [hintTitle(`SIP ${found.line.sip} is reserved`), reservationTerms(app, found.reservation)];
  if (found.owned !== undefined) return [hintTitle(`SIP ${found.line.sip} is owned by firmware`)];
  return null;
}

function runText(app, { run, reservation }) {
  const { runs, kernels } = app.data;
  const kernel = runs.kernel[run], blocks = kernels.blocks[kernel];
  const waits = waitTotals(app.data, kernel)[0];
  const due = deadlineOfKernel(app.data, kernel);
  return [
    hintTitle(kernelName(app.data, kernel)),
    el("div", { class: "dim" }, `block ${runs.block[run]}${blocks > 1 ? ` of ${counted(blocks, "block")}` : ""}, ${counted(kernels.threads[kernel], "SIP")} each`),
    terms([
      ...blockTerms(app, run),
      ...lifeTerms(app, kernel),
      due && ["deadline", deadlineText(due)],
      waits && ["mostly", `${waits.reason.name}, ${cycles(waits.length)}`],
      reservation !== undefined && ["reserved", `the SIP is reserved for ${kernelName(app.data, app.data.reservations.kernel[reservation])}`],
    ]),
  ];
}

// The lifecycle of the kernel: each step with its cycle and the cycles since the one before.
function lifeTerms(app, kernel) {
  const steps = lifecycle(app.data, kernel).map(({ name, at, after }) => [name, `${grouped(at)}${after === null ? "" : `, ${after < 0 ? "" : "+"}${grouped(after)}`}`]);
  const { failed } = attemptsFor(app.data, kernel);
  const launched = steps.findIndex(([name]) => name === "first launch" || name === "done");
  const place = launched < 0 ? steps.length : launched;
  return failed > 0 ? [...steps.slice(0, place), ["failed attempts", grouped(failed)], ...steps.slice(place)] : steps;
}

function reservationTerms(app, i) {
  const { reservations: list, outcomes } = app.data;
  return terms([
    ["for", kernelName(app.data, list.kernel[i])],
    ["from", `${grouped(list.from[i])} to ${grouped(list.to[i])}, ${cycles(list.to[i] - list.from[i])}`],
    ["it", outcomes[list.outcome[i]]],
  ]);
}

function stripText(app, { strip, x, time, deadline }) {
  if (strip.id === "life") return lifeText(app, strip, time);
  if (strip.id === "deadlines") return deadline && deadlineHint(app, deadline);
  if (strip.id === "calls") return callsText(app, time);
  if (strip.id === "interrupts") return interruptText(app, time);
  const { view } = app;
  const from = view.time(x - GUTTER), to = from + view.pixel;
  const mean = strip.series.mean(from, to), most = strip.series.max(from, to);
  return [hintTitle(strip.what), terms([
    ["at", grouped(Math.floor(time))],
    mean === most ? ["number", grouped(mean)] : ["mean", mean.toFixed(1)],
    mean === most ? null : ["maximum", grouped(most)],
    strip.id !== "messages" && ["of", grouped(strip.most)],
    ...(strip.id === "messages" ? messageTerms(app, time) : []),
  ])];
}

function deadlineHint(app, one) {
  const { data } = app;
  return [hintTitle(`deadline of ${one.kernel === null ? data.dags[one.dag].name : kernelName(data, one.kernel)}`), terms([
    ["at", grouped(one.at)],
    ["finish", Number.isNaN(one.finish) ? "none" : grouped(one.finish)],
    ["it was", verdict(one)],
    one.others > 0 && ["here", counted(one.others, "more deadline")],
  ])];
}

function lifeText(app, strip, time) {
  const { waits, reasons } = app.data;
  const at = app.data.waitsOf(strip.kernel).find((w) => waits.from[w] <= time && time < waits.to[w]);
  if (at === undefined) return null;
  const reason = reasons[waits.why[at]];
  const by = Number.isNaN(waits.by[at]) ? "" : kernelName(app.data, waits.by[at]);
  return [hintTitle(reason.text.replace("{}", () => by)), terms([
    ["from", `${grouped(waits.from[at])} to ${grouped(waits.to[at])}, ${cycles(waits.to[at] - waits.from[at])}`],
    ["see", reason.section],
  ])];
}

function troubleText(app, i) {
  const { troubles } = app.data;
  const kind = troubles.kinds[troubles.what[i]];
  return [hintTitle(kind.name), el("div", null, kind.text), terms([
    ["at", grouped(troubles.at[i])],
    !Number.isNaN(troubles.kernel[i]) && ["kernel", kernelName(app.data, troubles.kernel[i])],
    ["see", kind.section],
  ])];
}
