// A hand-made run, from its data to its story.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../src/timeline/html/decode.mjs";
import { derive, kernelName } from "../../src/timeline/html/derive.mjs";
import { hits, parseQuery } from "../../src/timeline/html/search.mjs";
import { statistics } from "../../src/timeline/html/stats.mjs";
import { story, waitTotals } from "../../src/timeline/html/story.mjs";
import { COLUMNS } from "../../src/timeline/html/tables.mjs";
import { sorted } from "../../../hws-page/src/shared/sort_table.mjs";
import { layout, rowAt } from "../../src/timeline/html/layout.mjs";

function plain(values) {
  const bytes = [];
  for (let value of values) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
    bytes.push(value);
  }
  return btoa(String.fromCharCode(...bytes));
}
const signed = (value) => value < 0 ? -2 * value - 1 : 2 * value;
const deltas = (values) => plain(values.map((value, i) => signed(value - (values[i - 1] ?? 0))));
const optional = (values) => {
  let last = 0;
  return plain(values.map((value) => {
    if (value === null) return 0;
    const code = 1 + signed(value - last);
    last = value;
    return code;
  }));
};

// Two graphs: g/a, two blocks of 2 SIPs; g/b, which follows it; h/c, 1 SIP, backfilled and early.
// b is reserved SIPs 0 and 1 from 100 to 300, on which c runs from 150 to 250.
const RAW = {
  title: "by hand", topology: [3, 4], time_unit: 1, attempt_cycles: 48, end: 500,
  dags: [{ name: "g", tag: 3, arrival: 0, finish: 400 }, { name: "h", tag: null, arrival: 10, finish: null }],
  kernels: {
    names: ["a", "b", "c"], dag: deltas([0, 0, 1]), role: plain([0, 0, 0]), prefetch: optional([null, null, null]), threads: plain([2, 2, 1]), blocks: plain([2, 1, 2]),
    est: plain([100, 100, 90]), priority: plain([9, 8, 7]), on_cp: plain([1, 1, 0]), dep_count: plain([0, 1, 0]), deps: deltas([0]),
    ready: optional([0, 90, 10]), pushed: optional([4, 92, 12]), admitted: optional([12, 98, 20]), first_launch: optional([50, 300, 146]), finish: optional([150, 400, null]),
  },
  runs: {
    sip: plain([0, 4, 0, 0]), sips: plain([2, 2, 1, 2]), kernel: deltas([0, 0, 2, 1]), block: plain([0, 1, 0, 0]),
    from: deltas([50, 60, 150, 300]), pending: plain([0, 0, 4, 0]), length: plain([50, 90, 100, 100]), flags: plain([1, 1, 14, 0]),
  },
  reservations: { kernel: deltas([1]), sips: plain([3]), from: deltas([100]), length: plain([200]), outcome: plain([0]) },
  owned: { sip: plain([14]), from: deltas([200]), length: plain([300]) },
  waits: { kernel: deltas([1, 1, 2]), from: deltas([98, 120, 20]), length: plain([22, 180, 130]), why: plain([0, 1, 0]), by: optional([null, 0, null]) },
  resident: { at: deltas([12, 20]), count: plain([1, 2]) },
  attempts: { commit: deltas([50, 146, 300]), count: plain([1, 2, 1]), launched: plain([1, 0, 1]), idle_unusable: plain([0, 5, 0]) },
  troubles: { at: deltas([120]), what: plain([0]), kernel: optional([2]), kinds: [{ name: "TD_COOP", text: "Too large.", section: "registers.md" }] },
  reasons: [{ name: "no place", text: "No place", section: "§5.2" }, { name: "outranked", text: "The attempt chose {}", section: "§5.6" }],
  outcomes: ["ended"],
};
const data = derive(decode(RAW));

