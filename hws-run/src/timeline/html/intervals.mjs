// Spans of one row that do not overlap, in order of their start, in levels of detail.
//
// Node n of level l represents the spans n·2^l to (n+1)·2^l - 1 and stores the class that has most of them. A walk
// takes the largest node that is no longer than a pixel, so its cost depends only on the width of the screen: of any
// two consecutive nodes, at least one is longer than a pixel together with its gap.

import { firstLarger } from "../../../../hws-page/src/shared/bounds.mjs";

export class Intervals {
  // items: the item that each span belongs to.
  constructor(from, to, items) {
    this.count = from.length;
    this.from = from;
    this.to = to;
    this.items = items;
    this.sums = new Float64Array(this.count + 1);
    for (let i = 0; i < this.count; i++) this.sums[i + 1] = this.sums[i] + to[i] - from[i];
    this.levels = [];
  }

  // classOf(item): items of one class are drawn alike; weight(item): how much a cycle of it counts.
  build(classOf, weight) {
    const lowest = { top: new Uint32Array(this.count), amount: new Float64Array(this.count) };
    for (let i = 0; i < this.count; i++) {
      lowest.top[i] = i;
      lowest.amount[i] = (this.to[i] - this.from[i]) * weight(this.items[i]);
    }
    this.levels = [lowest];
    for (let below = lowest; below.top.length > 1; this.levels.push(below)) below = this.above(below, classOf);
    return this;
  }

  above(below, classOf) {
    const length = Math.ceil(below.top.length / 2);
    const level = { top: new Uint32Array(length), amount: new Float64Array(length) };
    for (let n = 0; n < length; n++) {
      const a = 2 * n, b = Math.min(a + 1, below.top.length - 1);
      const larger = below.amount[b] > below.amount[a] ? b : a;
      const same = a !== b && classOf(this.items[below.top[a]]) === classOf(this.items[below.top[b]]);
      level.top[n] = below.top[larger];
      level.amount[n] = same ? below.amount[a] + below.amount[b] : below.amount[larger];
    }
    return level;
  }

  // The first span that ends after the time.
  firstAfter(time) { return firstLarger(this.to, time); }

  // The span at the time, else the nearest within `reach`, else -1.
  at(time, reach = 0) {
    const i = this.firstAfter(time);
    if (i < this.count && this.from[i] <= time) return i;
    const gap = (n) => n < 0 || n >= this.count ? Infinity : Math.max(this.from[n] - time, time - this.to[n]);
    const near = gap(i) < gap(i - 1) ? i : i - 1;
    return reach > 0 && gap(near) <= reach ? near : -1;
  }

  // Calls visit(level, node, first span, span after the last) for the nodes in from..to, left to right. A node's first
  // span is a multiple of its length, so each search continues from the level of the previous node.
  walk(from, to, pixel, visit) {
    const { count, from: starts } = this, top = this.levels.length - 1;
    let level = 0;
    for (let i = this.firstAfter(from); i < count && starts[i] < to;) {
      while (level > 0 && this.spanOf(i, level) > pixel) level--;
      while (level < top && i % (2 << level) === 0 && this.spanOf(i, level + 1) <= pixel) level++;
      const behind = Math.min(count, i + (1 << level));
      visit(level, i >> level, i, behind);
      i = behind;
    }
  }

  spanOf(first, level) {
    return this.to[Math.min(this.count, first + (1 << level)) - 1] - this.from[first];
  }

  // Cycles covered between two times.
  covered(from, to) {
    const first = this.firstAfter(from), last = this.firstAfter(to);
    if (first >= this.count) return 0;
    const head = Math.max(0, from - this.from[first]);
    const tail = last < this.count ? Math.max(0, to - this.from[last]) : 0;
    return this.sums[last] - this.sums[first] - head + tail;
  }
}
