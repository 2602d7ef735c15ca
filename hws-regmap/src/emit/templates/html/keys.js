// Connects the page with the keyboard, the mouse and the address.

const themeButton = document.getElementById("ui-theme");
const contentsButton = document.getElementById("ui-contents");

function showTheme() { themeButton.textContent = `Theme: ${theme()}`; }

function changeTheme() {
  nextTheme();
  showTheme();
}

function showContents(isOpen) {
  contentsButton.closest("nav").classList.toggle("open", isOpen);
  contentsButton.setAttribute("aria-expanded", String(isOpen));
}

function decodeCurrent() {
  const section = (currentEntry() ?? shown().find(({ dims, element }) => element.matches(".register")))?.element;
  if (section?.matches(".register")) toggleDecoder(section);
}

const KEYS = { "/": () => { search.focus(); search.select(); }, j: () => step(1), k: () => step(-1), d: decodeCurrent, t: changeTheme };

function searchKey(event) {
  if (event.key === "Escape") { clearSearch(); search.blur(); }
  if (event.key === "Enter" && firstResult()) { search.blur(); go(firstResult()); }
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const decoder = event.target.closest?.(".decoder, td.value");
  if (event.target === search) searchKey(event);
  else if (decoder && event.key === "Escape") toggleDecoder(decoder.closest(".entry"));
  else if (!event.target.matches?.("input, select") && KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest(".decode");
  if (button) toggleDecoder(button.closest(".entry"));
  const link = event.target.closest("a[href^='#']");
  const element = link && targetOf(fragment(link.hash));
  if (element) reveal(element);
  if (link) showContents(false);
});

search.addEventListener("input", showResults);
themeButton.addEventListener("click", changeTheme);
contentsButton.addEventListener("click", () => showContents(!contentsButton.closest("nav").classList.contains("open")));
window.addEventListener("hashchange", follow);
showTheme();
// The reader may have typed before the page was complete.
showResults();
follow();
whenIdle(() => prepare());
