// Colours of bars that say more than which task it is.

import { hex, inkOn, pack, parse, shadeOf } from "../../../../hws-page/src/shared/colour.mjs";

const shade = (rgb) => ({ rgb, fill: hex(rgb), ink: inkOn(rgb), packed: pack(rgb) });

// Of neighbours in a table, each has another hue.
export const taskShade = (task) => shadeOf(task, Math.floor(task / 7));

const CRITICAL = shade(parse("#d55e00")), OTHER = shade(parse("#9fb3c8"));

export const criticalShade = (isCritical) => isCritical ? CRITICAL : OTHER;

export const critical = (of) => ({
  title: "critical path", of: (task) => criticalShade(of(task)),
  legend: [[{ class: "mark", style: { background: CRITICAL.fill } }, "on a critical path"], [{ class: "mark", style: { background: OTHER.fill } }, "not"]],
});

export const byTask = { title: "tasks", of: taskShade, legend: [[{ class: "mark hues" }, "a colour for each, in turn"]] };

// Earlier is green, later is orange, the same is grey; the further, the darker. `most` is the largest distance.
const EARLIER = parse("#009e73"), LATER = parse("#d55e00"), SAME = parse("#b8c0cc");

export function differenceShade(difference, most) {
  const share = most > 0 && difference !== 0 ? 0.25 + 0.75 * Math.min(1, Math.abs(difference) / most) : 0;
  const towards = difference < 0 ? EARLIER : LATER;
  return shade(SAME.map((c, i) => Math.round(c + (towards[i] - c) * share)));
}

export const differenceLegend = (later, same) => [[{ class: "mark", style: { background: hex(LATER) } }, later],
  [{ class: "mark", style: { background: hex(SAME) } }, same], [{ class: "mark", style: { background: hex(EARLIER) } }, "earlier"]];
