import assert from "node:assert/strict";
import { test } from "node:test";
import { occupation, valueAt } from "../../src/page/periodic/cache.mjs";
import { graphOf, launchesOf } from "../../src/page/periodic/model.mjs";
import { fullRound, openingOf, readableScale } from "../../src/page/periodic/opening.mjs";
import { shortNames } from "../../src/page/plan/names.mjs";
import { Rounds } from "../../src/page/plan/rounds.mjs";
import { pair, pairs } from "./examples.mjs";

const plans = pairs("periodic").filter(({ input }) => (input.mode ?? "plan") === "plan");
const launches = ({ input, answer }) => launchesOf(graphOf(input, answer), input, answer);

// Every run of a launch, by the rule of planner 4.1 instead of the page's code: [place, iteration, from, to].
function runs(launch) {
  const list = [];
  for (let iteration = 0; iteration < launch.iterations; iteration++) {
    const copy = iteration % launch.copies + 1, q = Math.floor(iteration / launch.copies);
    for (let task = 0; task < launch.tasks; task++) {
      const place = launch.placeOf(task, copy), base = (q + launch.rMax + launch.R[place]) * launch.T;
      list.push([place, iteration, base + launch.st[place], base + launch.ed[place]]);
    }
  }
  return list;
}

test("there are plans to draw", () => assert.ok(plans.length >= 10));

test("the last end of all launches is the exact total", () => {
  for (const plan of plans) {
    const own = launches(plan).filter(({ isSimple }) => !isSimple);
    assert.equal(Math.max(...own.map(({ total }) => total)), plan.answer.total_time, plan.name);
    const bound = own.filter(({ iterations }) => iterations > 0).map(({ rMax, iterations, copies, T }) => (rMax + Math.ceil(iterations / copies)) * T);
    assert.equal(Math.max(...bound), plan.answer.total_time_formula, plan.name);
  }
});

test("the simple arrangement takes its total", () => {
  for (const plan of plans) {
    const simple = launches(plan).at(-1);
    assert.equal(simple.T * simple.iterations, plan.answer.baseline.t_normal, plan.name);
    assert.ok(simple.total <= plan.answer.baseline.t_normal, plan.name);
  }
});

test("an unfolded launch has every run once, at its time, on its PE", () => {
  for (const plan of plans) {
    for (const launch of launches(plan)) {
      const found = [];
      launch.unfolded().forEach(({ rounds }, pe) => rounds.walk(0, launch.total, 0, (place, round, from, to) => {
        assert.equal(launch.pe[place], pe);
        found.push([place, launch.iteration(place, round), from, to]);
      }));
      const order = (a, b) => a[1] - b[1] || a[0] - b[0];
      assert.deepEqual(found.sort(order), runs(launch).sort(order), `${plan.name}, ${launch.title}`);
    }
  }
});

test("a run's round and iteration belong together", () => {
  for (const launch of plans.flatMap(launches)) {
    for (const [place, iteration, from] of runs(launch)) {
      const round = launch.round(place, iteration);
      assert.equal(launch.iteration(place, round), iteration);
      assert.equal(round * launch.T + launch.st[place], from);
    }
  }
});

test("in the steady state every task runs in every period, outside it not", () => {
  for (const { name, ...plan } of plans) {
    for (const launch of launches(plan).filter(({ iterations }) => iterations > 0)) {
      const { prologue, steady, epilogue } = launch.phases();
      const total = Math.ceil(launch.total / launch.T);
      assert.deepEqual([prologue[0], prologue[1], steady[1], epilogue[1]], [0, steady[0], epilogue[0], total], name);
      const rows = launch.unfolded();
      for (let round = 0; round < total; round++) {
        const running = rows.reduce((sum, { rounds }) => sum + Array.from({ length: rounds.count }, (_, i) => rounds.has(i, round)).filter(Boolean).length, 0);
        const isSteady = steady[0] <= round && round < steady[1];
        assert.equal(running === launch.pe.length, isSteady, `${name}, ${launch.title}, round ${round}: ${running}`);
      }
      if (!launch.isSimple) assert.equal(prologue[1] * launch.T, Math.min(launch.period.prologue, total * launch.T), name);
    }
  }
});

test("data arrives in time: the wait of an edge is not shorter than its transfer", () => {
  for (const { name, ...plan } of plans) {
    for (const launch of launches(plan).filter(({ isSimple }) => !isSimple)) {
      for (let edge = 0; edge < launch.graph.edges.length; edge++) {
        for (let copy = 1; copy <= launch.copies; copy++) {
          const { wait, time, periods } = launch.transfer(edge, copy);
          assert.ok(wait >= time, `${name}: edge ${edge}, copy ${copy}: ${wait} < ${time}`);
          assert.ok(periods >= 0 || wait >= 0);
        }
      }
    }
  }
});

