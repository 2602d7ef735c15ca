// The fields of registers, and sets of SIPs, as text.

import { grouped } from "../../../hws-page/src/shared/numbers.mjs";

export const asHex = (word, bits = 32) => `0x${(word >>> 0).toString(16).padStart(Math.ceil(bits / 4), "0")}`;

export const fieldOf = ({ lsb, width }, word) => width === 32 ? word >>> 0 : (word >>> lsb) & (2 ** width - 1);

export const bitsOf = ({ lsb, width }) => width === 1 ? `[${lsb}]` : `[${lsb + width - 1}:${lsb}]`;

// A name if the value has one; wide fields are also shown as bits.
export function shownField(field, word) {
  const value = fieldOf(field, word), name = field.values.find(([, named]) => named === value)?.[0];
  if (name !== undefined) return `${value} ${name}`;
  return field.width >= 16 ? `${grouped(value)} (${asHex(value, field.width)})` : grouped(value);
}

// 0x8000000f as "0–3, 31".
export function sipsOf(mask) {
  const runs = [];
  for (let sip = 0; sip < 32; sip++) {
    if (!((mask >>> sip) & 1)) continue;
    const last = runs.at(-1);
    if (last && last[1] === sip - 1) last[1] = sip; else runs.push([sip, sip]);
  }
  return runs.map(([from, to]) => from === to ? `${from}` : `${from}–${to}`).join(", ");
}
