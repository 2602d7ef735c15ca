// A fragment shows its target, on a page that is opened with it, and also while a search hides it.
"use strict";
const { check } = require("./check");
const { ident, lastElement } = require("./map");
const { ask } = require("./search");

async function inView(page, id, text) {
  const isThere = (name) => {
    const box = document.getElementById(name)?.getBoundingClientRect();
    return Boolean(box) && box.height > 0 && box.top >= 0 && box.top < innerHeight;
  };
  await page.waitForFunction(isThere, id, { timeout: 10000 }).catch(() => { throw new Error(`${id} is not in view: ${text}`); });
}

async function links(page, map, url) {
  const registers = [map.registers.at(-1), map.registers[2] ?? map.registers[0]];
  for (const register of registers) await opened(page, register, url);
  await whileSearching(page, map);
  await picture(page, map);
  await crossLink(page, map);
  await byName(page, map);
}

// In a page of its own: the target's table is not there yet when the page opens.
async function opened(page, register, url) {
  const field = `${ident(register)}.${register.fields[0].name}`;
  await page.goto("about:blank");
  await page.goto(`${url}#${field}`);
  await inView(page, field, "opened with its fragment");
  check(await page.$eval(".current", (one) => Boolean(one)), "the target is marked");
}

async function whileSearching(page, map) {
  // Each once: a fragment that the page already has does not change the fragment.
  for (const register of new Set([map.registers[1] ?? map.registers[0], map.registers.at(-2) ?? map.registers[0]])) {
    const field = `${ident(register)}.${register.fields.at(-1).name}`;
    await ask(page, "no such register");
    await page.evaluate((hash) => { location.hash = hash; }, field);
    await inView(page, field, "a search hides everything");
  }
  for (const id of await page.$$eval("h2[id], .group[id]", (all) => all.map((one) => one.id))) {
    await ask(page, "no such register");
    await page.evaluate((hash) => { location.hash = hash; }, id);
    await inView(page, id, "a search hides everything");
  }
  await ask(page, "");
}

async function picture(page, map) {
  const register = map.registers.reduce((most, one) => one.fields.length > most.fields.length ? one : most);
  const id = `${ident(register)}.${register.fields.at(-1).name}`;
  await page.evaluate((hash) => { location.hash = hash; }, ident(register));
  await page.click(`.bits a[href='#${id}']`);
  await inView(page, id, "a click into the picture");
  check(await page.evaluate((name) => document.getElementById(name).matches(".current"), id), "the row is marked");
}

// A link to an address that the page already has brings its target back, too.
async function crossLink(page, map) {
  const register = map.registers.find((one) => one.alias_of) ?? map.registers[0];
  const target = ident({ name: register.alias_of ?? register.name });
  for (const round of [1, 2]) {
    const { shown } = await ask(page, `${register.name}${register.alias_of ? " alias" : ""}`);
    check(register.alias_of ? !shown.includes(target) : true, "the search hides the target");
    await page.click(`[id='${ident(register)}'] a[href='#${target}']`);
    await inView(page, target, `a link, round ${round}`);
  }
  await ask(page, "");
}

// Any name is a fragment.
async function byName(page, map) {
  for (const register of map.registers.filter((one) => one.dims.length).slice(0, 3)) {
    await page.evaluate((hash) => { location.hash = hash; }, lastElement(register).name);
    await inView(page, ident(register), "a name as the fragment");
  }
}

module.exports = { links, inView };
