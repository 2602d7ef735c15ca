// Scales: from values to places between 0 and 1, with ticks.

import { grouped, tickLabel } from "../../../../hws-page/src/shared/numbers.mjs";

// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is at least this.
export function stepOf(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least * (1 - 1e-9)) ?? 10 * power;
}

// A value of an axis with this step: as many digits as the step has.
export function stepLabel(value, step) {
  if (step < 1) return grouped(Number(value.toFixed(Math.min(12, Math.ceil(-Math.log10(step) - 1e-9)))));
  const whole = Math.round(value);
  return whole < 0 ? `−${tickLabel(-whole, step)}` : tickLabel(whole, step);
}

// Every value of a measure; a single one is in the middle.
export class Linear {
  constructor(values) {
    const known = values.filter((value) => Number.isFinite(value));
    this.from = known.reduce((least, value) => Math.min(least, value), Infinity);
    this.to = known.reduce((most, value) => Math.max(most, value), -Infinity);
    if (known.length === 0) this.from = this.to = NaN;
  }

  get isFlat() { return !(this.to > this.from); }

  // Room for marks at both ends.
  widened(share) {
    const by = (this.to - this.from) * share;
    return Object.assign(Object.create(Linear.prototype), { from: this.from - by, to: this.to + by });
  }

  at(value) { return Number.isNaN(value) ? NaN : this.isFlat ? 0.5 : (value - this.from) / (this.to - this.from); }
  value(at) { return this.isFlat ? this.from : this.from + at * (this.to - this.from); }

  // At least `apart` of `pixels` from each other.
  ticks(pixels, apart) {
    if (Number.isNaN(this.from)) return [];
    if (this.isFlat) return [{ at: 0.5, label: grouped(Number(this.from.toPrecision(12))) }];
    const step = stepOf((this.to - this.from) * apart / Math.max(apart, pixels)), list = [];
    for (let i = Math.ceil(this.from / step - 1e-9); i * step <= this.to + step * 1e-9 && list.length < 200; i++) {
      list.push({ at: this.at(i * step), label: stepLabel(i * step, step) });
    }
    return list;
  }
}

// Values in their order, evenly spaced.
export class Ordinal {
  constructor(labels) { this.labels = labels; }

  get step() { return this.labels.length > 1 ? 1 / (this.labels.length - 1) : 1; }
  at(place) { return this.labels.length > 1 ? place * this.step : 0.5; }

  // Every one, or every second, or so: as many as fit, with the last one.
  ticks(pixels, apart) {
    const last = this.labels.length - 1;
    const every = Math.max(1, Math.ceil(apart / Math.max(1, this.step * pixels)));
    const all = this.labels.map((label, place) => ({ at: this.at(place), label, place }));
    return all.filter(({ place }) => place === last || place % every === 0 && last - place >= every);
  }
}
