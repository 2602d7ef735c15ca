// Fragments of the address: an anchor of the page, or any name of a register or field. A search never hides the target.

const ENTRY = ".entry, tr.parameter";
let target = null;

function fragment(address) {
  try { return decodeURIComponent(address.slice(1)); } catch { return ""; }
}

function anchor(name) {
  const section = document.getElementById(name.split(".")[0]);
  if (section?.matches(".register")) fill(section);
  return document.getElementById(name);
}

const targetOf = (name) => name ? anchor(name) ?? named(readQuery(name)[0]) : null;

// Brings back what a search has hidden.
function reveal(element) {
  const entry = entryOf.get(element.closest(ENTRY));
  const page = pages.find(({ entries }) => entries.includes(entry) && entry.item);
  const hidden = [entry?.item, ...pages.filter(({ entries }) => entries.includes(entry)).map(({ element }) => element)];
  for (let outer = element; outer; outer = outer.parentElement) hidden.push(outer);
  for (const one of hidden) one?.classList.remove("out");
}

function mark(element) {
  for (const old of document.querySelectorAll(".current")) old.classList.remove("current");
  target = element;
  const entry = entryOf.get(element.closest(ENTRY));
  if (!entry) return;
  entry.element.classList.add("current");
  if (element.matches("tr")) element.classList.add("current");
  const link = byHash.get(entry.id);
  link?.classList.add("current");
  link?.scrollIntoView({ block: "nearest" });
}

function follow() {
  const name = fragment(location.hash);
  const element = targetOf(name);
  if (!element) return;
  reveal(element);
  mark(element);
  element.scrollIntoView();
}

function go(element) {
  if (location.hash === `#${element.id}`) element.scrollIntoView();
  else location.hash = element.id;
}

const shown = () => entries.filter(({ element }) => element.matches(".entry:not(.out)"));

// That of the address: its event, which sets the target, comes later than a key that is pressed fast.
function currentEntry() {
  const element = targetOf(fragment(location.hash)) ?? target;
  return element && entryOf.get(element.closest(".entry"));
}

function step(direction) {
  const list = shown();
  const here = list.indexOf(currentEntry());
  const next = list[here < 0 ? 0 : Math.min(list.length - 1, Math.max(0, here + direction))];
  if (next) go(next.element);
}
