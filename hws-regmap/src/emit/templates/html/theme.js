"use strict";
// The theme: that of the system until the reader chooses one. A browser may deny storage to a page from a disk; a
// choice then lasts as long as the page. This runs before the body is shown, so that no other theme flashes up.
const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "hws-regmap.theme";

function keptTheme() {
  try { return localStorage.getItem(THEME_KEY); } catch { return null; }
}

function keepTheme(name) {
  try { localStorage.setItem(THEME_KEY, name); } catch { /* It is not kept. */ }
}

function applyTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

function theme() { return document.documentElement.dataset.theme ?? "auto"; }

function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  applyTheme(next);
  keepTheme(next);
}

applyTheme(THEMES.includes(keptTheme()) ? keptTheme() : "auto");
document.documentElement.classList.add("scripted");
