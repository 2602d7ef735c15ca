import assert from "node:assert/strict";
import { test } from "node:test";
import { criticalShade, differenceShade } from "../../src/page/gantt/colours.mjs";
import { lanesOf, rowsOf } from "../../src/page/gantt/lanes.mjs";
import { GanttScene } from "../../src/page/gantt/scene.mjs";
import { documentOf, graphsOf } from "../../src/page/rank/model.mjs";
import { documentOf as comparedOf, picturesOf } from "../../src/page/compare/model.mjs";
import { documentOf as scheduleOf } from "../../src/page/gemini/model.mjs";
import { numbers, pair, pairs } from "./examples.mjs";

test("lanes hold spans without overlap, and no more of them than overlap at one time", () => {
  const next = numbers(21);
  for (let i = 0; i < 300; i++) {
    const count = next(14), from = Array.from({ length: count }, () => next(30)), to = from.map((at) => at + next(9)), spans = from.map((_, span) => span);
    const lanes = lanesOf(spans, from, to);
    assert.deepEqual(lanes.flat().sort((a, b) => a - b), spans);
    for (const lane of lanes) lane.forEach((span, k) => assert.ok(k === 0 || to[lane[k - 1]] <= from[span]));
    const most = Math.max(1, ...Array.from({ length: 40 }, (_, time) => spans.filter((span) => from[span] <= time && time < to[span]).length));
    // Spans of no time may need a lane of their own.
    if (spans.every((span) => from[span] < to[span])) assert.equal(lanes.length, most);
  }
});

test("sections have their rows one above the other; only the first lane has a label", () => {
  const spans = { row: [0, 0, 1, 0], from: [0, 2, 5, 1], to: [4, 3, 6, 2] };
  const { rows, rowOf, first } = rowsOf([{ rows: ["a", "b"], list: [0, 1, 2] }, { rows: ["c"], list: [3] }], spans, 6);
  assert.deepEqual([rows.map(({ label }) => label), [...rowOf], first], [["a", "", "b", "c"], [0, 1, 2, 3], [0, 3]]);
  assert.deepEqual(rows[0].rounds.at(3), { item: 0, round: 0 });
  assert.deepEqual(rows[1].rounds.at(2), { item: 1, round: 0 });
  assert.equal(rows[3].rounds.at(2), null);
});

test("schedules of a page are those of the answer", () => {
  const ranked = pairs("rank").filter(({ answer }) => answer.heft);
  assert.ok(ranked.length >= 1);
  for (const { name, input, answer } of ranked) {
    const [graph] = graphsOf(input, answer, name);
    for (const method of graph.methods) {
      const { tasks, sections } = documentOf(graph, method), scene = new GanttScene(documentOf(graph, method));
      const found = sections[0].bars.map(([task, pe, st, ed]) => ({ id: tasks[task].id, pe, st, ed }));
      const order = (list) => [...list].sort((a, b) => String(a.id) < String(b.id) ? -1 : 1);
      assert.deepEqual(order(found), order(answer[method].placements), name);
      assert.equal(Math.max(...scene.bars.to), answer[method].makespan, name);
      assert.equal(scene.rows.length, sections[0].rows.length, `${name}: tasks on a processor do not overlap`);
    }
  }
});

test("a selection leads to the bars of its predecessors and successors", () => {
  const { input, answer } = pair("rank", "heft10"), [graph] = graphsOf(input, answer, "g"), scene = new GanttScene(documentOf(graph, "heft"));
  // Task 5 of the HEFT paper: after 1 (P2, 0 to 9), before 9 (P1, 56 to 68).
  const item = scene.itemOf(graph.index.get(5));
  const five = { row: 2, from: 28, to: 38 };
  assert.deepEqual(scene.links(item), [{ from: { row: 2, from: 0, to: 9 }, to: five }, { from: five, to: { row: 1, from: 56, to: 68 } }]);
  assert.deepEqual([scene.place(item), scene.neighbours(item), scene.text(item.item)], [five, [], ["5", "10", "5"]]);
  assert.deepEqual(graph.tasks.filter(({ isCritical }) => isCritical).map(({ id }) => id), [1, 2, 9, 10]);
});

test("differences are darker the larger they are; earlier and later differ", () => {
  const distance = (a, b) => a.rgb.reduce((sum, c, i) => sum + Math.abs(c - b.rgb[i]), 0), same = differenceShade(0, 10);
  assert.ok(distance(differenceShade(10, 10), same) > distance(differenceShade(1, 10), same));
  assert.ok(distance(differenceShade(1, 10), same) > 20 && distance(differenceShade(-5, 10), differenceShade(5, 10)) > 100);
  assert.deepEqual(differenceShade(0, 0), same);
  assert.notEqual(criticalShade(true).fill, criticalShade(false).fill);
});

test("a Gemini schedule has a row for each core, and one for the loads", () => {
  const { answer } = pair("gemini", "tiny"), loads = [{ start: 0, end: 8, after: [], kernels: [0] }, { start: 10, end: 18, after: [0], kernels: [1] }];
  const { sections: [{ rows, bars }], edges, tasks } = scheduleOf({ loads }, answer, "t");
  // Kernels 0 and 1 on core 0, 2 on core 1; then the loads as tasks 3 and 4.
  assert.deepEqual([rows, bars], [["core 0", "core 1", "DRAM"], [[0, 0, 0, 10], [1, 0, 10, 15], [2, 1, 10, 17], [3, 2, 0, 8], [4, 2, 10, 18]]]);
  assert.deepEqual(edges.map(({ from, to }) => [from, to]), [[0, 1], [0, 2], [3, 0], [0, 4], [4, 1]]);
  assert.deepEqual(tasks.map(({ isCritical }) => isCritical), [true, false, true, false, false]);
  assert.deepEqual(scheduleOf({ loads: [] }, answer, "t").sections[0].rows, ["core 0", "core 1"]);
  for (const { name, answer: other } of pairs("gemini").filter(({ answer: { kernels } }) => kernels)) {
    const scene = new GanttScene(scheduleOf({ loads: [] }, other, name));
    assert.equal(scene.end, Math.max(1, other.makespan), name);
  }
});

