// Colours from the best to the worst: blue to orange, which all readers can distinguish, through grey.

import { fromOklab, hex, parse, toOklab } from "../../../../hws-page/src/shared/colour.mjs";

const ENDS = { light: ["#0072b2", "#e08a00"], dark: ["#56b4e9", "#f0a83c"] };
const STEPS_OF_RAMP = 64;

export function rampOf(isDark) {
  const [best, worst] = ENDS[isDark ? "dark" : "light"].map((text) => toOklab(parse(text)));
  return Array.from({ length: STEPS_OF_RAMP + 1 }, (_, i) => hex(fromOklab(best.map((part, c) => part + (worst[c] - part) * i / STEPS_OF_RAMP))));
}

// share: 0 is best, 1 is worst; NaN has no colour.
export const rampColour = (ramp, share) => Number.isNaN(share) ? null : ramp[Math.round(Math.min(1, Math.max(0, share)) * STEPS_OF_RAMP)];
