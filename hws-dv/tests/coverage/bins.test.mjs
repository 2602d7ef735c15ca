// What the page shows, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { found, holesFirst, matcher, share, stateOf } from "../../src/coverage/html/bins.mjs";

const BINS = [{ name: "P", count: 3 }, { name: "R", count: 0 }, { name: "none", count: 0, excluded: "never" }, { name: "O", count: 1 }];
const DATA = {
  at_least: 2,
  groups: [
    { name: "launch", rule: "scheduler.md §6.2", title: "a launch", items: [
      { name: "early", rule: "scheduler.md §5.2", covered: 1, counted: 1, bins: [{ name: "yes", count: 9 }] },
      { name: "pool", rule: "scheduler.md §5.6", covered: 1, counted: 3, bins: BINS },
    ] },
    { name: "port", rule: "scheduler.md §2.1", title: "a push", items: [
      { name: "in_path", rule: "scheduler.md §2.1", covered: 1, counted: 1, bins: [{ name: "HDR", count: 2 }] },
    ] },
  ],
};
const names = (groups) => groups.flatMap((group) => group.items.flatMap((item) => item.shown.map((bin) => `${group.name}.${item.name}: ${bin.name}`)));

test("a bin is a hole below the hits that it needs, unless it is excluded", () => {
  assert.deepEqual(BINS.map((bin) => stateOf(bin, 1)), ["hit", "hole", "excluded", "hit"]);
  assert.deepEqual(BINS.map((bin) => stateOf(bin, 2)), ["hit", "hole", "excluded", "hole"]);
});

test("holes come first, excluded bins last", () => {
  assert.deepEqual(holesFirst(BINS, 2).map(({ name }) => name), ["R", "O", "P", "none"]);
});

test("every word has to match", () => {
  assert.ok(matcher("pool §5.6")("launch.pool: P scheduler.md §5.6"));
  assert.ok(!matcher("pool §5.5")("launch.pool: P scheduler.md §5.6"));
});

test("a search keeps what it finds, items with holes first", () => {
  assert.deepEqual(names(found(DATA, "", false)).slice(0, 5), ["launch.pool: P", "launch.pool: R", "launch.pool: none", "launch.pool: O", "launch.early: yes"]);
  assert.deepEqual(names(found(DATA, "push", false)), ["port.in_path: HDR"]);
  assert.deepEqual(names(found(DATA, "", true)), ["launch.pool: R", "launch.pool: O"]);
  assert.deepEqual(names(found(DATA, "nothing like it", false)), []);
});

test("shares are rounded down", () => {
  assert.deepEqual([share(1999, 2000), share(2000, 2000), share(0, 0)], ["99.9 %", "100.0 %", "–"]);
});
