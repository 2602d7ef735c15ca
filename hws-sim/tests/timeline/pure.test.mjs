import assert from "node:assert/strict";
import { test } from "node:test";
import { colourOf, contrast, fromOklab, HUES, inkOn, luminance, parse, toOklab } from "../../src/timeline/html/colour.mjs";
import { deltas, optional, plain } from "../../src/timeline/html/decode.mjs";
import { byKey, sipsOf } from "../../src/timeline/html/derive.mjs";
import { readFragment, writeFragment } from "../../src/timeline/html/fragment.mjs";
import { toggled } from "../../src/timeline/html/legend.mjs";
import { grouped, niceStep, tickLabel, ticks } from "../../src/timeline/html/numbers.mjs";
import { parseQuery } from "../../src/timeline/html/search.mjs";
import { ranges } from "../../src/timeline/html/story.mjs";
import { View } from "../../src/timeline/html/view.mjs";

const base64 = (...bytes) => btoa(String.fromCharCode(...bytes));

test("numbers of seven bits a byte", () => {
  assert.deepEqual([...plain(base64(0, 127, 0xac, 2))], [0, 127, 300]);
  // 2^53 - 1: seven bytes of ones and four bits.
  assert.deepEqual([...plain(base64(255, 255, 255, 255, 255, 255, 255, 15))], [2 ** 53 - 1]);
});

test("differences, and what is not there", () => {
  assert.deepEqual([...deltas(base64(6, 0, 3))], [3, 3, 1]);
  assert.deepEqual([...optional(base64(11, 0, 2))], [5, NaN, 4]);
  assert.deepEqual([...deltas(base64(254, 255, 255, 255, 255, 255, 255, 15))], [2 ** 52 - 1]);
});

test("places by key keep their order", () => {
  const of = byKey([2, 0, 2, 2], 3);
  assert.deepEqual([0, 1, 2].map((key) => [...of(key)]), [[1], [], [0, 2, 3]]);
});

test("a mask as SIPs, the highest bit too", () => {
  assert.deepEqual(sipsOf(0x80000005), [0, 2, 31]);
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

test("a query in its parts", () => {
  const query = parseQuery(" Conv sip 5 block:3 #12 backfilled 1x1 ");
  assert.deepEqual(query, { words: ["conv", "1x1"], sip: 5, id: 12, block: 3, flags: 4, empty: false });
  assert.equal(parseQuery("  ").empty, true);
  assert.deepEqual(parseQuery("constructor").words, ["constructor"]);
});

test("the address takes the state and gives it back", () => {
  const data = { kernels: { count: 5 }, runs: { count: 9 }, dags: { length: 3 } };
  const state = { time: [10, 2000], range: [5, 9], kernel: 4, run: null, query: "a b&c", off: [0, 2], tab: "kernels", theme: "dark" };
  assert.deepEqual(readFragment("#" + writeFragment(state), data), state);
  const none = { time: null, range: null, kernel: null, run: null, query: "", off: [], tab: "timeline", theme: null };
  assert.equal(writeFragment(none), "");
  assert.deepEqual(readFragment("#t=9-3&k=5&r=9&off=3,x,-1&tab=x&theme=x&range=1", data), none);
});

test("a graph pressed with shift stays alone, and again all are back", () => {
  assert.deepEqual([...toggled(new Set(), 1, 3, false)], [1]);
  assert.deepEqual([...toggled(new Set([1]), 1, 3, false)], []);
  const alone = toggled(new Set([1]), 1, 3, true);
  assert.deepEqual([...alone], [0, 2]);
  assert.deepEqual([...toggled(alone, 1, 3, true)], []);
});

test("SIPs in ranges", () => {
  assert.equal(ranges([0, 1, 2, 5, 7, 8]), "0–2, 5, 7–8");
  assert.equal(ranges([]), "");
});
