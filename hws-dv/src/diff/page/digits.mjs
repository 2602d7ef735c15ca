// Values with the digits marked that differ.

import { el } from "./elements.mjs";

const NARROW = 32;

// "0x1f" as its digits, the highest first, padded to a length.
const digitsOf = (text, length) => text.slice(2).padStart(length, "0");

// Both values in hexadecimal, digit by digit: [[digit of A, digit of B, whether they differ], …].
export function hexPairs(a, b, bits) {
  const mask = BigInt(bits), length = Math.max(a.length, b.length) - 2;
  const [left, right] = [digitsOf(a, length), digitsOf(b, length)];
  return Array.from({ length }, (_, i) => [left[i], right[i], (mask >> BigInt(4 * (length - 1 - i)) & 15n) !== 0n]);
}

// The same in binary; null for values that are wide or have unknown digits.
export function binaryPairs(a, b, bits, width) {
  if (width > NARROW || /x/.test(a.slice(2) + b.slice(2))) return null;
  const mask = BigInt(bits), bit = (text, i) => String(BigInt(text) >> BigInt(i) & 1n);
  return Array.from({ length: width }, (_, place) => width - 1 - place).map((i) => [bit(a, i), bit(b, i), (mask >> BigInt(i) & 1n) === 1n]);
}

// One side of the pairs.
export function marked(prefix, pairs, side) {
  const parts = [];
  for (const pair of pairs) {
    const last = parts.at(-1);
    if (last && last.differs === pair[2]) last.text += pair[side];
    else parts.push({ differs: pair[2], text: pair[side] });
  }
  return el("span", { class: "digits" }, prefix, ...parts.map(({ differs, text }) => differs ? el("b", null, text) : text));
}

// Both sides, one below the other.
export function bothSides(a, b, bits, width) {
  const hex = hexPairs(a, b, bits), binary = binaryPairs(a, b, bits, width);
  const line = (name, side) => el("div", null, el("span", { class: "side" }, name), marked("0x", hex, side),
    ...(binary ? [" ", marked(" 0b", binary, side)] : []));
  return el("div", null, line("A", 0), line("B", 1));
}
