// Opens the planner's pages in headless Chromium, without a network, and uses them as a reader would.
//
// page.js check DIR        every page NAME.KIND.html in DIR; prints what was found
// page.js shoot PAGE PICTURE [FRAGMENT [SCHEME]]    writes a screenshot of a page
//
// hws-page/tests/browser.js selects the browser.
"use strict";
const fs = require("fs");
const path = require("path");
const { check, open: openPage, pixel, run, screenshot, settled } = require("../../../hws-page/tests/browser.js");

// The test machine may be busy.
const DRAW_BOUND_MS = 1500;

const isReady = () => window.hwsPlan && (!window.hwsPlan.scene || window.hwsPlan.drawn > 0);
const open = (browser, file, options = {}) => openPage(browser, file, { options, isReady });

const told = (page) => page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
const tab = async (page, name) => { await page.click(`#tab-${name}`); await settled(page); };
const rowsOf = (page, name) => page.locator(`#view-${name} tbody tr`).count();
const paged = (count) => Math.min(100, count);
const pictureOf = (page) => page.evaluate(() => document.getElementById("rows").toDataURL());

// Moves by keys, changes the theme, opens the help, sends the view. Of eight cycles there is nothing to zoom.
async function use(page) {
  if (!await page.evaluate(() => { const { scene } = window.hwsPlan; return scene && (!scene.view || scene.view.end > 8); })) return;
  await page.focus("#rows");
  for (const key of ["Escape", "0"]) await page.keyboard.press(key);
  await settled(page);
  const whole = await pictureOf(page);
  for (const key of ["w", "w", "ArrowRight", "d"]) await page.keyboard.press(key);
  await settled(page);
  check(await pictureOf(page) !== whole, "keys zoom and pan");
  await page.waitForFunction(() => /v=/.test(location.hash));
  await page.keyboard.press("0");
  await settled(page);
  check(await pictureOf(page) === whole, "0 shows everything again");
  const box = await page.locator("#rows").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((whole) => document.getElementById("rows").toDataURL() !== whole, whole);
  await page.keyboard.press("0");
  await page.keyboard.press("t");
  await settled(page);
  check(await pictureOf(page) !== whole, "t changes the theme");
  await page.keyboard.press("t");
  await page.keyboard.press(".");
  await settled(page);
  check((await page.textContent("#said")).length > 0, "full stop selects, and says so");
  await page.waitForFunction(() => /s=/.test(location.hash));
  await page.keyboard.press("Escape");
  check(await page.evaluate(() => window.hwsPlan.selected === null), "Escape clears the selection");
  await page.keyboard.press("?");
  check(await page.locator("#keys").isVisible(), "? opens the help");
  await page.keyboard.press("Escape");
  await page.keyboard.press("0");
}

// The middle of a span on the canvas, and its colour.
const spanAt = (page, selected) => page.evaluate((selected) => {
  const { scene } = window.hwsPlan, place = scene.source.place(selected);
  scene.fit(selected);
  window.hwsPlan.drawNow();
  const box = scene.box(place), { fill } = scene.source.colour(selected.item, selected.round);
  return { x: box.left + box.width / 2, y: box.top + box.height - 3, rgb: [1, 3, 5].map((i) => parseInt(fill.slice(i, i + 2), 16)) };
}, selected);

async function coloured(page, selected, name) {
  const at = await spanAt(page, selected);
  check(String(await pixel(page, at.x, at.y)) === String(at.rgb), `${name} is ${await pixel(page, at.x, at.y)}, not ${at.rgb}`);
  const box = await page.locator("#rows").boundingBox();
  await page.mouse.move(box.x + at.x, box.y + at.y);
  await page.waitForFunction(() => !document.getElementById("tooltip").hidden);
  return page.textContent("#tooltip");
}

