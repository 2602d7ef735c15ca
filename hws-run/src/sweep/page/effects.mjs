// Main effects: a small picture for each setting, all with one scale, the greatest effect first.

import { el } from "../../../../hws-page/src/shared/elements.mjs";
import { figure, shareText, withInterval } from "./figures.mjs";
import { isNoise } from "./model.mjs";
import { Linear, Ordinal } from "./scale.mjs";
import { leftAxis, svg, svgLabel } from "./svg.mjs";

const PANEL = { width: 300, height: 190 }, PLOT = { left: 62, top: 10, width: 226, height: 140 };

// The range of all means with their intervals.
export function effectScale(effects) {
  const ends = ({ mean, half }) => Number.isNaN(half) ? [mean] : [mean - half, mean + half];
  return new Linear(effects.flatMap(({ values }) => values.filter(Boolean).flatMap(ends))).widened(0.06);
}

export function effectTitle(effect, measure) {
  if (!effect.spread) return "no two values to compare";
  const highest = effect.values.reduce((most, value) => Math.max(most, value?.mean ?? -Infinity), -Infinity);
  const text = `${withInterval(effect.spread)}${measure.unit ? ` ${measure.unit}` : ""} from its lowest to its highest value (${shareText(effect.spread.mean, highest).replace("+", "")})`;
  return Number.isNaN(effect.spread.half) ? `${text}; one seed, no interval` : isNoise(effect.spread) ? `${text}: within noise` : text;
}

export function effectPanel(model, measure, effect, scale, describe) {
  const setting = model.settings[effect.setting], places = new Ordinal(setting.values);
  const inset = Math.min(24, PLOT.width / (2 * setting.values.length));
  const x = (place) => PLOT.left + inset + places.at(place) * (PLOT.width - 2 * inset), y = (value) => PLOT.top + (1 - scale.at(value)) * PLOT.height;
  const shown = effect.values.map((value, place) => ({ value, place })).filter(({ value }) => value);
  const line = setting.is_numeric ? svg("polyline", { class: "trend", points: shown.map(({ value, place }) => `${x(place).toFixed(1)},${y(value.mean).toFixed(1)}`).join(" ") }) : null;
  const mark = ({ value: { mean, half }, place }) => svg("g", { class: "mean", ...describe(() => [`${setting.name}=${setting.values[place]}`, [[measure.title, withInterval({ mean, half })]]]) },
    Number.isNaN(half) ? null : svg("path", { d: `M${x(place) - 4} ${y(mean - half)}h8m-4 0V${y(mean + half)}m-4 0h8` }),
    svg("circle", { cx: x(place), cy: y(mean), r: 4 }), svg("circle", { class: "target", cx: x(place), cy: y(mean), r: 12 }));
  const ticks = places.ticks(PLOT.width - 2 * inset, 34);
  const space = ticks.length > 1 ? (PLOT.width - 2 * inset) / (ticks.length - 1) : PLOT.width;
  const below = ticks.map(({ place, label: text }) => svgLabel(text, space - 4, { x: x(place), y: PANEL.height - 22, "text-anchor": "middle", class: setting.default === text ? "is-default" : null }));
  const summary = shown.map(({ value, place }) => `${setting.values[place]}: ${figure(value.mean)}`).join(", ");
  return el("figure", { class: effect.spread && isNoise(effect.spread) ? "noise" : null },
    el("figcaption", { title: setting.text }, el("b", null, setting.name), el("span", { class: "dim" }, effectTitle(effect, measure))),
    svg("svg", { viewBox: `0 0 ${PANEL.width} ${PANEL.height}`, role: "img", "aria-label": `Mean of ${measure.title} by ${setting.name}: ${summary}` },
      leftAxis(scale, PLOT), line, ...shown.map(mark), ...below));
}
