// The picture of a function: nodes in columns by SD, edges with their FIFOs.

import { HUES, inkOn, parse } from "../shared/colour.mjs";
import { el, terms } from "../shared/elements.mjs";
import { counted, grouped } from "../shared/numbers.mjs";
import { columnsOf } from "./layers.mjs";
import { place } from "./placing.mjs";

export const KINDS = ["in", "out", "op", "call", "const", "autoindex", "gate"];
const HUE_OF = { in: 2, out: 5, op: 4, call: 1, const: 6, autoindex: 3, gate: 0 };
const WIDTH = 176, HEIGHT = 46, ROW = 88, STEP = 318, INNER = 290, HEADER = 30, ROOM = 34;
const MOST_SCALE = 2.5, SHOW_LABELS = 0.55, SHOW_NAMES = 0.3, SHOW_CASES = 0.7;

export const kindFill = (kind) => HUES[HUE_OF[kind]];

// Whether an edge has something to warn of.
export const isBad = (edge) => edge.stall === true || edge.buffer_ok === false;

export function caseText({ case1, case2, case3 }) {
  return case1 + case2 + case3 === 0 ? "" : `cases ${grouped(case1)} · ${grouped(case2)} · ${grouped(case3)}`;
}

export class GraphScene {
  constructor(graph, instance) {
    Object.assign(this, { graph, instance, scroll: 0, scale: 0 });
    const { column, columns } = columnsOf(graph.nodes, graph.edges, graph.order);
    const { y, bends, height } = place(column, columns, graph.edges, graph.order);
    this.columns = columns;
    this.left = leftsOf(columns);
    this.nodes = graph.nodes.map((_, i) => ({ x: this.left[column[i]], y: y[i] * ROW }));
    this.lines = graph.edges.map((edge, e) => this.pointsOf(edge, bends[e]));
    this.whole = { x: -ROOM, y: -ROOM, width: (this.left.at(-1) ?? 0) + WIDTH + 2 * ROOM, height: height * ROW + 2 * ROOM };
  }

  get what() { return `The graph of ${this.instance.path}: ${this.graph.nodes.length} nodes in columns by starting delay.`; }

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

  draw(context, page) {
    const { theme, selected } = page;
    this.drawn = { nodes: 0, edges: 0, labels: 0 };
    context.textBaseline = "middle";
    this.drawColumns(context, theme);
    context.save();
    context.beginPath();
    context.rect(0, HEADER, this.width, this.height - HEADER);
    context.clip();
    const near = selected ? this.nearOf(selected) : null;
    this.graph.edges.forEach((edge, e) => this.drawEdge(context, theme, edge, e, near));
    if (this.scale >= SHOW_LABELS) this.graph.edges.forEach((edge, e) => this.drawLabel(context, theme, edge, e));
    this.graph.nodes.forEach((node, i) => this.drawNode(context, theme, node, i, near));
    context.restore();
  }

  // The edges at a selected node, or the selected one.
  nearOf({ node, edge }) {
    if (edge !== undefined) return new Set([edge]);
    return new Set(this.graph.edges.flatMap(({ from, to }, e) => from === node || to === node ? [e] : []));
  }

  drawColumns(context, theme) {
    context.font = "11px system-ui, sans-serif";
    let right = -Infinity;
    this.columns.forEach(({ sd }, c) => {
      if (c > 0 && this.columns[c - 1].sd === sd) return;
      let last = c;
      while (this.columns[last + 1]?.sd === sd) last++;
      const from = this.x(this.left[c] - 24), to = this.x(this.left[last] + WIDTH + 24);
      if (to < 0 || from > this.width) return;
      context.fillStyle = theme.row;
      context.globalAlpha = 0.55;
      context.fillRect(from, HEADER, to - from, this.height);
      context.globalAlpha = 1;
      const text = this.instance.base ? `SD ${grouped(sd)}, absolute ${grouped(this.instance.base + sd)}` : `SD ${grouped(sd)}`;
      const short = context.measureText(text).width > to - from ? `SD ${grouped(sd)}` : text;
      const start = Math.max(4, from);
      if (start < right) return;
      context.fillStyle = theme.dim;
      context.fillText(short, start, HEADER / 2);
      right = start + context.measureText(short).width + 8;
    });
  }

