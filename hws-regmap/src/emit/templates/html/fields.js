// The fields of a register as its table has them, and what is legal in them.

const fieldsOf = (section) => [...section.querySelectorAll("tbody tr")].map(newField);

function newField(row) {
  const { msb, lsb, reset, step, min, max, multiple, named } = row.dataset;
  const number = (text) => text === undefined ? null : BigInt(text);
  return {
    row,
    name: row.id.slice(row.id.indexOf(".") + 1),
    lsb: BigInt(lsb),
    width: msb - lsb + 1,
    reset: number(reset),
    step: number(step) ?? 0n,
    range: min === undefined ? null : [BigInt(min), BigInt(max)],
    multiple: number(multiple),
    closed: named === "closed",
    values: [...row.querySelectorAll(".values li")].map((item) => ({ item, value: BigInt(item.dataset.value), name: item.dataset.name })),
  };
}

const maskOf = (field) => ones(field.width) << field.lsb;

const valueIn = (field, word) => (word >> field.lsb) & ones(field.width);

const withValue = (field, word, value) => (word & ~maskOf(field)) | (value << field.lsb);

const nameOfValue = (field, value) => field.values.find((one) => one.value === value)?.name;

// A number, or the name of a value; null for anything else.
function readValue(field, text) {
  const name = text.trim().toLowerCase();
  return field.values.find((one) => one.name.toLowerCase() === name)?.value ?? readNumber(text);
}

// What is wrong with a value; empty if it is legal.
function troubleWith(field, value) {
  if (field.closed && nameOfValue(field, value) === undefined) return `${value} has no name`;
  if (field.range && (value < field.range[0] || value > field.range[1])) return `legal: ${field.range.join(" to ")}`;
  if (field.multiple && value % field.multiple !== 0n) return `legal: multiples of ${field.multiple}`;
  return "";
}

// The reset value of an element; bits that reset does not determine are 0.
const resetOf = (fields, element) =>
  fields.reduce((word, field) => withValue(field, word, (field.reset ?? 0n) + field.step * element), 0n);

// Which fields may not have these values together; empty if the combination is legal.
function troubleTogether(section, fields, word) {
  const together = section.querySelector(".together");
  if (!together) return "";
  const names = together.dataset.fields.split(" ");
  const values = names.map((name) => valueIn(fields.find((field) => field.name === name), word)).join(" ");
  return together.dataset.tuples.split(",").includes(values) ? "" : `${names.join(", ")}: not legal together`;
}
