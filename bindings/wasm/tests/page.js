// Opens the page of the model in headless Chromium, without a network, and operates it as a user would.
//
// page.js check PAGE HWS DIR       checks that it shows what the command HWS says; DIR is for files
// page.js shoot PAGE LIGHT DARK    writes two screenshots
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { check, open: openPage, run, screenshot, settled } = require("../../../hws-page/tests/browser.js");

const GOLDEN = "tests/golden/05_mixed_2001.jsonl";
const isReady = () => window.hwsModel?.shown > 0;
const open = (browser, file, fragment = "", options = {}) => openPage(browser, file, { fragment, options, isReady });
const shown = (page) => page.evaluate(() => window.hwsModel.view);
const here = async (page) => (await shown(page)).cycle;

// The digest of `hws replay` if the stimulus ended at a cycle.
function replayed(hws, dir, stimulus, cycle) {
  const file = path.join(dir, "cut.jsonl");
  const kept = fs.readFileSync(stimulus, "utf8").split("\n").filter((line) => line !== "" && JSON.parse(line).op !== "end" && JSON.parse(line).at <= cycle);
  fs.writeFileSync(file, [...kept, `{"at":${cycle},"op":"end"}`, ""].join("\n"));
  return JSON.parse(execFileSync(hws, ["replay", "--digest", file], { encoding: "utf8" }).trim().split("\n").at(-1)).state;
}

const explained = (hws, stimulus, ...question) => execFileSync(hws, ["explain", stimulus, ...question], { encoding: "utf8", maxBuffer: 1 << 26 });

async function goTo(page, cycle) {
  await page.fill("#cycle", String(cycle));
  await page.press("#cycle", "Enter");
  check(await here(page) === cycle, `the page is at cycle ${await here(page)}, not ${cycle}`);
}

// The state and the reasons at a cycle are those of the command.
async function compare(page, hws, dir, stimulus) {
  const { cycle, digest } = await shown(page);
  const native = replayed(hws, dir, stimulus, cycle);
  check(digest === native, `cycle ${cycle}: the state is ${digest}, not ${native}`);
  check((await page.textContent("#now")).includes(digest), "the digest is shown");
  await page.waitForFunction(() => window.hwsModel.reasons !== null);
  const at = Math.max(0, cycle - 1);
  check(await page.textContent("#explanation") === explained(hws, stimulus, "--at", String(at)), `cycle ${at}: another explanation than hws explain`);
}

async function save(page, dir) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  const file = path.join(dir, "saved.jsonl");
  await download.saveAs(file);
  return file;
}

// A stimulus, through the file chooser: steps forwards and back.
async function stimulus(page, hws, dir) {
  await page.setInputFiles("#files", GOLDEN);
  await page.waitForFunction(() => window.hwsModel.opened.name === "05_mixed_2001.jsonl");
  const end = await page.evaluate(() => window.hwsModel.opened.end);
  check(await here(page) === 0 && await page.isDisabled("#tick-back") && await page.isEnabled("#tick"), "it begins at the start");
  await page.click("#attempt");
  await page.click("#attempt");
  const second = await here(page);
  await compare(page, hws, dir, GOLDEN);
  await page.keyboard.press("e");
  await page.keyboard.press("ArrowRight");
  check(await here(page) > second + 1, "an event and a tick go forwards");
  await compare(page, hws, dir, GOLDEN);
  await page.keyboard.press("Shift+A");
  check(await here(page) === second, `an attempt back is ${await here(page)}, not ${second}`);
  await compare(page, hws, dir, GOLDEN);
  for (const cycle of [Math.floor(end / 2), 700, end]) {
    await goTo(page, cycle);
    await compare(page, hws, dir, GOLDEN);
  }
  check(await page.isDisabled("#tick") && await page.isEnabled("#tick-back"), "it ends at the end");
  const trace = fs.readFileSync(GOLDEN.replace(".jsonl", ".trace"), "utf8").trim().split("\n");
  check((await shown(page)).digest === JSON.parse(trace.at(-1)).state, "the end is that of the golden trace");
  await page.keyboard.press("Home");
  check(await here(page) === 0, "Home goes to the start");
}

// A workload from the list: its stimulus is that of hws run.
async function workload(page, hws, dir) {
  await page.selectOption("#examples", "detector.yaml");
  await page.waitForFunction(() => window.hwsModel.opened.name === "detector.yaml");
  const file = await save(page, dir);
  const folder = path.join(dir, "detector");
  fs.rmSync(folder, { recursive: true, force: true });
  execFileSync(hws, ["run", "examples/detector.yaml", "--out", folder], { stdio: "ignore" });
  check(fs.readFileSync(file).equals(fs.readFileSync(path.join(folder, "stimulus.jsonl"))), "the stimulus is that of hws run");
  for (let attempt = 0; attempt < 3; attempt++) await page.keyboard.press("a");
  await compare(page, hws, dir, file);
  check(/launches|nothing/.test(await page.textContent("#outcome")), "the outcome of the attempt is told");
  check(await page.locator("#sips .sip.busy").count() > 0 && await page.locator("#sips .cells button").count() === 32, "32 SIPs, some of which run");
  check((await page.textContent("#station h2")).startsWith(`Ready Station: ${(await shown(page)).kernels.length} `), "the Ready Station is counted");
  return file;
}