  drawEdge(context, theme, edge, e, near) {
    if (edge.from === edge.to) return;
    const { points, top, bottom } = this.lines[e];
    if (this.x(points.at(-1).x) < -50 || this.x(points[0].x) > this.width + 50 || this.y(bottom) < 0 || this.y(top) > this.height) return;
    this.drawn.edges++;
    const isNear = near?.has(e);
    context.globalAlpha = near && !isNear ? 0.35 : 1;
    context.strokeStyle = context.fillStyle = !edge.isTimed ? theme.hatch : isBad(edge) ? theme.trouble : edge.fifo > 0 ? theme.accent : theme.hatch;
    context.lineWidth = (isNear ? 1.5 : 0) + (edge.isTimed && edge.fifo > 0 ? Math.min(4, 1.2 + Math.log2(edge.fifo) * 0.35) : 1);
    context.setLineDash(edge.isTimed ? [] : [4, 4]);
    context.beginPath();
    this.trace(context, points);
    context.stroke();
    context.setLineDash([]);
    const end = points.at(-1), x = this.x(end.x), y = this.y(end.y), size = Math.max(3, Math.min(8, 8 * this.scale));
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - size, y - size / 2);
    context.lineTo(x - size, y + size / 2);
    context.fill();
    context.globalAlpha = 1;
  }

  trace(context, points) {
    context.moveTo(this.x(points[0].x), this.y(points[0].y));
    for (let i = 1; i < points.length; i++) {
      const a = points[i - 1], b = points[i], bend = Math.max(12, (b.x - a.x) / 2);
      if (a.y === b.y) context.lineTo(this.x(b.x), this.y(b.y));
      else context.bezierCurveTo(this.x(a.x + bend), this.y(a.y), this.x(b.x - bend), this.y(b.y), this.x(b.x), this.y(b.y));
    }
  }

  // In the middle of the last stretch, before its consumer.
  labelAt(e) {
    const { points } = this.lines[e], a = points.at(-2), b = points.at(-1);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  labelOf(edge) {
    const lines = [`SD ${grouped(edge.sd_edge)}${edge.fifo > 0 ? ` · FIFO ${grouped(edge.fifo)}` : ""}`];
    if (edge.stall) lines.push("stalls");
    if (edge.buffer_ok === false) lines.push(`buffer ${grouped(edge.buffer)}: too small`);
    if (edge.fifo > 0 && this.scale >= SHOW_CASES) lines.push(caseText(edge));
    return lines;
  }

  drawLabel(context, theme, edge, e) {
    if (!edge.isTimed) return;
    const at = this.labelAt(e), x = this.x(at.x), y = this.y(at.y);
    if (x < -90 || x > this.width + 90 || y < HEADER - 20 || y > this.height + 20) return;
    const lines = this.labelOf(edge);
    const size = Math.max(8, Math.min(12, 11 * this.scale));
    context.font = `${edge.fifo > 0 ? "600 " : ""}${size}px system-ui, sans-serif`;
    const width = Math.max(...lines.map((line) => context.measureText(line).width));
    context.globalAlpha = 0.86;
    context.fillStyle = theme.paper;
    context.fillRect(x - width / 2 - 3, y - size * 0.7, width + 6, size * 1.35 * lines.length);
    context.globalAlpha = 1;
    context.textAlign = "center";
    lines.forEach((line, i) => {
      context.fillStyle = isBad(edge) && i < lines.length - 1 ? theme.trouble : i > 0 || edge.fifo === 0 ? theme.dim : theme.accent;
      if (i > 0) context.font = `${size * 0.92}px system-ui, sans-serif`;
      context.fillText(line, x, y + i * size * 1.3);
    });
    context.textAlign = "left";
    this.drawn.labels++;
  }

  boxOf(i) {
    const { x, y } = this.nodes[i];
    return { left: this.x(x), top: this.y(y - HEIGHT / 2), width: WIDTH * this.scale, height: HEIGHT * this.scale };
  }

  drawNode(context, theme, node, i, near) {
    const { left, top, width, height } = this.boxOf(i);
    if (left > this.width || left + width < 0 || top > this.height || top + height < HEADER) return;
    this.drawn.nodes++;
    const fill = kindFill(node.kind);
    context.fillStyle = this.scale < SHOW_NAMES ? fill : theme.panel;
    context.fillRect(left, top, width, height);
    context.fillStyle = fill;
    context.fillRect(left, top, Math.max(2, 7 * this.scale), height);
    context.strokeStyle = near && [...near].some((e) => this.graph.edges[e].from === i || this.graph.edges[e].to === i) ? theme.select : theme.line;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
    if (node.kind === "call") context.strokeRect(left + 3.5, top + 3.5, width - 7, height - 7);
    if (this.scale >= SHOW_NAMES) this.drawText(context, theme, node, left, top, width, height);
    if (node.reduction && this.scale >= SHOW_NAMES) this.drawFold(context, theme, node, left, top, width);
  }

  drawText(context, theme, node, left, top, width, height) {
    const { scale } = this, start = left + 15 * scale, room = width - 20 * scale;
    context.save();
    context.beginPath();
    context.rect(left, top, width - 3, height);
    context.clip();
    context.fillStyle = theme.ink;
    context.font = `600 ${13 * scale}px system-ui, sans-serif`;
    context.fillText(node.id, start, top + height * 0.31);
    const used = context.measureText(node.id).width;
    context.fillStyle = theme.dim;
    context.font = `${11 * scale}px system-ui, sans-serif`;
    const what = node.kind === "call" ? `calls ${node.callee}` : node.opcode ?? (node.reduction ? `${node.reduction.type ?? "linear"} fold` : node.kind);
    if (used + 10 * scale < room) context.fillText(what, start + used + 8 * scale, top + height * 0.31);
    context.fillText(`SD ${grouped(node.SD)}  LAT ${grouped(node.LAT)}  AFI ${grouped(node.AFI)}  FPO ${grouped(node.FPO)}`, start, top + height * 0.72);
    context.restore();
  }

  drawFold(context, theme, node, left, top, width) {
    const x = left + width - 26 * this.scale;
    context.strokeStyle = context.fillStyle = theme.hatch;
    context.beginPath();
    context.arc(x, top, 9 * this.scale, Math.PI, 0);
    context.stroke();
    context.font = `${10 * this.scale}px system-ui, sans-serif`;
    context.textAlign = "right";
    context.fillText(`fold ${grouped(node.reduction.size)}`, x - 12 * this.scale, top - 6 * this.scale);
    context.textAlign = "left";
  }

  // A selected edge is wide already.
  drawOver(context, { hover, selected, theme }) {
    for (const [item, width] of [[selected?.node === undefined ? null : selected, 2], [hover?.item, 1.5]]) {
      if (item?.node !== undefined) {
        const box = this.boxOf(item.node);
        context.strokeStyle = theme.select;
        context.lineWidth = width;
        context.strokeRect(box.left - 1, box.top - 1, box.width + 2, box.height + 2);
      } else if (item?.edge !== undefined && this.graph.edges[item.edge].from !== this.graph.edges[item.edge].to) {
        context.strokeStyle = theme.select;
        context.lineWidth = width;
        context.beginPath();
        this.trace(context, this.lines[item.edge].points);
        context.stroke();
      }
    }
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

  describe({ item }) {
    return item ? this.lineOf(item) : null;
  }

  lineOf({ node, edge }) { return node !== undefined ? this.nodeText(this.graph.nodes[node]) : this.edgeText(this.graph.edges[edge]); }

  nodeText(node) {
    const { base } = this.instance;
    return [el("div", { class: "name" }, node.id), terms([
      ["kind", `${node.kind}${node.opcode ? ` ${node.opcode}` : ""}${node.kind === "call" ? ` of ${node.callee}` : ""}${node.output ? ", writes an output" : ""}`],
      ["SD", `${grouped(node.SD)}${base === null ? "" : `, absolute ${grouped(base + node.SD)}`}`],
      ["LAT", grouped(node.LAT)], ["LFI", grouped(node.LFI)], ["EFI", grouped(node.EFI)], ["AFI", grouped(node.AFI)], ["FPO", grouped(node.FPO)],
      ["D", `${counted(node.D, "firing")} of the input each`],
      node.reduction && ["fold", `${node.reduction.type ?? "linear"} of ${grouped(node.reduction.size)}`],
    ])];
  }

  edgeText(edge) {
    const [from, to] = edge.names;
    const title = el("div", { class: "name" }, `${from} → ${to}`);
    if (edge.from === edge.to) return [title, el("div", { class: "dim" }, "a fold onto itself")];
    if (!edge.isTimed) return [title, el("div", { class: "dim" }, "a constant: it has no delay and needs no FIFO")];
    return [title, terms([
      ["SD of the edge", `${grouped(edge.sd_edge)}, delay ${grouped(edge.delay)}`],
      ["FIFO", `${grouped(edge.fifo)} of ${grouped(edge.tokens)} tokens`],
      ["case 1, delay", grouped(edge.case1)], ["case 2, rate", grouped(edge.case2)], ["case 3, FPO", `${grouped(edge.case3)} (not added)`],
      ["needed", `${grouped(edge.min_entries)}, with real arrivals ${grouped(edge.actual_entries)}`],
      edge.buffer_ok !== undefined && ["buffer", `${grouped(edge.buffer)}: ${edge.buffer_ok ? "enough" : "too small"}`],
    ]), edge.stall ? el("div", { class: "bad" }, "above fifo_limit: the producer stalls instead") : null].filter(Boolean);
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

  // Everything, or of what would be too small to read the beginning.
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

  // Nodes in the order in which they were scheduled.
  step(item, by) {
    const { order } = this.graph;
    const place = item?.node === undefined ? (by > 0 ? -1 : order.length) : order.indexOf(item.node);
    const next = order[place + by];
    return next === undefined ? null : { node: next };
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

// How far a curve of `trace` is on its way up or down at a share of its way across.
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
