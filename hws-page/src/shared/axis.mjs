// The time axis above a chart: `place` has the view, the width of the canvas and that of the plot beside the gutter.

import { SMALL } from "./canvas.mjs";
import { grouped, ticks } from "./numbers.mjs";

export const GUTTER = 92, AXIS = 26;

const APART = 92;

const ticksOf = ({ view, plot }) => ticks(view.from, view.to, plot, APART).list.map(({ at, label }) => ({ x: Math.round(GUTTER + view.x(at)), label }));

export function drawTicks(context, theme, place, unit) {
  context.font = SMALL;
  for (const { x, label } of ticksOf(place)) {
    context.fillStyle = theme.line;
    context.fillRect(x, AXIS - 7, 1, 7);
    context.fillStyle = theme.dim;
    if (x + 4 + context.measureText(label).width <= place.width) context.fillText(label, x + 4, AXIS / 2 - 2);
  }
  context.fillStyle = theme.dim;
  context.fillText(unit, 24, AXIS / 2 - 2);
}

export function drawGrid(context, theme, place, top, bottom) {
  context.globalAlpha = 0.45;
  context.fillStyle = theme.line;
  for (const { x } of ticksOf(place)) context.fillRect(x, top, 1, bottom - top);
  context.globalAlpha = 1;
}

// A label on the axis, centred at x as far as it fits.
export function drawChip(context, theme, { width }, x, text) {
  context.font = SMALL;
  context.textBaseline = "middle";
  const wide = context.measureText(text).width + 10, left = Math.min(Math.max(GUTTER, x - wide / 2), width - wide);
  context.fillStyle = theme.accent;
  context.fillRect(left, 2, wide, 17);
  context.fillStyle = theme.paper;
  context.fillText(text, left + 5, 11);
}

// The line under the cursor, with its time.
export function drawCursor(context, theme, place, x) {
  context.fillStyle = theme.accent;
  context.fillRect(Math.round(x), AXIS - 4, 1, place.height);
  drawChip(context, theme, place, x, grouped(Math.floor(place.view.time(x - GUTTER))));
}
