// The whole run in a bar: busy SIPs by graph, and the position of the view.

import { GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { CYCLE } from "../../../../hws-page/src/shared/colour.mjs";
import { sized } from "../../../../hws-page/src/shared/elements.mjs";

const HEIGHT = 46;

export class Overview {
  constructor(canvas) {
    this.canvas = canvas;
    this.picture = document.createElement("canvas");
  }

  // Busy SIP cycles at every point of the bar, with graphs of one colour combined; the last line is for dimmed graphs.
  collect({ data, off }, points) {
    const { runs, kernels } = data;
    const shares = Array.from({ length: CYCLE + 1 }, () => new Float32Array(points));
    const scale = points / Math.max(1, data.end);
    for (let r = 0; r < runs.count; r++) {
      const dag = kernels.dag[runs.kernel[r]];
      const line = shares[off.has(dag) ? CYCLE : dag % CYCLE];
      const x = runs.from[r] * scale, end = Math.min(points, runs.to[r] * scale);
      for (let p = Math.floor(x); p < end; p++) line[p] += (Math.min(end, p + 1) - Math.max(x, p)) * runs.sips[r];
    }
    return shares;
  }

  // The part that does not move with the view.
  paint(app) {
    const width = this.canvas.parentElement.clientWidth, plot = Math.max(10, Math.floor(width - GUTTER));
    const shares = this.collect(app, plot);
    this.plot = plot;
    this.width = width;
    const context = sized(this.picture, plot, HEIGHT);
    const { theme, data } = app;
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, plot, HEIGHT);
    const fills = [...app.dagColours.slice(0, CYCLE).map((colour) => colour.fill)];
    fills[CYCLE] = theme.faded;
    const heights = new Float32Array(plot);
    shares.forEach((line, colour) => {
      context.fillStyle = fills[colour] ?? theme.faded;
      line.forEach((share, p) => {
        const height = share / data.rows.length * (HEIGHT - 4);
        if (height > 0) context.fillRect(p, HEIGHT - (heights[p] += height), 1, height);
      });
    });
    context.fillStyle = theme.trouble;
    for (const at of data.troubles.at) context.fillRect(Math.round(at / Math.max(1, data.end) * plot) - 1, 0, 2, 5);
  }

  draw(app) {
    const { theme, view } = app;
    const context = sized(this.canvas, this.width, HEIGHT);
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, this.width, HEIGHT);
    context.drawImage(this.picture, GUTTER, 0, this.plot, HEIGHT);
    const left = GUTTER + view.from / view.end * this.plot, right = Math.max(left + 3, GUTTER + view.to / view.end * this.plot);
    context.globalAlpha = 0.62;
    context.fillStyle = theme.paper;
    context.fillRect(GUTTER, 0, left - GUTTER, HEIGHT);
    context.fillRect(right, 0, this.width - right, HEIGHT);
    context.globalAlpha = 1;
    context.strokeStyle = theme.accent;
    context.lineWidth = 2;
    context.strokeRect(left, 1, right - left, HEIGHT - 2);
    context.fillStyle = theme.dim;
    context.font = SMALL;
    context.textBaseline = "middle";
    context.textAlign = "right";
    context.fillText("whole run", GUTTER - 8, HEIGHT / 2);
    context.textAlign = "left";
  }

  time(app, x) { return (x - GUTTER) / this.plot * app.view.end; }
}
