// Spans of one row that do not overlap, in order of their start, repeated every period.
//
// Span i is in the rounds first[i] to last[i]: in round k from k·period + from[i] to k·period + to[i]. A row that does
// not repeat has one round.

import { firstLarger } from "../../../../hws-page/src/shared/bounds.mjs";

export class Rounds {
  constructor({ items, from, to, first, last, period }) {
    Object.assign(this, { items, from, to, first, last, period, count: items.length });
    this.rounds = last.reduce((most, round) => Math.max(most, round + 1), 0);
  }

  static once(items, from, to, end) {
    const none = new Int32Array(items.length);
    return new Rounds({ items, from, to, first: none, last: none, period: Math.max(1, end) });
  }

  // The first span of a round that ends after the time in it.
  firstAfter(time) { return firstLarger(this.to, time); }

  has(i, round) { return this.first[i] <= round && round <= this.last[i]; }

  // The span at the time: { item, round }, or null.
  at(time) {
    const round = Math.floor(time / this.period), i = this.firstAfter(time - round * this.period);
    return i < this.count && this.from[i] <= time - round * this.period && this.has(i, round) ? { item: this.items[i], round } : null;
  }

  // Calls visit(item, round, from, to) for the spans in from..to, left to right. Of spans narrower than a pixel, at
  // most two that reach into each pixel are visited, so the cost of a walk depends on the width of the screen only.
  walk(from, to, pixel, visit) {
    const { period } = this;
    for (let round = Math.max(0, Math.floor(from / period)), reached = from; round * period < to;) {
      reached = Math.max(reached, this.walkRound(round, reached, to, pixel, visit));
      round = Math.max(round + 1, Math.floor(reached / period));
    }
  }

  // Returns the time up to which everything is visited.
  walkRound(round, from, to, pixel, visit) {
    const base = round * this.period;
    let reached = base;
    for (let i = this.firstAfter(from - base); i < this.count && base + this.from[i] < to;) {
      if (!this.has(i, round)) { i++; continue; }
      const end = base + this.to[i];
      visit(this.items[i], round, base + this.from[i], end);
      reached = Math.max(reached, end);
      if (this.to[i] - this.from[i] >= pixel) { i++; continue; }
      reached = (Math.floor((base + this.from[i]) / pixel) + 1) * pixel;
      i = Math.max(i + 1, this.firstAfter(reached - base));
    }
    return reached;
  }

  // The part of each round that is filled, as steps: value[i] from round at[i] on.
  get loads() {
    if (!this.keptLoads) {
      const changes = new Map([[0, 0]]);
      const change = (round, by) => changes.set(round, (changes.get(round) ?? 0) + by);
      for (let i = 0; i < this.count; i++) {
        if (this.last[i] < this.first[i]) continue;
        change(this.first[i], this.to[i] - this.from[i]);
        change(this.last[i] + 1, this.from[i] - this.to[i]);
      }
      const at = [...changes.keys()].sort((a, b) => a - b);
      let filled = 0;
      this.keptLoads = { at, value: at.map((round) => (filled += changes.get(round)) / this.period) };
    }
    return this.keptLoads;
  }

  // The span before or after another in its row: { item, round }, or null at the ends.
  beside({ item, round }, by) {
    const place = this.items.indexOf(item);
    for (let i = place + by, k = round; k >= 0 && k < this.rounds; i += by) {
      if (i < 0) { i = this.count; k--; } else if (i >= this.count) { i = -1; k++; } else if (this.has(i, k)) return { item: this.items[i], round: k };
    }
    return null;
  }

  // The first span: { item, round }, or null in a row without spans.
  earliest() {
    for (let round = 0; round < this.rounds; round++) {
      for (let i = 0; i < this.count; i++) if (this.has(i, round)) return { item: this.items[i], round };
    }
    return null;
  }
}
