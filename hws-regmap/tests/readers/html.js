// Opens the page in headless Chromium: search finds a register, a field link works, keys and themes work.
//
// Arguments: the page, the JSON, a directory for the screenshots. CHROMIUM names the browser;
// playwright-core is found through NODE_PATH.
"use strict";
const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

function check(condition, text) {
  if (!condition) throw new Error(text);
}

// The browser reports a new address after a delay.
async function reached(page, id, text) {
  await page.waitForFunction((hash) => location.hash === hash, "#" + id, { timeout: 20000 })
    .catch(() => { throw new Error(text); });
}

const ident = (register) => register.name.replaceAll("[]", "").replaceAll(".", "_");

async function visible(page) {
  return page.$$eval("section.register:not(.hidden)", (all) => all.map((s) => s.id));
}

// Every register and field of the JSON has its anchor, and every link on the page has a target.
async function anchors(page, map) {
  const wanted = map.registers.flatMap((r) => [ident(r), ...r.fields.map((f) => `${ident(r)}.${f.name}`)]);
  const missing = await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), wanted);
  check(missing.length === 0, `no anchor for ${missing}`);
  const dead = await page.$$eval("a[href^='#']", (all) =>
    all.map((a) => decodeURIComponent(a.hash.slice(1))).filter((id) => !document.getElementById(id)));
  check(dead.length === 0, `links to nowhere: ${dead}`);
  return wanted.length;
}

// The table of a register has the offset, bits and resets of the JSON.
async function tables(page, map) {
  const rows = await page.$$eval("section.register", (all) => all.map((s) => [s.id, s.dataset.offset,
    ...[...s.querySelectorAll("tbody tr")].map((row) => [...row.cells].slice(0, 3).map((c) => c.textContent).join(" "))].join("|")));
  const number = (value) => "0x" + value.toString(16);
  const reset = (f) => typeof f.reset === "object" ? `${f.reset.base} + ${f.reset.step} × index` : number(f.reset);
  const bits = (f) => f.width === 1 ? `${f.lsb}` : `${f.lsb + f.width - 1}:${f.lsb}`;
  const expected = map.registers.map((r) =>
    [ident(r), r.offset, ...[...r.fields].reverse().map((f) => `${bits(f)} ${f.name} ${reset(f)}`)].join("|"));
  check(rows.join("\n") === expected.join("\n"), `the page says ${rows.find((row, i) => row !== expected[i])}`);
}

async function search(page, map) {
  const pop = map.registers.find((r) => r.access === "RP");
  await page.keyboard.press("/");
  await page.keyboard.type(pop.fields[0].name.toLowerCase());
  check((await visible(page)).includes(ident(pop)), "a search by field name finds its register");
  check((await visible(page)).length < map.registers.length / 2, "a search leaves the others out");
  await page.keyboard.press("Enter");
  await reached(page, ident(pop), "Enter opens the first result");
  const array = map.registers.find((r) => r.dims.length === 1 && r.dims[0].stride > 4);
  await page.fill("#search", "0x" + (array.offset + 3 * array.dims[0].stride).toString(16));
  check(String(await visible(page)) === ident(array), "an address finds its array");
  check((await page.textContent("#hint")).includes("element 3"), "an address names its element");
  await page.fill("#search", "no such register");
  check((await visible(page)).length === 0, "nothing is found for nonsense");
  await page.focus("#search");
  await page.keyboard.press("Escape");
  check((await visible(page)).length === map.registers.length, "Escape brings all back");
}

async function fieldLink(page, map) {
  const register = map.registers.find((r) => r.access === "W1C");
  const field = register.fields[3].name;
  await page.click(`#${ident(register)} .bits a[title="${field}"]`);
  await reached(page, `${ident(register)}.${field}`, "a field of the picture links to its row");
  const target = await page.$eval("tr:target", (row) => row.cells[1].textContent);
  check(target === field, `the row is ${target}`);
  const top = await page.$eval("tr:target", (row) => row.getBoundingClientRect().top);
  check(top >= 0 && top < 900, "the row is in view");
}

async function keyboard(page, map) {
  const names = map.registers.map(ident);
  await page.evaluate((name) => { location.hash = name; }, names[4]);
  await page.keyboard.press("j");
  await reached(page, names[5], "j goes to the next register");
  await page.keyboard.press("k");
  await reached(page, names[4], "k goes back");
}

async function themes(page) {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.keyboard.press("t");
  check(await paper() !== light, "t changes the theme");
  await page.keyboard.press("t");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(() => { delete document.documentElement.dataset.theme; });
  check(await paper() !== light, "the page follows the system's dark theme");
}

async function main(file, json, work) {
  const map = JSON.parse(fs.readFileSync(json, "utf8"));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "chromium", args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const trouble = [];
    page.on("pageerror", (error) => trouble.push(String(error)));
    page.on("request", (request) => { if (!request.url().startsWith("file:")) trouble.push(request.url()); });
    await page.goto("file://" + path.resolve(file));
    check((await page.content()).includes(map.fingerprint), "the page carries the fingerprint");
    await page.screenshot({ path: path.join(work, "top.png") });
    const count = await anchors(page, map);
    await tables(page, map);
    await search(page, map);
    await fieldLink(page, map);
    await page.screenshot({ path: path.join(work, "field.png") });
    await keyboard(page, map);
    await page.screenshot({ path: path.join(work, "light.png") });
    await themes(page);
    await page.screenshot({ path: path.join(work, "dark.png") });
    await page.setViewportSize({ width: 420, height: 900 });
    await page.screenshot({ path: path.join(work, "narrow.png") });
    check(trouble.length === 0, `errors or requests: ${trouble}`);
    console.log(`html (Chromium ${browser.version()}): ${count} anchors, every table, search, links, keys and themes`);
  } finally {
    await browser.close();
  }
}

main(...process.argv.slice(2)).catch((error) => { console.error(error); process.exit(1); });
