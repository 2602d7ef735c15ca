// Figures as text.

import { grouped } from "../../../../hws-page/src/shared/numbers.mjs";

// How many digits after the point say something about a number of this size: about two figures of it.
const decimalsOf = (size) => size >= 30 ? 0 : size >= 3 ? 1 : size >= 0.3 ? 2 : 3;

const fixed = (value, decimals) => grouped(Number(value.toFixed(decimals)));

// A value by itself.
export const figure = (value) => Number.isNaN(value) ? "–" : Number.isInteger(value) ? grouped(value) : fixed(value, decimalsOf(Math.abs(value)));

// "1,702,290 ± 6,240"; sign: "+7" for a difference. half: NaN when there is no interval.
export function withInterval({ mean, half }, sign = false) {
  if (Number.isNaN(mean)) return "–";
  const isExact = Number.isInteger(mean) && !(half > 0);
  const decimals = isExact ? 0 : decimalsOf(Number.isNaN(half) ? Math.abs(mean) : Math.max(half, Math.abs(mean) / 1000));
  const text = fixed(mean, decimals);
  const number = sign && mean > 0 ? `+${text}` : text;
  return Number.isNaN(half) ? number : `${number} ± ${fixed(half, decimals)}`;
}

// A share of something, in percent with a sign; nothing when there is nothing to compare with.
export function shareText(part, whole) {
  if (!(Math.abs(whole) > 0) || Number.isNaN(part)) return "";
  const percent = 100 * part / Math.abs(whole);
  return `${percent > 0 ? "+" : ""}${fixed(percent, Math.abs(percent) < 10 ? 2 : 1)} %`;
}
