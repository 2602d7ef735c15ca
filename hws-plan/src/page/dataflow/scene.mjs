// The picture of a function: nodes in columns by SD, edges with their FIFOs.

import { arrowHead, clipped, FONT, SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { el, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { isBad, kindFill } from "./overview.mjs";
import { GraphPlane, HEADER, SHOW_LABELS, SHOW_NAMES, WIDTH } from "./plane.mjs";

const SHOW_CASES = 0.7;

export function caseText({ case1, case2, case3 }) {
  return case1 + case2 + case3 === 0 ? "" : `cases ${grouped(case1)} · ${grouped(case2)} · ${grouped(case3)}`;
}

export class GraphScene extends GraphPlane {
  get what() { return `The graph of ${this.instance.path}: ${this.graph.nodes.length} nodes in columns by starting delay.`; }

  draw(context, page) {
    const { theme, selected } = page;
    context.textBaseline = "middle";
    if (this.isFar) { this.drawn = this.far.draw(context, theme, selected); return; }
    this.drawn = { nodes: 0, edges: 0, labels: 0 };
    this.drawColumns(context, theme);
    const near = selected ? this.nearOf(selected) : null;
    clipped(context, 0, HEADER, this.width, this.height - HEADER, () => {
      this.graph.edges.forEach((edge, e) => this.drawEdge(context, theme, edge, e, near));
      if (this.scale >= SHOW_LABELS) this.graph.edges.forEach((edge, e) => this.drawLabel(context, theme, edge, e));
      this.graph.nodes.forEach((node, i) => this.drawNode(context, theme, node, i, near));
    });
  }

  // The edges at a selected node, or the selected one.
  nearOf({ node, edge }) {
    if (edge !== undefined) return new Set([edge]);
    return new Set(this.graph.edges.flatMap(({ from, to }, e) => from === node || to === node ? [e] : []));
  }

  drawColumns(context, theme) {
    context.font = SMALL;
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
    const end = points.at(-1);
    arrowHead(context, this.x(end.x), this.y(end.y), Math.max(3, Math.min(8, 8 * this.scale)));
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
    context.font = `${edge.fifo > 0 ? "600 " : ""}${size}px ${FONT}`;
    const width = Math.max(...lines.map((line) => context.measureText(line).width));
    context.globalAlpha = 0.86;
    context.fillStyle = theme.paper;
    context.fillRect(x - width / 2 - 3, y - size * 0.7, width + 6, size * 1.35 * lines.length);
    context.globalAlpha = 1;
    context.textAlign = "center";
    lines.forEach((line, i) => {
      context.fillStyle = isBad(edge) && i < lines.length - 1 ? theme.trouble : i > 0 || edge.fifo === 0 ? theme.dim : theme.accent;
      if (i > 0) context.font = `${size * 0.92}px ${FONT}`;
      context.fillText(line, x, y + i * size * 1.3);
    });
    context.textAlign = "left";
    this.drawn.labels++;
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
    const { scale } = this, start = left + 15 * scale, space = width - 20 * scale;
    clipped(context, left, top, width - 3, height, () => {
      context.fillStyle = theme.ink;
      context.font = `600 ${13 * scale}px ${FONT}`;
      context.fillText(node.id, start, top + height * 0.31);
      const used = context.measureText(node.id).width;
      context.fillStyle = theme.dim;
      context.font = `${11 * scale}px ${FONT}`;
      if (used + 10 * scale < space) context.fillText(whatOf(node), start + used + 8 * scale, top + height * 0.31);
      context.fillText(`SD ${grouped(node.SD)}  LAT ${grouped(node.LAT)}  AFI ${grouped(node.AFI)}  FPO ${grouped(node.FPO)}`, start, top + height * 0.72);
    });
  }

  drawFold(context, theme, node, left, top, width) {
    const x = left + width - 26 * this.scale;
    context.strokeStyle = context.fillStyle = theme.hatch;
    context.beginPath();
    context.arc(x, top, 9 * this.scale, Math.PI, 0);
    context.stroke();
    context.font = `${10 * this.scale}px ${FONT}`;
    context.textAlign = "right";
    context.fillText(`fold ${grouped(node.reduction.size)}`, x - 12 * this.scale, top - 6 * this.scale);
    context.textAlign = "left";
  }

  // A selected edge is already wide.
  drawOver(context, { hover, selected, theme }) {
    if (this.isFar) return;
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

  describe({ item, bin }) {
    if (bin !== undefined) return this.far.describe(bin);
    return item ? this.lineOf(item) : null;
  }

  lineOf({ node, edge }) { return node !== undefined ? this.nodeText(this.graph.nodes[node]) : this.edgeText(this.graph.edges[edge]); }

  nodeText(node) {
    const { base } = this.instance;
    return [hintTitle(node.id), terms([
      ["kind", `${node.kind}${node.opcode ? ` ${node.opcode}` : ""}${node.kind === "call" ? ` of ${node.callee}` : ""}${node.output ? ", writes an output" : ""}`],
      ["SD", `${grouped(node.SD)}${base === null ? "" : `, absolute ${grouped(base + node.SD)}`}`],
      ["LAT", grouped(node.LAT)], ["LFI", grouped(node.LFI)], ["EFI", grouped(node.EFI)], ["AFI", grouped(node.AFI)], ["FPO", grouped(node.FPO)],
      ["D", `${counted(node.D, "firing")} of the input each`],
      node.reduction && ["fold", `${node.reduction.type ?? "linear"} of ${grouped(node.reduction.size)}`],
    ])];
  }

  edgeText(edge) {
    const [from, to] = edge.names;
    const title = hintTitle(`${from} → ${to}`);
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

  // Nodes in the order in which they were scheduled.
  step(item, by) {
    const { order } = this.graph;
    const place = item?.node === undefined ? (by > 0 ? -1 : order.length) : order.indexOf(item.node);
    const next = order[place + by];
    return next === undefined ? null : { node: next };
  }
}

const whatOf = ({ kind, callee, opcode, reduction }) => kind === "call" ? `calls ${callee}` : opcode ?? (reduction ? `${reduction.type ?? "linear"} fold` : kind);
