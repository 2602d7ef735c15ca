// Mouse, touch and keys.

import { byId } from "./elements.mjs";
import { AXIS, GUTTER } from "./layout.mjs";
import { pick } from "./tooltip.mjs";

const CLICK = 4;

export function listen(app) {
  const canvas = byId("rows");
  canvas.addEventListener("wheel", (event) => wheel(app, event), { passive: false });
  new Drag(app, canvas);
  listenOverview(app, byId("overview"));
  addEventListener("keydown", (event) => key(app, event));
}

// Zooms at the cursor; with shift, or sideways, it pans. A pinch on a touchpad is a wheel with ctrl.
function wheel(app, event) {
  event.preventDefault();
  const line = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
  const dx = event.deltaX * line, dy = event.deltaY * line;
  if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) app.view.pan(event.shiftKey ? dx || dy : dx);
  else app.view.zoom(2 ** (Math.max(-2400, Math.min(2400, dy)) / (event.ctrlKey ? 60 : 240)), Math.max(0, event.offsetX - GUTTER));
  app.moved();
}

class Drag {
  constructor(app, canvas) {
    this.app = app;
    this.canvas = canvas;
    this.pointers = new Map();
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => this.app.setHover(null));
    canvas.addEventListener("dblclick", (event) => this.double(event));
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event) {
    if (event.button !== 0) return;
    const point = this.point(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, point);
    this.start = point;
    this.travelled = this.pointers.size > 1;
    this.selects = event.shiftKey || (point.y < AXIS && point.x > GUTTER);
    this.app.setHover(null);
  }

  move(event) {
    const point = this.point(event);
    const last = this.pointers.get(event.pointerId);
    if (!last) return this.app.setHover(pick(this.app, point.x, point.y), event.clientX, event.clientY);
    if (!this.travelled && Math.hypot(point.x - this.start.x, point.y - this.start.y) < CLICK) return;
    this.travelled = true;
    if (this.pointers.size === 2) this.pinch(event.pointerId, point);
    else if (this.selects) this.select(point);
    else {
      this.app.view.pan(last.x - point.x);
      this.app.moved();
    }
    this.pointers.set(event.pointerId, point);
  }

  select(point) {
    const { view } = this.app;
    const time = (x) => Math.min(view.end, Math.max(0, Math.round(view.time(x - GUTTER))));
    const [from, to] = [time(this.start.x), time(point.x)].sort((a, b) => a - b);
    this.app.setRange(to > from ? [from, to] : null);
  }

  // The times under two fingers stay under them.
  pinch(id, point) {
    const { view } = this.app;
    const [other] = [...this.pointers].filter(([one]) => one !== id).map(([, at]) => at);
    const last = this.pointers.get(id);
    const before = Math.abs(last.x - other.x), now = Math.abs(point.x - other.x);
    view.zoom(Math.max(before, 10) / Math.max(now, 10), other.x - GUTTER);
    this.app.moved();
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId) || this.travelled) return;
    const point = this.point(event);
    const found = pick(this.app, point.x, point.y);
    if (found?.run !== undefined) this.app.select({ kernel: this.app.data.runs.kernel[found.run], run: found.run });
    else if (found?.reservation !== undefined) this.app.selectKernel(this.app.data.reservations.kernel[found.reservation], false);
    else if (found?.trouble !== undefined) this.app.showTab("troubles");
    else if (this.app.range) this.app.setRange(null);
    else this.app.select(null);
  }

  double(event) {
    const point = this.point(event);
    const found = pick(this.app, point.x, point.y);
    if (found?.run === undefined) return;
    const { runs } = this.app.data;
    this.app.fitTo(runs.from[found.run], runs.to[found.run]);
  }
}

function listenOverview(app, canvas) {
  let grabbed = null;
  const time = (event) => app.overview.time(app, event.clientX - canvas.getBoundingClientRect().left);
  canvas.addEventListener("pointerdown", (event) => {
    const { view } = app;
    const at = time(event);
    grabbed = at >= view.from && at <= view.to ? at - view.from : (view.to - view.from) / 2;
    canvas.setPointerCapture(event.pointerId);
    slide(event);
  });
  const slide = (event) => {
    if (grabbed === null) return;
    const { view } = app;
    const from = time(event) - grabbed;
    view.show(from, from + view.to - view.from);
    app.moved();
  };
  canvas.addEventListener("pointermove", slide);
  canvas.addEventListener("pointerup", () => { grabbed = null; });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    app.view.zoom(2 ** (event.deltaY / 240), Math.max(0, app.view.x(time(event))));
    app.moved();
  }, { passive: false });
}

const middle = (app) => app.hover && app.hover.x > GUTTER ? app.hover.x - GUTTER : app.place.plot / 2;
const zoom = (factor) => (app) => { app.view.zoom(factor, middle(app)); app.moved(); };
const pan = (share) => (app, event) => { app.view.pan((event.shiftKey ? Math.sign(share) : share) * app.place.plot); app.moved(); };

// What keys do while the timeline is shown.
const MOVES = {
  w: zoom(0.7), ArrowUp: zoom(0.7), "+": zoom(0.7), "=": zoom(0.7), s: zoom(1 / 0.7), ArrowDown: zoom(1 / 0.7), "-": zoom(1 / 0.7),
  a: pan(-0.15), ArrowLeft: pan(-0.15), d: pan(0.15), ArrowRight: pan(0.15),
  0: (app) => app.showAll(), f: (app) => app.fit(), ",": (app) => app.step(-1), ".": (app) => app.step(1),
};

// What keys do everywhere.
const KEYS = {
  "/": () => { byId("search").focus(); byId("search").select(); },
  n: (app) => app.hit(1), N: (app) => app.hit(-1), "?": () => byId("keys").showModal(), t: (app) => app.switchTheme(),
  Escape: (app) => app.clear(),
};

function key(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const { target } = event;
  if (target instanceof HTMLInputElement) {
    if (event.key === "Escape") { app.clear(); target.blur(); }
    if (event.key === "Enter") app.hit(event.shiftKey ? -1 : 1);
    return;
  }
  const isTab = target instanceof HTMLElement && target.getAttribute("role") === "tab";
  if (isTab && event.key.startsWith("Arrow")) return;
  const name = event.key.length === 1 && !KEYS[event.key] ? event.key.toLowerCase() : event.key;
  const action = KEYS[name] ?? (app.tab === "timeline" ? MOVES[name] : undefined);
  if (!action) return;
  event.preventDefault();
  action(app, event);
}
