// The time axis, troubles on it, and what moves with the cursor.

import { AXIS, GUTTER } from "./layout.mjs";
import { cycles, grouped, ticks } from "../../../../hws-plan/src/page/shared/numbers.mjs";
import { boxOf, outline } from "./draw_blocks.mjs";

export function drawAxis(app, context) {
  const { view, place, theme } = app;
  context.fillStyle = theme.paper;
  context.fillRect(0, 0, place.width, AXIS);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const { list } = ticks(view.from, view.to, place.plot, 92);
  for (const { at, label } of list) {
    const x = Math.round(GUTTER + view.x(at)) + 0.5;
    context.fillStyle = theme.line;
    context.fillRect(x - 0.5, AXIS - 7, 1, 7);
    context.globalAlpha = 0.45;
    context.fillRect(x - 0.5, AXIS, 1, place.height - AXIS);
    context.globalAlpha = 1;
    context.fillStyle = theme.dim;
    const width = context.measureText(label).width;
    if (x + 4 + width <= place.width) context.fillText(label, x + 4, AXIS / 2 - 2);
  }
  context.fillStyle = theme.dim;
  context.fillText("cycles", 24, AXIS / 2 - 2);
}

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
  const { place, theme, range, hover, view } = app;
  context.clearRect(0, 0, place.width, place.height);
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, place.plot, place.height);
  context.clip();
  if (range) drawRange(app, context, range);
  if (hover) {
    if (hover.run !== undefined) outline(context, boxOf(app, hover.run), theme, 1.5);
    context.fillStyle = theme.accent;
    context.globalAlpha = 0.8;
    context.fillRect(Math.round(hover.x), AXIS - 4, 1, place.height);
    context.globalAlpha = 1;
    chip(app, context, hover.x, grouped(Math.floor(view.time(hover.x - GUTTER))));
  }
  context.restore();
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
  chip(app, context, (Math.max(left, GUTTER) + Math.min(right, place.width)) / 2, cycles(to - from));
}

function chip(app, context, x, text) {
  const { place, theme } = app;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const width = context.measureText(text).width + 10;
  const left = Math.min(Math.max(GUTTER, x - width / 2), place.width - width);
  context.fillStyle = theme.accent;
  context.fillRect(left, 2, width, 17);
  context.fillStyle = theme.paper;
  context.fillText(text, left + 5, 11);
}
