// The worked examples of tests/data, and larger inputs made by a plain generator.

import { readFileSync, readdirSync } from "node:fs";

const DATA = new URL("../data/", import.meta.url);

const read = (name) => JSON.parse(readFileSync(new URL(name, DATA), "utf8"));

// All pairs of a mode: { name, input, answer }.
export function pairs(mode) {
  const ending = `.${mode}.in.json`;
  const names = readdirSync(DATA).filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length)).sort();
  return names.map((name) => ({ name, input: read(`${name}${ending}`), answer: read(`${name}.${mode}.out.json`) }));
}

export const pair = (mode, name) => pairs(mode).find((one) => one.name === name);

// Numbers from 0 to below n, the same ones in each run.
export function numbers(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
}
