// The answer at the top of the page: what was swept, what is best, by how much, and what matters.

import { el, link, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { effectTitle } from "./effects.mjs";
import { shareText, withInterval } from "./figures.mjs";
import { isNoise } from "./model.mjs";

const MOST_MATTER = 3;

export function sweptText(model) {
  const axes = model.varying.map((place) => `${model.settings[place].name} (${grouped(model.settings[place].values.length)})`);
  const of = axes.length > 0 ? `${counted(model.combinations, "combination")} of ${axes.join(", ")}` : counted(model.combinations, "combination");
  return `${counted(model.runs, "run")}: ${of}; ${counted(model.seeds, "seed")}`;
}

// What the best combination gains over the baseline.
export function gainText(model, measure, best) {
  const name = model.isDefault ? "the defaults" : "the first combination";
  if (best === model.baseline) return `Nothing is better than ${name}.`;
  if (model.baseline === null || Number.isNaN(measure.value(model.baseline))) return `${name[0].toUpperCase()}${name.slice(1)} did not drain: no comparison.`;
  const difference = measure.differences[best];
  if (Number.isNaN(difference.mean)) return `It has no seed in common with ${name}: no comparison.`;
  const text = `${withInterval(difference, true)}${measure.unit ? ` ${measure.unit}` : ""} (${shareText(difference.mean, measure.value(model.baseline))}) against ${name}`;
  if (Number.isNaN(difference.half)) return `${text}; one seed, no interval.`;
  return isNoise(difference) ? `${text}: no gain beyond what the seeds explain.` : `${text}.`;
}

function tiesText(measure) {
  const others = measure.allTies - 1;
  return others > 0 ? `${counted(others, "other combination is", "other combinations are")} as good: the interval of the difference contains 0.` : null;
}

function troubleText(model) {
  const troubled = model.all.filter((row) => model.isTroubled(row));
  if (troubled.length === 0) return null;
  const runs = troubled.reduce((sum, row) => sum + model.rows[row].runs - model.rows[row].drained, 0);
  return `${counted(runs, "run")} of ${counted(troubled.length, "combination")} did not drain and ${runs === 1 ? "has" : "have"} no metrics, for example ${model.nameOf(troubled[0])}: ${model.rows[troubled[0]].problem}`;
}

// The options that give the best combination, if it is better than the defaults; a tuning has said it with its own measurement.
export function optionsOf(model, measure, best) {
  if (model.conclusion !== null || best === null || (model.isDefault && best === model.baseline) || isNoise(measure.differences[best])) return null;
  return model.assignments(best, model.settings.map((_, place) => place)).map((text) => `--policy ${text}`).join(" ") || null;
}

export function leftOutText(model) {
  if (model.isWhole) return null;
  const combinations = model.rows.length < model.combinations ? `${grouped(model.rows.length)} of ${grouped(model.combinations)} combinations: the better half by ${model.measures[0]?.name ?? "place"}, and every n-th of the others in that order` : null;
  const seeds = model.keptSeeds.length < model.seeds ? `single runs of ${grouped(model.keptSeeds.length)} of ${grouped(model.seeds)} seeds` : null;
  return `This page has ${[combinations, seeds].filter(Boolean).join("; ")}. Ranks, means, intervals and, without a filter, main effects are those of all runs.`;
}

export function fillSummary(section, page) {
  const { model, measure } = page;
  if (!measure) return section.replaceChildren(el("p", { class: "headline" }, `${sweptText(model)}. ${model.runs === 0 ? "No run was made." : "No metric differs between them."}`), ...notes([troubleText(model)], "alarm"));
  const best = model.best(measure), options = optionsOf(model, measure, best), name = best === null ? null : model.nameOf(best);
  const effects = model.effects(measure, model.all).filter(({ spread }) => spread).slice(0, MOST_MATTER);
  section.replaceChildren(
    ...notes([model.conclusion], "headline"),
    el("p", { class: "dim" }, `${sweptText(model)}. ${measure.title}: ${measure.sign < 0 ? "more" : "less"} is better.${measure.text ? ` ${measure.text}` : ""}`),
    best === null ? el("p", { class: "headline" }, "No combination has a value.") : el("p", { class: "headline" }, "Best: ", link(name, () => page.select(best), "Select it"), ` with ${measure.name} ${withInterval(measure.means[best])}`),
    best === null ? null : el("p", null, gainText(model, measure, best)),
    ...notes([tiesText(measure)]), ...notes([troubleText(model)], "alarm"), ...notes([leftOutText(model)]),
    effects.length === 0 ? null : terms(effects.map((effect) => [model.settings[effect.setting].name, effectTitle(effect, measure)])),
    options === null ? null : el("p", null, el("code", null, options)));
}

const notes = (texts, kind = null) => texts.filter(Boolean).map((text) => el("p", { class: kind }, text));
