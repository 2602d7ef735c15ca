// The page says what the JSON says: registers, fields, memories, parameters, shared enums; and its links lead somewhere.
"use strict";
const { check, same } = require("./check");
const { ident, hex, bits, reset, legal } = require("./map");

async function contents(page, map) {
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await anchors(page, map);
  await registers(page, map);
  await fields(page, map);
  await notes(page, map);
  await others(page, map);
  await pictures(page, map);
}

// Every register and field has its anchor, and every link a target.
async function anchors(page, map) {
  const wanted = map.registers.flatMap((r) => [ident(r), ...r.fields.map((f) => `${ident(r)}.${f.name}`)]);
  same(await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), wanted), [], "no anchors");
  const dead = await page.$$eval("a[href^='#']", (all) =>
    all.map((a) => decodeURIComponent(a.hash.slice(1))).filter((id) => !document.getElementById(id)));
  same(dead, [], "links to nowhere");
  const twice = await page.$$eval("[id]", (all) => all.map((one) => one.id).filter((id, i, ids) => ids.indexOf(id) !== i));
  same(twice, [], "ids that are not unique");
}

async function registers(page, map) {
  const found = await page.$$eval("section.register", (all) => all.map((s) => [
    s.id, s.querySelector("h3").textContent, s.dataset.offset, s.dataset.width, s.dataset.dims,
    [...s.querySelectorAll(".head a.tag")].map((tag) => tag.textContent).join(", "),
    s.querySelector(".facts div:nth-child(1) dd").textContent.split(" ")[0],
  ]));
  const digits = (r) => r.width / 4;
  const word = (r) => Array.isArray(r.reset) ? "by" : BigInt(r.reset_mask) === 0n ? "unknown" : hex(r.reset, digits(r));
  same(found, map.registers.map((r) => [
    ident(r), r.name, String(r.offset), String(r.width), r.dims.map((d) => `${d.count}x${d.stride}`).join(" "),
    r.access + (r.queued ? ", cmd" : ""), word(r),
  ]), "registers");
}

async function fields(page, map) {
  const found = await page.$$eval("section.register tbody tr", (all) =>
    all.map((row) => [row.id, ...[...row.cells].slice(0, 5).map((cell) => cell.textContent.trim())]));
  const expected = map.registers.flatMap((r) => [...r.fields].reverse().map((f) =>
    [`${ident(r)}.${f.name}`, bits(f), f.name, f.access, reset(f, r), legal(f)]));
  found.forEach((row, place) => same(row, expected[place], "a field"));
  same(found.length, expected.length, "the number of fields");
}

// What a field or register says beside its columns, with links.
async function notes(page, map) {
  const has = (id, text, link) => page.evaluate(([at, words, target]) => {
    const element = document.getElementById(at);
    const links = [...element.querySelectorAll("a")].map((a) => a.hash.slice(1));
    return element.textContent.includes(words) && (!target || links.includes(target));
  }, [id, text, link]);
  const must = async (id, text, link) => check(await has(id, text, link), `${id} does not say ${text} (link ${link})`);
  for (const r of map.registers) {
    const id = ident(r);
    const to = (name) => ident({ name });
    if (r.alias_of) await must(id, "Alias of", to(r.alias_of));
    if (r.alias_of) await must(to(r.alias_of), "Also at", id);
    if (r.hdl_path) await must(id, r.hdl_path);
    if (r.spec) await must(id, r.spec);
    if (r.skip_tests.length) await must(id, `automatic tests${r.skip_tests.join(", ")}`);
    if (r.interrupt?.enable) { await must(id, "Enabled by", to(r.interrupt.enable)); await must(to(r.interrupt.enable), "Status in", id); }
    if (r.interrupt?.test) { await must(id, "Tested by", to(r.interrupt.test)); await must(to(r.interrupt.test), "Status in", id); }
    for (const f of r.fields) await fieldNotes(must, id, f, to);
  }
}

async function fieldNotes(must, register, field, to) {
  const id = `${register}.${field.name}`;
  if (field.counter) await must(id, `Counts ${field.counter.direction.replace("_", " and ")}`);
  if (field.hdl_path) await must(id, field.hdl_path);
  for (const guard of field.access === "RO" ? [] : field.guards) {
    await must(id, `while ${guard.register}.${guard.field} is ${guard.opens_at}`, `${to(guard.register)}.${guard.field}`);
  }
  const shared = field.legal?.enum && await must(id, field.legal.enum);
  for (const value of field.legal?.values ?? []) await must(id, `${value.value} ${value.name}`, shared);
}

async function others(page, map) {
  const text = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.replace(/\s+/g, " ").trim()));
  const memories = await text("section.memory");
  same(memories.length, map.memories.length, "memories");
  map.memories.forEach((m, place) => [m.name, hex(m.offset).slice(2), hex(m.offset + m.bytes - 1).slice(2), m.access,
    `${m.bytes * 8 / m.width} of ${m.width} bits`, m.description, m.hdl_path ?? ""].forEach((part) =>
    check(memories[place].includes(part), `the memory ${m.name} does not say ${part}`)));
  const parameters = await text("tr.parameter");
  same(parameters.length, map.parameters.length, "parameters");
  map.parameters.forEach((p, place) => [p.name, String(p.value), p.unit, p.description, p.spec].forEach((part) =>
    check(parameters[place].includes(part.trim()), `the parameter ${p.name} does not say ${part}`)));
  same(await page.$$eval("section.enum h3", (all) => all.map((h) => h.textContent)), map.enums.map((e) => e.enum), "shared enums");
  const linked = await page.$$eval("section.register td a[href^='#enum-']", (all) => all.length);
  const shared = new Set(map.enums.map((e) => e.enum));
  same(linked, map.registers.flatMap((r) => r.fields).filter((f) => shared.has(f.legal?.enum)).length, "links to shared enums");
}

// Each picture has every bit of its register once, 32 in a line.
async function pictures(page, map) {
  const found = await page.$$eval("section.register", (all) => all.map((s) => [...s.querySelectorAll(".bits")].map((line) =>
    [...line.children].flatMap(({ dataset: { msb, lsb = msb } }) =>
      Array.from({ length: msb - lsb + 1 }, (_, place) => msb - place)).join())));
  const line = (width, low) => Array.from({ length: width }, (_, place) => low + width - 1 - place).join();
  same(found, map.registers.map((r) => r.width === 64 ? [line(32, 32), line(32, 0)] : [line(r.width, 0)]), "pictures");
}

module.exports = { contents };
