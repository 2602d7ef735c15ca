// The value decoder of a register: a word and its fields, each of which can be changed.

const decoders = new Map();

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function toggleDecoder(section) {
  const opened = decoders.get(section);
  if (opened) closeDecoder(opened);
  else openDecoder(section);
  section.querySelector(".decode").setAttribute("aria-expanded", String(!opened));
}

function openDecoder(section) {
  fill(section);
  const entry = entryOf.get(section);
  const fields = fieldsOf(section);
  const decoder = { section, entry, fields, indices: entry.dims.map(() => 0n), word: resetOf(fields, 0n), added: [] };
  decoders.set(section, decoder);
  decoder.width = Number(section.dataset.width);
  addPanel(decoder);
  addColumn(decoder);
  refresh(decoder);
  decoder.input.focus();
  decoder.input.select();
}

function closeDecoder({ section, added, fields }) {
  for (const one of added) one.remove();
  for (const { item } of fields.flatMap((field) => field.values)) item.classList.remove("now");
  decoders.delete(section);
  section.querySelector(".decode").focus();
}

function addPanel(decoder) {
  const { section, entry } = decoder;
  decoder.input = element("input", { className: "word", spellcheck: false, autocomplete: "off" });
  decoder.also = element("output");
  decoder.place = element("output");
  decoder.trouble = element("p", { className: "trouble", role: "status" });
  const reset = element("button", { type: "button", textContent: "Reset value" });
  const panel = element("div", { className: "decoder" }, element("label", {}, "Value", decoder.input), decoder.also,
    ...entry.dims.map((dim, place) => elementInput(decoder, dim, place)), decoder.place, reset, decoder.trouble);
  decoder.input.addEventListener("input", () => changeWord(decoder));
  reset.addEventListener("click", () => setWord(decoder, resetOf(decoder.fields, flat(entry, decoder.indices))));
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", `Value of ${nameOf(entry)}`);
  section.querySelector(".facts").after(panel);
  decoder.added.push(panel);
}

// An index of the array; its element's reset value is shown when it changes.
function elementInput(decoder, { count }, place) {
  const { entry, indices, fields } = decoder;
  const input = element("input", { className: "element", type: "number", min: 0, max: String(count - 1n), value: "0" });
  input.addEventListener("input", () => {
    const index = readNumber(input.value);
    const isThere = index !== null && index < count;
    input.setAttribute("aria-invalid", String(!isThere));
    if (!isThere) return;
    indices[place] = index;
    setWord(decoder, resetOf(fields, flat(entry, indices)));
  });
  return element("label", {}, entry.dims.length === 1 ? "Index" : `Index ${place + 1}`, input);
}

function addColumn(decoder) {
  const head = element("th", { className: "value", scope: "col", textContent: "value" });
  decoder.section.querySelector("thead tr").cells[1].after(head);
  decoder.added.push(head);
  for (const field of decoder.fields) {
    const cell = element("td", { className: "value" });
    addControls(decoder, field, cell);
    field.row.cells[1].after(cell);
    decoder.added.push(cell);
  }
}

function addControls(decoder, field, cell) {
  const isFlag = field.width === 1 && !field.values.length;
  field.input = element("input", isFlag ? { type: "checkbox" } : { spellcheck: false, autocomplete: "off" });
  field.input.setAttribute("aria-label", `Value of ${field.name}`);
  field.trouble = element("span", { className: "trouble" });
  field.input.addEventListener("input", () => changeField(decoder, field, isFlag ? String(Number(field.input.checked)) : field.input.value));
  cell.append(field.input, " ");
  if (field.values.length) cell.append(addChoice(decoder, field));
  cell.append(field.trouble);
}

function addChoice(decoder, field) {
  const options = field.values.map(({ value, name }) => new Option(name, String(value)));
  field.choice = element("select", {}, new Option("no name", ""), ...options);
  field.choice.options[0].disabled = true;
  field.choice.setAttribute("aria-label", `Named value of ${field.name}`);
  field.choice.addEventListener("input", () => changeField(decoder, field, field.choice.value));
  return field.choice;
}

function changeWord(decoder) {
  const word = readNumber(decoder.input.value);
  const fits = word !== null && word <= ones(decoder.width);
  const text = word === null ? "not a number: write 0x before hexadecimal digits" : `more than ${decoder.width} bits`;
  decoder.input.setAttribute("aria-invalid", String(!fits));
  if (fits) setWord(decoder, word, decoder.input);
  else decoder.trouble.textContent = text;
}

function changeField(decoder, field, text) {
  const value = readValue(field, text);
  const fits = value !== null && value <= ones(field.width);
  if (fits) { setWord(decoder, withValue(field, decoder.word, value), field.input); return; }
  field.input.setAttribute("aria-invalid", "true");
  field.trouble.textContent = value === null ? "not a value" : `more than ${field.width} bits`;
}

function setWord(decoder, word, typed = null) {
  decoder.word = word;
  refresh(decoder, typed);
}

// What the reader is typing into stays as it is.
function refresh(decoder, typed = null) {
  const { section, entry, fields, word, width } = decoder;
  if (typed !== decoder.input) decoder.input.value = hex(word, width / 4);
  decoder.also.textContent = `= ${word} = 0b${word.toString(2)}`;
  decoder.place.textContent = placeText(entry, decoder.indices);
  for (const field of fields) refreshField(field, valueIn(field, word), typed);
  const outside = word & ~fields.reduce((mask, field) => mask | maskOf(field), 0n);
  const troubles = [outside && `${hex(outside)}: bits outside the fields`, troubleTogether(section, fields, word)];
  decoder.trouble.textContent = troubles.filter(Boolean).join("; ");
  decoder.input.setAttribute("aria-invalid", String(Boolean(decoder.trouble.textContent)));
}

function refreshField(field, value, typed) {
  const trouble = troubleWith(field, value);
  const isPlain = field.width < 8 || field.values.length || field.range || field.multiple;
  if (field.input.type === "checkbox") field.input.checked = value === 1n;
  else if (typed !== field.input) field.input.value = isPlain ? String(value) : hex(value);
  if (field.choice) field.choice.value = nameOfValue(field, value) === undefined ? "" : String(value);
  for (const one of field.values) one.item.classList.toggle("now", one.value === value);
  field.input.setAttribute("aria-invalid", String(trouble !== ""));
  field.trouble.textContent = trouble;
}
