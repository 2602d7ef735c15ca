// Where the nodes and edges of a function are: nodes in columns by SD, and the part of the plane that is on the screen.
// A graph that is too large for nodes to be seen as a whole is shown from afar first.

import { readSpan } from "../../../../hws-page/src/shared/address.mjs";
import { FarView } from "./far.mjs";
import { columnsOf } from "./layers.mjs";
import { place } from "./placing.mjs";

export const WIDTH = 176, HEADER = 30, SHOW_LABELS = 0.55, SHOW_NAMES = 0.3;

const HEIGHT = 46, ROW = 88, STEP = 318, INNER = 290, MARGIN = 34, MOST_SCALE = 2.5;

// Nodes are drawn from this scale on, when a view from afar is left up to the second one.
const FAR = 0.12, NEAR = 0.3;

export class GraphPlane {
  constructor(graph, instance) {
    Object.assign(this, { graph, instance, scroll: 0, scale: 0 });
    const { column, columns } = columnsOf(graph.nodes, graph.edges, graph.order);
    Object.assign(this, { column, columns, left: leftsOf(columns), isFar: false });
    this.far = new FarView(graph, column, columns, this.left, (this.left.at(-1) ?? 0) + WIDTH);
  }

  // The places of nodes and lines, computed when they are first drawn: for a large graph that takes a while.
  get placed() {
    if (!this.keptPlaces) {
      const { graph, left, column } = this, { y, bends, height } = place(column, this.columns, graph.edges, graph.order);
      const nodes = graph.nodes.map((_, i) => ({ x: left[column[i]], y: y[i] * ROW }));
      const lines = graph.edges.map((edge, e) => this.pointsOf(nodes, edge, bends[e]));
      const whole = { x: -MARGIN, y: -MARGIN, width: this.far.view.end + 2 * MARGIN, height: height * ROW + 2 * MARGIN };
      this.keptPlaces = { nodes, lines, whole };
    }
    return this.keptPlaces;
  }

  get nodes() { return this.placed.nodes; }
  get lines() { return this.placed.lines; }
  get whole() { return this.placed.whole; }

  // Whether the widest column and all columns are too much for nodes to be seen; the plane is at least as large.
  get isLarge() {
    const most = this.far.totals.nodes.reduce((a, b) => Math.max(a, b), 1);
    return Math.min(this.width / this.far.view.end, (this.height - HEADER) / (most * ROW)) < FAR;
  }

