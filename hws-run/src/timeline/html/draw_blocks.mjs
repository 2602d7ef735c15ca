// The rows: reserved and owned SIPs, blocks, and the selected kernel.

import { GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { arrow, clipped, outline, SMALL, uprightText } from "../../../../hws-page/src/shared/canvas.mjs";
import { BACKFILLED, EARLY, FIRMWARE, UNFINISHED } from "./decode.mjs";
import { Density } from "./draw_density.mjs";

// A block of at least this many device pixels is drawn individually, with marks and label.
const WIDE = 5;

const density = new Density();
const RESERVED = 0, OWNED = 1, RUNS = 2, BACKFILLS = 3, EARLIES = 4, LAYERS = 5;

export function drawRows(app, context) {
  const { place } = app;
  clipped(context, GUTTER, 0, place.plot, place.rowsEnd, () => drawInRows(app, context));
}

function drawInRows(app, context) {
  const { place, theme, view } = app;
  const ratio = window.devicePixelRatio || 1;
  const width = Math.round(place.plot * ratio), count = place.rows.length;
  context.fillStyle = theme.row;
  for (const line of place.rows) context.fillRect(GUTTER, line.top, place.plot, place.row - 1);
  density.begin(width, count * LAYERS);
  const wide = { kept: [], blocks: [] };
  place.rows.forEach((line, i) => takeRow(app, line, (layer) => layer * count + i, wide));
  density.end();
  const draw = (layer, i, dy, height) => density.draw(context, layer * count + i, GUTTER, place.rows[i].top + dy, place.plot, height);
  context.imageSmoothingEnabled = false;
  for (let i = 0; i < count; i++) for (const layer of [RESERVED, OWNED]) draw(layer, i, 0, place.row - 1);
  for (const kept of wide.kept) drawKept(app, context, kept, ratio);
  for (let i = 0; i < count; i++) {
    draw(RUNS, i, 0, place.row - 1);
    draw(BACKFILLS, i, place.row - 4, 3);
    draw(EARLIES, i, 0, 2);
  }
  context.font = SMALL;
  context.textBaseline = "middle";
  for (const block of wide.blocks) drawBlock(app, context, block, ratio);
  if (app.selected) drawSelected(app, context, view);
}

function takeRow(app, line, lineOf, wide) {
  const { view, theme, colours, data, lit } = app;
  const one = () => 1;
  const paint = { reserved: [...theme.rgb.hatch, 0.5], owned: [...theme.rgb.owned, 0.5], faded: [...theme.rgb.faded, 0.6], mark: [...theme.rgb.select, 1] };
  const keep = (kind, list) => (span, x, end) => wide.kept.push({ kind, x, end, line, item: list.items[span] });
  density.take(line.reserved, view, one, 4, keep("reserved", line.reserved));
  density.put(lineOf(RESERVED), () => paint.reserved);
  density.take(line.owned, view, one, 4, keep("owned", line.owned));
  density.put(lineOf(OWNED), () => paint.owned);
  const { runs } = data;
  const isLit = (run) => !lit || lit[runs.kernel[run]] === 1;
  density.take(line.runs, view, (run) => isLit(run) ? 1 : 0.001, WIDE, (span, x, end) => {
    const run = line.runs.items[span];
    if (runs.sip[run] === line.sip || line.first) wide.blocks.push({ run, x, end, line });
  });
  let flags = 0;
  density.put(lineOf(RUNS), (run) => {
    if (!isLit(run)) return paint.faded;
    flags |= runs.flags[run];
    return colours[runs.kernel[run]].rgb;
  });
  for (const [layer, flag] of [[BACKFILLS, BACKFILLED], [EARLIES, EARLY]]) {
    if (flags & flag) density.put(lineOf(layer), (run) => runs.flags[run] & flag && isLit(run) ? paint.mark : null);
  }
}

function drawKept(app, context, { kind, x, end, line }, ratio) {
  const left = Math.max(-8, Math.round(x) / ratio), right = Math.min(app.place.plot + 8, Math.round(end) / ratio);
  context.fillStyle = app.patterns[kind];
  context.fillRect(GUTTER + left, line.top, right - left, app.place.row - 1);
  context.fillStyle = kind === "owned" ? app.theme.owned : app.theme.hatch;
  context.fillRect(GUTTER + left, line.top, 1, app.place.row - 1);
  context.fillRect(GUTTER + right - 1, line.top, 1, app.place.row - 1);
}

// The number of rows of a block from this one down, to its last SIP in the cluster.
function rowsOf(app, run, line) {
  const { runs, machine } = app.data;
  const last = runs.sip[run] + runs.sips[run];
  return Math.min(last, (line.cluster * machine.stride) + machine.sips) - line.sip;
}

function drawBlock(app, context, { run, x, end, line }, ratio) {
  const { data, place, theme, lit } = app;
  const kernel = data.runs.kernel[run], flags = data.runs.flags[run];
  const shown = !lit || lit[kernel] === 1;
  const colour = app.colours[kernel];
  const left = GUTTER + Math.max(-4, Math.round(x) / ratio);
  const box = { left, top: line.top, width: GUTTER + Math.min(place.plot + 4, Math.round(end) / ratio) - left, height: rowsOf(app, run, line) * place.row - 1 };
  context.fillStyle = shown ? colour.fill : theme.faded;
  context.fillRect(box.left, box.top, box.width, box.height);
  context.fillStyle = theme.row;
  context.fillRect(box.left + box.width - 1 / ratio, box.top, 1 / ratio, box.height);
  if (!shown) return;
  if (flags & UNFINISHED) drawOpenEnd(app, context, box);
  if ((flags & 3) === FIRMWARE) drawFirmware(context, box, colour.ink);
  if (flags & BACKFILLED) drawBackfilled(context, box, theme);
  if (flags & EARLY) drawEarly(context, box, theme, place.row);
  if (box.width >= 13) drawLabel(app, context, box, kernel, data.runs.block[run], flags & EARLY ? 8 : 4);
}

function drawBackfilled(context, box, theme) {
  context.fillStyle = theme.halo;
  context.fillRect(box.left, box.top + box.height - 4, box.width, 1);
  context.fillStyle = theme.select;
  context.fillRect(box.left, box.top + box.height - 3, box.width, 3);
}

function drawEarly(context, box, theme, row) {
  const height = Math.min(11, row - 1, box.height), width = Math.min(6, box.width);
  context.fillStyle = theme.select;
  context.beginPath();
  context.moveTo(box.left, box.top);
  context.lineTo(box.left + width, box.top + height / 2);
  context.lineTo(box.left, box.top + height);
  context.fill();
}

function drawOpenEnd(app, context, box) {
  const length = Math.min(26, box.width), right = box.left + box.width;
  const fade = context.createLinearGradient(right - length, 0, right, 0);
  fade.addColorStop(0, app.theme.row + "00");
  fade.addColorStop(1, app.theme.row);
  context.fillStyle = fade;
  context.fillRect(right - length, box.top, length, box.height);
  context.fillStyle = app.theme.ink;
  for (let y = 0; y < box.height; y += 6) context.fillRect(right - 2, box.top + y, 2, Math.min(3, box.height - y));
}

function drawFirmware(context, box, ink) {
  context.strokeStyle = ink;
  context.setLineDash([4, 3]);
  context.strokeRect(box.left + 1.5, box.top + 1.5, box.width - 3, box.height - 3);
  context.setLineDash([]);
}

const widths = new Map();

function widthOf(context, text) {
  if (!widths.has(text)) widths.set(text, context.measureText(text).width);
  return widths.get(text);
}

function drawLabel(app, context, box, kernel, block, indent) {
  const { data, place } = app;
  const left = Math.max(box.left, GUTTER) + indent;
  const space = Math.min(box.left + box.width, GUTTER + place.plot) - left - 3;
  const name = data.kernels.name[kernel], width = widthOf(context, name);
  context.fillStyle = app.colours[kernel].ink;
  const y = box.top + box.height / 2 + 0.5;
  if (width > space && box.height > width + 14) return uprightText(context, name, box.left + box.width / 2 + 0.5, y);
  if (space < 14) return;
  if (width > space) {
    const fits = Math.floor(space / width * name.length) - 1;
    if (fits >= 3) context.fillText(name.slice(0, fits) + "…", left, y);
    return;
  }
  context.fillText(name, left, y);
  if (data.kernels.blocks[kernel] === 1 || space - width < 34) return;
  context.globalAlpha = 0.72;
  context.fillText(`·${block}`, left + width + 3, y);
  context.globalAlpha = 1;
}

// The selected kernel is outlined; arrows lead from its predecessors and to its successors.
function drawSelected(app, context, view) {
  const { data, place, theme, selected } = app;
  const { runs } = data;
  const last = new Float64Array(32).fill(-Infinity);
  for (const run of data.runsOf(selected.kernel)) {
    if (runs.to[run] < view.from || runs.from[run] > view.to) continue;
    const box = boxOf(app, run);
    const end = box.left + box.width;
    if (end - last[runs.sip[run]] < 1.5 && box.width < 3) continue;
    last[runs.sip[run]] = end;
    outline(context, box, theme, run === selected.run ? 2.5 : 1.5);
  }
  const own = data.runsOf(selected.kernel);
  if (own.length === 0) return;
  for (const dep of data.depsOf(selected.kernel).slice(0, 64)) drawArrow(app, context, data.runsOf(dep).at(-1), own[0]);
  for (const next of data.successorsOf(selected.kernel).slice(0, 64)) drawArrow(app, context, own.at(-1), data.runsOf(next)[0]);
}

export function boxOf(app, run) {
  const { data, place, view } = app;
  const { runs, machine } = data;
  const top = place.topOf.get(runs.sip[run]);
  const lastSip = Math.min(runs.sip[run] + runs.sips[run], (machine.clusterOf(runs.sip[run])) * machine.stride + machine.sips) - 1;
  const left = GUTTER + Math.max(-6, view.x(runs.from[run])), right = GUTTER + Math.min(place.plot + 6, view.x(runs.to[run]));
  return { left, top, width: Math.max(2, right - left), height: place.topOf.get(lastSip) - top + place.row - 1 };
}

function drawArrow(app, context, from, to) {
  if (from === undefined || to === undefined) return;
  const { view, theme, data } = app;
  const a = boxOf(app, from), b = boxOf(app, to);
  const x = GUTTER + view.x(data.runs.to[from]), end = GUTTER + view.x(data.runs.from[to]) - 2;
  if (Math.max(x, end) < GUTTER - 50 || Math.min(x, end) > GUTTER + app.place.plot + 50) return;
  arrow(context, theme, [x, a.top + a.height / 2], [end, b.top + b.height / 2]);
}
