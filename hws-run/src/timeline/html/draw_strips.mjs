// The strips under the rows: numbers over time, and the waits of the selected kernel.

import { GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { clipped, SMALL, uprightText } from "../../../../hws-page/src/shared/canvas.mjs";
import { HUES, inkOn, parse } from "../../../../hws-page/src/shared/colour.mjs";
import { deadlineStrips, drawDeadlines } from "./draw_deadlines.mjs";
import { drawLanes, firmwareStrips } from "./draw_firmware.mjs";
import { grouped } from "../../../../hws-page/src/shared/numbers.mjs";

// The strips of a run: those that would be empty are left out.
export function stripsOf(data, selected) {
  const sips = data.rows.length, { series } = data;
  const strips = [
    { id: "resident", label: ["Ready", "Station"], what: "resident kernels", series: series.resident, most: 2 ** Math.ceil(Math.log2(Math.max(4, series.resident.highest))), colour: "resident" },
    { id: "busy", label: ["busy", "SIPs"], what: "busy SIPs", series: series.busy, most: sips, colour: "busy" },
    { id: "reservedIdle", label: ["reserved,", "idle"], what: "SIPs reserved and idle", series: series.reservedIdle, most: sips, colour: "idle" },
    { id: "unusable", label: ["idle, not", "usable"], what: "idle SIPs that no waiting kernel could use", series: series.unusable, most: sips, colour: "unusable" },
    { id: "owned", label: ["owned by", "firmware"], what: "SIPs that firmware owned", series: series.owned, most: sips, colour: "owned" },
  ].filter((strip) => !["unusable", "owned"].includes(strip.id) || strip.series.highest > 0);
  const firmware = firmwareStrips(data);
  const life = selected ? [{ id: "life", label: ["waits of", "selection"], height: 22, kernel: selected.kernel }] : [];
  return [...life, ...deadlineStrips(data), ...firmware, ...strips];
}

export function drawStrips(app, context) {
  for (const strip of app.place.strips) {
    context.fillStyle = app.theme.panel;
    context.fillRect(GUTTER, strip.top, app.place.plot, strip.height);
    if (strip.id === "life") drawLife(app, context, strip);
    else if (strip.id === "deadlines") drawDeadlines(app, context, strip);
    else if (strip.series) drawSeries(app, context, strip);
    else drawLanes(app, context, strip);
  }
}

// The area is the mean over a point's time, the line above it the maximum.
function drawSeries(app, context, strip) {
  const { view, place, theme } = app;
  const height = strip.height - 3, bottom = strip.top + strip.height;
  const scale = height / strip.most;
  context.fillStyle = theme[strip.colour];
  const visible = Math.min(place.plot, Math.ceil(view.x(view.end)));
  const { series } = strip;
  for (let x = 0, first = series.step(view.from); x < visible;) {
    const from = view.time(x), to = view.time(x + 1);
    const last = series.step(to, first);
    const mean = series.mean(from, to, first, last), most = series.max(from, to, first, last);
    // Between two steps that are far apart there is one rectangle.
    const change = last + 1 < series.at.length ? view.x(series.at[last + 1]) : visible;
    const end = first === last ? Math.max(x + 1, Math.min(visible, Math.floor(change))) : x + 1;
    if (most > mean) {
      context.globalAlpha = 0.35;
      context.fillRect(GUTTER + x, bottom - most * scale, end - x, (most - mean) * scale);
      context.globalAlpha = 1;
    }
    if (mean > 0) context.fillRect(GUTTER + x, bottom - mean * scale, end - x, mean * scale);
    first = end === x + 1 ? last : series.step(view.time(end), last);
    x = end;
  }
}

const PHASES = [["ready", "pushed", "on its way"], ["pushed", "admitted", "HDR, loader"]];

// Ready, waits and launches of the selected kernel, each wait with its reason.
function drawLife(app, context, strip) {
  clipped(context, GUTTER, strip.top, app.place.plot, strip.height, () => drawWaits(app, context, strip));
}

function drawWaits(app, context, strip) {
  const { data, theme, view, place } = app;
  const { kernels, waits, runs } = data;
  const span = (from, to, colour, text, ink) => {
    const left = GUTTER + Math.max(-2, view.x(from)), right = GUTTER + Math.min(place.plot + 2, view.x(to));
    if (right < GUTTER || left > GUTTER + place.plot) return;
    context.fillStyle = colour;
    context.fillRect(left, strip.top + 2, Math.max(1, right - left - 0.5), strip.height - 4);
    context.fillStyle = ink;
    if (right - Math.max(left, GUTTER) > 7 * text.length + 8) context.fillText(text, Math.max(left, GUTTER) + 5, strip.top + strip.height / 2 + 0.5);
  };
  context.font = SMALL;
  context.textBaseline = "middle";
  for (const [from, to, text] of PHASES) span(kernels[from][strip.kernel], kernels[to][strip.kernel], theme.line, text, theme.ink);
  for (const w of data.waitsOf(strip.kernel)) {
    const hue = HUES[waits.why[w] % HUES.length];
    span(waits.from[w], waits.to[w], hue, data.reasons[waits.why[w]].name, inkOn(parse(hue)));
  }
  context.fillStyle = theme.select;
  let last = -Infinity;
  for (const run of data.runsOf(strip.kernel)) {
    const x = GUTTER + view.x(runs.launched[run]);
    if (x - last < 2 || x < GUTTER - 4 || x > GUTTER + place.plot + 4) continue;
    last = x;
    context.fillRect(x - 0.75, strip.top, 1.5, strip.height);
  }
}

export function drawGutter(app, context) {
  const { place, theme, data } = app;
  context.font = SMALL;
  context.textBaseline = "middle";
  context.textAlign = "right";
  const every = place.row >= 12 ? 1 : 2;
  place.rows.forEach((line, i) => {
    context.fillStyle = theme.dim;
    if (line.sip % every === 0) context.fillText(`SIP ${line.sip}`, GUTTER - 8, line.top + place.row / 2);
    if (line.first) drawCluster(app, context, line, place.rows.findLast((other) => other.cluster === line.cluster), i);
  });
  for (const strip of place.strips) {
    context.fillStyle = theme.ink;
    const middle = strip.top + strip.height / 2;
    if (strip.id === "life") context.fillText("waits", GUTTER - 8, middle);
    else strip.label.forEach((text, i) => context.fillText(text, GUTTER - 8, middle + 14 * (i - (strip.label.length - 1) / 2)));
    context.fillStyle = theme.dim;
    context.textAlign = "left";
    if (strip.most) context.fillText(grouped(strip.most), 6, strip.top + 7);
    context.textAlign = "right";
  }
  context.textAlign = "left";
}

function drawCluster(app, context, first, last) {
  const { place, theme } = app;
  context.fillStyle = theme.line;
  context.fillRect(20, first.top, 2, last.top + place.row - 1 - first.top);
  context.fillStyle = theme.dim;
  const height = last.top + place.row - first.top;
  uprightText(context, height > 60 ? `cluster ${first.cluster}` : `c${first.cluster}`, 11, first.top + height / 2);
}
