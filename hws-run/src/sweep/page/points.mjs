// The points of the scatter: means of combinations, single runs, or their differences to the baseline with the same seed.

import { figure, withInterval } from "./figures.mjs";

export const POINT_KINDS = [["means", "means"], ["runs", "single runs"], ["differences", "differences by seed"]];

// Points { row, x, y, seed }; seed is null for means. Those without both values are left out.
export function pointsOf(model, rows, x, y, kind) {
  const means = () => rows.map((row) => ({ row, seed: null, x: x.value(row), y: y.value(row) }));
  const runs = (minus) => rows.flatMap((row) => model.keptSeeds.map((seed, i) => ({ row, seed, x: x.runs[row][i] - minus(x, i), y: y.runs[row][i] - minus(y, i) })));
  const of = { means, runs: () => runs(() => 0), differences: () => runs((measure, i) => model.baseline === null ? NaN : measure.runs[model.baseline][i]) };
  return of[kind]().filter(({ x: right, y: up }) => !Number.isNaN(right) && !Number.isNaN(up));
}

// The hint at a point.
export function pointLines(model, x, y, { row, seed, x: right, y: up }) {
  const texts = seed === null ? [withInterval(x.means[row]), withInterval(y.means[row])] : [figure(right), figure(up)];
  return [model.nameOf(row), [[x.title, texts[0]], [y.title, texts[1]], seed === null ? null : ["seed", String(seed)]]];
}
