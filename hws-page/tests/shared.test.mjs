import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, fieldsOf, readIndex, readSpan, readTheme } from "../src/shared/address.mjs";
import { firstLarger } from "../src/shared/bounds.mjs";
import { byKey } from "../src/shared/by_key.mjs";
import { colourOf, contrast, CYCLE, fromOklab, HUES, inkOn, luminance, pack, parse, shadeOf, STEPS, toOklab } from "../src/shared/colour.mjs";
import { shown } from "../src/shared/table.mjs";
import { grouped, niceStep, tickLabel, ticks } from "../src/shared/numbers.mjs";
import { View } from "../src/shared/view.mjs";

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

test("a view of an empty run is valid", () => {
  const view = new View(0, 100);
  view.zoom(0.1, 5);
  view.fit(0, 0);
  assert.deepEqual([view.from, view.to], [0, 1]);
});

test("a visible and large enough span does not change the view", () => {
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

test("labels are short and neighbours differ", () => {
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
  assert.deepEqual([0, 999, 1000, 1234567, 1234.5, -1000].map(grouped), ["0", "999", "1,000", "1,234,567", "1,234.5", "−1,000"]);
});

test("colours convert there and back and are readable", () => {
  for (const hue of HUES) fromOklab(toOklab(parse(hue))).forEach((c, i) => assert.ok(Math.abs(c - parse(hue)[i]) < 0.5));
  for (let dag = 0; dag < 30; dag++) {
    for (let kernel = 0; kernel < 7; kernel++) {
      const rgb = colourOf(dag, kernel);
      assert.ok(contrast(luminance(rgb), luminance(parse(inkOn(rgb)))) >= 4.5, `graph ${dag}, kernel ${kernel}`);
    }
  }
  assert.notDeepEqual(colourOf(0, 0), colourOf(7, 0));
});

test("a shade is a colour in all its forms, and shades repeat", () => {
  const { rgb, fill, packed } = shadeOf(1, 0);
  assert.deepEqual(rgb, parse(HUES[1]));
  assert.equal(fill, HUES[1]);
  assert.equal(packed, pack(rgb));
  assert.deepEqual([packed & 255, packed >>> 8 & 255, packed >>> 16 & 255, packed >>> 24], [...rgb, 255]);
  assert.equal(shadeOf(1 + CYCLE, STEPS.length), shadeOf(1, 0));
});

test("the first larger value of a list, or of a part of it", () => {
  const list = [1, 3, 3, 7];
  assert.deepEqual([0, 1, 2, 3, 7].map((value) => firstLarger(list, value)), [0, 1, 1, 3, 4]);
  assert.equal(firstLarger(list, 0, 2), 2);
  assert.equal(firstLarger(list, 9, 1, 3), 3);
  assert.equal(firstLarger([], 1), 0);
});

test("an address holds the fields that are set", () => {
  const text = addressOf({ t: "1-2", k: 0, q: "a b&c", none: null, missing: undefined, empty: "" });
  assert.deepEqual([...fieldsOf(`#${text}`)], [["t", "1-2"], ["k", "0"], ["q", "a b&c"]]);
  assert.equal(addressOf({ none: null }), "");
});

test("fields that are not valid are ignored", () => {
  assert.deepEqual(["1-2.5", "2-1", "1-1", "-1-2", "x", null].map(readSpan), [[1, 2.5], null, null, null, null, null]);
  assert.deepEqual(["0", "4", "5", "-1", "1.5", "", null].map((text) => readIndex(text, 5)), [0, 4, null, null, null, null, null]);
  assert.deepEqual(["dark", "light", "blue", null].map(readTheme), ["dark", "light", null, null]);
});

test("a cell shows text unchanged, numbers in groups, and a dash for a missing number", () => {
  assert.deepEqual(["12345", 12345, NaN].map(shown), ["12345", "12,345", "–"]);
});
