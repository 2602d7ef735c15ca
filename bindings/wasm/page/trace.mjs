// The trace of `hws replay` around the present.

import { el } from "../../../hws-page/src/shared/elements.mjs";
import { grouped } from "../../../hws-page/src/shared/numbers.mjs";

// {"c":17,"ev":"commit","launched":true} as its cycle, its event, and the rest as words.
export function lineOf(text) {
  const { c, ev, ...rest } = JSON.parse(text);
  const value = (key, item) => key.endsWith("mask") ? `0x${item.toString(16).padStart(8, "0")}` : `${item}`;
  return { cycle: c, event: ev, rest: Object.entries(rest).map(([key, item]) => `${key} ${value(key, item)}`).join("  ") };
}

export function fillTrace(section, view) {
  const lines = view.trace.map(lineOf), made = view.lines - view.first_line;
  const item = ({ cycle, event, rest }, place) => el("li", { class: place >= made ? "later" : cycle === view.cycle - 1 ? "now" : null },
    el("span", null, grouped(cycle)), el("span", null, event), el("span", null, rest));
  const box = el("div", { class: "lines" }, el("ol", null, ...lines.map(item)));
  section.replaceChildren(el("h2", null, `Trace: ${grouped(view.lines)} lines so far`), box);
  const last = box.querySelectorAll("li")[Math.max(0, made - 1)];
  if (last) box.scrollTop = last.offsetTop - box.offsetTop - box.clientHeight / 2;
}
