// Search: by the name of a register, element or field, by the name in C, by address, by value; and nothing for nonsense.
"use strict";
const { check, same } = require("./check");
const { ident, inC, lastElement } = require("./map");

// Types the query; what it shows, what it marks and what it says.
const ask = (page, text) => page.evaluate((query) => {
  const input = document.getElementById("ui-search");
  input.value = query;
  input.dispatchEvent(new Event("input"));
  const ids = (selector) => [...document.querySelectorAll(selector)].map((one) => one.id);
  return {
    shown: ids(".entry:not(.out), tr.parameter:not(.out)"),
    marked: ids("tr.hit"),
    contents: [...document.querySelectorAll("#ui-list li:not(.out) > a")].map((a) => a.hash.slice(1)),
    hint: document.getElementById("ui-hint").textContent,
  };
}, text);

async function search(page, map) {
  const all = (await ask(page, "")).shown;
  for (const register of map.registers) {
    await names(page, map, register);
    await address(page, register);
  }
  await values(page, map);
  await others(page, map);
  await nothing(page, all);
  await enter(page, map);
}

async function names(page, map, register) {
  const id = ident(register);
  const field = register.fields.at(-1);
  const row = `${id}.${field.name}`;
  const element = lastElement(register);
  // The constants of the register itself are called WRITE_MASK and PULSE_MASK.
  const symbol = /^(WRITE|PULSE)$/i.test(field.name) ? `${field.name}_` : field.name;
  const queries = [`${register.name}.${field.name}`, `${element.name}.${field.name}`, `${inC(map, register)}_${symbol}_MASK`,
    `${id}_${field.name}`.toLowerCase()];
  for (const query of queries) {
    const found = await ask(page, query);
    check(found.shown.includes(id) && found.contents.includes(id), `${query} does not find ${id} but ${found.shown}`);
    check(found.marked.includes(row) && found.contents.includes(row), `${query} does not mark ${row} but ${found.marked}`);
  }
  if (!element.indices.length) return;
  check((await ask(page, element.name)).hint.includes(`${element.name} at 0x`), `no place of ${element.name}`);
  const beyond = element.name.replace(/\[\d+\]/, `[${register.dims[0].count}]`);
  check(!(await ask(page, beyond)).shown.includes(id), `${beyond} is outside the array`);
}

async function address(page, register) {
  const { offset, name } = lastElement(register);
  const last = offset + register.width / 8 - 1;
  for (const query of [offset, last].map((byte) => `0x${byte.toString(16)}`)) {
    const found = await ask(page, query);
    same(found.shown, [ident(register)], query);
    if (register.dims.length) check(found.hint.includes(`${name} at`), `${query} is in ${name}: ${found.hint}`);
  }
}

async function values(page, map) {
  for (const register of map.registers) {
    for (const { legal } of register.fields.filter((field) => field.legal?.enum)) {
      const type = legal.enum.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
      for (const { name } of legal.values) {
        for (const query of [name, `${map.name}_${type}_${name}`]) {
          check((await ask(page, query)).shown.includes(ident(register)), `${query} does not find ${register.name}`);
        }
      }
    }
  }
}

async function others(page, map) {
  for (const { name } of map.parameters) {
    for (const query of [name, `${map.name}_PARAM_${name}`]) {
      check((await ask(page, query)).shown.includes(`parameter-${name}`), `${query} does not find the parameter`);
    }
  }
  for (const memory of map.memories) {
    const inside = `0x${(memory.offset + memory.bytes - 1).toString(16)}`;
    same((await ask(page, inside)).shown, [`memory-${memory.name}`], inside);
    // Its name may be part of other names.
    check((await ask(page, memory.name)).shown.includes(`memory-${memory.name}`), memory.name);
  }
  for (const { enum: name } of map.enums) check((await ask(page, name)).shown.includes(`enum-${name}`), name);
}

async function nothing(page, all) {
  same((await ask(page, "no such register")).shown, [], "nonsense");
  same((await ask(page, "0xffffffffffffffff")).shown, [], "an address of nothing");
  await page.focus("#ui-search");
  await page.keyboard.press("Escape");
  same((await ask(page, "")).shown, all, "Escape brings all back");
}

// Enter goes to the register or field of exactly this name, wherever it is in the list.
async function enter(page, map) {
  const register = map.registers.at(-1);
  const field = register.fields[0].name;
  await page.keyboard.press("/");
  await page.keyboard.type(`${register.name}.${field}`.toLowerCase());
  await page.keyboard.press("Enter");
  await page.waitForFunction((hash) => location.hash === hash, `#${ident(register)}.${field}`);
  await ask(page, "");
}

module.exports = { search, ask };
