import assert from "node:assert/strict";
import { test } from "node:test";
import { Intervals } from "../../src/timeline/html/intervals.mjs";
import { without } from "../../src/timeline/html/derive.mjs";

const row = (...spans) => new Intervals(Float64Array.from(spans, (s) => s[0]), Float64Array.from(spans, (s) => s[1]), Uint32Array.from(spans, (_, i) => i));
const even = (count, period, length) => row(...Array.from({ length: count }, (_, i) => [i * period, i * period + length]));

function nodes(intervals, from, to, pixel) {
  const list = [];
  intervals.walk(from, to, pixel, (...node) => list.push(node));
  return list;
}

test("a span is found by a time in it, half-open", () => {
  const spans = row([10, 20], [20, 25], [40, 50]);
  assert.deepEqual([9, 10, 19, 20, 25, 39.9, 40, 50].map((time) => spans.at(time)), [-1, 0, 0, 1, -1, -1, 2, -1]);
});

test("the nearest span within reach is found", () => {
  const spans = row([10, 20], [30, 40]);
  assert.deepEqual([23, 26, 28, 42, 5].map((time) => spans.at(time, 4)), [0, 1, 1, 1, -1]);
});

test("a walk takes every span once, in order, at any zoom", () => {
  const spans = even(1000, 7, 5).build((item) => item % 3, () => 1);
  for (const pixel of [0, 1, 7, 20, 100, 1e9]) {
    let next = 0;
    for (const [level, node, first, behind] of nodes(spans, 0, 7000, pixel)) {
      assert.equal(first, next);
      assert.equal(node, first >> level);
      assert.equal(behind, Math.min(1000, first + 2 ** level));
      next = behind;
    }
    assert.equal(next, 1000);
  }
});

test("a node is no longer than a pixel unless it is one span", () => {
  const spans = row([0, 90], [91, 92], [93, 94], [94, 95], [96, 300], [300, 301], [301, 302], [302, 303]).build(() => 0, () => 1);
  const taken = nodes(spans, 0, 400, 4);
  assert.deepEqual(taken.map(([level, , first]) => [first, level]), [[0, 0], [1, 0], [2, 1], [4, 0], [5, 0], [6, 1]]);
});

test("the work of drawing does not grow with the number of spans", () => {
  for (const count of [1000, 100000]) {
    const spans = even(count, 10, 8).build(() => 0, () => 1);
    const pixels = 500;
    assert.ok(nodes(spans, 0, count * 10, count * 10 / pixels).length <= 2 * pixels + 2);
  }
});

test("only spans in the view are visited", () => {
  const spans = even(100, 10, 5).build(() => 0, () => 1);
  const taken = nodes(spans, 203, 226, 0).map(([, , first]) => first);
  assert.deepEqual(taken, [20, 21, 22]);
});

test("a node shows the class that has most of it", () => {
  // Classes a b b: b has 6 + 6 of 19 together, a has 7.
  const spans = row([0, 7], [7, 13], [13, 19], [19, 20]).build((item) => item === 0 ? "a" : "b", () => 1);
  assert.equal(spans.levels.length, 3);
  assert.equal(spans.levels[1].top[0], 0);
  assert.equal(spans.levels[1].top[1], 2);
  assert.equal(spans.levels[1].amount[1], 7);
  const dimmed = row([0, 7], [7, 8]).build((item) => item, (item) => item === 0 ? 0.001 : 1);
  assert.equal(dimmed.levels[1].top[0], 1);
});

test("covered cycles between two times", () => {
  const spans = row([10, 20], [30, 40]);
  assert.deepEqual([[0, 50], [15, 35], [12, 14], [20, 30], [40, 90]].map(([a, b]) => spans.covered(a, b)), [20, 10, 2, 0, 0]);
});

test("the difference of two rows", () => {
  const parts = [];
  without(row([0, 100], [200, 210]), row([10, 20], [90, 205], [210, 220]), (from, to) => parts.push([from, to]));
  assert.deepEqual(parts, [[0, 10], [20, 90], [205, 210]]);
});
