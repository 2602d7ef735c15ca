// Rows over time: an axis, bands under it, rows of spans, strips with curves.

import { readSpan } from "../../../../hws-page/src/shared/address.mjs";
import { AXIS, drawCursor, drawGrid, drawTicks, GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { arrow, clipped, fitText, FONT, outline, SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { pack } from "../../../../hws-page/src/shared/colour.mjs";
import { View } from "../../../../hws-page/src/shared/view.mjs";
import { placeRows, rowAt } from "./rows.mjs";

// Rounds of fewer points are drawn as a whole.
const DENSE = 24;

// A source has: what (a description), unit, end, rows ({ label, rounds }), bands ({ from, to, text, shade }), strips
// ({ label, height, draw(context, chart, page, strip), describe(time) }), colour(item, round) ({ fill, ink, packed
// }), text(item, round) ([name, more, short]: short is written where the name does not fit, and may be left out),
// hint(found), place(item) ({ row, from, to }), and optionally under(context, chart, page), links(item) (list of
// { from, to, dashed }, both places), neighbours(item) (list of { place, text, dashed }), marks (list of
// { at, colour, rows }, over all rows or from one to before another), mostRow (the largest height of a row) and opening(points) (the span [from, to] to begin with; by
// default everything).
export class Chart {
  constructor(source) {
    this.source = source;
    this.view = new View(source.end, 1000);
  }

  get what() { return this.source.what; }

  layout(width, height) {
    this.width = width;
    Object.assign(this, placeRows(this.source, height));
    this.height = height;
    this.plot = width - GUTTER;
    this.view.width = this.plot;
    if (!this.opened) this.open();
  }

  // Shows what is shown first.
  open() {
    this.view.show(...this.source.opening?.(this.plot) ?? [0, this.view.end]);
    this.opened = this.span();
  }

  span() { return `${round2(this.view.from)}-${round2(this.view.to)}`; }

  x(time) { return GUTTER + this.view.x(time); }
  top(row) { return this.rowsTop + row * this.row - this.scroll; }

  draw(context, page) {
    this.scroll = Math.min(page.scroll, Math.max(0, this.contentHeight - this.height));
    context.textBaseline = "middle";
    drawTicks(context, page.theme, this, this.source.unit);
    this.drawBands(context, page.theme);
    this.clipped(context, this.rowsTop, this.rowsEnd, () => {
      this.drawGround(context, page.theme);
      this.source.under?.(context, this, page);
      this.drawSpans(context, page);
      this.drawMarks(context, page.theme);
      if (page.selected !== null) this.drawSelected(context, page);
    });
    for (const strip of this.strips) this.drawStrip(context, page, strip);
    this.drawGutter(context, page.theme);
  }

  // In the plot, from top to bottom.
  clipped(context, top, bottom, draw) { clipped(context, GUTTER, top, this.plot, bottom - top, draw); }

  drawBands(context, theme) {
    if (this.bandsTop === this.rowsTop) return;
    this.clipped(context, this.bandsTop, this.rowsTop, () => {
      for (const band of this.source.bands) {
        const left = Math.max(GUTTER, this.x(band.from)), right = Math.min(this.width, this.x(band.to));
        if (right <= left) continue;
        context.fillStyle = theme[band.shade];
        context.fillRect(left, this.bandsTop, Math.max(1, right - left - 1), this.rowsTop - this.bandsTop - 3);
        context.fillStyle = theme.ink;
        fitText(context, band.text, left + 6, this.bandsTop + 9, right - left - 10);
      }
    });
  }

  visibleRows() {
    const first = Math.max(0, Math.floor((this.scroll) / this.row));
    return [first, Math.min(this.source.rows.length, first + Math.ceil((this.rowsEnd - this.rowsTop) / this.row) + 1)];
  }

  drawGround(context, theme) {
    const { view } = this;
    const [first, behind] = this.visibleRows();
    context.fillStyle = theme.row;
    const right = Math.min(this.plot, view.x(view.end)), left = Math.max(0, view.x(0));
    for (let row = first; row < behind; row++) context.fillRect(GUTTER + left, this.top(row), right - left, this.row - 1);
    drawGrid(context, theme, this, this.rowsTop, this.rowsEnd);
  }

  // Narrow spans go into a picture with one line per row; wide ones are boxes.
  drawSpans(context, page) {
    const [first, behind] = this.visibleRows();
    const { view, source } = this;
    const ratio = context.getTransform().a, points = Math.ceil(this.plot * ratio), pixel = view.pixel / ratio;
    const wide = [];
    this.boxes = 0;
    this.begin(points, behind - first);
    for (let row = first; row < behind; row++) {
      const { rounds } = source.rows[row], line = (row - first) * points;
      if (rounds.rounds > 1 && rounds.period < DENSE * pixel) { this.fillLoads(rounds, line, points, pixel, page.theme); continue; }
      rounds.walk(view.from, view.to, pixel, (item, round, from, to) => {
        const x = (from - view.from) / pixel, end = (to - view.from) / pixel;
        this.boxes++;
        if (end - x >= 3 * ratio) return wide.push([row, item, round, x / ratio, end / ratio]);
        this.points.fill(source.colour(item, round).packed, line + Math.max(0, Math.floor(x)), line + Math.max(0, Math.min(points, Math.max(Math.floor(x) + 1, Math.round(end)))));
      });
    }
    this.end(context, first, behind, points, ratio);
    for (const box of wide) this.drawBox(context, ...box);
  }

  // Rounds of only a few points show only how much of them is filled.
  fillLoads(rounds, line, points, pixel, { rgb }) {
    const { at, value } = rounds.loads, point = (round) => Math.round((round * rounds.period - this.view.from) / pixel);
    for (let i = 0; i < at.length; i++) {
      const left = Math.max(0, point(at[i])), right = Math.min(points, i + 1 < at.length ? point(at[i + 1]) : 0);
      if (value[i] === 0 || right <= left) continue;
      this.points.fill(pack(rgb.row.map((c, k) => c + (rgb.busy[k] - c) * value[i])), line + left, line + right);
      this.boxes++;
    }
  }

  begin(width, lines) {
    if (!this.canvas) this.canvas = document.createElement("canvas");
    if (this.canvas.width !== width || this.canvas.height !== lines || !this.image) {
      this.canvas.width = width;
      this.canvas.height = lines;
      this.image = this.canvas.getContext("2d").createImageData(width, Math.max(1, lines));
      this.points = new Uint32Array(this.image.data.buffer);
    }
    this.points.fill(0);
  }

  end(context, first, behind, points, ratio) {
    if (behind === first) return;
    this.canvas.getContext("2d").putImageData(this.image, 0, 0);
    context.imageSmoothingEnabled = false;
    for (let row = first; row < behind; row++) context.drawImage(this.canvas, 0, row - first, points, 1, GUTTER, this.top(row) + 1, points / ratio, this.row - 3);
    context.imageSmoothingEnabled = true;
  }

  drawBox(context, row, item, round, x, end) {
    const { fill, ink } = this.source.colour(item, round);
    const left = GUTTER + Math.max(-4, x), right = GUTTER + Math.min(this.plot + 4, end), top = this.top(row) + 1;
    context.fillStyle = fill;
    context.fillRect(left, top, right - left - 1, this.row - 3);
    if (right - left < 12) return;
    const [name, more, short = name] = this.source.text(item, round), start = Math.max(GUTTER, left) + 4, space = right - start - 5;
    context.fillStyle = ink;
    const tall = this.row >= 30 && more;
    context.font = `${this.row >= 18 ? 12 : 10}px ${FONT}`;
    const used = fitText(context, context.measureText(name).width <= space ? name : short, start, top + (tall ? (this.row - 3) / 2 - 6 : (this.row - 3) / 2), space);
    if (!more || used === 0) return;
    context.font = `10px ${FONT}`;
    context.globalAlpha = 0.85;
    const width = context.measureText(more).width;
    if (tall && width <= space) context.fillText(more, start, top + (this.row - 3) / 2 + 8);
    if (!tall && used + 6 + width <= space) context.fillText(more, start + used + 6, top + (this.row - 3) / 2);
    context.globalAlpha = 1;
  }

  drawMarks(context, theme) {
    for (const { at, colour, rows } of this.source.marks ?? []) {
      const [top, end] = rows ? rows.map((row) => this.top(row)) : [this.rowsTop, this.rowsEnd];
      context.fillStyle = theme[colour];
      context.fillRect(this.x(at) - 1, top, 2, end - top);
    }
  }

  box({ row, from, to }) {
    const left = Math.max(GUTTER - 6, this.x(from)), right = Math.min(this.width + 6, this.x(to));
    return { left, top: this.top(row) + 1, width: Math.max(2, right - left - 1), height: this.row - 3 };
  }

  drawSelected(context, { theme, selected }) {
    const place = this.source.place(selected);
    if (!place) return;
    for (const link of this.source.links?.(selected) ?? []) this.drawLink(context, theme, link);
    for (const neighbour of this.source.neighbours?.(selected) ?? []) this.drawNeighbour(context, theme, neighbour);
    outline(context, this.box(place), theme, 2);
  }

  drawLink(context, theme, { from, to, dashed }) {
    const a = this.box(from), b = this.box(to), x = this.x(from.to), end = this.x(to.from);
    if (Math.max(x, end) < GUTTER - 400 || Math.min(x, end) > this.width + 400) return;
    arrow(context, theme, [x, a.top + a.height / 2], [end, b.top + b.height / 2], dashed);
  }

  // A frame, and how the neighbour relates to the selected item.
  drawNeighbour(context, theme, { place, text, dashed }) {
    const box = this.box(place);
    context.setLineDash(dashed ? [5, 3] : []);
    outline(context, box, theme, 1.5);
    context.setLineDash([]);
    if (text === "") return;
    context.font = `600 10px ${FONT}`;
    const width = context.measureText(text).width + 8, left = Math.max(box.left, box.left + box.width - width);
    context.fillStyle = theme.select;
    context.fillRect(left, box.top, Math.min(width, box.width), 14);
    context.fillStyle = theme.halo;
    fitText(context, text, left + 4, box.top + 7, box.width - 4);
  }

  drawStrip(context, page, strip) {
    this.clipped(context, strip.top, strip.top + strip.height, () => {
      context.fillStyle = page.theme.panel;
      context.fillRect(GUTTER, strip.top, this.plot, strip.height);
      strip.draw(context, this, page, strip);
    });
  }

  drawGutter(context, theme) {
    const [first, behind] = this.visibleRows();
    context.save();
    context.beginPath();
    context.rect(0, this.rowsTop, GUTTER, this.rowsEnd - this.rowsTop);
    context.clip();
    context.fillStyle = theme.ink;
    context.textAlign = "right";
    context.font = SMALL;
    const every = Math.ceil(12 / this.row);
    for (let row = first; row < behind; row++) {
      if (row % every === 0) context.fillText(this.source.rows[row].label, GUTTER - 8, this.top(row) + this.row / 2, GUTTER - 10);
    }
    context.restore();
    context.textAlign = "right";
    context.fillStyle = theme.dim;
    for (const { label, top, height } of this.strips) {
      label.forEach((line, i) => context.fillText(line, GUTTER - 8, top + height / 2 + (i - (label.length - 1) / 2) * 13, GUTTER - 10));
    }
    context.textAlign = "left";
  }

  drawOver(context, { hover, theme }) {
    if (!hover || hover.x < GUTTER) return;
    this.clipped(context, 0, this.height, () => drawCursor(context, theme, this, hover.x));
    if (hover.item) this.clipped(context, this.rowsTop, this.rowsEnd, () => outline(context, this.box(this.source.place(hover.item)), theme, 1.5));
  }

  pick({ x, y }) {
    if (x < GUTTER || x > this.width) return null;
    const time = this.view.time(x - GUTTER);
    const strip = this.strips.find(({ top, height }) => y >= top && y < top + height);
    if (strip) return { x, y, time, strip };
    const row = rowAt(this, y);
    const item = row === null ? null : this.source.rows[row].rounds.at(time);
    return { x, y, time, row, item };
  }

  describe(found) {
    if (found.strip) return found.strip.describe(Math.floor(found.time));
    return found.item || found.row !== undefined ? this.source.hint(found) : null;
  }

  middle(hover) { return { x: hover && hover.x > GUTTER ? hover.x : GUTTER + this.plot / 2 }; }
  zoom(factor, { x }) { this.view.zoom(factor, Math.max(0, x - GUTTER)); }

  // Returns whether it also moves up and down; otherwise the page scrolls.
  pan(dx) { this.view.pan(dx); return false; }
  arrow(x) { this.view.pan(x * this.plot); return false; }

  all() { this.view.all(); }

  fit(item) {
    const place = item && this.source.place(item);
    if (place) this.view.fit(place.from, place.to); else this.view.all();
  }

  reveal(item) {
    const place = this.source.place(item);
    if (place) this.view.reveal(place.from, place.to);
  }

  step(item, by) {
    const place = item && this.source.place(item);
    if (!place) {
      const { rows } = this.source;
      return rows.map(({ rounds }) => rounds.earliest()).find((one) => one !== null) ?? null;
    }
    return this.source.rows[place.row].rounds.beside(item, by);
  }

  state() { return this.span() === this.opened ? null : this.span(); }

  restore(text) {
    const span = readSpan(text);
    if (span) this.view.show(...span); else if (this.plot) this.open();
  }
}

const round2 = (value) => Number(value.toFixed(2));
