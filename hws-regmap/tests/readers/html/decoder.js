// The value decoder: from a word to the fields, from the fields to a word; what is illegal is marked.
"use strict";
const { check, same } = require("./check");
const { ident, hex, greatest, isLegal, legalValue, lastElement } = require("./map");

// Types into inputs of the register and returns what the decoder shows.
const decode = (page, register, typed) => page.evaluate(([id, inputs]) => {
  const section = document.getElementById(id);
  if (!section.querySelector(".decoder")) section.querySelector(".decode").click();
  const row = (name) => document.getElementById(`${id}.${name}`);
  const control = ([kind, name]) => kind === "word" ? section.querySelector(".word") : kind === "index" ?
    section.querySelectorAll(".element")[name] : row(name).querySelector(kind === "choice" ? "select" : ".value input");
  for (const [kind, name, text] of inputs) {
    const input = control([kind, name]);
    if (input.type === "checkbox") input.checked = text === "1";
    else input.value = text;
    input.dispatchEvent(new Event("input"));
  }
  const field = (line) => {
    const [input, choice] = ["input", "select"].map((tag) => line.querySelector(`.value ${tag}`));
    return {
      value: input.type === "checkbox" ? String(Number(input.checked)) : /^\d/.test(input.value) ? String(BigInt(input.value)) : input.value,
      invalid: input.getAttribute("aria-invalid") === "true",
      trouble: line.querySelector(".trouble").textContent,
      name: choice?.selectedOptions[0].textContent,
      now: line.querySelector(".now")?.dataset.name,
    };
  };
  return {
    word: section.querySelector(".word").value,
    invalid: section.querySelector(".word").getAttribute("aria-invalid") === "true",
    trouble: section.querySelector(".decoder .trouble").textContent,
    place: section.querySelectorAll(".decoder output")[1].textContent,
    fields: Object.fromEntries([...section.querySelectorAll("tbody tr")].map((line) => [line.id.slice(id.length + 1), field(line)])),
  };
}, [ident(register), typed]);

async function decoder(page, map) {
  for (const register of map.registers) {
    await wordToFields(page, register);
    await fieldsToWord(page, register);
    await illegalText(page, register);
    if (register.dims.length) await elements(page, register);
    await page.evaluate((id) => document.getElementById(id).querySelector(".decode").click(), ident(register));
  }
  same(await page.$$eval(".decoder, td.value, .now", (all) => all.length), 0, "closed decoders");
}

// All ones, and alternating bits.
async function wordToFields(page, register) {
  const ones = (1n << BigInt(register.width)) - 1n;
  for (const word of [ones, ones / 3n]) {
    const found = await decode(page, register, [["word", null, hex(word)]]);
    for (const field of register.fields) {
      const value = (word >> BigInt(field.lsb)) & greatest(field);
      const shown = found.fields[field.name];
      const name = field.legal?.values?.find((one) => BigInt(one.value) === value)?.name;
      same([shown.value, shown.invalid, shown.trouble !== ""], [String(value), !isLegal(field, value), !isLegal(field, value)],
        `${register.name}.${field.name} of ${hex(word)}`);
      if (field.legal?.enum) same([shown.name, shown.now], [name ?? "no name", name], `the name of ${value} in ${register.name}.${field.name}`);
    }
    const outside = word & ~BigInt(register.field_mask);
    check(found.trouble.includes("outside the fields") === (outside !== 0n), `${register.name}: ${found.trouble}`);
    check(together(register, word) === !found.trouble.includes("not legal together"), `${register.name}: ${found.trouble}`);
  }
}

function together({ combinations, fields }, word) {
  if (!combinations) return true;
  const value = (name) => {
    const field = fields.find((one) => one.name === name);
    return (word >> BigInt(field.lsb)) & greatest(field);
  };
  const values = combinations.fields.map(value).join();
  return combinations.tuples.some((tuple) => tuple.join() === values);
}

async function fieldsToWord(page, register) {
  const typed = register.fields.map((field) => ["field", field.name, String(legalValue(field))]);
  const found = await decode(page, register, [["word", null, "0"], ...typed]);
  const word = register.fields.reduce((sum, field) => sum | legalValue(field) << BigInt(field.lsb), 0n);
  same(found.word, hex(word, register.width / 4), `the word of ${register.name}`);
  for (const field of register.fields.filter((one) => one.legal?.enum)) await named(page, register, field);
}

// The name of a value is a value, and can be chosen.
async function named(page, register, field) {
  for (const { name, value } of field.legal.values) {
    for (const typed of [["field", field.name, name.toLowerCase()], ["choice", field.name, String(value)]]) {
      const { word } = await decode(page, register, [["word", null, "0"], typed]);
      same(word, hex(BigInt(value) << BigInt(field.lsb), register.width / 4), `${register.name}.${field.name} = ${name}`);
    }
  }
}

// What is not a number or too wide is marked, and changes nothing.
async function illegalText(page, register) {
  const before = await decode(page, register, [["word", null, "0x1"]]);
  for (const text of ["", "12x", "-1", "0x1" + "0".repeat(register.width / 4)]) {
    const found = await decode(page, register, [["word", null, "0x1"], ["word", null, text]]);
    check(found.invalid && found.trouble !== "", `${register.name}: the word ${text} is not marked`);
    same(found.fields, before.fields, `${register.name}: the fields after ${text}`);
  }
  for (const text of ["1_0", "16'h1_0", "0b1_0"].slice(0, register.width > 8 ? 3 : 1)) {
    check(!(await decode(page, register, [["word", null, text]])).trouble.includes("number"), `${text} is a number`);
  }
}

// The reset value and the address of the last element.
async function elements(page, register) {
  const { indices, name, offset } = lastElement(register);
  const found = await decode(page, register, indices.map((index, place) => ["index", place, String(index)]));
  const reset = Array.isArray(register.reset) ? register.reset.at(-1) : register.reset;
  same(found.word, hex(reset, register.width / 4), `the reset of ${name}`);
  check(found.place.startsWith(`${name} at 0x`) && BigInt(found.place.split(" ")[2]) === BigInt(offset), found.place);
}

module.exports = { decoder };
