// The JSON export as the page has to show it.
"use strict";
const fs = require("fs");

// Numbers beyond 2^53 become text, which BigInt reads exactly.
function read(path) {
  const text = fs.readFileSync(path, "utf8").replace(/([:[,]\s*)(\d{16,})(?=\s*[,\]}])/g, '$1"$2"');
  return JSON.parse(text);
}

const ident = (register) => register.name.replaceAll("[]", "").replaceAll(".", "_");

const hex = (value, digits = 1) => "0x" + BigInt(value).toString(16).padStart(digits, "0");

const bits = (field) => field.width === 1 ? `${field.lsb}` : `${field.lsb + field.width - 1}:${field.lsb}`;

const greatest = (field) => (1n << BigInt(field.width)) - 1n;

function reset(field, register) {
  if (field.reset === null) return "unknown";
  const { base, step } = field.reset;
  return step && register.dims.some((dim) => dim.count > 1) ? `${base} + ${step} × index` : hex(base ?? field.reset);
}

function legal({ pulse, legal: rule }) {
  if (pulse) return "writing 1 acts; reads 0";
  if (!rule) return "any";
  if (rule.enum) return rule.enum + (rule.open ? ", or any other" : "");
  return rule.multiple_of ? `multiples of ${rule.multiple_of}` : `${rule.min} to ${rule.max}`;
}

function isLegal({ legal: rule }, value) {
  if (!rule) return true;
  if (rule.enum) return rule.open || rule.values.some((one) => BigInt(one.value) === value);
  if (rule.multiple_of) return value % BigInt(rule.multiple_of) === 0n;
  return value >= BigInt(rule.min) && value <= BigInt(rule.max);
}

// A value that may be written: the greatest below 256 that is legal, or else the least.
function legalValue(field) {
  const { min, values } = field.legal ?? {};
  const least = BigInt(values?.[0].value ?? min ?? 0);
  if (least > 255n) return least;
  for (let value = greatest(field) < 255n ? greatest(field) : 255n; value >= 0n; value -= 1n) {
    if (isLegal(field, value)) return value;
  }
  throw new Error(`no value of ${field.name} is legal`);
}

// The constant of C, without its suffix.
function inC(map, register) {
  const prefix = `${map.name}_`.toUpperCase();
  const name = ident(register).toUpperCase();
  return name.startsWith(prefix) ? name : prefix + name;
}

// `RS[].FLAGS` with the last index of each dimension.
function lastElement(register) {
  const indices = register.dims.map((dim) => dim.count - 1);
  const offset = register.dims.reduce((sum, dim, place) => sum + dim.stride * indices[place], register.offset);
  const rest = [...indices];
  return { indices, offset, name: register.name.replaceAll("[]", () => `[${rest.shift()}]`) };
}

module.exports = { read, ident, hex, bits, greatest, reset, legal, isLegal, legalValue, inC, lastElement };
