// Mouse, touch and keys.

import { AXIS, GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { byId } from "../../../../hws-page/src/shared/elements.mjs";
import { pick } from "./tooltip.mjs";

export function gestures(app) {
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
  else if (typeof found?.deadline?.kernel === "number") app.selectKernel(found.deadline.kernel, false);
  else if (app.range) app.setRange(null);
  else app.select(null);
}

function double(app, found) {
  if (found?.run === undefined) return;
  const { runs } = app.data;
  app.fitTo(runs.from[found.run], runs.to[found.run]);
}

export function listenOverview(app, canvas) {
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

// The keys of the timeline, in addition to those of every page.
export function moves(app, shift) {
  const closer = () => app.zoom(0.7), farther = () => app.zoom(1 / 0.7);
  const pan = (by) => () => { app.view.pan(by * (shift ? 1 : 0.15) * app.place.plot); app.moved(); };
  return { ArrowUp: closer, ArrowDown: farther, a: pan(-1), ArrowLeft: pan(-1), d: pan(1), ArrowRight: pan(1) };
}

export function searchKey(app, event) {
  if (event.key === "Escape") { app.clear(); event.target.blur(); }
  // The keys that follow are meant for the picture: n, f and the others are not typed into the field.
  if (event.key === "Enter") {
    event.preventDefault();
    app.hit(event.shiftKey ? -1 : 1);
    if (app.found.runs.length > 0) byId("rows").focus();
  }
}