test("rows are the SIPs present, with their runs", () => {
  assert.deepEqual(data.rows.map((row) => row.sip), [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14]);
  assert.deepEqual(data.rows.map((row) => row.runs.count), [3, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual([...data.runs.launched], [50, 60, 146, 300]);
  assert.deepEqual([...data.runs.to], [100, 150, 250, 400]);
});

test("combined attempts are expanded", () => {
  assert.deepEqual([...data.attempts.commit], [50, 146, 194, 300]);
  assert.deepEqual([...data.attempts.launched], [1, 0, 0, 1]);
});

test("the strips", () => {
  const { busy, reservedIdle, owned, unusable, resident } = data.series;
  assert.equal(busy.sum(0, 500), 2 * 50 + 2 * 90 + 100 + 2 * 100);
  // SIP 0 from 100 to 150 and 250 to 300, SIP 1 from 100 to 300.
  assert.equal(reservedIdle.sum(0, 500), 50 + 50 + 200);
  assert.deepEqual([reservedIdle.value(120), reservedIdle.value(200), reservedIdle.value(300)], [2, 1, 0]);
  assert.equal(owned.sum(0, 500), 300);
  // From LATCH to COMMIT: 98 to 146 and 146 to 194.
  assert.equal(unusable.sum(0, 500), 5 * 96);
  assert.equal(resident.value(499), 2);
});

test("successors are the inverse of predecessors", () => {
  assert.deepEqual(data.depsOf(1), [0]);
  assert.deepEqual(data.successorsOf(0), [1]);
  assert.deepEqual(data.successorsOf(2), []);
});

test("a story in order, with reasons and the kernel responsible", () => {
  const { lines, launched } = story(data, 1);
  assert.deepEqual(lines.map((line) => line.at), [0, 90, 92, 98, 98, 100, 120, 300, 400]);
  const wait = lines.find((line) => line.by === 0);
  assert.deepEqual([wait.text, wait.section, wait.to], ["The attempt chose {}", "§5.6", 300]);
  assert.match(lines[5].text, /SIPs 0–1 reserved/);
  assert.match(lines[7].text, /block 0, from the R-pool/);
  assert.deepEqual(launched.sips, [0, 1]);
  assert.deepEqual(waitTotals(data, 1).map((one) => [one.reason.name, one.length]), [["outranked", 180], ["no place", 22]]);
});

test("a story of an unfinished kernel", () => {
  const { lines, launched } = story(data, 2);
  assert.match(lines.at(-1).text, /^Not finished when the run ended: 1 of 2 blocks launched/);
  assert.deepEqual([launched.backfilled.size, launched.early.size], [1, 1]);
  assert.ok(lines.some((line) => line.text === "TD_COOP: Too large."));
});

test("numbers of a range", () => {
  const numbers = statistics(data, 100, 300);
  assert.equal(numbers.capacity, 12 * 200);
  assert.equal(numbers.busy, 2 * 50 + 100);
  assert.deepEqual(numbers.dags, [[0, 100], [1, 100]]);
  assert.deepEqual([numbers.blocks, numbers.started, numbers.backfilled, numbers.early, numbers.kernels], [2, 1, 1, 1, 2]);
  assert.deepEqual(numbers.attempts, { all: 2, launched: 0 });
  assert.deepEqual([numbers.reservedIdle, numbers.owned, numbers.troubles], [300, 100, 1]);
});

test("a search finds kernels once, and runs by SIP, block and mark", () => {
  const found = (text) => hits(data, parseQuery(text)).runs;
  assert.deepEqual(found("g/"), [0, 3]);
  assert.deepEqual(found("g sip 5"), [1]);
  assert.deepEqual(found("sip 1"), [0, 3]);
  assert.deepEqual(found("block 1"), [1]);
  assert.deepEqual(found("backfilled early"), [2]);
  assert.deepEqual(found("#2 backfilled"), [2]);
  assert.deepEqual(found("unfinished"), []);
  assert.deepEqual([...hits(data, parseQuery("h")).lit], [0, 0, 1]);
  assert.equal(hits(data, parseQuery("")).lit, null);
});

test("a table sorts by value, missing values last", () => {
  const column = (title) => COLUMNS.find((one) => one.title === title);
  assert.deepEqual(sorted(data, [0, 1, 2], column("finish"), false), [0, 1, 2]);
  assert.deepEqual(sorted(data, [0, 1, 2], column("finish"), true), [1, 0, 2]);
  assert.deepEqual(sorted(data, [0, 1, 2], column("blocks"), false), [1, 0, 2]);
  assert.deepEqual(sorted(data, [0, 1, 2], column("kernel"), true).map((k) => kernelName(data, k)), ["h/c", "g/b", "g/a"]);
});

test("rows of different clusters are separated", () => {
  const place = layout(data, 1000, 600, []);
  assert.equal(place.rows[3].top - place.rows[2].top, place.row + 8);
  assert.equal(rowAt(place, place.rows[4].top + 1).sip, 5);
  assert.equal(rowAt(place, place.rows[3].top - 2), undefined);
});
