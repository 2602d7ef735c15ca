// Opens the page of a sweep in headless Chromium, without a network, and operates it as a user would.
//
// page.js check GRID STUCK           checks the page of a grid of 2 by 3 combinations with 3 seeds, and one whose runs did not drain
// page.js shoot PAGE TARGET          writes a screenshot
"use strict";
const { check, open: openPage, run, screenshot, settled } = require("../../../hws-page/tests/browser.js");

const isReady = () => window.hwsSweep?.theme !== undefined;
const open = (browser, file, fragment = "", options = {}) => openPage(browser, file, { fragment, options, isReady });
const shown = (page) => page.evaluate(() => window.hwsSweep.shown.length);
const rows = (page) => page.locator("#table tbody tr").count();

async function overview(browser, file) {
  const { page, done } = await open(browser, file);
  check(await rows(page) === 6 && await page.locator("#effects figure").count() === 2, "six combinations of two settings");
  const texts = await page.evaluate(() => document.getElementById("summary").textContent);
  check(texts.includes("18 runs: 6 combinations") && texts.includes("Best: "), `the summary is ${texts}`);
  // The page computes the effects of a selection; of all runs they are those that came with it.
  const apart = await page.evaluate(() => {
    const { model, measure } = window.hwsSweep, own = model.effects(measure, model.all), again = model.effects(measure, [...model.all]);
    return Math.max(...own.map((effect, i) => Math.abs(effect.spread.mean - again[i].spread.mean) + Math.abs(effect.spread.half - again[i].spread.half)));
  });
  check(apart < 0.01, `effects of the page differ by ${apart} from those of all runs`);
  await done();
}

async function filters(browser, file) {
  const { page, done } = await open(browser, file);
  const box = await page.locator("#parallel").boundingBox();
  // The upper end of the first axis: the last of its values.
  await page.mouse.move(box.x + 46, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 46, box.y + 60, { steps: 3 });
  await page.mouse.up();
  await settled(page);
  const some = await shown(page);
  check(some > 0 && some < 6 && await rows(page) === some, `a filter leaves ${some} of 6`);
  check((await page.evaluate(() => location.hash)).includes("in."), "the filter is not in the address");
  await page.keyboard.press("Escape");
  await settled(page);
  check(await shown(page) === 6, "Escape does not remove the filter");
  await page.keyboard.press("p");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await settled(page);
  check(await shown(page) < 6, "the keys do not filter");
  await page.keyboard.press("Delete");
  await settled(page);
  check(await shown(page) === 6, "Delete does not remove the filter");
  await done();
}

async function selects(browser, file) {
  const { page, done } = await open(browser, file);
  await page.locator("#table tbody tr").nth(2).click();
  check(await page.locator("#table tr.selected").count() === 1, "a click does not select a row");
  await page.locator("#parallel").focus();
  await page.keyboard.press(".");
  check(await page.locator("#table tr.selected").count() === 1, "the next one is not selected");
  const first = await page.evaluate(() => window.hwsSweep.measure.name);
  await page.keyboard.press("m");
  check(await page.evaluate(() => window.hwsSweep.measure.name) !== first, "m does not choose another metric");
  await page.locator("#boxes-choice select").selectOption("0");
  await page.locator("#scatter-choice select").last().selectOption("differences");
  await settled(page);
  check((await page.locator("#scatter-note").textContent()).includes("same seed"), "differences are not explained");
  await done();
}

async function themes(browser, file) {
  const colour = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const { page, done } = await open(browser, file);
  const light = await colour(page);
  await page.keyboard.press("t");
  await settled(page);
  check(await colour(page) !== light && (await page.evaluate(() => location.hash)).includes("theme=dark"), "t does not change the theme");
  await done();
  const narrow = await open(browser, file, "#theme=dark&s=1&points=runs", { viewport: { width: 500, height: 800 } });
  check(await narrow.page.locator("#table tr.selected").count() === 1, "the address is not read");
  await narrow.done();
}

async function stuck(browser, file) {
  const { page, done } = await open(browser, file);
  check((await page.locator("#summary").textContent()).includes("did not drain"), "a run that did not drain is not named");
  await page.keyboard.press("m");
  await page.keyboard.press(".");
  await page.keyboard.press("t");
  await done();
}

async function checkPages(browser, grid, undrained) {
  for (const part of [overview, filters, selects, themes]) await part(browser, grid);
  await stuck(browser, undrained);
  console.log("the page of a sweep filters, selects, and shows what did not drain");
}

async function shoot(browser, file, target) {
  // Narrow, and as high as the pictures of the main effects.
  await screenshot(browser, file, target, { viewport: { width: 1100, height: 1060 }, isReady });
}

run({ check: checkPages, shoot });
