// The picture of the parallel coordinates: a line for each combination through its values on all axes.

import { SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { sized } from "../../../../hws-page/src/shared/elements.mjs";

export const ROOM = { left: 46, right: 92, top: 46, bottom: 26, height: 380, apart: 92 };
const BRUSH = 7, MISSING = 12;

// Where the axes are, on a canvas that is at least as wide as `width`.
export function placed(axes, width) {
  const gaps = Math.max(1, axes.length - 1), inner = Math.max(width - ROOM.left - ROOM.right, gaps * ROOM.apart);
  const each = inner / gaps;
  return { width: Math.max(width, inner + ROOM.left + ROOM.right), each, x: (i) => ROOM.left + i * each, y: yOf };
}

const plotHeight = ROOM.height - ROOM.top - ROOM.bottom;
const yOf = (at) => Number.isNaN(at) ? ROOM.height - MISSING : ROOM.top + (1 - at) * plotHeight;
export const placeAt = (y) => 1 - (y - ROOM.top) / plotHeight;

// A line of points; those without a value run below the axes.
export const polyline = (axes, placing, row) => axes.map((axis, i) => ({ x: placing.x(i), y: placing.y(axis.at(row)) }));

// The distance of a point from a line of points.
export function distanceTo(points, { x, y }) {
  const i = points.findIndex((point) => point.x >= x);
  if (i <= 0) return Math.abs((points[i] ?? points[points.length - 1]).y - y) + Math.abs((points[i] ?? points[points.length - 1]).x - x);
  const [a, b] = [points[i - 1], points[i]], slope = (b.y - a.y) / Math.max(1, b.x - a.x);
  return Math.abs(a.y + slope * (x - a.x) - y) / Math.hypot(1, slope);
}

export function drawParallel(canvas, { axes, placing, shown, faded, brushes, theme, colourOf, marked, hovered, focused }) {
  const context = sized(canvas, placing.width, ROOM.height);
  context.clearRect(0, 0, placing.width, ROOM.height);
  const stroke = (row, colour, width, alpha) => trace(context, polyline(axes, placing, row), colour, width, alpha);
  for (const row of faded) stroke(row, theme.faded, 1, 0.5);
  const alpha = Math.max(0.25, Math.min(0.9, 24 / Math.sqrt(shown.length + 1)));
  // The worst first, so that the best stay visible.
  for (const row of [...shown].reverse()) stroke(row, colourOf(row), shown.length > 400 ? 1 : 1.6, alpha);
  for (const row of [...marked, hovered].filter((row) => row !== null)) {
    stroke(row, theme.halo, 6, 1);
    stroke(row, theme.select, 2.5, 1);
  }
  axes.forEach((axis, i) => drawParallelAxis(context, theme, axis, placing, i, brushes.get(axis.key), focused === i));
  if ([...shown, ...faded].some((row) => axes.some((axis) => Number.isNaN(axis.at(row))))) {
    context.fillStyle = theme.dim;
    context.fillText("no value", 2, ROOM.height - 3);
  }
}

function trace(context, points, colour, width, alpha) {
  context.globalAlpha = alpha;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  points.forEach(({ x, y }, i) => { if (i === 0) context.moveTo(x - (points.length === 1 ? 8 : 0), y); else context.lineTo(x, y); });
  if (points.length === 1) context.lineTo(points[0].x + 8, points[0].y);
  context.stroke();
  context.globalAlpha = 1;
}

function drawParallelAxis(context, theme, axis, placing, i, brush, isFocused) {
  const x = Math.round(placing.x(i)), bottom = ROOM.top + plotHeight;
  context.fillStyle = isFocused ? theme.accent : theme.dim;
  context.fillRect(x - (isFocused ? 1 : 0), ROOM.top, isFocused ? 3 : 1, plotHeight);
  if (brush) {
    const top = placing.y(brush[1]), height = Math.max(3, placing.y(brush[0]) - top);
    context.globalAlpha = 0.28;
    context.fillStyle = theme.accent;
    context.fillRect(x - BRUSH, top, 2 * BRUSH, height);
    context.globalAlpha = 1;
    context.strokeStyle = theme.accent;
    context.lineWidth = 1.5;
    context.strokeRect(x - BRUSH, top, 2 * BRUSH, height);
  }
  context.font = SMALL;
  context.textBaseline = "middle";
  for (const { at, label } of axis.scale.ticks(plotHeight, axis.isSetting ? 16 : 28)) haloText(context, theme, clippedText(context, label, placing.each - 16), x + 10, bottom - at * plotHeight);
  // In two rows, so that long names have room.
  context.textAlign = i === 0 ? "left" : "center";
  context.fillStyle = axis.isSetting ? theme.ink : theme.accent;
  context.font = `600 ${SMALL}`;
  context.fillText(clippedText(context, axis.title, 2 * placing.each - 14), i === 0 ? 4 : x, i % 2 === 0 ? 14 : 31);
  context.textAlign = "left";
}

function haloText(context, theme, text, x, y) {
  context.strokeStyle = theme.paper;
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillStyle = theme.ink;
  context.fillText(text, x, y);
}

function clippedText(context, text, space) {
  const width = context.measureText(text).width;
  return width <= space ? text : `${text.slice(0, Math.max(1, Math.floor(text.length * space / width) - 1))}…`;
}