test("an edge copy is cached or goes through DRAM as in the answer", () => {
  for (const { name, ...plan } of plans) {
    for (const launch of launches(plan).filter(({ isSimple }) => !isSimple)) {
      const listed = (isCached) => launch.isCached.reduce((sum, one) => sum + (one === isCached ? 1 : 0), 0);
      assert.deepEqual([listed(1), listed(0)], [launch.period.cached.length, launch.period.dram.length], name);
      const bytes = (wanted) => Array.from(launch.isCached).reduce((sum, one, i) => sum + (one === wanted ? launch.graph.edges[i % launch.graph.edges.length].size : 0), 0);
      assert.deepEqual([bytes(1), bytes(0)], [launch.period.cache_bytes, launch.period.dram_bytes], name);
    }
  }
});

test("the most bytes in a cache over a period are the answer's peak", () => {
  for (const { name, ...plan } of plans) {
    for (const launch of launches(plan).filter(({ isSimple }) => !isSimple)) {
      for (let pe = 0; pe < launch.pes; pe++) {
        const { at, value } = occupation(launch, pe);
        assert.equal(Math.max(...value), launch.period.peak_cache[pe] ?? 0, `${name}, ${launch.title}, PE ${pe}`);
        assert.ok(at.every((time, i) => i === 0 ? time === 0 : at[i - 1] < time && time < launch.T), name);
      }
    }
  }
});

// Counted cycle by cycle, over a long launch.
test("bytes in a cache agree with a count of live instances", () => {
  const { input, answer } = pair("periodic", "two_copies");
  for (const launch of launchesOf(graphOf(input, answer), input, answer).slice(0, 2)) {
    for (let pe = 0; pe < launch.pes; pe++) {
      const steps = occupation(launch, pe);
      for (let time = 0; time < launch.T; time++) {
        let live = 0;
        for (let edge = 0; edge < launch.graph.edges.length; edge++) {
          for (let copy = 1; copy <= launch.copies; copy++) {
            const { producer, consumer, isCached, size } = launch.transfer(edge, copy);
            if (!isCached || launch.pe[consumer] !== pe) continue;
            for (let shift = -10; shift <= 10; shift++) {
              const now = time + shift * launch.T;
              if (launch.R[producer] * launch.T + launch.ed[producer] <= now && now < launch.R[consumer] * launch.T + launch.st[consumer]) live += size;
            }
          }
        }
        assert.equal(valueAt(steps, time), live, `PE ${pe} at ${time}`);
      }
    }
  }
});

test("the worked example: period, retiming, prologue", () => {
  const [launch] = launches(pair("periodic", "six_node"));
  assert.deepEqual([launch.T, launch.rMax, launch.total], [5, 3, 39]);
  assert.deepEqual(Array.from(launch.R), [-3, -2, -3, -1, 0, 0]);
  assert.deepEqual(launch.phases(), { prologue: [0, 3], steady: [3, 5], epilogue: [5, 8] });
  assert.deepEqual(launch.folded().map(({ label, rounds }) => [label, [...rounds.from]]), [["PE 0", [0, 3, 4]], ["PE 1", [0, 1, 2]]]);
});

test("names begin with their rarest folder where they do not fit", () => {
  assert.deepEqual(shortNames(["net/block1/conv/relu", "net/block1/pool", "net/block2/conv/relu", "net/conv/relu", "7"]), [
    { full: "net/block1/conv/relu", short: "block1/conv/relu" }, { full: "net/block1/pool", short: "pool" },
    { full: "net/block2/conv/relu", short: "block2/conv/relu" }, { full: "net/conv/relu", short: "conv/relu" }, { full: "7", short: "7" }]);
  assert.deepEqual(shortNames(["core0.wl1.a", "core0.wl2.a", "core1.wl1.b"]).map(({ short }) => short), ["core0.wl1.a", "wl2.a", "core1.wl1.b"]);
});

test("at the first scale, the tasks of four fifths of the time bear their names", () => {
  const short = ["eight___", "four", "x"], costs = [1000, 600, 400];
  const graph = { names: short.map((name) => ({ full: name, short: name })), tasks: costs.map((cost) => ({ cost })) };
  // A box needs 12 points and 7 for each letter. 400 / 19 and 600 / 40 cycles of a point are above 1000 / 68, but these
  // two make up only half of the 2000 cycles.
  assert.equal(readableScale({ graph }), 1000 / 68);
});

test("the first full round has most PEs at half of their load or more", () => {
  const row = (first, last) => ({ rounds: new Rounds({ items: [0, 1], from: [0, 6], to: [5, 9], first, last, period: 10 }) });
  // Loads of 5 and 3 cycles: the first row has 0.3, 0.8, 0.8; the second 0, 0.5, 0.8; the third nothing.
  assert.equal(fullRound([row([1, 0], [2, 2]), row([1, 2], [2, 2]), row([0, 0], [-1, -1])]), 1);
  assert.equal(fullRound([]), 0);
});

test("a short launch opens as a whole, a long one in a round in which PEs are at work", () => {
  const [launch] = launches(pair("periodic", "six_node"));
  assert.deepEqual(openingOf(launch, launch.unfolded(), launch.total, 5000), [0, 39]);
  const long = launches({ input: pair("periodic", "six_node").input, answer: pair("periodic", "six_node").answer })[0];
  long.iterations = 100000;
  const [from, to] = openingOf(long, long.unfolded(), long.total, 50);
  assert.ok(from % long.T === 0 && from <= long.rMax * long.T && to - from >= 24 / long.pe.length * long.T, `${from}-${to}`);
});
