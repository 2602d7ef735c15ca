import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf } from "../../src/page/dataflow/layers.mjs";
import { functionsOf, instancesOf } from "../../src/page/dataflow/model.mjs";
import { binsOf, columnTotals, KINDS } from "../../src/page/dataflow/overview.mjs";
import { apart, place } from "../../src/page/dataflow/placing.mjs";
import { numbers, pair, pairs } from "./examples.mjs";

const programs = pairs("dataflow");

test("every edge except folds and constants has its result", () => {
  assert.ok(programs.length >= 8);
  for (const { name, input, answer } of programs) {
    for (const [of, { edges, nodes }] of functionsOf(input, answer)) {
      const timed = edges.filter(({ isTimed }) => isTimed);
      assert.equal(timed.length, answer.functions[of].edges.length, `${name}, ${of}`);
      for (const edge of edges.filter(({ isTimed }) => !isTimed)) assert.ok(edge.from === edge.to || nodes[edge.from].kind === "const", `${name}: ${edge.names}`);
      for (const edge of timed) assert.deepEqual([nodes[edge.from].id, nodes[edge.to].id], edge.names);
    }
  }
});

test("absolute starting delays of instances are those of the answer", () => {
  for (const { name, input, answer } of programs) {
    const functions = functionsOf(input, answer), { list, missing } = instancesOf(functions, input);
    assert.equal(missing, 0);
    const found = Object.fromEntries(list.filter(({ base }) => base !== null)
      .flatMap(({ path, name: of, base }) => functions.get(of).nodes.map(({ id, SD }) => [`${path}/${id}`, base + SD])));
    assert.deepEqual(found, answer.absolute, name);
  }
  const { input, answer } = pair("dataflow", "library");
  const { list } = instancesOf(functionsOf(input, answer), input);
  assert.deepEqual(list.map(({ path, base }) => [path, base]), [["f", 0], ["unused", null], ["leaf", null]]);
});

test("only the first of very many calls are listed", () => {
  const name = (i) => `f${i}`;
  const functions = new Map(Array.from({ length: 20 }, (_, i) => [name(i), { nodes: i === 19 ? [] : [{ id: "a", kind: "call", callee: name(i + 1), SD: 1 }, { id: "b", kind: "call", callee: name(i + 1), SD: 2 }] }]));
  const { list, missing } = instancesOf(functions, { top: "f0", sd0: 5 });
  assert.equal(list.filter(({ base }) => base !== null).length, 2000);
  assert.ok(missing > 0);
  assert.deepEqual(list[1], { path: "f0/a", name: "f1", base: 6, depth: 1 });
});

test("columns ascend by SD, and edges lead to the right", () => {
  for (const { name, input, answer } of programs) {
    for (const { nodes, edges, order } of functionsOf(input, answer).values()) {
      const { column, columns } = columnsOf(nodes, edges, order);
      nodes.forEach(({ SD }, i) => assert.equal(columns[column[i]].sd, SD, name));
      columns.forEach((one, c) => assert.ok(c === 0 || columns[c - 1].sd < one.sd || (columns[c - 1].sd === one.sd && columns[c - 1].level < one.level), name));
      for (const { from, to } of edges) if (from !== to) assert.ok(column[from] < column[to], `${name}: ${nodes[from].id} to ${nodes[to].id}`);
    }
  }
});

test("nodes of a column and bends of edges do not overlap", () => {
  const next = numbers(7);
  for (let i = 0; i < 60; i++) {
    const count = 2 + next(40), layers = 2 + next(8);
    const column = Array.from({ length: count }, () => next(layers));
    const edges = [];
    for (let from = 0; from < count; from++) for (let to = 0; to < count; to++) if (column[from] < column[to] && next(8) === 0) edges.push({ from, to });
    const { y, bends, height } = place(column, Array.from({ length: layers }), edges, column.map((_, node) => node));
    edges.forEach(({ from, to }, e) => assert.deepEqual(bends[e].map((bend) => bend.column), Array.from({ length: column[to] - column[from] - 1 }, (_, k) => column[from] + 1 + k)));
    for (let layer = 0; layer < layers; layer++) {
      const items = [...y.flatMap((at, node) => column[node] === layer ? [{ at, size: 1 }] : []), ...bends.flat().filter((bend) => bend.column === layer).map((bend) => ({ at: bend.y, size: 0.6 }))].sort((a, b) => a.at - b.at);
      items.forEach((item, k) => assert.ok(k === 0 || item.at - items[k - 1].at >= (item.size + items[k - 1].size) / 2 - 1e-9));
      for (const { at } of items) assert.ok(at >= 0 && at <= height + 1e-9);
    }
  }
});

