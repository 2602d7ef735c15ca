import assert from "node:assert/strict";
import { test } from "node:test";
import { idleOf, outputRows, phaseOf, pipelineOf, readBy } from "../../src/page/pipeline/model.mjs";
import { pair, pairs } from "./examples.mjs";

const rows = pairs("pipeline").filter(({ input }) => input.op === "row_pipeline");
const sum = (list) => list.reduce((all, { from, to }) => all + to - from, 0);

test("stalls and waits add up to those of the answer", () => {
  assert.ok(rows.length >= 12);
  for (const { name, input, answer } of rows.filter(({ answer }) => !answer.deadlock)) {
    const model = pipelineOf(input, answer);
    assert.equal(sum(model.stall.list), answer.axon_stall, name);
    assert.equal(sum(model.wait.list), answer.soma_wait, name);
    assert.equal(model.outputs, answer.n_out, name);
    assert.equal(model.axon.from.length, answer.rows_in, name);
    assert.equal(model.soma.to.at(-1), answer.total, name);
    assert.equal(model.axon.to.at(-1), answer.axon_end, name);
  }
});

test("times of rows are those of the input", () => {
  for (const { name, input, answer } of rows) {
    const { axon, soma } = pipelineOf(input, answer);
    const time = (given, row) => Array.isArray(given) ? given[row] : given ?? 1;
    axon.to.forEach((to, row) => assert.equal(to - axon.from[row], time(input.t_axon, row), name));
    soma.to.forEach((to, row) => assert.equal(to - soma.from[row], time(input.t_soma, row), name));
  }
});

test("pipeline_cnt is a step curve that ends with the last event", () => {
  for (const { name, input, answer } of rows) {
    const { count } = pipelineOf(input, answer);
    assert.ok(count.at.every((time, i) => i === 0 || count.at[i - 1] < time), name);
    for (const [time, , , after] of answer.events) {
      const last = answer.events.filter(([other]) => other === time).at(-1)[3];
      const at = count.at.findLastIndex((one) => one <= time);
      assert.equal(count.value[at], last, `${name} at ${time}, not ${after}`);
    }
  }
});

test("an output row starts when the rows that it reads are done", () => {
  for (const { name, input, answer } of rows) {
    const model = pipelineOf(input, answer);
    model.soma.from.forEach((from, row) => {
      const [first, behind] = readBy(model.shape, row);
      assert.ok(0 <= first && first < behind && behind <= model.shape.ny, name);
      for (let read = first; read < behind; read++) assert.ok(model.axon.to[read] <= from, `${name}: row ${row} reads ${read}`);
    });
  }
});

test("a deadlock is drawn up to its end, with the rows left undone", () => {
  const { input, answer } = pair("pipeline", "rows_k2_n1");
  const model = pipelineOf(input, answer);
  assert.deepEqual([model.end, model.shown], [10, 13]);
  assert.deepEqual(model.stall.list, []);
  assert.deepEqual(model.wait.list, [{ from: 0, to: 10, row: 0 }]);
});

test("idle times before rows and behind the last", () => {
  assert.deepEqual(idleOf({ from: [2, 8], to: [5, 9] }, 3, 20), [{ from: 0, to: 2, row: 0 }, { from: 5, to: 8, row: 1 }, { from: 9, to: 20, row: 2 }]);
  assert.deepEqual(idleOf({ from: [0], to: [5] }, 1, 20), []);
  assert.deepEqual(idleOf({ from: [], to: [] }, 1, 20), [{ from: 0, to: 20, row: 0 }]);
});

test("padding counts for the rows", () => {
  const shape = { ny: 5, pad_top: 1, pad_bottom: 1, ky: 3, sy: 2 };
  assert.equal(outputRows(shape), 3);
  assert.deepEqual([0, 1, 2].map((row) => readBy(shape, row)), [[0, 2], [1, 4], [3, 5]]);
});

test("the parts of a phase end as in the answer", () => {
  for (const name of ["phase", "phase_a2s2", "phase_both"]) {
    const { input, answer } = pair("pipeline", name);
    const { parts, end } = phaseOf(input, answer);
    const [axon, soma1, router, soma2] = parts;
    assert.deepEqual([axon.to, soma1.to, router.to, soma2.from], [answer.axon_end, answer.soma1_end, answer.router_end, answer.soma2_start], name);
    assert.equal(Math.max(...parts.map(({ to }) => to)), end, name);
  }
  const { parts } = phaseOf(pair("pipeline", "phase_a2s2").input, pair("pipeline", "phase_a2s2").answer);
  assert.deepEqual([parts[2].from, parts[2].to], [60, 100], "without overlap the Router begins behind Soma1");
});
