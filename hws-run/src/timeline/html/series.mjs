// A number that changes in steps: its mean and its maximum between two times, in logarithmic time.

import { firstLarger } from "../../../../hws-page/src/shared/bounds.mjs";

export class Series {
  // From at[i] on it is values[i]; before at[0] it is 0. at ascends.
  constructor(at, values, end) {
    this.at = at;
    this.values = values;
    this.end = end;
    this.sums = new Float64Array(at.length + 1);
    for (let i = 0; i < at.length; i++) this.sums[i + 1] = this.sums[i] + values[i] * ((i + 1 < at.length ? at[i + 1] : end) - at[i]);
    this.levels = [values];
    while (this.levels.at(-1).length > 1) this.levels.push(halved(this.levels.at(-1)));
    this.highest = at.length === 0 ? 0 : this.levels.at(-1)[0];
  }

  // The last step at or before the time, or -1; searched from an earlier step on.
  step(time, known = -1) {
    let low = known, stride = 1;
    while (low + stride < this.at.length && this.at[low + stride] <= time) {
      low += stride;
      stride *= 2;
    }
    return firstLarger(this.at, time, low + 1, Math.min(this.at.length, low + stride)) - 1;
  }

  value(time) {
    const i = this.step(time);
    return i < 0 ? 0 : this.values[i];
  }

  // Up to the time, which is in the step.
  integral(time, step = this.step(time)) {
    return step < 0 ? 0 : this.sums[step] + this.values[step] * (Math.min(time, this.end) - this.at[step]);
  }

  sum(from, to) {
    return this.integral(to) - this.integral(from);
  }

  // Callers that know the steps of the two times pass them.
  mean(from, to, first = this.step(from), last = this.step(to, first)) {
    return first === last ? (first < 0 ? 0 : this.values[first]) : (this.integral(to, last) - this.integral(from, first)) / (to - from);
  }

  max(from, to, first = this.step(from), last = this.step(to, first)) {
    let low = Math.max(0, first), high = last;
    if (high > low && this.at[high] >= to) high--;
    let most = 0;
    for (let level = 0; low <= high; level++, low >>= 1, high >>= 1) {
      if (low % 2 === 1) most = Math.max(most, this.levels[level][low++]);
      if (high % 2 === 0) most = Math.max(most, this.levels[level][high--]);
    }
    return last < 0 ? 0 : most;
  }
}

function halved(values) {
  const above = new Float64Array(Math.ceil(values.length / 2));
  for (let i = 0; i < values.length; i++) above[i >> 1] = Math.max(above[i >> 1], values[i]);
  return above;
}

// How many of the spans { from, to } cover each time, as a series. Both lists may be in any order.
export function depth(spans, end) {
  const from = Float64Array.from(spans.from).sort(), to = Float64Array.from(spans.to).sort();
  const at = new Float64Array(2 * from.length), values = new Float64Array(2 * from.length);
  let steps = 0, value = 0, f = 0, t = 0;
  while (t < to.length) {
    const time = f < from.length ? Math.min(from[f], to[t]) : to[t];
    const before = value;
    while (f < from.length && from[f] === time) { value++; f++; }
    while (t < to.length && to[t] === time) { value--; t++; }
    if (value !== before) { at[steps] = time; values[steps++] = value; }
  }
  return new Series(at.subarray(0, steps), values.subarray(0, steps), end);
}

export class Spans {
  constructor() { this.from = []; this.to = []; }
  add(from, to) {
    if (to <= from) return;
    this.from.push(from);
    this.to.push(to);
  }
}
