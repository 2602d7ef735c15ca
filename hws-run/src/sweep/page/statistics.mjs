// Statistics of a few values; those of all runs come with the page.

export const meanOf = (values) => values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : NaN;

// The mean, and half its 95 % confidence interval: NaN for a single value. quantiles: of Student's t for 1, 2, … degrees of freedom; the
// last one counts for more.
export function sampleOf(values, quantiles) {
  const mean = meanOf(values), free = values.length - 1;
  if (free < 1) return { mean, half: NaN };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, half: quantiles[Math.min(free, quantiles.length) - 1] * Math.sqrt(squares / free / values.length) };
}

// Between the two nearest of some ascending values, linearly.
export function quantileOf(sorted, share) {
  const place = (sorted.length - 1) * share, low = Math.floor(place);
  return sorted[low] + (place - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

// Quartiles; whiskers to the last value within one and a half boxes; and the values beyond them. null without a value.
export function boxOf(values) {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantileOf(sorted, share));
  const reach = 1.5 * (upper - lower);
  const inside = sorted.filter((value) => value >= lower - reach && value <= upper + reach);
  const outside = Array.from(sorted.filter((value) => value < lower - reach || value > upper + reach));
  return { count: sorted.length, lower, median, upper, low: inside[0], high: inside[inside.length - 1], outside };
}

// The points to which no other is better in one measure and at least as good in the other, from the best in x on. points: { x, y };
// signX, signY: 1 where less is better, −1 where more is.
export function paretoOf(points, signX, signY) {
  const known = points.filter(({ x, y }) => !Number.isNaN(x) && !Number.isNaN(y));
  const order = known.sort((a, b) => signX * (a.x - b.x) || signY * (a.y - b.y));
  let least = Infinity;
  return order.filter(({ y }) => {
    const isBetter = signY * y < least;
    if (isBetter) least = signY * y;
    return isBetter;
  });
}

// Main effects of one setting over some combinations. places: the value of the setting for each of them; runs: for each its values by seed,
// NaN where there is none; as of all runs, in effects.rs.
export function effectOf(count, places, runs, quantiles) {
  const seeds = runs[0]?.length ?? 0;
  const byseed = (chosen) => Array.from({ length: seeds }, (_, seed) => meanOf(chosen.map((values) => values[seed]).filter((value) => !Number.isNaN(value))));
  const all = byseed(runs), known = (list) => list.filter((value) => !Number.isNaN(value));
  const means = Array.from({ length: count }, (_, place) => byseed(runs.filter((_, i) => places[i] === place)));
  const minus = (a, b) => known(a.map((value, seed) => value - b[seed]));
  const values = means.map((list) => {
    const own = known(list);
    return own.length === 0 ? null : { mean: meanOf(own), half: sampleOf(minus(list, all), quantiles).half };
  });
  const present = values.map((value, place) => ({ value, place })).filter(({ value }) => value !== null);
  if (present.length < 2) return { values, spread: null };
  const low = present.reduce((best, one) => one.value.mean < best.value.mean ? one : best);
  const high = present.reduce((best, one) => one.value.mean > best.value.mean ? one : best);
  const [up, down] = high === low ? [present[1].place, present[0].place] : [high.place, low.place];
  const differences = minus(means[up], means[down]);
  return { values, spread: differences.length === 0 ? null : sampleOf(differences, quantiles) };
}
