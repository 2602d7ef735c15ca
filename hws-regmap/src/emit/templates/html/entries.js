// What the page describes: registers, memories, shared enums, parameters; each with the words that a search compares.

const byHash = new Map([...document.querySelectorAll("#ui-list a")].map((link) => [link.hash.slice(1), link]));

const entries = [...document.querySelectorAll(".entry, tr.parameter")].map((element) => {
  const { offset, width, bytes, dims } = element.dataset;
  return {
    id: element.id,
    element,
    item: byHash.get(element.id)?.parentElement,
    offset: offset && BigInt(offset),
    bytes: BigInt(bytes ?? (width ?? 0) / 8),
    dims: readDims(dims),
    index: null,
  };
});
const entryOf = new Map(entries.map((entry) => [entry.element, entry]));

// "4x64 3x4": the counts and strides, outermost first.
function readDims(text) {
  const dims = (text ?? "").split(" ").filter(Boolean).map((dim) => dim.split("x").map(BigInt));
  return dims.map(([count, stride]) => ({ count, stride }));
}

// `RS[3].FLAGS` and `RS_FLAGS` are one name.
const canonical = (name) => name.toLowerCase().replace(/\[[^\]]*\]|\([^)]*\)/g, "").replaceAll(".", "_");

const nameOf = (entry) => entry.element.dataset.title ?? entry.id.replace(/^(parameter|enum)-/, "");

// The names of an entry, those of each field with its values, and everything that the entry says. It takes a moment in a
// large map, so it waits for the first search.
function indexOf(entry) {
  entry.index ??= newIndex(entry);
  return entry.index;
}

// From the markup, because the bodies of a large map are not elements yet.
function newIndex(entry) {
  const [head, ...rows] = entry.element.innerHTML.split('<tr id="');
  const own = [canonical(nameOf(entry)), canonical(entry.element.dataset.c ?? ""), ...valueNames(head)];
  const fields = rows.map((row) => newFieldIndex(row, own.slice(0, 2)));
  const names = spaced(own);
  return { own: names, fields, all: names + fields.map((field) => field.names).join(""), text: textOf(entry.element.innerHTML) };
}

function newFieldIndex(row, registers) {
  const id = row.slice(0, row.indexOf('"'));
  const name = id.slice(id.indexOf(".") + 1);
  const full = registers.map((register) => `${register}_${name.toLowerCase()}`);
  return { id, name, names: spaced([...full, ...valueNames(row)]) };
}

// The type of the values, and each value, as the map names them and as C does.
function valueNames(markup) {
  const type = /data-type="([^"]*)" data-c="([^"]*)"/.exec(markup);
  if (!type) return [];
  const values = [...markup.matchAll(/data-name="([^"]*)"/g)].map((match) => match[1]);
  return [type[1], type[2], ...values.flatMap((name) => [name, `${type[2]}_${name}`])].map(canonical);
}

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

// Cells and paragraphs are apart; a link in a sentence is not.
function textOf(markup) {
  const plain = markup.replace(/<\/?(a|code|span)\b[^>]*>/g, "").replace(/<[^>]*>/g, " ");
  return plain.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]).toLowerCase();
}

const spaced = (names) => ` ${names.join(" ")} `;
