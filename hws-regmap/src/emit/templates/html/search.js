// Shows what a search found: the entries of the page and of the contents, and the fields that the words name.

const search = document.getElementById("ui-search");
const hint = document.getElementById("ui-hint");
const HELP = "<kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>d</kbd> decode <kbd>t</kbd> theme";
// More would not be read, and takes long.
const MOST_WITH_FIELDS = 60;
const MOST_FIELDS = 8;

const pages = [...document.querySelectorAll(".page")].map((element) => ({
  element,
  entries: entries.filter((entry) => element.contains(entry.element) || element.contains(entry.item ?? null)),
}));
const asides = [...document.querySelectorAll(".overview, .group")];
let answer = null;

function showResults() {
  answer = search.value.trim() ? find(search.value) : null;
  document.body.classList.toggle("searching", answer !== null);
  const list = new Set(answer?.list);
  const isOut = (entry) => answer !== null && !list.has(entry);
  for (const entry of entries) {
    entry.element.classList.toggle("out", isOut(entry));
    entry.item?.classList.toggle("out", isOut(entry));
  }
  for (const page of pages) page.element.classList.toggle("out", answer !== null && page.entries.every(isOut));
  for (const aside of asides) aside.classList.toggle("out", answer !== null);
  showFields();
  showHint();
  if (answer) scrollTo(0, 0);
  else target?.scrollIntoView();
}

function showFields() {
  for (const old of document.querySelectorAll("#ui-list .hits")) old.remove();
  for (const old of document.querySelectorAll("tr.hit")) old.classList.remove("hit");
  if (!answer || answer.list.length > MOST_WITH_FIELDS) return;
  for (const entry of answer.list) {
    const fields = fieldsFound(entry, answer.words);
    for (const { id } of fields) rowOf(id).classList.add("hit");
    if (entry.item && fields.length) entry.item.append(hits(fields.slice(0, MOST_FIELDS)));
  }
}

function hits(fields) {
  const list = document.createElement("ul");
  list.className = "hits";
  for (const { id, name } of fields) {
    const link = document.createElement("a");
    link.href = `#${id}`;
    link.append(span(name), span(rowOf(id).cells[0].textContent));
    list.append(document.createElement("li"));
    list.lastChild.append(link);
  }
  return list;
}

function span(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}

function showHint() {
  if (!answer) { hint.innerHTML = HELP; return; }
  const count = answer.list.length;
  hint.textContent = [count === 1 ? "1 result" : `${count} results`, ...elementsFound()].join("; ");
}

// The array elements that an address or an index of the query selects.
function elementsFound() {
  // Of many results, only those that have the name of the query.
  const isNamed = (entry) => answer.words.some((word) => word.name && indexOf(entry).own.includes(` ${word.name} `));
  const list = answer.list.length > 3 ? answer.list.filter(isNamed) : answer.list;
  return list.flatMap((entry) => answer.words.flatMap((word) => {
    const indices = word.address === null ? word.indices : indicesOf(entry, word.address);
    return entry.dims.length && indices.length === entry.dims.length ? [placeText(entry, indices)] : [];
  }));
}

function clearSearch() {
  search.value = "";
  showResults();
}

// Prepares the first search of a large map while the browser is idle.
function prepare(from = 0) {
  entries.slice(from, from + 50).forEach(indexOf);
  if (from < entries.length) whenIdle(() => prepare(from + 50));
}

// Where Enter goes: what has exactly this name, or else the first result.
const firstResult = () => answer && (named(answer.words[0], answer.list) ?? answer.list[0]?.element);
