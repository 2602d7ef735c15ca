// The theme: that of the system, or a chosen one, which is kept; also where a browser denies storage.
"use strict";
const { check, same } = require("./check");

const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const button = (page) => page.textContent("#ui-theme");

async function themes(page) {
  const light = await paper(page);
  same(await button(page), "Theme: auto", "the theme at first");
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await paper(page);
  check(dark !== light, "the page follows the system's dark theme");
  await page.keyboard.press("t");
  same([await button(page), await paper(page)], ["Theme: light", light], "the light theme on a dark system");
  await page.reload();
  same([await button(page), await paper(page)], ["Theme: light", light], "the theme after a reload");
  await page.emulateMedia({ colorScheme: "light" });
  await page.click("#ui-theme");
  same([await button(page), await paper(page)], ["Theme: dark", dark], "the dark theme");
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
