// On paper there is everything, whatever the screen shows, and no controls; without scripts the page can be read.
"use strict";
const path = require("path");
const { check, same } = require("./check");
const { ident } = require("./map");
const { ask } = require("./search");

// Elements that take no place.
const unseen = (page, selector) =>
  page.$$eval(selector, (all) => all.filter((one) => one.getClientRects().length === 0).map((one) => one.id || one.className));
const seen = (page, selector) =>
  page.$$eval(selector, (all) => all.filter((one) => one.getClientRects().length > 0).map((one) => one.id || one.tagName));

async function print(page, map, work) {
  await page.keyboard.press("d");
  await ask(page, map.registers[0].name);
  await page.pdf({ path: path.join(work, "page.pdf"), format: "A4" });
  await page.emulateMedia({ media: "print" });
  same(await unseen(page, "main .entry, main h1, main h2, main tbody tr, main .bits"), [], "not printed");
  same(await seen(page, "nav, button, input, select, .decoder, .value"), [], "controls on paper");
  const rows = await page.$$eval("section.register tbody tr", (all) => all.length);
  same(rows, map.registers.reduce((sum, r) => sum + r.fields.length, 0), "printed fields");
  await page.emulateMedia({ media: "screen" });
  await ask(page, "");
}

async function withoutScripts(browser, url, map) {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url);
  for (const register of [map.registers[0], map.registers.at(-1)]) {
    const row = page.locator(`[id='${ident(register)}.${register.fields[0].name}']`);
    check(await row.isVisible(), `${register.name} cannot be read without scripts`);
  }
  check(!await page.locator("#ui-search").isVisible(), "a search that does not work is not shown");
  await page.close();
}

module.exports = { print, withoutScripts };
