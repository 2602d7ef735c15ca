// Vector pictures: colours come from the style sheet, so that a picture follows the theme and prints.

const SVG = "http://www.w3.org/2000/svg";

// svg("circle", { r: 3 }, child, …); attributes and children that are null are left out. Text is always set as text.
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(name, typeof value === "number" ? Number(value.toFixed(2)) : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Shortens a label to so many pixels, with the whole text as its hint.
const LETTER = 6.2;

export function svgLabel(text, space, attributes) {
  const fits = Math.max(2, Math.floor(space / LETTER));
  return svg("text", attributes, text.length > fits ? `${text.slice(0, fits - 1)}…` : text, text.length > fits ? svg("title", null, text) : null);
}

// A vertical axis at the left of a plot of this height, below `top`, with lines across.
export function leftAxis(scale, { left, top, width, height }) {
  return svg("g", { class: "axis" }, ...scale.ticks(height, 32).map(({ at, label: text }) => {
    const y = top + (1 - at) * height;
    return svg("g", null, svg("line", { x1: left, x2: left + width, y1: y, y2: y }), svg("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, text));
  }));
}
