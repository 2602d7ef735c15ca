import assert from "node:assert/strict";
import { test } from "node:test";
import { byKey } from "../../src/page/shared/by_key.mjs";
import { colourOf, contrast, fromOklab, HUES, inkOn, luminance, parse, toOklab } from "../../src/page/shared/colour.mjs";
import { grouped, niceStep, tickLabel, ticks } from "../../src/page/shared/numbers.mjs";
import { View } from "../../src/page/shared/view.mjs";

test("places by key keep their order", () => {
  const of = byKey([2, 0, 2, 2], 3);
  assert.deepEqual([0, 1, 2].map((key) => [...of(key)]), [[1], [], [0, 2, 3]]);
});

test("a view keeps the time under the cursor and stays in the run", () => {
  const view = new View(1000, 100);
  view.zoom(0.5, 25);
  assert.deepEqual([view.from, view.to, view.time(25)], [125, 625, 250]);
  view.pan(-1000);
  assert.deepEqual([view.from, view.to], [0, 500]);
  view.pan(1e9);
  assert.deepEqual([view.from, view.to], [500, 1000]);
  view.zoom(1e9, 3);
  assert.ok(view.isAll);
  view.zoom(1e-9, 50);
  assert.equal(view.to - view.from, 8);
});

test("a view of nothing is still a view", () => {
  const view = new View(0, 100);
  view.zoom(0.1, 5);
  view.fit(0, 0);
  assert.deepEqual([view.from, view.to], [0, 1]);
});

test("what is in view and large enough is left alone", () => {
  const view = new View(10000, 1000);
  view.show(2000, 3000);
  view.reveal(2100, 2200);
  assert.deepEqual([view.from, view.to], [2000, 3000]);
  view.reveal(5000, 5100);
  assert.deepEqual([view.from, view.to], [4550, 5550]);
  view.reveal(5000, 5001);
  assert.ok(view.to - view.from < 20);
});

test("ticks are round, in view, and far enough apart", () => {
  assert.deepEqual([1, 3, 7, 12, 51].map(niceStep), [1, 5, 10, 20, 100]);
  const { step, list } = ticks(130, 1130, 1000, 90);
  assert.equal(step, 100);
  assert.deepEqual(list.map((tick) => tick.at), [200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100]);
});

test("labels are short and tell neighbours apart", () => {
  assert.equal(tickLabel(0, 1000), "0");
  assert.equal(tickLabel(1500000, 500000), "1.5 M");
  assert.equal(tickLabel(2000000, 500000), "2 M");
  assert.equal(tickLabel(10000, 10000), "10 k");
  assert.equal(tickLabel(12345670, 10), "12,345.67 k");
  assert.equal(tickLabel(1234567, 1), "1,234.567 k");
  for (const [from, step] of [[0, 1], [1e6, 1], [1e6, 20], [1e9, 500], [4e12, 2e5], [999990, 5]]) {
    const labels = Array.from({ length: 12 }, (_, i) => tickLabel(from + i * step, step));
    assert.equal(new Set(labels).size, 12, labels.join());
  }
});

test("numbers in groups of three", () => {
  assert.deepEqual([0, 999, 1000, 1234567, 1234.5].map(grouped), ["0", "999", "1,000", "1,234,567", "1,234.5"]);
});

test("colours: there and back, and readable", () => {
  for (const hue of HUES) fromOklab(toOklab(parse(hue))).forEach((c, i) => assert.ok(Math.abs(c - parse(hue)[i]) < 0.5));
  for (let dag = 0; dag < 30; dag++) {
    for (let kernel = 0; kernel < 7; kernel++) {
      const rgb = colourOf(dag, kernel);
      assert.ok(contrast(luminance(rgb), luminance(parse(inkOn(rgb)))) >= 4.5, `graph ${dag}, kernel ${kernel}`);
    }
  }
  assert.notDeepEqual(colourOf(0, 0), colourOf(7, 0));
});
