import assert from "node:assert/strict";
import { test } from "node:test";
import { deltas, optional, plain } from "../../src/timeline/html/decode.mjs";
import { sipsOf } from "../../src/timeline/html/derive.mjs";
import { addressOf, fieldsOf } from "../../../hws-page/src/shared/address.mjs";
import { fieldsOfState, stateOf } from "../../src/timeline/html/fragment.mjs";
import { palette } from "../../src/timeline/html/palette.mjs";
import { parse, toOklab } from "../../../hws-page/src/shared/colour.mjs";
import { toggled } from "../../src/timeline/html/legend.mjs";
import { parseQuery } from "../../src/timeline/html/search.mjs";
import { verdictText } from "../../src/timeline/html/tables.mjs";
import { ranges } from "../../src/timeline/html/story.mjs";

const base64 = (...bytes) => btoa(String.fromCharCode(...bytes));

test("numbers of seven bits a byte", () => {
  assert.deepEqual([...plain(base64(0, 127, 0xac, 2))], [0, 127, 300]);
  // 2^53 - 1: seven bytes of ones and four bits.
  assert.deepEqual([...plain(base64(255, 255, 255, 255, 255, 255, 255, 15))], [2 ** 53 - 1]);
});

test("differences and missing values", () => {
  assert.deepEqual([...deltas(base64(6, 0, 3))], [3, 3, 1]);
  assert.deepEqual([...optional(base64(11, 0, 2))], [5, NaN, 4]);
  assert.deepEqual([...deltas(base64(254, 255, 255, 255, 255, 255, 255, 15))], [2 ** 52 - 1]);
});

test("a mask as SIPs, the highest bit too", () => {
  assert.deepEqual(sipsOf(0x80000005), [0, 2, 31]);
});

test("a query in its parts", () => {
  const query = parseQuery(" Conv sip 5 block:3 #12 backfilled 1x1 ");
  assert.deepEqual(query, { words: ["conv", "1x1"], sip: 5, id: 12, block: 3, flags: 4, empty: false });
  assert.equal(parseQuery("  ").empty, true);
  assert.deepEqual(parseQuery("constructor").words, ["constructor"]);
});

test("the address keeps the state", () => {
  const data = { kernels: { count: 5 }, runs: { count: 9 }, dags: { length: 3 } };
  const read = (address) => stateOf(fieldsOf(address), data);
  const state = { time: [10, 2000], range: [5, 9], kernel: 4, run: null, query: "a b&c", off: [0, 2], byKernel: true };
  assert.deepEqual(read("#" + addressOf(fieldsOfState(state))), state);
  const none = { time: null, range: null, kernel: null, run: null, query: "", off: [], byKernel: false };
  assert.equal(addressOf(fieldsOfState(none)), "");
  assert.deepEqual(read("#t=9-3&k=5&r=9&off=3,x,-1&range=1&by=x"), none);
});

test("a shift-click on a graph dims all others, a second one restores them", () => {
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

test("colours by kernel differ between neighbours in a graph, colours by graph between graphs", () => {
  const kernels = { dag: [0, 0, 0, 1, 1] };
  const fills = (byKernel) => palette(kernels, byKernel).map((colour) => colour.fill);
  const far = (a, b) => Math.hypot(...toOklab(parse(a)).map((part, i) => part - toOklab(parse(b))[i]));
  const many = palette({ dag: Array(21).fill(0) }, true).map((colour) => colour.fill);
  assert.equal(new Set(many).size, 21, "they repeat after 21");
  many.forEach((fill, i) => { if (i > 0) assert.ok(far(fill, many[i - 1]) > 0.15, `${many[i - 1]} and ${fill}`); });
  assert.notEqual(fills(false)[0], fills(false)[3]);
  assert.ok(far(fills(false)[0], fills(false)[1]) < 0.1, "a lightness for each kernel");
});

test("the verdict on a run that did not finish comes with the first kernel", () => {
  const ended = (unfinished) => verdictText({ unfinished, kernels: { dag: [0, 0], name: ["a", "b"] }, dags: [{ name: "g" }] });
  assert.equal(ended(null), "");
  assert.equal(ended({ text: "Stopped at cycle 9, before its end", kernels: [] }), "Stopped at cycle 9, before its end.");
  const text = "Stuck since cycle 7: 2 of 2 kernels never finished";
  assert.equal(ended({ text, kernels: [[0, "it waits for b"]] }), `${text}. g/a: it waits for b.`);
  assert.match(ended({ text, kernels: [[1, "it waits for a"], [0, "it waits for b"]] }), /g\/b: it waits for a; the tab Troubles has the others\.$/);
});
