// The parts of side panels.

import { el } from "./elements.mjs";
import { grouped } from "./numbers.mjs";

// mark: a swatch before the title, or null.
export const panelHead = (title, mark = null, ...buttons) => el("div", { class: "head" }, mark, el("h2", null, title), ...buttons);

export const fitButton = (onclick) => el("button", { type: "button", title: "Fit (f)", onclick }, "Fit");

export const closeButton = (onclick) => el("button", { type: "button", "aria-label": "Close", title: "Close (Esc)", onclick }, "×");

// The rest of a list that is not shown in full; nothing when all of it is.
export const restOf = (count, what = "") => count > 0 ? el("p", { class: "dim" }, `and ${grouped(count)} more${what}`) : null;
