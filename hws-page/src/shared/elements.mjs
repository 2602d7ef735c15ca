// Elements of the page. Text is always set as text.

export const byId = (id) => document.getElementById(id);

// el("button", { class: "link", onclick }, "text", element, …); attributes and children that are null or undefined
// are left out.
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(element.style, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const terms = (pairs) => el("dl", null, ...pairs.filter(Boolean).flatMap(([name, value]) => [el("dt", null, name), el("dd", null, value)]));

// A button that looks like a link.
export const link = (text, onclick, title) => el("button", { class: "link", type: "button", onclick, title }, text);

// Sets the size of a canvas in CSS pixels; returns its context, scaled to them.
export function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
