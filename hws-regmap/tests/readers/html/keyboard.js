// The keys, what assistive programs are told, and small screens.
"use strict";
const { check, same } = require("./check");
const { ident } = require("./map");

// The browser reports a new address after a delay.
async function reached(page, id, text) {
  await page.waitForFunction((hash) => location.hash === hash, `#${id}`, { timeout: 20000 }).catch(() => { throw new Error(text); });
}

// Registers and memories, as the page lists them.
async function keyboard(page, map) {
  const registers = map.registers.map(ident);
  const all = new Set([...registers, ...map.memories.map((one) => `memory-${one.name}`)]);
  const listed = await page.$$eval("#ui-list a", (links) => links.map((link) => link.getAttribute("href").slice(1)));
  const names = listed.filter((id) => all.has(id));
  // A register, since memories have no decoder.
  const first = registers.length > 5 ? registers[4] : registers[0];
  const second = names[names.indexOf(first) + 1] ?? first;
  await page.evaluate((name) => { location.hash = name; }, first);
  await page.keyboard.press("j");
  await reached(page, second, "j goes to the next register");
  await page.keyboard.press("k");
  await reached(page, first, "k goes back");
  await page.keyboard.press("d");
  check(await page.evaluate((id) => document.activeElement.matches(`[id='${id}'] .word`), first), "d opens the decoder");
  await page.keyboard.type("j");
  await page.keyboard.press("Escape");
  check(await page.evaluate((id) => document.activeElement.matches(`[id='${id}'] .decode`), first), "Escape closes it");
  same(await page.evaluate(() => location.hash.slice(1)), first, "keys in an input do nothing else");
}

// Every control has a name, and nothing hidden from assistive programs takes the focus.
async function names(page) {
  await page.keyboard.press("d");
  const nameless = await page.$$eval("button, input, select", (all) => all.filter((one) =>
    !one.getAttribute("aria-label") && !one.textContent.trim() && !one.closest("label")?.textContent.trim()).map((one) => one.outerHTML));
  same(nameless, [], "controls without a name");
  const focusable = "a[href]:not([tabindex='-1']), button, input";
  same(await page.$$eval("[aria-hidden=true]", (all, selector) => all.filter((one) => one.querySelector(selector)).length, focusable), 0,
    "hidden elements with the focus");
  await page.keyboard.press("Escape");
}

async function narrow(page, map) {
  await page.setViewportSize({ width: 420, height: 900 });
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "a small screen scrolls sideways");
  const register = map.registers[3] ?? map.registers.at(-1);
  const link = page.locator(`#ui-list a[href="#${ident(register)}"]`);
  check(!await link.isVisible(), "a small screen shows the contents only on demand");
  await page.click("#ui-contents");
  await link.click();
  await reached(page, ident(register), "a link of the contents");
  check(!await link.isVisible(), "the contents close");
}

module.exports = { keyboard, names, narrow };
