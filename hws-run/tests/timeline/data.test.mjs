// A hand-made run, from its data to its story.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../src/timeline/html/decode.mjs";
import { derive, kernelName } from "../../src/timeline/html/derive.mjs";
import { hits, parseQuery } from "../../src/timeline/html/search.mjs";
import { statistics } from "../../src/timeline/html/stats.mjs";
import { story, waitTotals } from "../../src/timeline/html/story.mjs";
import { COLUMNS, columnsOf } from "../../src/timeline/html/tables.mjs";
import { sorted } from "../../../hws-page/src/shared/sort_table.mjs";
import { cutText, firmwareStrips } from "../../src/timeline/html/draw_firmware.mjs";
import { accessAt, accessesBetween, accessFields, accessTitle, callName, callsOf, messagesAt } from "../../src/timeline/html/firmware.mjs";
import { attemptsFor, lifecycle } from "../../src/timeline/html/lifecycle.mjs";
import { deadlineOfDag, deadlineOfKernel, deadlineText, verdict } from "../../src/timeline/html/deadlines.mjs";
import { deadlineAt, deadlineStrips } from "../../src/timeline/html/draw_deadlines.mjs";
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
  dags: [{ name: "g", tag: 3, arrival: 0, finish: 400, deadline: 390 }, { name: "h", tag: null, arrival: 10, finish: null, deadline: null }],
  kernels: {
    names: ["a", "b", "c"], dag: deltas([0, 0, 1]), role: plain([0, 0, 0]), prefetch: optional([null, null, null]), threads: plain([2, 2, 1]), blocks: plain([2, 1, 2]),
    est: plain([100, 100, 90]), priority: plain([9, 8, 7]), on_cp: plain([1, 1, 0]), dep_count: plain([0, 1, 0]), deps: deltas([0]),
    ready: optional([0, 90, 10]), pushed: optional([4, 92, 12]), admitted: optional([12, 98, 20]), first_launch: optional([50, 300, 146]), finish: optional([150, 400, null]), deadline: optional([150, 450, 600]),
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
  // a call of two accesses, a read without a call, a call of one refused write; two messages, of which a reset dropped one.
  firmware: {
    bus_cycles: 4, names: ["initDAGProperty", "errors"], registers: [["DAG_CMD", 0], ["0x0ffc", 1]],
    layouts: [[["OP", 0, 2, [["NOP", 0], ["INIT", 1]]], ["HIGH", 31, 1, []]], []],
    accesses: { at: deltas([10, 14, 18, 30]), register: plain([0, 0, 0, 1]), value: plain([2 ** 31 + 1, 3, 0, 7]), flags: plain([1, 0, 0, 3]), call: optional([0, 0, null, 1]) },
    calls: { name: plain([0, 1]), from: deltas([10, 30]), length: plain([8, 4]) },
    interrupts: { from: deltas([20]), length: plain([15]), noticed: plain([11]), why: plain([0]), reasons: ["messages"] },
    messages: { sent: deltas([20, 22]), length: plain([10, 13]), taken: plain([1, 0]), kernel: optional([2, null]), block: plain([1, 0]), kind: plain([0, 1]), kinds: ["RESULT", "NOTIFY"] },
    cut: { at: 40, accesses: 3 },
  },
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
  assert.deepEqual(lines.map((line) => line.at), [0, 90, 92, 98, 98, 100, 120, 300, 390, 400, 450]);
  assert.deepEqual([lines[8].text, lines[10].text], ["Deadline of its graph: missed by 10 cycles", "Deadline: met, 50 cycles early"]);
  const wait = lines.find((line) => line.by === 0);
  assert.deepEqual([wait.text, wait.section, wait.to], ["The attempt chose {}", "§5.6", 300]);
  assert.match(lines[5].text, /SIPs 0–1 reserved/);
  assert.match(lines[7].text, /block 0, from the R-pool/);
  assert.deepEqual(launched.sips, [0, 1]);
  assert.deepEqual(waitTotals(data, 1).map((one) => [one.reason.name, one.length]), [["outranked", 180], ["no place", 22]]);
});

