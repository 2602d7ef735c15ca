// The lanes of firmware: calls with their accesses, and the interrupt line. The messages are a strip like any other.

import { GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { clipped, SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { inkOn, parse } from "../../../../hws-page/src/shared/colour.mjs";
import { counted } from "../../../../hws-page/src/shared/numbers.mjs";
import { accessesBetween, REFUSED, WRITE } from "./firmware.mjs";

// Calls and accesses are drawn one by one from this width on, in pixels.
const SPAN_WIDE = 3;

export function firmwareStrips({ firmware }) {
  if (!firmware || firmware.accesses.count === 0) return [];
  const most = 2 ** Math.ceil(Math.log2(Math.max(4, firmware.unread.highest)));
  return [
    { id: "calls", label: ["firmware"], height: 26 },
    { id: "interrupts", label: ["interrupt"], height: 12 },
    { id: "messages", label: ["messages"], what: "messages that firmware has not taken", series: firmware.unread, most, height: 26, colour: "unusable" },
  ];
}

export function drawLanes(app, context, strip) {
  clipped(context, GUTTER, strip.top, app.place.plot, strip.height, () => {
    if (strip.id === "interrupts") return drawSpans(app, context, app.data.firmware.line, (left, width) => box(context, app.theme.idle, strip, left, width, 2));
    drawSpans(app, context, app.data.firmware.lane, (left, width, item) => drawCall(app, context, strip, left, width, item));
    drawAccesses(app, context, strip);
    drawCut(app, context, strip);
  });
}

function box(context, colour, strip, left, width, margin) {
  context.fillStyle = colour;
  context.fillRect(left, strip.top + margin, width, strip.height - 2 * margin);
}

// Spans of a pixel or less are drawn together, paler the less of the pixel they fill.
function drawSpans(app, context, intervals, draw) {
  const { view } = app;
  intervals.walk(view.from, view.to, view.pixel, (level, node, first, behind) => {
    const left = view.x(intervals.from[first]), right = view.x(intervals.to[behind - 1]);
    const item = level === 0 ? intervals.items[first] : null;
    const filled = (intervals.sums[behind] - intervals.sums[first]) / view.pixel;
    context.globalAlpha = right - left >= SPAN_WIDE ? 1 : Math.max(0.25, Math.min(1, filled));
    draw(GUTTER + left, Math.max(1, right - left), item);
  });
  context.globalAlpha = 1;
}

function drawCall(app, context, strip, left, width, item) {
  const { theme, data: { firmware } } = app;
  box(context, theme.owned, strip, left, width - (width >= SPAN_WIDE ? 0.5 : 0), 2);
  if (item === null || item >= firmware.calls.count || width < 40) return;
  const name = firmware.names[firmware.calls.name[item]];
  context.font = SMALL;
  context.textBaseline = "middle";
  const start = Math.max(left, GUTTER) + 4;
  if (context.measureText(name).width > left + width - start - 3) return;
  context.fillStyle = inkOn(parse(theme.owned));
  context.fillText(name, start, strip.top + 9);
}

// Along the lower edge of their calls: a write is dark, a read is pale, a refused one has the colour of troubles.
function drawAccesses(app, context, strip) {
  const { view, theme, data: { firmware } } = app;
  const width = firmware.busCycles / view.pixel;
  if (width < SPAN_WIDE) return;
  const { accesses } = firmware;
  const [first, last] = accessesBetween(firmware, view.from - firmware.busCycles, view.to);
  for (let i = first; i < last; i++) {
    const flags = accesses.flags[i], left = GUTTER + view.x(accesses.at[i]);
    context.fillStyle = flags & REFUSED ? theme.trouble : flags & WRITE ? theme.select : theme.halo;
    context.fillRect(left + 0.5, strip.top + strip.height - 9, width - 1, 6);
  }
}

// After the last access that is kept.
function drawCut(app, context, strip) {
  const { cut } = app.data.firmware;
  if (!cut) return;
  const left = GUTTER + Math.max(0, app.view.x(cut.at));
  context.fillStyle = app.patterns.owned;
  context.fillRect(left, strip.top, GUTTER + app.place.plot - left, strip.height);
  context.font = SMALL;
  context.textBaseline = "middle";
  context.fillStyle = app.theme.panel;
  const text = cutText(cut);
  const width = context.measureText(text).width;
  if (width + 12 > GUTTER + app.place.plot - left) return;
  context.fillRect(left + 2, strip.top + 4, width + 8, strip.height - 8);
  context.fillStyle = app.theme.ink;
  context.fillText(text, left + 6, strip.top + strip.height / 2 + 0.5);
}

export const cutText = ({ accesses }) => `${counted(accesses, "more access", "more accesses")} not shown`;
