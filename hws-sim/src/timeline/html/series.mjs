// A number that changes in steps: its mean and its maximum between two times, in logarithmic time.

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

  // The last step at or before the time, or -1.
  step(time) {
    let low = 0, high = this.at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] <= time) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  value(time) {
    const i = this.step(time);
    return i < 0 ? 0 : this.values[i];
  }

  integral(time) {
    const i = this.step(time);
    return i < 0 ? 0 : this.sums[i] + this.values[i] * (Math.min(time, this.end) - this.at[i]);
  }

  sum(from, to) {
    return this.integral(to) - this.integral(from);
  }

  mean(from, to) {
    return to > from ? this.sum(from, to) / (to - from) : this.value(from);
  }

  max(from, to) {
    let low = Math.max(0, this.step(from)), high = this.step(to);
    if (high > low && this.at[high] >= to) high--;
    let most = 0;
    for (let level = 0; low <= high; level++, low >>= 1, high >>= 1) {
      if (low % 2 === 1) most = Math.max(most, this.levels[level][low++]);
      if (high % 2 === 0) most = Math.max(most, this.levels[level][high--]);
    }
    return this.at.length > 0 && to >= this.at[0] ? most : 0;
  }
}

function halved(values) {
  const above = new Float64Array(Math.ceil(values.length / 2));
  for (let i = 0; i < values.length; i++) above[i >> 1] = Math.max(above[i >> 1], values[i]);
  return above;
}

// How many of the spans {from, to} cover a time, as a series. Both lists in any order.
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
