// Opens the page of `hws coverage --html` in headless Chromium, without a network, and operates it as a user would.
//
// page.js check PAGE                 checks the page of the golden set
// page.js shoot PAGE LIGHT DARK      writes two screenshots
"use strict";
const { check, open: openPage, run, screenshot, settled } = require("../../../hws-page/tests/browser.js");

const isReady = () => window.hwsCoverage !== undefined && document.querySelectorAll("details.group").length > 0;
const open = (browser, file, fragment = "", options = {}) => openPage(browser, file, { fragment, options, isReady });
const count = (page, selector) => page.locator(selector).count();

async function lists(browser, file) {
  const { page, done } = await open(browser, file);
  const groups = await page.evaluate(() => window.hwsCoverage.data.groups.length);
  check(await count(page, "details.group") === groups, "a group is missing");
  check(await count(page, "details.group[open]") === 0, "a group is open");
  await page.click("#open");
  check(await count(page, "details.group[open]") === groups, "not every group is open");
  await page.click("#close");
  await page.click("#tab-files");
  const files = await page.evaluate(() => window.hwsCoverage.data.files.length);
  check(await count(page, "#view-files tbody tr") === Math.min(files, 100), "a file is missing");
  await page.click("#view-files th:nth-child(5) button");
  await done();
}

async function searches(browser, file) {
  const { page, done } = await open(browser, file);
  await page.keyboard.press("/");
  await page.keyboard.type("promotion.rule: RULE_TOP1");
  check(await count(page, "details.group[open]") === 1, "the search does not open what it finds");
  check(await count(page, "li") === 2, `${await count(page, "li")} bins for RULE_TOP1 and RULE_TOP1_FULL_VG`);
  check((await page.evaluate(() => location.hash)).includes("q=promotion"), "the search is not in the address");
  await page.keyboard.press("Escape");
  await page.locator("#search").blur();
  await page.keyboard.press("h");
  check(await count(page, "#holes:checked") === 1, "h does not show holes only");
  const holes = await page.evaluate(() => window.hwsCoverage.data.bins - window.hwsCoverage.data.covered);
  check((await page.locator("#found").textContent()).startsWith(String(holes)), "not every hole is shown");
  await page.keyboard.press("o");
  check(await count(page, "li.hit, li.excluded") === 0, "not only holes");
  await done();
}

async function themes(browser, file) {
  const colour = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const { page, done } = await open(browser, file);
  const light = await colour(page);
  await page.keyboard.press("t");
  await settled(page);
  check(await colour(page) !== light, "t does not change the theme");
  check((await page.evaluate(() => location.hash)).includes("theme=dark"), "the theme is not in the address");
  await done();
  const dark = await open(browser, file, "#theme=dark&q=launch&holes=1&view=files");
  check(await colour(dark.page) !== light && await count(dark.page, "#view-files:visible") === 1, "the address is not read");
  await dark.done();
}

async function checkPage(browser, file) {
  for (const part of [lists, searches, themes]) {
    await part(browser, file);
    console.log(`${part.name}: ok`);
  }
}

run({
  check: checkPage,
  shoot: async (browser, file, light, dark) => {
    await screenshot(browser, file, light, { fragment: "q=reservation", colorScheme: "light", isReady });
    await screenshot(browser, file, dark, { fragment: "q=reservation", colorScheme: "dark", isReady });
  },
});
