// Mouse, touch and keys.

import { byId } from "../../../../hws-plan/src/page/shared/elements.mjs";
import { Gestures } from "../../../../hws-plan/src/page/shared/gestures.mjs";
import { pressed } from "../../../../hws-plan/src/page/shared/keys.mjs";
import { AXIS, GUTTER } from "./layout.mjs";
import { pick } from "./tooltip.mjs";

export function listen(app) {
  const canvas = byId("rows");
  new Gestures(canvas, gestures(app));
  listenOverview(app, byId("overview"));
  addEventListener("keydown", (event) => key(app, event));
}

function gestures(app) {
  return {
    isFlat: true,
    isRange: (point, event) => event.shiftKey || (point.y < AXIS && point.x > GUTTER),
    hover: (point, event) => app.setHover(pick(app, point.x, point.y), event.clientX, event.clientY),
    leave: () => app.setHover(null),
    pan: (dx) => { app.view.pan(dx); app.moved(); },
    zoom: (factor, point) => { app.view.zoom(factor, Math.max(0, point.x - GUTTER)); app.moved(); },
    range: (from, to) => selectRange(app, from, to),
    click: (point) => click(app, pick(app, point.x, point.y)),
    double: (point) => double(app, pick(app, point.x, point.y)),
  };
}

function selectRange(app, start, point) {
  const { view } = app;
  const time = (x) => Math.min(view.end, Math.max(0, Math.round(view.time(x - GUTTER))));
  const [from, to] = [time(start.x), time(point.x)].sort((a, b) => a - b);
  app.setRange(to > from ? [from, to] : null);
}

function click(app, found) {
  if (found?.run !== undefined) app.select({ kernel: app.data.runs.kernel[found.run], run: found.run });
  else if (found?.reservation !== undefined) app.selectKernel(app.data.reservations.kernel[found.reservation], false);
  else if (found?.trouble !== undefined) app.showTab("troubles");
  else if (app.range) app.setRange(null);
  else app.select(null);
}

function double(app, found) {
  if (found?.run === undefined) return;
  const { runs } = app.data;
  app.fitTo(runs.from[found.run], runs.to[found.run]);
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
  if (event.target === byId("search")) return searchKey(app, event);
  const pressedKey = pressed(event);
  if (pressedKey === null) return;
  const name = pressedKey.length === 1 && !KEYS[pressedKey] ? pressedKey.toLowerCase() : pressedKey;
  const action = KEYS[name] ?? (app.tab === "timeline" ? MOVES[name] : undefined);
  if (!action) return;
  event.preventDefault();
  action(app, event);
}

function searchKey(app, event) {
  if (event.key === "Escape") { app.clear(); event.target.blur(); }
  if (event.key === "Enter") app.hit(event.shiftKey ? -1 : 1);
}
