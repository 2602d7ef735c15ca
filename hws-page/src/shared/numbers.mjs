// Numbers as text, and the ticks of the time axis.

// 1234567 as 1,234,567 and -1 as −1, in every language of the browser, so that pages are the same everywhere.
export function grouped(value) {
  const [whole, part] = String(Math.abs(value)).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${value < 0 ? "−" : ""}${text}${part === undefined ? "" : `.${part}`}`;
}

export const percent = (part, whole) => whole > 0 ? `${(100 * part / whole).toFixed(1)} %` : "–";

export const cycles = (value) => Number.isNaN(value) ? "–" : `${grouped(Math.round(value))} cycle${Math.round(value) === 1 ? "" : "s"}`;

export const counted = (count, word, plural = word + "s") => `${grouped(count)} ${count === 1 ? word : plural}`;

// The smallest of 1, 2, 5, 10, 20, … that is at least this.
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? 10 * power;
}

// In units of k, M or G when the step allows it, so that labels stay short and stay different.
export function tickLabel(value, step) {
  for (const [unit, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    const digits = Math.max(0, Math.round(Math.log10(unit)) - Math.floor(Math.log10(step)));
    if (value >= unit && digits <= 3) {
      const text = (value / unit).toFixed(digits);
      return `${grouped(digits > 0 ? text.replace(/\.?0+$/, "") : text)} ${name}`;
    }
  }
  return grouped(value);
}

// Whole cycles, at least `apart` pixels from each other.
export function ticks(from, to, pixels, apart) {
  const step = niceStep((to - from) / Math.max(1, pixels) * apart);
  const list = [];
  for (let i = Math.ceil(from / step); i * step <= to; i++) list.push({ at: i * step, label: tickLabel(i * step, step) });
  return { step, list };
}
