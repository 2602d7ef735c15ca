// Light and dark. The canvas takes its colours from the style sheet.

import { parse } from "./colour.mjs";

const NAMES = ["ink", "dim", "paper", "panel", "line", "accent", "field", "row", "faded", "hatch", "select", "halo", "trouble",
  "resident", "busy", "idle", "unusable", "owned"];

// Each colour as text, and as numbers in `rgb`.
export function themeColours() {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return { ...colours, rgb: Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, parse(colour)])) };
}

export const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

// null: the system's setting.
export function chooseTheme(name) {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}