test("a chain is a straight line", () => {
  const column = [0, 1, 2, 3], edges = [{ from: 0, to: 1 }, { from: 1, to: 2 }, { from: 2, to: 3 }];
  const { y } = place(column, Array.from({ length: 4 }), edges, column);
  assert.equal(new Set(y).size, 1);
});

test("two chains side by side do not cross", () => {
  const column = [0, 1, 2, 0, 1, 2], edges = [{ from: 0, to: 4 }, { from: 4, to: 2 }, { from: 3, to: 1 }, { from: 1, to: 5 }];
  const { y } = place(column, Array.from({ length: 3 }), edges, [0, 1, 2, 3, 4, 5]);
  const sign = [y[0] - y[3], y[4] - y[1], y[2] - y[5]].map(Math.sign);
  assert.ok(sign.every((one) => one === sign[0] && one !== 0), String(sign));
});

// Compared with all orders of pools: the nearest places by least squares.
test("places are as near as the gaps allow", () => {
  assert.deepEqual(apart([0, 0, 0], [0, 1, 1]), [-1, 0, 1]);
  assert.deepEqual(apart([5, 1], [0, 2]), [2, 4]);
  assert.deepEqual(apart([0, 10], [0, 2]), [0, 10]);
  const next = numbers(9);
  for (let i = 0; i < 200; i++) {
    const wanted = Array.from({ length: 1 + next(5) }, () => next(20)), gaps = wanted.map((_, k) => k === 0 ? 0 : 1 + next(3));
    const found = apart(wanted, gaps), cost = (list) => list.reduce((sum, at, k) => sum + (at - wanted[k]) ** 2, 0);
    found.forEach((at, k) => assert.ok(k === 0 || at - found[k - 1] >= gaps[k] - 1e-9));
    for (let k = 0; k < found.length; k++) {
      for (const by of [-0.01, 0.01]) {
        const moved = [...found];
        for (let m = k; m < found.length && m >= 0; m += by > 0 ? 1 : -1) moved[m] += by;
        assert.ok(cost(moved) >= cost(found) - 1e-9, "no shift of one end makes it nearer");
      }
    }
  }
});

test("names of every kind are kept", () => {
  const input = { top: "a/b", functions: { "a/b": { nodes: [{ id: "__proto__", kind: "in" }, { id: "constructor", kind: "op" }], edges: [{ from: "__proto__", to: "constructor" }] } } };
  const answer = JSON.parse(`{"functions":{"a/b":{"nodes":{"__proto__":{"LAT":7,"SD":0},"constructor":{"LAT":1,"SD":3}},"edges":[{"from":"__proto__","to":"constructor","fifo":2}],"order":["__proto__","constructor"]}}}`);
  const { nodes, edges, order } = functionsOf(input, answer).get("a/b");
  assert.deepEqual([nodes[0].LAT, nodes[1].SD, edges[0].fifo, order], [7, 3, 2, [0, 1]]);
});

// Columns 0, 0, 1, 2: an edge over two columns passes the first two, one over one column passes the first.
test("columns from afar: nodes by kind, edges that end and pass, FIFO entries, warnings", () => {
  const nodes = [{ kind: "in" }, { kind: "op" }, { kind: "op" }, { kind: "out" }];
  const edges = [{ from: 0, to: 3, fifo: 7, stall: true }, { from: 1, to: 2, fifo: 2, buffer_ok: false }, { from: 2, to: 2 }, { from: 2, to: 3 }];
  const totals = columnTotals({ nodes, edges }, [0, 0, 1, 2], 3);
  const lists = ({ nodes: all, edges: ends, passing, fifo, bad }) => [all, ends, passing, fifo, bad].map((list) => [...list]);
  assert.deepEqual(lists(totals), [[2, 1, 1], [0, 1, 2], [2, 2, 0], [0, 2, 7], [0, 1, 1]]);
  assert.deepEqual(["in", "op", "out"].map((kind) => [...totals.kinds[KINDS.indexOf(kind)]]), [[1, 0, 0], [1, 1, 0], [0, 0, 1]]);
  assert.deepEqual(lists(binsOf(totals, 2)), [[3, 1], [1, 2], [2, 0], [2, 7], [1, 1]]);
});
