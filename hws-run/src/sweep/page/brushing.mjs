// Mouse, touch and keys on the parallel coordinates: brushes filter, a click selects.

import { snapped, stepped } from "./axes.mjs";
import { distanceTo, placeAt, placed, polyline } from "./parallel.mjs";

const ON_AXIS = 16, NEAR_LINE = 8, STILL = 4;

export class Brushing {
  // page: axes, brushes, shown; brush(axis, span), select(row), hint(lines, event), linesOf(row), say(text), redraw().
  constructor(canvas, page) {
    Object.assign(this, { canvas, page, hovered: null, focused: null, start: null });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => { this.start = null; });
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("focus", () => this.focus(canvas.matches(":focus-visible") ? this.focused ?? 0 : this.focused));
    canvas.addEventListener("blur", () => this.focus(null));
  }

  get placing() { return placed(this.page.axes, this.page.parallelWidth); }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  axisAt({ x }) {
    const { placing } = this;
    const i = this.page.axes.findIndex((_, place) => Math.abs(placing.x(place) - x) <= ON_AXIS);
    return i < 0 ? null : this.page.axes[i];
  }

  rowAt(point) {
    const { placing, page } = this;
    const near = page.shown.map((row) => ({ row, far: distanceTo(polyline(page.axes, placing, row), point) })).filter(({ far }) => far <= NEAR_LINE);
    return near.length === 0 ? null : near.reduce((best, one) => one.far < best.far ? one : best).row;
  }

  down(event) {
    if (event.button !== 0) return;
    const point = this.point(event);
    this.start = { point, axis: this.axisAt(point), isDrag: false };
    if (this.start.axis) this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    const point = this.point(event), { start } = this;
    if (!start?.axis) return this.hover(point, event);
    if (!start.isDrag && Math.abs(point.y - start.point.y) < STILL) return;
    start.isDrag = true;
    this.page.brush(start.axis, snapped(start.axis, placeAt(start.point.y), placeAt(point.y)));
  }

  up(event) {
    const { start } = this;
    this.start = null;
    if (!start || start.isDrag) return;
    if (start.axis && this.page.brushes.has(start.axis.key)) this.page.brush(start.axis, null);
    else this.page.select(this.rowAt(this.point(event)));
  }

  hover(point, event) {
    const axis = point && this.axisAt(point), row = point && this.rowAt(point);
    this.canvas.style.cursor = axis ? "ns-resize" : row !== null ? "pointer" : "default";
    if (row !== this.hovered) { this.hovered = row; this.page.redraw(); }
    const name = axis && point.y < 40 ? [axis.title, [axis.text ? ["meaning", axis.text] : null, axis.unit ? ["unit", axis.unit] : null, ["filter", "drag on the axis; a click on the filter removes it"]]] : null;
    this.page.hint(name ?? (row === null ? null : this.page.linesOf(row)), event);
  }

  focus(axis) {
    this.focused = axis;
    this.page.redraw();
  }

  key(event) {
    const { axes, brushes } = this.page, last = axes.length - 1;
    if (event.ctrlKey || event.metaKey || event.altKey || last < 0) return;
    const at = Math.min(last, this.focused ?? 0), axis = axes[at];
    const go = (by) => () => { this.focus(Math.min(last, Math.max(0, at + by))); this.page.say(axes[this.focused].title); };
    const move = (by) => () => { this.focus(at); this.page.brush(axis, stepped(axis, brushes.get(axis.key), by, event.shiftKey)); };
    const actions = { ArrowLeft: go(-1), ArrowRight: go(1), ArrowUp: move(1), ArrowDown: move(-1), Delete: () => this.page.brush(axis, null), Backspace: () => this.page.brush(axis, null) };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}
