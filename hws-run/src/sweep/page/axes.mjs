// The axes of the parallel coordinates, and the filters on them.

import { figure } from "./figures.mjs";
import { Linear, Ordinal } from "./scale.mjs";

// The places of the values on an axis: at(row) is between 0, below, and 1; NaN for a combination without a value.
function settingAxis(model, setting) {
  const { name, values, text, unit } = model.settings[setting], scale = new Ordinal(values);
  return { key: name, title: name, text, unit, scale, isSetting: true, step: scale.step, at: (row) => scale.at(model.rows[row].values[setting]), valueText: (row) => model.valueText(row, setting) };
}

function measureAxis(model, measure) {
  const scale = new Linear(model.all.map((row) => measure.value(row)));
  return { key: measure.name, title: `${measure.name} ${measure.sign < 0 ? "↑" : "↓"}`, text: measure.text, unit: measure.unit, scale, isSetting: false, step: 0.1, at: (row) => scale.at(measure.value(row)), valueText: (row) => figure(measure.value(row)) };
}

export const axesOf = (model, names) => [...model.varying.map((setting) => settingAxis(model, setting)),
  ...names.map((name) => model.measure(name)).filter(Boolean).map((measure) => measureAxis(model, measure))];

// A span on an axis; on that of a setting it takes whole values.
export function snapped(axis, from, to) {
  const [low, high] = [Math.max(0, Math.min(from, to)), Math.min(1, Math.max(from, to))];
  if (!axis.isSetting) return [low, high];
  const half = axis.step / 2;
  return [Math.max(-half, Math.round(low / axis.step) * axis.step - half), Math.min(1 + half, Math.round(high / axis.step) * axis.step + half)];
}

// The combinations inside all spans. brushes: spans by the key of the axis.
export function passing(model, axes, brushes) {
  const active = axes.filter(({ key }) => brushes.has(key));
  if (active.length === 0) return model.all;
  const isInside = (row) => active.every((axis) => {
    const [from, to] = brushes.get(axis.key), at = axis.at(row);
    return at >= from - 1e-9 && at <= to + 1e-9;
  });
  return model.all.filter(isInside);
}

// A brush moved or grown by keys: up and down by one step of the axis; without one, it begins at the end.
export function stepped(axis, span, by, grows) {
  const { step } = axis, end = by > 0 ? 0 : 1;
  if (!span) return axis.isSetting ? snapped(axis, end, end) : snapped(axis, end, end + by * step);
  const [from, to] = span, wide = to - from;
  if (grows) return to + by * step - from < step * 0.9 ? span : [from, Math.min(axis.isSetting ? 1 + step / 2 : 1, to + by * step)];
  const [least, most] = axis.isSetting ? [-step / 2, 1 + step / 2] : [0, 1];
  const start = Math.min(most - wide, Math.max(least, from + by * step));
  return [start, start + wide];
}
