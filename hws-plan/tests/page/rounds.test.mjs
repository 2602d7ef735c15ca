import assert from "node:assert/strict";
import { test } from "node:test";
import { Rounds } from "../../src/page/plan/rounds.mjs";
import { placeRows, rowAt } from "../../src/page/plan/rows.mjs";
import { numbers } from "./examples.mjs";

// A row with some rounds missing for some spans.
function random(next) {
  const count = 1 + next(12), from = [], to = [], first = [], last = [];
  let time = 0;
  for (let i = 0; i < count; i++) {
    from.push(time += next(4));
    to.push(time += 1 + next(5));
    first.push(next(4));
    last.push(first[i] + next(6) - 1);
  }
  return new Rounds({ items: from.map((_, i) => 10 + i), from, to, first, last, period: time + next(3) });
}

// All runs, one by one.
function all(row) {
  const list = [];
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < row.count; i++) if (row.first[i] <= round && round <= row.last[i]) list.push([row.items[i], round, round * row.period + row.from[i], round * row.period + row.to[i]]);
  }
  return list;
}

test("a walk visits what lies in the view, once, in order", () => {
  const next = numbers(1);
  for (let i = 0; i < 400; i++) {
    const row = random(next), from = next(80), to = from + 1 + next(80), seen = [];
    row.walk(from, to, 0, (...one) => seen.push(one));
    assert.deepEqual(seen, all(row).filter(([, , start, end]) => end > from && start < to));
  }
});

test("at most two spans narrower than a pixel are visited per pixel, and no wide one is missed", () => {
  const next = numbers(2);
  for (let i = 0; i < 400; i++) {
    const row = random(next), pixel = 1 + next(30), seen = [];
    row.walk(0, 200, pixel, (...one) => seen.push(one));
    const runs = all(row).filter(([, , start]) => start < 200);
    for (const one of seen) assert.ok(runs.some((run) => String(run) === String(one)), "what is visited is there");
    for (const one of runs.filter(([, , start, end]) => end - start >= pixel)) {
      const isCovered = seen.some((other) => String(other) === String(one)) || seen.some(([, , start]) => Math.floor(start / pixel) >= Math.floor(one[2] / pixel) - 1);
      assert.ok(isCovered, `${one} at ${pixel}`);
    }
    const narrow = seen.filter(([, , start, end]) => end - start < pixel).map(([, , start]) => Math.floor(start / pixel));
    for (const at of narrow) assert.ok(narrow.filter((other) => other === at).length <= 2, "two in a pixel at most");
  }
});

test("the cost of a walk depends on the width of the screen", () => {
  const count = 50000, row = new Rounds({ items: Array.from({ length: count }, (_, i) => i), from: Array.from({ length: count }, (_, i) => 2 * i), to: Array.from({ length: count }, (_, i) => 2 * i + 1),
    first: new Array(count).fill(0), last: new Array(count).fill(2 ** 30), period: 2 * count });
  for (const length of [2 * count, 2 * count * 1000, 2 * count * 2 ** 30]) {
    let visits = 0;
    row.walk(0, length, length / 1000, () => visits++);
    assert.ok(visits >= 900 && visits <= 1001, `${visits} of ${length}`);
  }
});

test("the filled part of each round", () => {
  const next = numbers(5);
  for (let i = 0; i < 200; i++) {
    const row = random(next), { at, value } = row.loads;
    for (let round = 0; round < 12; round++) {
      const filled = all(row).filter(([, one]) => one === round).reduce((sum, [, , from, to]) => sum + to - from, 0);
      const step = at.findLastIndex((one) => one <= round);
      assert.ok(Math.abs(value[step] - filled / row.period) < 1e-9, `round ${round}`);
    }
  }
});

test("the span at a time", () => {
  const next = numbers(3);
  for (let i = 0; i < 200; i++) {
    const row = random(next), time = next(150) + 0.5;
    const run = all(row).find(([, , start, end]) => start <= time && time < end);
    assert.deepEqual(row.at(time), run ? { item: run[0], round: run[1] } : null);
  }
});

test("from one run to the next, and back", () => {
  const next = numbers(4);
  for (let i = 0; i < 100; i++) {
    const row = random(next), runs = all(row).map(([item, round]) => ({ item, round }));
    assert.deepEqual(row.earliest(), runs[0] ?? null);
    runs.forEach((run, at) => {
      assert.deepEqual(row.beside(run, 1), runs[at + 1] ?? null);
      assert.deepEqual(row.beside(run, -1), runs[at - 1] ?? null);
    });
  }
});

test("rows scroll when there are more than fit, and are found at their height", () => {
  const source = { rows: new Array(100), bands: [{}], strips: [{ height: 50, label: ["a"] }] };
  const place = placeRows(source, 400);
  assert.equal(place.row, 12);
  assert.ok(place.contentHeight > 400 && place.rowsEnd < 400 - 50);
  assert.equal(rowAt({ ...place, scroll: 0 }, place.rowsTop + 1), 0);
  assert.equal(rowAt({ ...place, scroll: 24 }, place.rowsTop + 12), 3);
  assert.equal(rowAt({ ...place, scroll: 0 }, place.rowsEnd), null);
  const few = placeRows({ rows: [1], bands: [], strips: [] }, 400);
  assert.equal(few.contentHeight, 400);
  assert.equal(rowAt({ ...few, scroll: 0 }, few.rowsTop + few.row), null);
});
