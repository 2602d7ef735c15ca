// Translates mouse, touch and wheel events on a canvas to actions.

const CLICK = 4;

// The wheel zooms by a factor; with shift, or sideways, it pans by pixels. A pinch on a touchpad arrives as a wheel
// with ctrl.
export function wheelOf(event) {
  const line = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
  const dx = event.deltaX * line, dy = event.deltaY * line;
  if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) return { pan: event.shiftKey ? dx || dy : dx };
  return { zoom: 2 ** (Math.max(-2400, Math.min(2400, dy)) / (event.ctrlKey ? 60 : 240)) };
}

// on: hover(point, event), leave(), click(point, event), double(point), pan(dx, dy), zoom(factor, point) and, on pages
// with ranges, isRange(point, event) and range(from, to). isFlat: only x counts in a pinch.
export class Gestures {
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = { isRange: () => false, double: () => {}, ...on };
    this.pointers = new Map();
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.on.leave());
    canvas.addEventListener("dblclick", (event) => this.on.double(this.point(event)));
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  wheel(event) {
    event.preventDefault();
    const { pan, zoom } = wheelOf(event);
    if (zoom === undefined) this.on.pan(pan, 0); else this.on.zoom(zoom, { x: event.offsetX, y: event.offsetY });
  }

  down(event) {
    if (event.button !== 0) return;
    const point = this.point(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, point);
    this.start = point;
    this.travelled = this.pointers.size > 1;
    this.ranges = this.on.isRange(point, event);
    this.on.leave();
  }

  move(event) {
    const point = this.point(event);
    const last = this.pointers.get(event.pointerId);
    if (!last) return this.on.hover(point, event);
    if (!this.travelled && Math.hypot(point.x - this.start.x, point.y - this.start.y) < CLICK) return;
    this.travelled = true;
    if (this.pointers.size === 2) this.pinch(event.pointerId, last, point);
    else if (this.ranges) this.on.range(this.start, point);
    else this.on.pan(last.x - point.x, last.y - point.y);
    this.pointers.set(event.pointerId, point);
  }

  // The points under the two fingers stay under them.
  pinch(id, last, point) {
    const [other] = [...this.pointers].filter(([one]) => one !== id).map(([, at]) => at);
    const apart = (one) => Math.max(10, this.on.isFlat ? Math.abs(one.x - other.x) : Math.hypot(one.x - other.x, one.y - other.y));
    this.on.zoom(apart(last) / apart(point), other);
  }

  up(event) {
    if (this.pointers.delete(event.pointerId) && !this.travelled) this.on.click(this.point(event), event);
  }
}
