// Box plots of single runs: by the values of a setting, or of the best combinations.

import { el } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { figure } from "./figures.mjs";
import { Linear } from "./scale.mjs";
import { boxOf } from "./statistics.mjs";
import { leftAxis, svg, svgLabel } from "./svg.mjs";

const MOST_BOXES = 24, MOST_OUTSIDE = 60;
const BOXES = { height: 330, below: 78, left: 74, least: 26 };

const runsOf = (measure, rows) => rows.flatMap((row) => measure.runs[row]).filter((value) => !Number.isNaN(value));

// The boxes: title, rows and statistics; setting: its place, or null for combinations.
export function boxesOf(model, measure, rows, setting) {
  const groups = setting === null
    ? model.inOrder(measure, rows).slice(0, MOST_BOXES).map((row) => ({ title: model.nameOf(row), short: model.varying.map((setting) => model.valueText(row, setting)).join(" · "), rows: [row], row }))
    : model.settings[setting].values.map((title, place) => ({ title, short: title, rows: rows.filter((row) => model.rows[row].values[setting] === place), row: null }));
  return groups.map((group) => ({ ...group, box: boxOf(runsOf(measure, group.rows)) })).filter(({ box }) => box);
}

export function boxesPicture(model, measure, boxes, width, { describe, select, isSelected }) {
  const plot = { left: BOXES.left, top: 10, width: Math.max(BOXES.least * boxes.length, width - BOXES.left - 12), height: BOXES.height - BOXES.below - 10 };
  const scale = new Linear(boxes.flatMap(({ box }) => [box.low, box.high, ...box.outside])).widened(0.04);
  const each = plot.width / Math.max(1, boxes.length), wide = Math.min(46, each * 0.6);
  const y = (value) => plot.top + (1 - scale.at(value)) * plot.height;
  const one = ({ title, short, box, row }, i) => {
    const x = plot.left + (i + 0.5) * each;
    const outside = box.outside.slice(0, MOST_OUTSIDE).map((value) => svg("circle", { class: "outside", cx: x, cy: y(value), r: 2.5 }));
    const lines = () => [title, [["runs", grouped(box.count)], ["median", figure(box.median)], ["quartiles", `${figure(box.lower)} to ${figure(box.upper)}`], ["whiskers", `${figure(box.low)} to ${figure(box.high)}`], ["outside", grouped(box.outside.length)]]];
    return svg("g", { class: row !== null && isSelected(row) ? "box selected" : "box", ...describe(lines), onclick: row === null ? null : () => select(row) },
      svg("rect", { class: "target", x: x - each / 2, y: plot.top, width: each, height: plot.height }),
      svg("path", { d: `M${x} ${y(box.low)}V${y(box.lower)}M${x} ${y(box.upper)}V${y(box.high)}M${x - wide / 4} ${y(box.low)}h${wide / 2}M${x - wide / 4} ${y(box.high)}h${wide / 2}` }),
      svg("rect", { x: x - wide / 2, y: y(box.upper), width: wide, height: Math.max(1, y(box.lower) - y(box.upper)) }),
      svg("line", { class: "median", x1: x - wide / 2, x2: x + wide / 2, y1: y(box.median), y2: y(box.median) }), ...outside,
      boxName(short, x, plot.top + plot.height + 14, each));
  };
  const size = { width: plot.left + plot.width + 12, height: BOXES.height };
  const summary = boxes.map(({ title, box }) => `${title}: median ${figure(box.median)}`).join(", ");
  return svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, role: "img", "aria-label": `Box plots of ${measure.title}. ${summary}` }, leftAxis(scale, plot), ...boxes.map(one));
}

// Below its box; slanted when it does not fit.
function boxName(title, x, y, space) {
  if (title.length * 6.2 <= space) return svg("text", { x, y, "text-anchor": "middle" }, title);
  return svgLabel(title, 108, { x: x + 4, y: y - 2, "text-anchor": "end", transform: `rotate(-35 ${x + 4} ${y - 2})` });
}

export function boxesCaption(model, boxes, rows, setting) {
  const runs = boxes.reduce((sum, { box }) => sum + box.count, 0);
  const left = setting === null && rows.length > boxes.length ? ` The best ${counted(boxes.length, "combination")} of ${grouped(rows.length)}.` : "";
  const sampled = model.keptSeeds.length < model.seeds ? ` Runs of ${grouped(model.keptSeeds.length)} of ${grouped(model.seeds)} seeds.` : "";
  return el("p", { class: "dim" }, `${counted(runs, "run")}. Box: quartiles and median; whiskers: the last value within one and a half boxes; points: values beyond.${left}${sampled}`);
}
