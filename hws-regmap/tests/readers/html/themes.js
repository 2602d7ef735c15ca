// The theme: that of the system, or a chosen one, which is kept; also where a browser denies storage.
"use strict";
const { same } = require("./check");

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const button = (page) => page.textContent("#ui-theme");
const state = async (page) => [await button(page), await paper(page)];

// A busy machine's browser may still show what was before: the last look, after some seconds, decides.
async function looks(page, expected, text) {
  for (let tries = 0; tries < 100 && JSON.stringify(await state(page)) !== JSON.stringify(expected); tries++) {
    await page.waitForTimeout(100);
  }
  same(await state(page), expected, text);
}

async function themes(page) {
  const light = await paper(page);
  same(await button(page), "Theme: auto", "the theme at first");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light)
    .catch(() => { throw new Error("the page does not follow the system's dark theme"); });
  const dark = await paper(page);
  await page.keyboard.press("t");
  await looks(page, ["Theme: light", light], "the light theme on a dark system");
  await page.reload({ timeout: 120000 });
  await looks(page, ["Theme: light", light], "the theme after a reload");
  await page.emulateMedia({ colorScheme: "light" });
  await page.click("#ui-theme");
  await looks(page, ["Theme: dark", dark], "the dark theme");
}

// Opera and hardened browsers throw instead of returning no storage.
async function withoutStorage(browser, url, trouble) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => trouble.push(String(error)));
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); },
  }));
  await page.goto(url);
  await page.keyboard.press("t");
  same(await button(page), "Theme: light", "the theme without storage");
  await page.close();
}

module.exports = { themes, withoutStorage };
