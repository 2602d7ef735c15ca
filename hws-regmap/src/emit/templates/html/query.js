// What a query finds. Every word has to match: an address its array element, a name the names of an entry, any other text
// what the entry says.

const SUFFIX = /_(write_mask|pulse_mask|mask|shift|width|resets|reset_known|reset|offset|bytes|count|stride|at|addr|fields)(_\d)?$/;

function readQuery(text) {
  return text.trim().toLowerCase().split(/\s+/).filter(Boolean).map((word) => ({
    text: word,
    name: canonical(word),
    indices: [...word.matchAll(/[[(,](\d+)/g)].map((match) => BigInt(match[1])),
    address: /^0x[0-9a-f_]+$/.test(word) ? readNumber(word) : null,
  }));
}

// A constant of C without the end that is not part of the map's name: `HWS_CTRL_ENABLE_MASK`. A field WRITE or PULSE has an
// underscore there, because every register has a WRITE_MASK and a PULSE_MASK.
const withoutSuffix = (word) =>
  ({ ...word, name: word.name.replace(SUFFIX, "").replace(/(^|_)(write|pulse)_$/, "$1$2") });

const hasElement = (entry, indices) =>
  indices.length <= entry.dims.length && indices.every((index, place) => index < entry.dims[place].count);

function matchesWord(entry, word) {
  if (word.address !== null) return indicesOf(entry, word.address) !== null;
  const { all, text } = indexOf(entry);
  if (word.name && all.includes(word.name)) return hasElement(entry, word.indices);
  return text.includes(word.text);
}

const found = (words) => entries.filter((entry) => words.every((word) => matchesWord(entry, word)));

// The words as they were understood, and the entries.
function find(text) {
  const words = readQuery(text);
  const exact = found(words);
  if (exact.length) return { words, list: exact };
  const shorter = words.map(withoutSuffix);
  return { words: shorter, list: found(shorter) };
}

// The fields that a word names, unless it already names their register.
function fieldsFound(entry, words) {
  const { own, fields } = indexOf(entry);
  const names = words.filter((word) => word.name && word.address === null && !own.includes(word.name));
  return fields.filter((field) => names.some((word) => field.names.includes(word.name)));
}

// The entry or field that has exactly this name; null if none has.
function named(word, list = entries) {
  if (!word?.name) return null;
  for (const entry of list) {
    const { own, fields } = indexOf(entry);
    if (!hasElement(entry, word.indices)) continue;
    if (own.includes(` ${word.name} `)) return entry.element;
    const field = fields.find(({ names }) => names.includes(` ${word.name} `));
    if (field) return rowOf(field.id);
  }
  return null;
}
