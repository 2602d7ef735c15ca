// The scatter of two measures, with the Pareto front.

import { clipped, SMALL, uprightText } from "../../../../hws-page/src/shared/canvas.mjs";
import { sized } from "../../../../hws-page/src/shared/elements.mjs";
import { pointLines, pointsOf } from "./points.mjs";
import { Linear } from "./scale.mjs";
import { paretoOf } from "./statistics.mjs";

const FIELD = { left: 78, top: 10, below: 44, right: 14, height: 360 }, NEAR = 12;

export class Scatter {
  // page: colourOf(row), isSelected(row), theme; hint(lines, event), select(row).
  constructor(canvas, page) {
    Object.assign(this, { canvas, page, points: [], front: [], hovered: null });
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("click", (event) => { const point = this.near(event); page.select(point?.row ?? null); });
  }

  // The front is that of the means, or of the single runs; differences have one as well.
  fill(model, rows, x, y, kind, width) {
    const points = pointsOf(model, rows, x, y, kind);
    Object.assign(this, { model, x, y, kind, points, front: paretoOf([...points], x.sign, y.sign), width: Math.max(260, width) });
    this.across = new Linear(points.map((point) => point.x)).widened(0.04);
    this.up = new Linear(points.map((point) => point.y)).widened(0.04);
    this.hovered = null;
    this.draw();
  }

  get plot() { return { width: this.width - FIELD.left - FIELD.right, height: FIELD.height - FIELD.top - FIELD.below }; }
  place({ x, y }) { return { x: FIELD.left + this.across.at(x) * this.plot.width, y: FIELD.top + (1 - this.up.at(y)) * this.plot.height }; }

  draw() {
    const { page, points } = this, { theme } = page, context = sized(this.canvas, this.width, FIELD.height);
    context.clearRect(0, 0, this.width, FIELD.height);
    this.drawAxes(context, theme);
    clipped(context, FIELD.left - 6, FIELD.top - 6, this.plot.width + 12, this.plot.height + 12, () => {
      this.drawFront(context, theme);
      const radius = points.length > 2000 ? 2 : points.length > 300 ? 3 : 4;
      for (const point of points) this.dot(context, point, radius, page.colourOf(point.row));
      for (const point of points) if (page.isSelected(point.row)) this.ring(context, point, radius + 2, theme);
      if (this.hovered) this.ring(context, this.hovered, radius + 3, theme);
    });
  }

  dot(context, point, radius, colour) {
    const { x, y } = this.place(point);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  ring(context, point, radius, theme) {
    const { x, y } = this.place(point);
    context.strokeStyle = theme.select;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }

  // Steps: between two points of the front, nothing better was found.
  drawFront(context, theme) {
    context.strokeStyle = theme.trouble;
    context.lineWidth = 1.5;
    context.setLineDash([5, 3]);
    context.beginPath();
    this.front.map((point) => this.place(point)).forEach(({ x, y }, i, places) => {
      if (i === 0) context.moveTo(x, y); else { context.lineTo(x, places[i - 1].y); context.lineTo(x, y); }
    });
    context.stroke();
    context.setLineDash([]);
  }

  drawAxes(context, theme) {
    const { width, height } = this.plot, bottom = FIELD.top + height;
    context.font = SMALL;
    context.textBaseline = "middle";
    context.textAlign = "center";
    for (const { at, label } of this.across.ticks(width, 84)) scatterTick(context, theme, [FIELD.left + at * width, FIELD.top], [0, height], label, FIELD.left + at * width, bottom + 12);
    context.textAlign = "right";
    for (const { at, label } of this.up.ticks(height, 36)) scatterTick(context, theme, [FIELD.left, bottom - at * height], [width, 0], label, FIELD.left - 6, bottom - at * height);
    context.fillStyle = theme.ink;
    context.textAlign = "center";
    context.fillText(this.x.title, FIELD.left + width / 2, bottom + 32);
    uprightText(context, this.y.title, 10, FIELD.top + height / 2);
    context.textAlign = "left";
  }

  near(event) {
    const box = this.canvas.getBoundingClientRect(), at = { x: event.clientX - box.left, y: event.clientY - box.top };
    let best = null, least = NEAR;
    for (const point of this.points) {
      const { x, y } = this.place(point), far = Math.hypot(x - at.x, y - at.y);
      if (far < least) { best = point; least = far; }
    }
    return best;
  }

  hover(event) {
    const point = event && this.near(event);
    if (point !== this.hovered) { this.hovered = point; this.draw(); }
    this.page.hint(point && pointLines(this.model, this.x, this.y, point), event);
  }
}

function scatterTick(context, theme, [x, y], [dx, dy], text, textX, textY) {
  context.fillStyle = theme.line;
  context.fillRect(Math.round(x), Math.round(y), Math.max(1, dx), Math.max(1, dy));
  context.fillStyle = theme.dim;
  context.fillText(text, textX, textY);
}
