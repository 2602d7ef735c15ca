// Opens the page in headless Chromium: it says what the JSON says, and search, links, decoder, keys, themes, paper and
// small screens work.
//
// Arguments: the page, the JSON, a directory for the screenshots. CHROMIUM names the browser; without it, it is looked for
// in PATH. playwright-core is found through NODE_PATH.
"use strict";
const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");
const { check } = require("./html/check");
const { read } = require("./html/map");
const { contents } = require("./html/contents");
const { search } = require("./html/search");
const { links } = require("./html/links");
const { decoder } = require("./html/decoder");
const { themes, withoutStorage } = require("./html/themes");
const { print, withoutScripts } = require("./html/paper");
const { keyboard, names, narrow } = require("./html/keyboard");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

function browserPath() {
  const places = process.env.PATH.split(path.delimiter).map((folder) => path.join(folder, "chromium"));
  return process.env.CHROMIUM || places.find((file) => fs.existsSync(file));
}

async function onScreen(page, map, url, work) {
  const shot = (name) => page.screenshot({ path: path.join(work, `${name}.png`) });
  await page.goto(url);
  check((await page.content()).includes(map.fingerprint), "the page carries the fingerprint");
  await shot("top");
  await links(page, map, url);
  await shot("field");
  await keyboard(page, map);
  await names(page);
  await search(page, map);
  await decoder(page, map);
  await print(page, map, work);
  await themes(page);
  await shot("dark");
  await narrow(page, map);
  await shot("narrow");
  await contents(page, map);
}

async function main(file, json, work) {
  const map = read(json);
  const url = "file://" + path.resolve(file);
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const trouble = [];
    page.on("pageerror", (error) => trouble.push(String(error)));
    page.on("console", (message) => trouble.push(message.text()));
    page.on("request", (request) => { if (!request.url().startsWith("file:")) trouble.push(request.url()); });
    await onScreen(page, map, url, work);
    await withoutStorage(browser, url, trouble);
    await withoutScripts(browser, url, map);
    check(trouble.length === 0, `errors or requests: ${trouble}`);
    console.log(`html (Chromium ${browser.version()}): ${map.registers.length} registers: contents, links, search, decoder, keys, themes, paper`);
  } finally {
    await browser.close();
  }
}

main(...process.argv.slice(2)).catch((error) => { console.error(error); process.exit(1); });