// A launch opens with tasks that bear their names, and comes back to that when the address says nothing.
async function opening(page) {
  const { boxes, rows, isAll, state, written } = await page.evaluate(() => {
    const { scene } = window.hwsPlan, written = [], { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { written.push(text); return fillText.call(this, text, ...rest); };
    window.hwsPlan.drawNow();
    CanvasRenderingContext2D.prototype.fillText = fillText;
    const names = new Set(Array.from(window.hwsPlan.launch.pe.keys()).flatMap((item) => [scene.source.text(item, 0)[0], scene.source.text(item, 0)[2]]));
    return { boxes: scene.boxes, rows: scene.source.rows.length, isAll: scene.view.isAll, state: scene.state(), written: written.filter((text) => names.has(text)).length };
  });
  check(state === null, "the view to begin with is not in the address");
  check(isAll || (boxes > 0 && written >= Math.min(rows, 8)), `${boxes} boxes in ${rows} rows, but ${written} tasks have a name`);
}

async function periodic(page) {
  const { input, answer } = await told(page);
  const { launches, baseline } = answer, shown = baseline.use_retiming ? launches[0] : null;
  await opening(page);
  await page.evaluate(() => { window.hwsPlan.scene.all(); window.hwsPlan.drawNow(); });
  const drawn = await page.evaluate(() => {
    const { launch } = window.hwsPlan, runs = Array.from(launch.pe.keys()).reduce((sum, place) => sum + launch.runs(place), 0);
    return { pes: launch.pes, T: launch.T, total: launch.total, places: launch.pe.length, runs, boxes: window.hwsPlan.scene.boxes, ends: window.hwsPlan.launches.filter((one) => !one.isSimple).map((one) => one.total) };
  });
  check(Math.max(...drawn.ends) === answer.total_time, `the launches end at ${drawn.ends}, not ${answer.total_time}`);
  if (shown) {
    check(drawn.runs === shown.iterations_each * input.nodes.length, `${drawn.runs} runs, not ${shown.iterations_each} of ${input.nodes.length} tasks`);
    check(drawn.places === shown.period.placements.length && drawn.T === shown.period.T && drawn.pes === shown.pes, "the period is the answer's");
  }
  if (drawn.runs <= 2000) check(drawn.boxes === drawn.runs, `${drawn.boxes} boxes, not ${drawn.runs}`);
  if (drawn.runs > 0) {
    const first = await page.evaluate(() => window.hwsPlan.scene.step(null, 1));
    check(/task \d+.*iteration.*R /.test(await coloured(page, first, "the first run")), "a hint says task, iteration and R");
  }
  await tab(page, "period");
  check(await page.evaluate(() => window.hwsPlan.scene.boxes) === drawn.places || drawn.places > 2000, "every copy of a task is in the period");
  await use(page);
  await tab(page, "tasks");
  check(await rowsOf(page, "tasks") === paged(drawn.places), "the table has the tasks");
  await page.locator("#view-tasks tbody .link").last().click();
  check(await page.locator("#panel h2").first().textContent().then((text) => text.startsWith("Task ")), "a number shows its task");
  await tab(page, "edges");
  check(await rowsOf(page, "edges") === paged((input.edges ?? []).length * drawn.places / input.nodes.length), "the table has the edges");
  for (const i of await page.$$eval("#choice option", (all) => all.map((one) => one.value))) {
    await page.selectOption("#choice", i);
    await tab(page, "launch");
    await tab(page, "period");
  }
}

async function dataflow(page) {
  const { input, answer } = await told(page);
  const options = await page.$$eval("#choice option", (all) => all.length);
  if (await page.evaluate(() => window.hwsPlan.scene.isFar)) await fromAfar(page, input.functions[input.top].nodes.length);
  for (let i = 0; i < options; i++) {
    await page.selectOption("#choice", String(i));
    await page.evaluate(() => { window.hwsPlan.scene.all(); window.hwsPlan.drawNow(); });
    const { name, drawn, sizes, base, path: where } = await page.evaluate(() => ({ name: window.hwsPlan.graph.name, drawn: window.hwsPlan.scene.drawn, base: window.hwsPlan.instance.base, path: window.hwsPlan.instance.path,
      sizes: window.hwsPlan.graph.edges.filter(({ from, to }) => from !== to).length }));
    const { nodes } = input.functions[name];
    check(drawn.nodes === nodes.length && drawn.edges === sizes, `${name}: ${drawn.nodes} nodes and ${drawn.edges} edges drawn, not ${nodes.length} and ${sizes}`);
    if (base !== null) check(answer.absolute[`${where}/${nodes[0].id}`] === base + answer.functions[name].nodes[nodes[0].id].SD, `${where} starts at ${base}`);
    await page.evaluate(() => { window.hwsPlan.scene.fit({ node: 0 }); window.hwsPlan.drawNow(); });
    await hoverNode(page);
  }
  await page.selectOption("#choice", "0");
  const call = await page.evaluate(() => window.hwsPlan.graph.nodes.findIndex(({ kind }) => kind === "call"));
  if (call >= 0) {
    await page.evaluate((node) => window.hwsPlan.select({ node }), call);
    await page.focus("#rows");
    await page.keyboard.press("Enter");
    check(await page.evaluate(() => window.hwsPlan.instance.depth) === 1, "Enter opens a call");
    await page.keyboard.press("u");
    check(await page.evaluate(() => window.hwsPlan.instance.depth) === 0, "u goes back");
  }
  const edges = await page.evaluate(() => window.hwsPlan.graph.edges.length);
  await tab(page, "nodes");
  check(await rowsOf(page, "nodes") === paged(input.functions[input.top].nodes.length), "the table has the nodes");
  await tab(page, "edges");
  check(await rowsOf(page, "edges") === paged(edges), "the table has the edges");
  await tab(page, "functions");
  check(await rowsOf(page, "functions") === paged(options), "the table has the functions");
  await tab(page, "graph");
}

// A large graph opens from afar; zooming in reaches nodes, and zooming out leads back.
async function fromAfar(page, count) {
  const seen = await page.evaluate(() => {
    const plan = window.hwsPlan, { scene } = plan, middle = { x: scene.width / 3, y: scene.height / 2 };
    const { nodes } = scene.drawn, bad = plan.graph.edges.filter(({ stall }) => stall).length, listed = scene.far.totals.bad.reduce((a, b) => a + b, 0);
    const title = scene.describe(scene.pick(middle))[0].textContent;
    let steps = 0;
    while (scene.isFar && steps < 60) { scene.zoom(0.7, middle); steps++; }
    plan.drawNow();
    const near = { isFar: scene.isFar, ...scene.drawn };
    for (let i = 0; i < 60 && !scene.isFar; i++) scene.zoom(1.5, middle);
    return { nodes, bad, listed, title, near, back: scene.isFar };
  });
  check(seen.nodes === count, `${seen.nodes} of ${count} nodes are counted`);
  check(seen.bad > 0 && seen.listed === seen.bad, `${seen.listed} of ${seen.bad} stalls are counted`);
  check(seen.title.startsWith("SD "), `a bar says ${seen.title}`);
  check(!seen.near.isFar && seen.near.nodes > 0 && seen.near.nodes < count, `zooming in reaches ${seen.near.nodes} nodes`);
  check(seen.back, "zooming out leads back");
}

async function hoverNode(page) {
  const at = await page.evaluate(() => {
    const { scene } = window.hwsPlan, { left, top, width, height } = scene.boxOf(0);
    return { x: left + width / 2, y: top + height / 2, name: scene.graph.nodes[0].id };
  });
  const box = await page.locator("#rows").boundingBox();
  await page.mouse.move(box.x + at.x, box.y + at.y);
  const text = await page.textContent("#tooltip");
  check(text.startsWith(at.name) && text.includes("AFI"), `the hint of ${at.name} is ${text}`);
}

async function pipeline(page) {
  const { input, answer } = await told(page);
  if (input.op === "phase") return phase(page, answer);
  const rows = await page.evaluate(() => {
    const { model } = window.hwsPlan, sum = (list) => list.reduce((all, { from, to }) => all + to - from, 0);
    return { axon: model.axon.from.length, soma: model.soma.from.length, stall: sum(model.stall.list), wait: sum(model.wait.list), boxes: window.hwsPlan.scene.boxes };
  });
  check(rows.axon === answer.rows_in && rows.soma === (answer.deadlock ? answer.rows_out : answer.n_out), `${rows.axon} and ${rows.soma} rows`);
  if (!answer.deadlock) check(rows.stall === answer.axon_stall && rows.wait === answer.soma_wait, `stalls ${rows.stall}, waits ${rows.wait}`);
  if (rows.axon + rows.soma < 500) check(rows.boxes === rows.axon + rows.soma, `${rows.boxes} boxes`);
  if (answer.deadlock) check((await page.textContent("#panel")).includes(answer.reason), "the reason of the deadlock is told");
  check((await coloured(page, { item: 0, round: 0 }, "Axon row 0")).startsWith("Axon row 0"), "a hint names the row");
  await tab(page, "events");
  check(await rowsOf(page, "events") === paged(answer.events.length), "the table has the events");
  await page.locator("#view-events tbody .link").first().click();
  check(await page.evaluate(() => window.hwsPlan.selected !== null), "a row of the table is shown");
}

async function phase(page, answer) {
  if (answer.deadlock) return check((await page.textContent("#view-phase")).includes("Deadlock"), "the deadlock is told");
  check(await page.evaluate(() => window.hwsPlan.scene.source.rows.length) === 4, "four parts");
  check(await page.evaluate(() => window.hwsPlan.scene.view.end) === answer.phase_end, "the phase ends as the answer says");
  await tab(page, "parts");
  check(await rowsOf(page, "parts") === 4, "the table has the parts");
}

// A selector with a single choice is hidden.
async function select(page, id, value) {
  if (await page.locator(`#${id}`).isVisible()) await page.selectOption(`#${id}`, value);
}

// What all Gantt charts have in common. Every document has the bars that its data say.
async function gantt(page, barsOf) {
  const choices = await page.$$eval("#choice option", (all) => all.map((one) => one.value));
  for (const choice of choices) {
    await select(page, "choice", choice);
    await settled(page);
    const drawn = await page.evaluate(() => {
      const { scene } = window.hwsPlan, { bars, rows, end } = scene.source;
      scene.all();
      window.hwsPlan.drawNow();
      return { boxes: scene.boxes, bars: bars.task.length, isSeen: scene.visibleRows()[1] === rows.length && bars.from.every((from, bar) => bars.to[bar] - from >= scene.view.pixel), end, tasks: scene.source.document.tasks.length };
    });
    if (barsOf) check(drawn.bars === barsOf(Number(choice)), `${drawn.bars} bars in choice ${choice}, not ${barsOf(Number(choice))}`);
    if (drawn.isSeen) check(drawn.boxes === drawn.bars, `${drawn.boxes} boxes, not ${drawn.bars}`);
    await tab(page, "tasks");
    check(await rowsOf(page, "tasks") === paged(drawn.tasks), "the table has the tasks");
    await tab(page, "chart");
  }
  const first = await page.evaluate(() => { const { scene } = window.hwsPlan, { from, to } = scene.source.bars, item = from.findIndex((at, i) => to[i] > at); return item < 0 ? null : { item, round: 0 }; });
  if (first !== null) {
    const name = await page.evaluate(({ item }) => window.hwsPlan.nameOf({ item, round: 0 }).split(",")[0], first);
    check((await coloured(page, first, "the first bar")).startsWith(name), "a hint names the task");
  }
  for (const colours of await page.$$eval("#colours option", (all) => all.slice(1).map((one) => one.value))) {
    const before = await pictureOf(page);
    await select(page, "colours", colours);
    await settled(page);
    check(await pictureOf(page) !== before, "another choice of colours is another picture");
    await page.waitForFunction(() => /k=/.test(location.hash));
  }
  await select(page, "colours", "0");
  await tab(page, "tasks");
  const links = page.locator("#view-tasks tbody .link");
  if (await links.count() > 0) {
    await links.last().click();
    check(await page.evaluate(() => window.hwsPlan.selected !== null && window.hwsPlan.tab.id === "chart"), "a name shows its task");
  }
}

async function rank(page) {
  const { answer } = await told(page), graphs = answer.graphs ?? [answer];
  const methods = graphs.flatMap((graph) => ["heft", "cpop", "lookahead", "best", "optimal"].filter((method) => graph[method]).map((method) => graph[method]));
  await gantt(page, (choice) => methods[choice].placements.length);
  await select(page, "choice", String(methods.length - 1));
  const end = await page.evaluate(() => window.hwsPlan.scene.source.end);
  check(end === Math.max(1, methods.at(-1).makespan), `the chart ends at ${end}`);
}

async function gemini(page) {
  const { input, answer } = await told(page);
  await gantt(page, () => answer.kernels.length + input.loads.length);
  const end = await page.evaluate(() => window.hwsPlan.scene.source.end);
  check(end === Math.max(1, answer.makespan, ...input.loads.map((load) => load.end)), `the chart ends at ${end}`);
  if (answer.errors.length + answer.warnings.length === 0) return;
  await tab(page, "findings");
  check(await rowsOf(page, "findings") === answer.errors.length + answer.warnings.length, "the table has the findings");
}

// Sections stand one above the other, with the same rows; a selection tells its differences.
async function compare(page) {
  await gantt(page, null);
  await select(page, "choice", "0");
  await settled(page);
  const { sections, rows, bars } = await page.evaluate(() => { const { document, rows, bars } = window.hwsPlan.scene.source; return { sections: document.sections.map((one) => [one.title, one.rows.length]), rows: rows.length, bars: bars.task.length }; });
  check(sections.every(([, count]) => count === sections[0][1]) && rows >= sections.length * sections[0][1], `sections have ${sections} of ${rows} rows`);
  if (sections.length < 2 || bars === 0) return;
  await page.evaluate(() => window.hwsPlan.select({ item: 0, round: 0 }, true));
  const text = await page.textContent("#panel");
  for (const [title] of sections) check(text.includes(title), `the panel names ${title}`);
  check(new RegExp(`ends[+−]?[\\d,]+ to ${sections[0][0]}`).test(text), `the panel tells differences: ${text}`);
  check(await page.evaluate(() => window.hwsPlan.scene.source.neighbours(window.hwsPlan.selected).length) >= 1, "the same kernel is framed in the other sections");
  await page.keyboard.press("Escape");
  await marks(page);
}

// A mark in each section, in its rows; m shows all of them.
async function marks(page) {
  const { marks, first, rows, end } = await page.evaluate(() => { const { marks, first, rows, end } = window.hwsPlan.scene.source; return { marks, first, rows: rows.length, end }; });
  if (marks.length === 0) return;
  check(JSON.stringify(marks.map((mark) => mark.rows)) === JSON.stringify(first.map((row, i) => [row, first[i + 1] ?? rows])), `the marks are in the rows of their sections: ${JSON.stringify(marks)}`);
  await page.keyboard.press("m");
  const [from, to] = await page.evaluate(() => { const { view } = window.hwsPlan.scene; return [view.from, view.to]; });
  check(marks.every(({ at }) => at >= from && at <= to) && (to - from < end || end < 2500), `m shows the marks: ${from} to ${to}`);
  await page.keyboard.press("0");
}

const KINDS = { periodic, dataflow, pipeline, rank, gemini, compare };

async function one(browser, file, options) {
  const kind = path.basename(file).split(".").at(-2);
  const { page, done } = await open(browser, file, options);
  await KINDS[kind](page);
  if (kind !== "periodic") await page.evaluate(() => window.hwsPlan.show(window.hwsPlan.tabs[0]));
  await settled(page);
  await use(page);
  await done();
}

// The drawing times of pictures while they are zoomed and panned.
async function speed(browser, file) {
  const started = Date.now();
  const { page, done } = await open(browser, file);
  const loaded = Date.now() - started;
  const times = await page.evaluate(async () => {
    const plan = window.hwsPlan, times = [];
    for (let i = 0; i < 40; i++) {
      plan.zoom(i < 24 ? 0.75 : 1 / 0.75);
      plan.pan(i % 3 * 20, i % 2 * 10);
      const from = performance.now();
      plan.drawNow();
      times.push(performance.now() - from);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return times.sort((a, b) => a - b);
  });
  const median = times[times.length >> 1], last = times.at(-1);
  console.log(`${path.basename(file)}: ${(fs.statSync(file).size / 1e6).toFixed(1)} MB, drawn ${loaded} ms after it was opened; a picture takes ${median.toFixed(0)} ms, at most ${last.toFixed(0)}`);
  check(median < DRAW_BOUND_MS, `half of the pictures should take less than ${DRAW_BOUND_MS} ms`);
  await done();
}

async function checkAll(browser, dir) {
  const files = fs.readdirSync(dir).filter((file) => new RegExp(`\\.(${Object.keys(KINDS).join("|")})\\.html$`).test(file)).sort();
  for (const kind of Object.keys(KINDS)) check(files.some((file) => file.endsWith(`.${kind}.html`)), `no page of ${kind}`);
  for (const [i, file] of files.entries()) {
    const options = i % 4 === 1 ? { deviceScaleFactor: 2 } : i % 4 === 3 ? { colorScheme: "dark", viewport: { width: 700, height: 800 } } : {};
    await one(browser, path.join(dir, file), options).catch((error) => { error.message = `${file}: ${error.message}`; throw error; });
  }
  console.log(`${files.length} pages: drawn, moved, pointed at, selected, listed; nothing logged, nothing fetched`);
  for (const file of files.filter((file) => file.startsWith("large"))) await speed(browser, path.join(dir, file));
}

const shoot = (browser, file, target, fragment, colorScheme) => screenshot(browser, file, target, { fragment, colorScheme, isReady });

run({ check: checkAll, shoot });