// A click on a SIP or a kernel tells its life.
async function lives(page, hws, file) {
  await page.click("#sips .cells button:nth-child(6)");
  check(await page.textContent("#life") === explained(hws, file, "--sip", "5"), "the life of SIP 5 is that of hws explain");
  const link = page.locator("#station tbody .link").first();
  if (await link.count() > 0) {
    const id = (await shown(page)).kernels[0].kernel_id;
    await link.click();
    check(await page.textContent("#life") === explained(hws, file, "--kernel", String(id)), "the life of a kernel is that of hws explain");
  }
  await page.click("#back");
  await page.waitForFunction(() => window.hwsModel.reasons !== null);
  check(await page.locator("#outcome").count() === 1, "and back to the decision");
}

async function registers(page) {
  await page.keyboard.press("/");
  await page.fill("#search", "promote threshold");
  const lines = await page.$$eval("#list details", (all) => all.map((one) => one.textContent));
  check(lines.length === 1 && lines[0].startsWith("PROMOTE"), `PROMOTE is found: ${lines}`);
  const values = await page.evaluate(() => {
    const place = window.hwsModel.registers.findIndex(({ name }) => name === "PROMOTE");
    return window.hwsModel.view.registers[place];
  });
  check(lines[0].includes(`0x${values.toString(16).padStart(8, "0")}`) && lines[0].includes(`THRESHOLD[31:16]${values >>> 16}`), `its field is decoded: ${lines[0]}`);
  await page.fill("#search", "");
  await page.check("#changed");
  const changed = await page.$$eval("#list details", (all) => all.length);
  check(changed > 0 && changed < 200, `${changed} registers changed in the last step`);
  await page.uncheck("#changed");
  await page.click("#tab-decision");
}

// What is refused is said, and what was open stays.
async function refusals(page, dir) {
  const before = await shown(page);
  const bad = path.join(dir, "bad.yaml");
  fs.writeFileSync(bad, "dags: []\nhardware:\n  topologie: 16x2\n");
  await page.setInputFiles("#files", bad);
  await page.waitForFunction(() => !document.getElementById("problem").hidden);
  check((await page.textContent("#problem")).includes("did you mean `topology`?"), await page.textContent("#problem"));
  fs.writeFileSync(bad, "<script>window.harm = 1</script>");
  await page.setInputFiles("#files", bad);
  await settled(page);
  await page.fill("#cycle", "soon");
  await page.press("#cycle", "Enter");
  check((await page.textContent("#problem")).includes("\"soon\" is not a cycle"), "a text that is not a cycle is refused");
  check(JSON.stringify(await shown(page)) === JSON.stringify(before), "a refusal changes nothing");
  await page.fill("#cycle", String(before.cycle));
  await page.press("#cycle", "Enter");
  check(await page.isHidden("#problem"), "the refusal goes with the next step");
}

// A file is dropped; its name is data.
async function drop(page) {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{"at":100,"op":"end"}\n'], "<img src=x onerror=window.harm=1>.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => window.hwsModel.opened.end === 100);
  check((await page.textContent("#title")).startsWith("<img"), "the name is text");
  check((await page.textContent("#station")).includes("No kernel is resident"), "an idle machine has no kernels");
  await page.click("#to-end");
  check(await here(page) === 100, "the end is reached");
}

async function address(browser, file) {
  const { page, done } = await open(browser, file, "#example=09_promote_2001.jsonl&cycle=500&theme=dark");
  check(await here(page) === 500 && await page.inputValue("#examples") === "09_promote_2001.jsonl", "the address leads to a place");
  check(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) === "rgb(20, 24, 30)", "and to a theme");
  await page.keyboard.press("t");
  check(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) === "rgb(255, 255, 255)", "t switches it");
  await done();
}

async function narrow(browser, file) {
  const { page, done } = await open(browser, file, "", { viewport: { width: 420, height: 800 } });
  check(await page.evaluate(() => document.documentElement.scrollWidth <= 420), "a phone shows it without scrolling sideways");
  await done();
}

async function all(browser, file, hws, dir) {
  const { page, done } = await open(browser, file);
  await stimulus(page, hws, dir);
  const saved = await workload(page, hws, dir);
  await lives(page, hws, saved);
  await registers(page);
  await refusals(page, dir);
  await drop(page);
  await done();
  await address(browser, file);
  await narrow(browser, file);
  console.log("the page shows the states, reasons and lives of hws replay and hws explain");
}

async function shoot(browser, file, light, dark) {
  const fragment = "example=09_promote_2001.jsonl&cycle=2436";
  await screenshot(browser, file, light, { fragment, isReady });
  await screenshot(browser, file, dark, { fragment, colorScheme: "dark", isReady });
}

run({ check: all, shoot });
