// The page's modules by themselves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { outcome } from "../page/decision.mjs";
import { requestOf } from "../page/engine.mjs";
import { bitsOf, fieldOf, asHex, shownField, sipsOf } from "../page/fields.mjs";
import { matching } from "../page/registers.mjs";
import { classOfSip } from "../page/sips.mjs";
import { nameOfKernel, nameOfStimulus } from "../page/station.mjs";
import { lineOf } from "../page/trace.mjs";

test("fields are cut out of words", () => {
  const high = { lsb: 16, width: 16, values: [] }, top = { lsb: 31, width: 1, values: [] }, all = { lsb: 0, width: 32, values: [] };
  assert.deepEqual([high, top, all].map((field) => fieldOf(field, 0x8001_1001)), [0x8001, 1, 0x8001_1001]);
  assert.deepEqual([high, top, all].map(bitsOf), ["[31:16]", "[31]", "[31:0]"]);
  assert.equal(asHex(0xffffffff), "0xffffffff");
  assert.equal(asHex(-1), "0xffffffff");
});

test("a value with a name has it, a wide one is also shown as bits", () => {
  assert.equal(shownField({ lsb: 4, width: 2, values: [["HDR", 0], ["FIRMWARE", 1]] }, 0x10), "1 FIRMWARE");
  assert.equal(shownField({ lsb: 4, width: 2, values: [["HDR", 0]] }, 0x20), "2");
  assert.equal(shownField({ lsb: 0, width: 32, values: [] }, 0x1000), "4,096 (0x00001000)");
  assert.equal(shownField({ lsb: 16, width: 16, values: [] }, 0x0004_1001), "4 (0x0004)");
});

test("sets of SIPs are runs", () => {
  assert.equal(sipsOf(0), "");
  assert.equal(sipsOf(0x8000_000f), "0–3, 31");
  assert.equal(sipsOf(0xffff_ffff), "0–31");
  assert.equal(sipsOf(0b101), "0, 2");
});

test("a request is a line and the bytes of its files", () => {
  const bytes = requestOf({ ask: "é" }, [{ bytes: Uint8Array.of(1, 2) }, { bytes: Uint8Array.of(3) }]);
  assert.deepEqual([...bytes.slice(-4)], [10, 1, 2, 3]);
  assert.equal(new TextDecoder().decode(bytes.slice(0, -4)), '{"ask":"é"}');
});

test("registers are found by the words of their names, fields and page", () => {
  const registers = [{ name: "PROMOTE", page: "POLICY", fields: [{ name: "THRESHOLD" }] }, { name: "RS[3].FLAGS", page: "RS", fields: [{ name: "VALID" }] }];
  assert.deepEqual(matching(registers, ""), [0, 1]);
  assert.deepEqual(matching(registers, "rs[3]"), [1]);
  assert.deepEqual(matching(registers, "policy thresh"), [0]);
  assert.deepEqual(matching(registers, "policy valid"), []);
});

test("a SIP looks like what it does", () => {
  const sip = { present: true, idle: false, pre_idle: false, reserved: false, owned: false, runs: null };
  assert.equal(classOfSip({ ...sip, present: false }), "sip absent");
  assert.equal(classOfSip({ ...sip, idle: true, pre_idle: true, reserved: true }), "sip idle reserved");
  assert.equal(classOfSip({ ...sip, runs: {} }), "sip busy");
  assert.equal(classOfSip({ ...sip, owned: true, runs: {} }), "sip owned");
});

test("a line of the trace is its cycle, its event and the rest", () => {
  assert.deepEqual(lineOf('{"c":17,"ev":"launch","entry":3,"sip_mask":240}'), { cycle: 17, event: "launch", rest: "entry 3  sip_mask 0x000000f0" });
});

test("an attempt is told in a sentence", () => {
  const opened = { kernels: ["net/conv1"] };
  const chosen = { kernel: { kernel_id: 0 }, blocks: [0b11, 0b1100] };
  assert.equal(outcome(opened, { at: 60, explanation: { attempt: { latch: 12, commit: 60 }, chosen } }),
    "Attempt of cycles 12 to 60: launches net/conv1 on SIPs 0–1; 2–3.");
  assert.equal(outcome(opened, { at: 60, explanation: { attempt: { latch: 12, commit: 60 }, chosen: null } }), "Attempt of cycles 12 to 60: launches nothing.");
  assert.equal(outcome(opened, { at: 5, explanation: { attempt: null, chosen: null } }), "No attempt in cycle 5: it would have launched nothing.");
  assert.equal(nameOfKernel(opened, 7), "kernel 7");
  assert.equal(nameOfStimulus({ name: "net.v2.yaml", is_workload: true }), "net.v2.jsonl");
  assert.equal(nameOfStimulus({ name: "a.gz", is_workload: false }), "a.gz");
});
