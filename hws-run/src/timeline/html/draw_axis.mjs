// The time axis, the troubles on it, and the overlay that follows the cursor.

import { AXIS, drawChip, drawCursor, drawGrid, drawTicks, GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { clipped, outline } from "../../../../hws-page/src/shared/canvas.mjs";
import { cycles } from "../../../../hws-page/src/shared/numbers.mjs";
import { boxOf } from "./draw_blocks.mjs";

export function drawAxis(app, context) {
  const place = axisOf(app), { theme } = app;
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, place.width, AXIS);
  context.textBaseline = "middle";
  drawTicks(context, theme, place, "cycles");
  drawGrid(context, theme, place, AXIS, place.height);
}

const axisOf = ({ view, place: { width, height, plot } }) => ({ view, width, height, plot });

export function drawTroubles(app, context) {
  const { view, place, theme, data } = app;
  context.fillStyle = theme.trouble;
  let last = -Infinity;
  for (const at of data.troubles.at) {
    const x = GUTTER + view.x(at);
    if (x < GUTTER - 5 || x > GUTTER + place.plot + 5 || x - last < 2) continue;
    last = x;
    context.beginPath();
    context.moveTo(x - 5, AXIS - 10);
    context.lineTo(x + 5, AXIS - 10);
    context.lineTo(x, AXIS - 1);
    context.fill();
    context.globalAlpha = 0.6;
    context.fillRect(x - 0.5, AXIS, 1, place.rowsEnd - AXIS);
    context.globalAlpha = 1;
  }
}

// The trouble whose mark is at x, or -1.
export function troubleAt(app, x) {
  const { at } = app.data.troubles;
  let best = -1, distance = 6;
  for (let i = 0; i < at.length; i++) {
    const away = Math.abs(GUTTER + app.view.x(at[i]) - x);
    if (away < distance) { best = i; distance = away; }
  }
  return best;
}

export function drawOverlay(app, context) {
  const { place, theme, range, hover } = app;
  clipped(context, GUTTER, 0, place.plot, place.height, () => {
    if (range) drawRange(app, context, range);
    if (hover?.run !== undefined) outline(context, boxOf(app, hover.run), theme, 1.5);
    if (hover) drawCursor(context, theme, axisOf(app), hover.x);
  });
}

function drawRange(app, context, [from, to]) {
  const { place, theme, view } = app;
  const left = GUTTER + view.x(from), right = GUTTER + view.x(to);
  context.fillStyle = theme.accent;
  context.globalAlpha = 0.14;
  context.fillRect(left, 0, right - left, place.height);
  context.globalAlpha = 1;
  context.fillRect(left, 0, 1, place.height);
  context.fillRect(right - 1, 0, 1, place.height);
  drawChip(context, theme, place, (Math.max(left, GUTTER) + Math.min(right, place.width)) / 2, cycles(to - from));
}
