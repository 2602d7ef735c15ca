import assert from "node:assert/strict";
import { test } from "node:test";
import { depth, Series, Spans } from "../../src/timeline/html/series.mjs";

const series = (pairs, end) => new Series(Float64Array.from(pairs, (p) => p[0]), Float64Array.from(pairs, (p) => p[1]), end);

test("a value holds from its step to the next", () => {
  const steps = series([[10, 3], [20, 7]], 30);
  assert.deepEqual([0, 9, 10, 19, 20, 29].map((time) => steps.value(time)), [0, 0, 3, 3, 7, 7]);
});

test("mean and sum are exact", () => {
  const steps = series([[10, 3], [20, 7]], 30);
  assert.equal(steps.sum(0, 30), 100);
  assert.equal(steps.mean(15, 25), 5);
  assert.equal(steps.mean(0, 20), 1.5);
  assert.equal(steps.mean(21, 22), 7);
});

test("a step is found from any earlier one", () => {
  const steps = series(Array.from({ length: 100 }, (_, i) => [i * 3, i]), 300);
  for (let time = 0; time < 300; time += 1.5) {
    for (const known of [-1, 0, Math.floor(time / 6), Math.floor(time / 3)]) assert.equal(steps.step(time, known), Math.floor(time / 3));
  }
});

test("the maximum agrees with a scan of every step", () => {
  const values = Array.from({ length: 77 }, (_, i) => (i * 37) % 23);
  const steps = series(values.map((value, i) => [i * 10, value]), 770);
  for (let from = 0; from < 770; from += 35) {
    for (const to of [from + 1, from + 10, from + 25, 770]) {
      const most = Math.max(...values.filter((_, i) => i * 10 < to && i * 10 + 10 > from));
      assert.equal(steps.max(from, to), most, `${from} to ${to}`);
    }
  }
  assert.equal(steps.highest, 22);
});

test("an empty series", () => {
  const none = series([], 10);
  assert.deepEqual([none.value(3), none.mean(0, 9), none.max(0, 9), none.sum(0, 9), none.highest], [0, 0, 0, 0, 0]);
});

test("depth counts the spans that cover a time", () => {
  const spans = new Spans();
  for (const [from, to] of [[5, 10], [0, 10], [10, 20], [12, 12]]) spans.add(from, to);
  const steps = depth(spans, 20);
  assert.deepEqual([...steps.at], [0, 5, 10, 20]);
  assert.deepEqual([...steps.values], [1, 2, 1, 0]);
  assert.equal(steps.sum(0, 20), 25);
});
