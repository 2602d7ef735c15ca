// Colours: a hue for each graph, from a palette that colour-blind readers can distinguish, and a lightness for each
// of its kernels.

// Okabe and Ito, "Color Universal Design", without black, in an order that keeps neighbours apart.
export const HUES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];

// The lightness steps of the kernels of a graph, used in turn.
export const STEPS = [0, 0.07, -0.07, 0.035, -0.035];

// The colours of graphs repeat after this many.
export const CYCLE = 3 * HUES.length;

export const parse = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
export const hex = (rgb) => "#" + rgb.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("");

const linear = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const encoded = (c) => 255 * Math.min(1, Math.max(0, c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));

export function toOklab(rgb) {
  const [r, g, b] = rgb.map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function fromOklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(encoded);
}

// The eighth graph has the hue of the first, darker, and so on.
export function colourOf(dag, kernelInDag) {
  const [lightness, a, b] = toOklab(parse(HUES[dag % HUES.length]));
  const round = Math.floor(dag / HUES.length) % (CYCLE / HUES.length);
  const shifted = lightness + STEPS[kernelInDag % STEPS.length] - 0.12 * round;
  return fromOklab([Math.min(0.93, Math.max(0.3, shifted)), a, b]);
}

export function luminance(rgb) {
  const [r, g, b] = rgb.map(linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

// Black or white, whichever reads better.
export function inkOn(rgb) {
  const paper = luminance(rgb);
  return contrast(paper, 0) >= contrast(paper, 1) ? "#000000" : "#ffffff";
}

// An opaque point of a canvas picture as one number: red is the lowest byte.
export const pack = ([r, g, b]) => (255 << 24 | Math.round(b) << 16 | Math.round(g) << 8 | Math.round(r)) >>> 0;

const shades = new Map();

// The colour of a kernel by the place of its graph and its place in it: as numbers, as text, as a point of a picture,
// and the ink that reads on it.
export function shadeOf(dag, kernelInDag) {
  const key = `${dag % CYCLE}/${kernelInDag % STEPS.length}`;
  if (!shades.has(key)) {
    const rgb = colourOf(dag, kernelInDag).map(Math.round);
    shades.set(key, { rgb, fill: hex(rgb), ink: inkOn(rgb), packed: pack(rgb) });
  }
  return shades.get(key);
}
