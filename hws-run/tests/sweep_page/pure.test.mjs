import assert from "node:assert/strict";
import { test } from "node:test";
import { snapped, stepped } from "../../src/sweep/page/axes.mjs";
import { shareText, withInterval } from "../../src/sweep/page/figures.mjs";
import { Model } from "../../src/sweep/page/model.mjs";
import { optionsOf } from "../../src/sweep/page/summary.mjs";
import { distanceTo } from "../../src/sweep/page/parallel.mjs";
import { Linear, Ordinal, stepOf } from "../../src/sweep/page/scale.mjs";
import { readView, viewFields } from "../../src/sweep/page/state.mjs";
import { boxOf, effectOf, paretoOf, sampleOf } from "../../src/sweep/page/statistics.mjs";

// Student's t for one and two degrees of freedom.
const QUANTILES = [12.706, 4.303];

test("a sample has half its interval, a single value has none", () => {
  // 2, 4, 9: squared deviations 26, s² = 13, √(13 / 3) = 2.0817.
  const { mean, half } = sampleOf([2, 4, 9], QUANTILES);
  assert.equal(mean, 5);
  assert.ok(Math.abs(half - 4.303 * 2.08167) < 1e-3);
  assert.ok(Number.isNaN(sampleOf([7], QUANTILES).half));
});

test("a box has quartiles, whiskers and what lies outside", () => {
  assert.deepEqual(boxOf([5, 1, 2, 3, 4, 100]), { count: 6, lower: 2.25, median: 3.5, upper: 4.75, low: 1, high: 5, outside: [100] });
  assert.equal(boxOf([]), null);
});

test("the front has what nothing else beats", () => {
  const points = [{ x: 1, y: 9 }, { x: 2, y: 9 }, { x: 3, y: 5 }, { x: 4, y: 6 }, { x: 5, y: NaN }];
  assert.deepEqual(paretoOf(points, 1, 1), [{ x: 1, y: 9 }, { x: 3, y: 5 }]);
  assert.deepEqual(paretoOf(points, 1, -1), [{ x: 1, y: 9 }]);
});

test("effects compare the same seeds", () => {
  // Two values of a setting; the second seed makes everything 100 longer.
  const { values, spread } = effectOf(2, [0, 0, 1, 1], [[145, 245], [145, 245], [100, 200], [110, 210]], QUANTILES);
  assert.deepEqual(values, [{ mean: 195, half: 0 }, { mean: 155, half: 0 }]);
  assert.deepEqual(spread, { mean: 40, half: 0 });
  assert.equal(effectOf(2, [0], [[1]], QUANTILES).spread, null);
});

test("a scale of one value is in the middle, and its ticks are round", () => {
  assert.equal(new Linear([7, 7]).at(7), 0.5);
  assert.deepEqual(new Linear([7, 7]).ticks(100, 20), [{ at: 0.5, label: "7" }]);
  assert.deepEqual(new Linear([NaN]).ticks(100, 20), []);
  assert.deepEqual(new Linear([-1, 1]).ticks(100, 50).map(({ label }) => label), ["−1", "0", "1"]);
  assert.deepEqual(new Linear([0, 0.4]).ticks(100, 45).map(({ label }) => label), ["0", "0.2", "0.4"]);
  assert.ok(Math.abs(stepOf(0.03) - 0.05) < 1e-12);
});

test("of many values the last and every n-th have a label", () => {
  const many = new Ordinal(Array.from({ length: 101 }, (_, i) => String(i)));
  assert.deepEqual(many.ticks(100, 25).map(({ label }) => label), ["0", "25", "50", "75", "100"]);
  assert.equal(new Ordinal(["only"]).at(0), 0.5);
});

test("a filter on a setting takes whole values", () => {
  const axis = { isSetting: true, step: 0.5 };
  assert.deepEqual(snapped(axis, 0.4, 0.6), [0.25, 0.75]);
  assert.deepEqual(snapped(axis, 1.7, 0.9), [0.75, 1.25]);
  assert.deepEqual(stepped(axis, undefined, 1, false), [-0.25, 0.25]);
  assert.deepEqual(stepped(axis, [-0.25, 0.25], 1, false), [0.25, 0.75]);
  assert.deepEqual(stepped(axis, [0.75, 1.25], 1, false), [0.75, 1.25]);
  assert.deepEqual(stepped(axis, [-0.25, 0.25], 1, true), [-0.25, 0.75]);
  assert.deepEqual(stepped(axis, [-0.25, 0.25], -1, true), [-0.25, 0.25]);
});

test("figures have the digits that say something", () => {
  assert.equal(withInterval({ mean: 1702290.4, half: 6240.04 }), "1,702,290 ± 6,240");
  assert.equal(withInterval({ mean: 0.25, half: 0.5 }, true), "+0.25 ± 0.5");
  assert.equal(withInterval({ mean: 7, half: NaN }), "7");
  assert.equal(withInterval({ mean: NaN, half: NaN }), "–");
  assert.equal(shareText(-5, 100), "−5 %");
  assert.equal(shareText(1, 0), "");
});

test("the distance from a line is that across it", () => {
  const line = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 200, y: 100 }];
  assert.equal(distanceTo(line, { x: 50, y: 6 }), 6);
  assert.ok(Math.abs(distanceTo(line, { x: 150, y: 60 }) - 10 / Math.SQRT2) < 1e-9);
});

test("a view survives its address", () => {
  const view = { place: 1, metric: "wait_p95", names: ["makespan"], brushes: [["a b&c", [-0.25, 0.25]]], selected: 3, by: 0, across: "x", up: "y", kind: "runs" };
  const address = viewFields(view, ["makespan", "wait_p95"], "dark");
  assert.deepEqual(readView(`#${address}`, 2), { theme: "dark", view });
  assert.equal(readView("#w=9&s=x&in.a=5-1", 2).view.place, 0);
  assert.deepEqual(readView("#in.a=5-1", 2).view.brushes, []);
});

// Three combinations of two settings: nothing set, one set, both set.
const tuned = (conclusion) => new Model({
  settings: [{ name: "a", values: [null, "4"] }, { name: "b", values: [null, "on"] }], rows: [[0, 0], [1, 0], [1, 1]].map((values) => ({ values })),
  measures: [], constants: [], is_default: true, baseline: 0, kept_seeds: [], conclusion,
}, [], QUANTILES);
const measured = (...differences) => ({ differences: differences.map(([mean, half]) => ({ mean, half })) });

test("what is not set is never shown as an empty value", () => {
  const model = tuned();
  assert.deepEqual([0, 1, 2].map((row) => model.nameOf(row)), ["the defaults", "a=4", "a=4 b=on"]);
  assert.deepEqual([0, 1].map((row) => model.valueText(row, 0)), ["(default)", "4"]);
  assert.equal(model.nameOf(0, []), "no settings");
});

test("options are those of a combination with a gain", () => {
  const gain = measured([NaN, NaN], [-9, 1], [-9, 10]);
  assert.equal(optionsOf(tuned(), gain, 1), "--policy a=4");
  assert.equal(optionsOf(tuned(), gain, 2), null, "a gain within noise");
  assert.equal(optionsOf(tuned(), gain, 0), null, "the defaults");
  assert.equal(optionsOf(tuned(), gain, null), null);
  assert.equal(optionsOf(tuned("Keep the defaults."), gain, 1), null, "the tuning has said what to do");
});