const section = (key, bars) => ({ key, title: key, short: key, bars });
const compared = (...sections) => ({ name: "g", place: "SIP", transfers: false, kernels: [{ name: "a", after: [] }, { name: "b", after: [0] }], sections });

test("plan, run and measured times stand one above the other with the same rows", () => {
  const graph = compared(section("planned", [[0, 0, 0, 10], [1, 3, 10, 20]]), section("run", [[0, 0, 2, 13], [1, 1, 13, 24], [1, 3, 14, 25]]), section("measured", [[0, 0, 0, 9]]));
  assert.deepEqual(picturesOf(graph).map(({ title }) => title), ["all", "run", "measured"]);
  const document = comparedOf(graph, picturesOf(graph)[0]), scene = new GanttScene(document);
  assert.deepEqual(scene.rows.map(({ label }) => label), ["planned", "run", "measured"].flatMap((key) => [0, 1, 3].map((sip) => `${key} SIP ${sip}`)));
  assert.deepEqual([...scene.rowOf], [0, 2, 3, 4, 5, 6]);
  // Kernel b ends at 20, and at 25 in the run, where it is on two SIPs; it was not measured.
  const times = ({ start, end }) => [[...start], [...end]];
  assert.deepEqual(times(document.times.get("run")), [[2, 13], [13, 25]]);
  assert.deepEqual(document.tasks[1].terms, [["run ends", "+5 to planned"], ["measured ends", "–"]]);
  assert.deepEqual(scene.neighbours({ item: 0 }).map(({ text }) => text), ["+3", "−1"]);
  assert.deepEqual(scene.neighbours({ item: 3 }).map(({ text }) => text), ["−4", "+1"].map((text, i) => i === 0 ? text : "same"));
  const [, differs] = document.colours, fills = [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2]].map((at) => differs.of(...at).fill);
  assert.equal(fills[0], fills[4], "not measured is as planned");
  assert.equal(new Set(fills).size, 4);
});

test("two runs stand one above the other, each with its mark, and a kernel tells both", () => {
  const run = (key, bars, ready, at) => ({ ...section(key, bars), ready, mark: { at, text: `cycle ${at}` } });
  const graph = compared(run("run 1", [[0, 0, 4, 10], [1, 3, 10, 20]], [2, 10], 10), run("run 2", [[0, 0, 4, 10], [1, 1, 14, 24]], [2, null], 14));
  const pictures = picturesOf(graph);
  assert.deepEqual(pictures.map(({ title }) => title), ["run 1 and run 2"]);
  const document = comparedOf(graph, pictures[0]), scene = new GanttScene(document);
  assert.deepEqual(scene.marks, [{ at: 10, colour: "trouble", rows: [0, 3] }, { at: 14, colour: "trouble", rows: [3, 6] }]);
  assert.deepEqual(scene.markedSpan(), [0, 24]);
  assert.deepEqual(document.tasks[0].terms, [["run 1", "ready 2, waits 2, 4 – 10"], ["run 2", "ready 2, waits 2, 4 – 10"], ["run 2 ends", "0 to run 1"]]);
  assert.deepEqual(document.tasks[1].terms.slice(1), [["run 2", "14 – 24"], ["run 2 ends", "+4 to run 1"]]);
  assert.deepEqual(scene.neighbours({ item: 1 }).map(({ text }) => text), ["+4"]);
  const blocks = compared(run("run 1", [[0, 0, 4, 10], [0, 1, 4, 12]], [2, null], 10), run("run 2", [[0, 0, 4, 10], [0, 1, 9, 15]], [2, null], 14));
  assert.deepEqual(new GanttScene(comparedOf(blocks, picturesOf(blocks)[0])).neighbours({ item: 0 }).map(({ text }) => text), ["", "", "+3"]);
  assert.deepEqual(document.colours[1].legend.map(([, text]) => text), ["ends later than in run 1", "as in run 1", "earlier"]);
});

test("without measured times, the plan stands above one run at a time", () => {
  const planned = section("planned", [[0, 0, 0, 10]]), run = section("static run", [[0, 0, 0, 11]]), dynamic = section("dynamic run", [[0, 2, 0, 12]]);
  const titles = (...sections) => picturesOf(compared(...sections)).map(({ title, sections: shown }) => [title, shown.length]);
  assert.deepEqual(titles(planned, run, dynamic), [["static run", 2], ["dynamic run", 2], ["all", 3]]);
  assert.deepEqual(titles(planned, dynamic), [["dynamic run", 2]]);
  assert.deepEqual(titles(dynamic), [["dynamic run", 1]]);
  assert.deepEqual(titles(run, dynamic), [["static run", 1], ["dynamic run", 1], ["all", 2]]);
  const nowhere = comparedOf(compared(section("planned", [[0, -1, 0, 10]]), dynamic), { title: "t", sections: [section("planned", [[0, -1, 0, 10]]), dynamic] });
  assert.deepEqual(nowhere.sections[0].rows, ["planned anywhere", "planned SIP 2"]);
});
