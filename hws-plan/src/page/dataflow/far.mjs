// The picture of a large graph from afar: nodes, edges, FIFO entries and warnings of its columns, over time.

import { FONT, SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { View } from "../../../../hws-page/src/shared/view.mjs";
import { binsOf, columnTotals, kindFill, KINDS } from "./overview.mjs";

const LEAST_BAR = 5, CAPTION = 17, COUNT_BAR = 20, SD_APART = 84;

const STRIPS = [
  { of: "nodes", share: 5, text: (most, columns) => `nodes by kind, up to ${grouped(most)} ${columns}` },
  { of: "passing", share: 2, colour: "hatch", text: (most) => `edges that pass a column, up to ${grouped(most)}` },
  { of: "fifo", share: 2, colour: "accent", text: (most, columns) => `FIFO entries of edges that end here, up to ${grouped(most)} ${columns}` },
  { of: "bad", share: 1, colour: "trouble", text: (most, columns) => `stalls and buffers that are too small, up to ${grouped(most)} ${columns}` },
];

export class FarView {
  // left: where each column begins; end: where the last one ends.
  constructor(graph, column, columns, left, end) {
    const totals = columnTotals(graph, column, columns.length);
    Object.assign(this, { columns, left, totals, column, view: new View(end, 1000) });
  }

  layout(width, height, top) {
    Object.assign(this, { width, height, top });
    this.view.width = width;
  }

  // As many columns a bar as leave it wide enough to be seen.
  get bins() {
    const wide = Math.max(1, Math.ceil(LEAST_BAR * this.view.pixel / (this.view.end / Math.max(1, this.columns.length))));
    if (this.kept?.wide !== wide) this.kept = binsOf(this.totals, wide);
    return this.kept;
  }

  // From its first column to the one after its last.
  spanOf(bin) {
    const { wide } = this.bins, behind = (bin + 1) * wide;
    return [this.left[bin * wide], behind < this.left.length ? this.left[behind] : this.view.end];
  }

  binAt(x) {
    const at = this.view.time(x), { wide, count } = this.bins;
    let column = this.left.length - 1;
    for (let low = 0, high = column; low <= high;) {
      const middle = (low + high) >> 1;
      if (this.left[middle] <= at) { column = middle; low = middle + 1; } else high = middle - 1;
    }
    return Math.min(count - 1, Math.floor(column / wide));
  }

  draw(context, theme, selected) {
    const { bins } = this, drawn = { nodes: 0, edges: 0, labels: 0 };
    const strips = STRIPS.map((strip) => ({ ...strip, most: bins[strip.of].reduce((a, b) => Math.max(a, b), 0) })).filter(({ most }) => most > 0);
    const shares = strips.reduce((sum, { share }) => sum + share, 0), space = this.height - this.top - 4;
    const [first, last] = [this.binAt(0), this.binAt(this.width)];
    let top = this.top;
    for (const strip of strips) {
      const height = space * strip.share / shares;
      this.drawStrip(context, theme, strip, top, height, first, last);
      top += height;
    }
    this.drawDelays(context, theme, first, last);
    if (selected?.node !== undefined) this.drawMark(context, theme, selected.node);
    for (let bin = first; bin <= last; bin++) { drawn.nodes += bins.nodes[bin]; drawn.edges += bins.edges[bin]; }
    return drawn;
  }

  drawStrip(context, theme, { of, colour, most, text }, top, height, first, last) {
    const { bins } = this, bottom = top + height - 2, tall = height - CAPTION - 4;
    context.fillStyle = theme.row;
    context.fillRect(0, top + CAPTION, this.width, height - CAPTION - 2);
    for (let bin = first; bin <= last; bin++) {
      const [from, to] = this.spanOf(bin).map((at) => this.view.x(at)), gap = to - from > 8 ? 2 : to - from > 3 ? 1 : 0;
      const parts = of === "nodes" ? bins.kinds.map((list, kind) => [kindFill(KINDS[kind]), list[bin]]) : [[theme[colour], bins[of][bin]]];
      let y = bottom;
      for (const [fill, value] of parts) {
        if (value === 0) continue;
        const high = Math.max(2, value / most * tall);
        context.fillStyle = fill;
        context.fillRect(from, y - high, Math.max(1, to - from - gap), high);
        y -= high;
      }
      if (to - from >= COUNT_BAR && bins[of][bin] > 0) this.drawCount(context, theme, bins[of][bin], (from + to) / 2, Math.max(top + CAPTION + 7, y - 7));
    }
    context.font = SMALL;
    context.fillStyle = of === "bad" ? theme.trouble : theme.dim;
    const columns = bins.wide === 1 ? "a column" : `in ${grouped(bins.wide)} columns`;
    context.fillText(text(most, columns), 8, top + CAPTION / 2);
  }

  drawCount(context, theme, count, x, y) {
    context.font = `10px ${FONT}`;
    context.fillStyle = theme.ink;
    context.textAlign = "center";
    context.fillText(grouped(count), x, y);
    context.textAlign = "left";
  }

  drawDelays(context, theme, first, last) {
    context.font = SMALL;
    context.fillStyle = theme.dim;
    for (let bin = first, right = -SD_APART; bin <= last; bin++) {
      const x = Math.max(4, this.view.x(this.spanOf(bin)[0]));
      if (x < right) continue;
      const text = `SD ${grouped(this.columns[bin * this.bins.wide].sd)}`;
      right = x + Math.max(SD_APART, context.measureText(text).width + 12);
      if (right - 12 <= this.width) context.fillText(text, x, this.top / 2);
    }
  }

  // Where the selected node is.
  drawMark(context, theme, node) {
    context.fillStyle = theme.select;
    context.fillRect(this.view.x(this.left[this.column[node]]), this.top, 2, this.height - this.top);
  }

  describe(bin) {
    const { bins, columns } = this, first = columns[bin * bins.wide].sd, last = columns[Math.min(columns.length, (bin + 1) * bins.wide) - 1].sd;
    const kinds = KINDS.map((kind, i) => bins.kinds[i][bin] > 0 ? `${grouped(bins.kinds[i][bin])} ${kind}` : "").filter(Boolean).join(", ");
    return [hintTitle(first === last ? `SD ${grouped(first)}` : `SD ${grouped(first)} to ${grouped(last)}`), terms([
      ["nodes", `${grouped(bins.nodes[bin])}: ${kinds}`],
      ["edges", `${grouped(bins.edges[bin])} end here, ${grouped(bins.passing[bin])} pass`],
      ["FIFOs", counted(bins.fifo[bin], "entry", "entries")],
      bins.bad[bin] > 0 && ["problems", counted(bins.bad[bin], "edge")],
    ])];
  }
}
