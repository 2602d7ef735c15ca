// Opens pages in headless Chromium, without a network: shared by the tests of all pages.
//
// CHROMIUM names the browser; playwright-core is found through NODE_PATH.
"use strict";
const path = require("path");
const { chromium } = require("playwright-core");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const SIZE = { width: 1440, height: 900 };

function check(condition, text) {
  if (!condition) throw new Error(text);
}

// Opens a page and waits until isReady() is true in it. `done` fails when the page logged anything, asked for anything
// on a network, or ran a name from its data as a script.
async function open(browser, file, { fragment = "", options = {}, isReady }) {
  const context = await browser.newContext({ viewport: SIZE, offline: true, colorScheme: "light", ...options });
  const page = await context.newPage();
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(error.stack ?? String(error)));
  page.on("console", (message) => trouble.push(message.text()));
  page.on("request", (request) => { if (!request.url().startsWith("file:")) trouble.push(request.url()); });
  await page.goto("file://" + path.resolve(file) + fragment);
  await page.waitForFunction(isReady).catch((error) => { throw new Error(`${error.message}\n${trouble.join("\n")}`); });
  const done = async () => {
    await settled(page);
    check(trouble.length === 0, `${file}: the page logged or fetched: ${trouble.join("\n")}`);
    check(await page.evaluate(() => window.harm === undefined), `${file}: a name was run as a script`);
    await context.close();
  };
  return { page, done };
}

// Waits for a few frames.
const settled = (page) => page.evaluate((count) => new Promise((resolve) => {
  const next = () => { if (count-- > 0) requestAnimationFrame(next); else resolve(); };
  next();
}), 3);

// The colour of a point of the picture: red, green, blue.
const pixel = (page, x, y) => page.evaluate(([x, y]) => {
  const canvas = document.getElementById("rows"), ratio = canvas.width / canvas.clientWidth;
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, -Math.floor(x * ratio), -Math.floor(y * ratio));
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}, [x, y]);

async function screenshot(browser, file, target, { fragment = "", colorScheme = "light", viewport = SIZE, isReady }) {
  const { page, done } = await open(browser, file, { fragment: fragment && `#${fragment}`, options: { colorScheme, viewport }, isReady });
  await settled(page);
  await page.screenshot({ path: target });
  await done();
}

// Runs the job named by the command line with a browser and the other arguments.
async function main(jobs) {
  const [job, ...rest] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "chromium", args: FLAGS });
  try {
    await jobs[job](browser, ...rest);
  } finally {
    await browser.close();
  }
}

const run = (jobs) => main(jobs).catch((error) => { console.error(error); process.exit(1); });

module.exports = { check, open, pixel, run, screenshot, settled };