test("a story of an unfinished kernel", () => {
  const { lines, launched } = story(data, 2);
  assert.match(lines.at(-2).text, /^Not finished when the run ended: 1 of 2 blocks launched/);
  assert.equal(lines.at(-1).text, "Deadline: missed, never finished");
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

test("deadlines by time, met and missed", () => {
  const { graphs, kernels } = data.deadlines;
  assert.deepEqual(graphs.map(({ at, dag, lateness, missed }) => [at, dag, lateness, missed]), [[390, 0, 10, true]]);
  assert.deepEqual(kernels.map(({ at, kernel, missed }) => [at, kernel, missed]), [[150, 0, false], [450, 1, false], [600, 2, true]]);
  assert.deepEqual(kernels.map(verdict), ["met to the cycle", "met, 50 cycles early", "missed, never finished"]);
  assert.equal(deadlineText(graphs[0]), "390, missed by 10 cycles");
  assert.deepEqual([deadlineOfDag(data, 1), deadlineOfKernel(data, 1).lateness], [null, -50]);
});

test("a run without deadlines has no strip, marks or columns", () => {
  const without = derive(decode({ ...RAW, dags: RAW.dags.map((dag) => ({ ...dag, deadline: null })), kernels: { ...RAW.kernels, deadline: optional([null, null, null]) } }));
  assert.deepEqual([deadlineStrips(without), columnsOf(without)], [[], COLUMNS]);
  assert.deepEqual(columnsOf(data).slice(COLUMNS.length).map(({ title }) => title), ["deadline", "lateness"]);
  assert.ok(story(without, 1).lines.every((line) => !line.text.includes("eadline")));
});

// One pixel is a cycle; the gutter is 92 pixels wide. Graphs are in the upper lane, kernels in the lower one.
test("the deadline at a point is the nearest, or the one whose bar is there", () => {
  const [strip] = deadlineStrips(data).map((one) => ({ ...one, top: 0 }));
  const app = { data, view: { x: (time) => time }, place: { plot: 500 } };
  const at = (time, y) => { const found = deadlineAt(app, strip, 92 + time, y); return found && [found.kernel, found.at, found.others]; };
  assert.deepEqual([at(387, 5), at(399, 5), at(405, 5)], [[null, 390, 0], [null, 390, 0], null]);
  assert.deepEqual([at(153, 20), at(450, 25), at(300, 20)], [[0, 150, 0], [1, 450, 0], null]);
  assert.deepEqual(at(499, 20), [2, 600, 0], "one after the end of the run that was missed is at the end");
});

test("rows of different clusters are separated", () => {
  const place = layout(data, 1000, 600, []);
  assert.equal(place.rows[3].top - place.rows[2].top, place.row + 8);
  assert.equal(rowAt(place, place.rows[4].top + 1).sip, 5);
  assert.equal(rowAt(place, place.rows[3].top - 2), undefined);
});

test("accesses have their registers, values by field, and calls", () => {
  const { firmware } = data;
  assert.deepEqual([0, 1, 2, 3].map((i) => accessTitle(firmware, i)), ["write DAG_CMD", "read DAG_CMD", "read DAG_CMD", "refused write 0x0ffc"]);
  assert.deepEqual([0, 1, 2, 3].map((i) => callName(firmware, i)), ["initDAGProperty", "initDAGProperty", null, "errors"]);
  assert.deepEqual(accessFields(firmware, 0), [["OP", "INIT"], ["HIGH", "1"]]);
  assert.deepEqual(accessFields(firmware, 1), [["OP", "3"], ["HIGH", "0"]], "a value without a name is a number");
  assert.deepEqual(accessFields(firmware, 3), [], "no register is there");
});

test("accesses are found by time, and counted by call", () => {
  const { firmware } = data;
  assert.deepEqual(accessesBetween(firmware, 10, 18), [0, 2]);
  assert.deepEqual(accessesBetween(firmware, 0, 100), [0, 4]);
  assert.deepEqual([9, 10, 13.9, 14, 25, 29.5, 33, 60].map((time) => accessAt(firmware, time, 1)), [0, 0, 0, 1, -1, 3, 3, -1]);
  assert.deepEqual(callsOf(firmware, 0, 4), [["initDAGProperty", 2], ["DAG_CMD", 1], ["errors", 1]]);
});

test("the lane has calls and the accesses of none", () => {
  const { lane, line } = data.firmware;
  assert.deepEqual([...lane.from], [10, 18, 30]);
  assert.deepEqual([...lane.to], [18, 22, 34]);
  assert.deepEqual([...lane.items], [0, 4, 1]);
  assert.deepEqual([line.from[0], line.to[0], data.firmware.interrupts.noticed[0]], [20, 35, 30]);
});

test("messages are unread from sent to taken, or until a reset", () => {
  const { firmware } = data;
  assert.deepEqual([19, 20, 22, 30, 35].map((time) => firmware.unread.value(time)), [0, 1, 2, 1, 0]);
  assert.deepEqual([20, 25, 30, 35].map((time) => messagesAt(firmware, time, 9)), [[0], [0, 1], [1], []]);
  assert.deepEqual(messagesAt(firmware, 25, 1), [0]);
});

test("a run without a log, and one whose log ended", () => {
  assert.deepEqual(firmwareStrips({ firmware: null }), []);
  assert.deepEqual(firmwareStrips(data).map((strip) => strip.id), ["calls", "interrupts", "messages"]);
  assert.equal(derive(decode({ ...RAW, firmware: null })).firmware, null);
  assert.equal(cutText(data.firmware.cut), "3 more accesses not shown");
  assert.equal(cutText({ accesses: 1 }), "1 more access not shown");
});

test("the lifecycle of a kernel, with the attempts that did not choose it", () => {
  // COMMITs at 50, 146, 194 and 300. b is admitted at 98: the attempt from 98 to 146 sees it, and that to 194; 300 launches it.
  assert.deepEqual(attemptsFor(data, 1), { first: 98, failed: 2 });
  assert.deepEqual(lifecycle(data, 1), [
    { name: "dependencies met", at: 90, after: null }, { name: "pushed", at: 92, after: 2 }, { name: "admitted", at: 98, after: 6 },
    { name: "first attempt", at: 98, after: 0 }, { name: "first launch", at: 300, after: 202 }, { name: "done", at: 400, after: 100 },
  ]);
  // a is admitted at 12, after the LATCH at 2 of the attempt that ends at 50: the run by hand launches it nevertheless.
  assert.deepEqual(lifecycle(data, 2).map(({ name }) => name), ["dependencies met", "pushed", "admitted", "first attempt", "first launch"], "c never finished");
});
