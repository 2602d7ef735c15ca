// Lists to choose from.

import { byId, el } from "../../../../hws-page/src/shared/elements.mjs";
import { POINT_KINDS } from "./points.mjs";

// A list of [value, title] with a name; hidden when there is nothing to choose.
function choice(name, options, value, act) {
  const list = el("select", { onchange: (event) => act(event.target.value) }, ...options.map(([own, title]) => el("option", { value: own, selected: own === value ? "" : null }, title)));
  return el("label", options.length > 1 ? null : { hidden: "" }, name, list);
}

const measuresOf = ({ measures }) => measures.map(({ name, title }) => [name, title]);

// What holds for the whole page.
export function fillChoices(page) {
  const { sections, model, measure } = page;
  byId("choices").replaceChildren(
    choice("workload", sections.map(({ workload }, place) => [String(place), workload ?? "all"]), String(page.place), (text) => page.open(Number(text))),
    measure ? choice("metric", measuresOf(model), measure.name, (name) => page.choose({ metric: name })) : "");
}

export function fillMetricList(page) {
  const box = ({ name, text, title }) => el("label", { title: text },
    el("input", { type: "checkbox", checked: page.names.includes(name) ? "" : null, onchange: (event) => page.toggle(name, event.target.checked) }), title);
  byId("metric-list").replaceChildren(...page.model.measures.map(box));
}

export function fillBoxesChoice(page) {
  const { model } = page, settings = model.varying.map((place) => [String(place), model.settings[place].name]);
  byId("boxes-choice").replaceChildren(choice("by", [["", "best combinations"], ...settings], page.by === null ? "" : String(page.by), (text) => page.choose({ by: text === "" ? null : Number(text) })));
}

export function fillScatterChoice(page) {
  const { model, across, up, kind } = page;
  byId("scatter-choice").replaceChildren(
    choice("across", measuresOf(model), across.name, (name) => page.choose({ across: name })), choice("up", measuresOf(model), up.name, (name) => page.choose({ up: name })),
    choice("points", POINT_KINDS, kind, (name) => page.choose({ kind: name })));
}