  // From the right side of a node, through the middles of the columns between, to the left side of the other.
  pointsOf(nodes, { from, to }, bends) {
    const a = nodes[from], b = nodes[to];
    const points = [{ x: a.x + WIDTH, y: a.y }];
    for (const bend of bends) points.push({ x: this.left[bend.column], y: bend.y * ROW }, { x: this.left[bend.column] + WIDTH, y: bend.y * ROW });
    points.push({ x: b.x, y: b.y });
    const ys = points.map((point) => point.y);
    return { points, top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  layout(width, height) {
    Object.assign(this, { width, height, contentHeight: 0 });
    this.far.layout(width, height, HEADER);
    if (this.scale === 0 && !this.isFar) this.all();
  }

  x(x) { return (x - this.from.x) * this.scale; }

  y(y) { return (y - this.from.y) * this.scale + HEADER; }

  boxOf(i) {
    const { x, y } = this.nodes[i];
    return { left: this.x(x), top: this.y(y - HEIGHT / 2), width: WIDTH * this.scale, height: HEIGHT * this.scale };
  }

  // In the middle of the last stretch, before its consumer.
  labelAt(e) {
    const { points } = this.lines[e], a = points.at(-2), b = points.at(-1);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  pick({ x, y }) {
    if (y < HEADER) return null;
    if (this.isFar) return { x, y, item: null, bin: this.far.binAt(x) };
    for (let i = this.nodes.length - 1; i >= 0; i--) {
      const { left, top, width, height } = this.boxOf(i);
      if (x >= left && x <= left + width && y >= top && y <= top + height) return { x, y, item: { node: i } };
    }
    const edge = this.edgeAt(x, y);
    return edge < 0 ? { x, y, item: null } : { x, y, item: { edge } };
  }

  // The edge whose line or label is nearest, within a few pixels.
  edgeAt(x, y) {
    let best = -1, distance = 6;
    this.graph.edges.forEach((edge, e) => {
      const { points, top, bottom } = this.lines[e];
      if (edge.from === edge.to || x < this.x(points[0].x) - 6 || x > this.x(points.at(-1).x) + 6 || y < this.y(top) - 12 || y > this.y(bottom) + 24) return;
      const label = this.labelAt(e);
      const away = this.scale >= SHOW_LABELS && edge.isTimed && Math.abs(this.x(label.x) - x) < 50 * this.scale && Math.abs(this.y(label.y) + 4 - y) < 10 ? 3 : this.away(points, x, y);
      if (away < distance) { best = e; distance = away; }
    });
    return best;
  }

  // From a curve, in pixels upwards or downwards.
  away(points, x, y) {
    let least = Infinity;
    for (let i = 1; i < points.length; i++) {
      const a = points[i - 1], b = points[i], left = this.x(a.x), right = this.x(b.x);
      if (x < left - 1 || x > right + 1) continue;
      const share = curveShare(Math.min(1, Math.max(0, (x - left) / Math.max(1, right - left))));
      least = Math.min(least, Math.abs(this.y(a.y) + (this.y(b.y) - this.y(a.y)) * share - y));
    }
    return least;
  }

  middle(hover) { return hover ?? { x: this.width / 2, y: this.height / 2 }; }

  zoom(factor, { x, y }) {
    if (this.isFar) return this.zoomFar(factor, x);
    if (this.isLarge && factor > 1 && this.scale / factor < FAR) return this.leave(factor, x);
    const before = { x: this.from.x + x / this.scale, y: this.from.y + (y - HEADER) / this.scale };
    this.scale = Math.min(MOST_SCALE, Math.max(Math.min(this.scale, this.wholeScale() * 0.8), this.scale / factor));
    this.from = { x: before.x - x / this.scale, y: before.y - (y - HEADER) / this.scale };
  }

  // Nearer, until nodes can be seen: then to those at x.
  zoomFar(factor, x) {
    const { view } = this.far, scale = 1 / (view.pixel * factor);
    if (factor >= 1 || scale < Math.max(FAR, 1.6 * this.width / view.end)) return view.zoom(factor, x);
    this.near(view.time(x), x, Math.min(NEAR, scale));
  }

  // Nodes in the column at a place of the plane, at x on the screen.
  near(at, x, scale) {
    const column = this.left.reduce((best, left, c) => Math.abs(left + WIDTH / 2 - at) < Math.abs(this.left[best] + WIDTH / 2 - at) ? c : best, 0);
    const ys = this.nodes.filter((_, i) => this.column[i] === column).map(({ y }) => y).sort((a, b) => a - b);
    Object.assign(this, { isFar: false, scale });
    this.centre(at + (this.width / 2 - x) / scale, ys[ys.length >> 1] ?? 0);
  }

  // Back to the view from afar, around x.
  leave(factor, x) {
    const { view } = this.far, at = this.from.x + x / this.scale, length = this.width / this.scale * factor;
    this.isFar = true;
    view.show(at - x / this.width * length, at + (1 - x / this.width) * length);
  }

  pan(dx, dy) {
    if (this.isFar) { this.far.view.pan(dx); return true; }
    this.from = { x: this.from.x + dx / this.scale, y: this.from.y + dy / this.scale };
    return true;
  }

  arrow(x, y) { return this.pan(x * this.width, y * this.height); }

  wholeScale() { return Math.min(this.width / this.whole.width, (this.height - HEADER) / this.whole.height); }

  // From afar if the graph is large.
  all() {
    this.isFar = this.isLarge;
    if (this.isFar) return this.far.view.all();
    this.scale = Math.min(1.15, this.wholeScale());
    this.centre(this.whole.x + this.whole.width / 2, this.whole.y + this.whole.height / 2);
  }

  centre(x, y) { this.from = { x: x - this.width / 2 / this.scale, y: y - (this.height - HEADER) / 2 / this.scale }; }

  spanOf({ node, edge }) {
    const ends = node !== undefined ? [node] : [this.graph.edges[edge].from, this.graph.edges[edge].to];
    const xs = ends.map((i) => this.nodes[i].x), ys = ends.map((i) => this.nodes[i].y);
    return { x: Math.min(...xs), y: Math.min(...ys) - HEIGHT / 2, right: Math.max(...xs) + WIDTH, bottom: Math.max(...ys) + HEIGHT / 2 };
  }

  fit(item) {
    if (!item) return this.all();
    this.isFar = false;
    const { x, y, right, bottom } = this.spanOf(item);
    this.scale = Math.min(1.3, this.width / (right - x + 400), (this.height - HEADER) / (bottom - y + 200));
    this.centre((x + right) / 2, (y + bottom) / 2);
  }

  reveal(item) {
    if (!this.width) return;
    const { x, y, right, bottom } = this.spanOf(item);
    if (this.isFar || this.scale < SHOW_LABELS) return this.fit(item);
    if (this.x(x) < 0 || this.x(right) > this.width || this.y(y) < HEADER || this.y(bottom) > this.height) this.centre((x + right) / 2, (y + bottom) / 2);
  }

  state() {
    if (this.isFar) return this.far.view.isAll ? null : `${this.far.view.from.toFixed(0)}-${this.far.view.to.toFixed(0)}`;
    if (!this.from || this.scale === 0) return null;
    return [this.from.x, this.from.y].map((one) => one.toFixed(1)).join("_") + `_${this.scale.toFixed(3)}`;
  }

  restore(text) {
    const match = /^(-?\d+(?:\.\d+)?)_(-?\d+(?:\.\d+)?)_(\d+(?:\.\d+)?)$/.exec(text ?? "");
    const span = readSpan(text);
    if (span && this.isLarge) {
      this.isFar = true;
      return this.far.view.show(...span);
    }
    if (!match || Number(match[3]) <= 0) return this.all();
    this.isFar = false;
    this.from = { x: Number(match[1]), y: Number(match[2]) };
    this.scale = Math.min(MOST_SCALE, Number(match[3]));
  }
}

// How far a curve of `trace` has moved up or down at a share of its way across.
function curveShare(share) {
  let low = 0, high = 1;
  for (let i = 0; i < 20; i++) {
    const t = (low + high) / 2, x = 1.5 * t * (1 - t) ** 2 + 1.5 * t ** 2 * (1 - t) + t ** 3;
    if (x < share) low = t; else high = t;
  }
  return 3 * low ** 2 * (1 - low) + low ** 3;
}

function leftsOf(columns) {
  let x = 0;
  return columns.map(({ sd }, c) => {
    if (c > 0) x += columns[c - 1].sd === sd ? INNER : STEP;
    return x;
  });
}
