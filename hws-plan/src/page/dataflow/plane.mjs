// Where the nodes and edges of a function are: nodes in columns by SD, and the part of the plane that is on the screen.

import { columnsOf } from "./layers.mjs";
import { place } from "./placing.mjs";

export const WIDTH = 176, HEADER = 30, SHOW_LABELS = 0.55, SHOW_NAMES = 0.3;

const HEIGHT = 46, ROW = 88, STEP = 318, INNER = 290, MARGIN = 34, MOST_SCALE = 2.5;

export class GraphPlane {
  constructor(graph, instance) {
    Object.assign(this, { graph, instance, scroll: 0, scale: 0 });
    const { column, columns } = columnsOf(graph.nodes, graph.edges, graph.order);
    const { y, bends, height } = place(column, columns, graph.edges, graph.order);
    this.columns = columns;
    this.left = leftsOf(columns);
    this.nodes = graph.nodes.map((_, i) => ({ x: this.left[column[i]], y: y[i] * ROW }));
    this.lines = graph.edges.map((edge, e) => this.pointsOf(edge, bends[e]));
    this.whole = { x: -MARGIN, y: -MARGIN, width: (this.left.at(-1) ?? 0) + WIDTH + 2 * MARGIN, height: height * ROW + 2 * MARGIN };
  }

  // From the right side of a node, through the middles of the columns between, to the left side of the other.
  pointsOf({ from, to }, bends) {
    const a = this.nodes[from], b = this.nodes[to];
    const points = [{ x: a.x + WIDTH, y: a.y }];
    for (const bend of bends) points.push({ x: this.left[bend.column], y: bend.y * ROW }, { x: this.left[bend.column] + WIDTH, y: bend.y * ROW });
    points.push({ x: b.x, y: b.y });
    const ys = points.map((point) => point.y);
    return { points, top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  layout(width, height) {
    Object.assign(this, { width, height, contentHeight: 0 });
    if (this.scale === 0) this.begin();
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
    const before = { x: this.from.x + x / this.scale, y: this.from.y + (y - HEADER) / this.scale };
    this.scale = Math.min(MOST_SCALE, Math.max(Math.min(this.scale, this.wholeScale() * 0.8), this.scale / factor));
    this.from = { x: before.x - x / this.scale, y: before.y - (y - HEADER) / this.scale };
  }

  pan(dx, dy) {
    this.from = { x: this.from.x + dx / this.scale, y: this.from.y + dy / this.scale };
    return true;
  }

  arrow(x, y) { return this.pan(x * this.width, y * this.height); }

  wholeScale() { return Math.min(this.width / this.whole.width, (this.height - HEADER) / this.whole.height); }

  all() {
    this.scale = Math.min(1.15, this.wholeScale());
    this.centre(this.whole.x + this.whole.width / 2, this.whole.y + this.whole.height / 2);
  }

  // Everything; where that would be too small to read, the beginning.
  begin() {
    this.all();
    if (this.scale >= SHOW_NAMES) return;
    this.scale = SHOW_LABELS;
    const first = this.nodes.filter(({ x }) => x === 0);
    this.centre(this.whole.x + this.width / 2 / this.scale, first.reduce((sum, { y }) => sum + y, 0) / first.length);
  }

  centre(x, y) { this.from = { x: x - this.width / 2 / this.scale, y: y - (this.height - HEADER) / 2 / this.scale }; }

  spanOf({ node, edge }) {
    const ends = node !== undefined ? [node] : [this.graph.edges[edge].from, this.graph.edges[edge].to];
    const xs = ends.map((i) => this.nodes[i].x), ys = ends.map((i) => this.nodes[i].y);
    return { x: Math.min(...xs), y: Math.min(...ys) - HEIGHT / 2, right: Math.max(...xs) + WIDTH, bottom: Math.max(...ys) + HEIGHT / 2 };
  }

  fit(item) {
    if (!item) return this.all();
    const { x, y, right, bottom } = this.spanOf(item);
    this.scale = Math.min(1.3, this.width / (right - x + 400), (this.height - HEADER) / (bottom - y + 200));
    this.centre((x + right) / 2, (y + bottom) / 2);
  }

  reveal(item) {
    if (!this.width) return;
    const { x, y, right, bottom } = this.spanOf(item);
    if (this.scale < SHOW_LABELS) return this.fit(item);
    if (this.x(x) < 0 || this.x(right) > this.width || this.y(y) < HEADER || this.y(bottom) > this.height) this.centre((x + right) / 2, (y + bottom) / 2);
  }

  state() {
    if (!this.from || this.scale === 0) return null;
    return [this.from.x, this.from.y].map((one) => one.toFixed(1)).join("_") + `_${this.scale.toFixed(3)}`;
  }

  restore(text) {
    const match = /^(-?\d+(?:\.\d+)?)_(-?\d+(?:\.\d+)?)_(\d+(?:\.\d+)?)$/.exec(text ?? "");
    if (!match || Number(match[3]) <= 0) return this.begin();
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
