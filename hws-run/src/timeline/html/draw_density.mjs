// Spans narrower than a few pixels: a picture with one line per row and one point per device pixel. A point has the
// colour of the span that fills most of it, and is fainter if less of it is filled.

export class Density {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
    this.width = 0;
  }

  begin(width, lines) {
    if (this.width !== width || this.lines !== lines) {
      this.canvas.width = this.width = width;
      this.canvas.height = this.lines = lines;
      this.image = this.context.createImageData(width, lines);
      this.cover = new Float32Array(width);
      this.best = new Float32Array(width);
      this.item = new Int32Array(width);
    }
    this.image.data.fill(0);
    this.filled = new Uint8Array(lines);
  }

  // Collects a row. Spans of at least `wide` device pixels are left to onWide(span, x, end), x and end in device pixels.
  take(intervals, view, weight, wide, onWide) {
    const { cover, best, item, width } = this;
    cover.fill(0);
    best.fill(0);
    this.isEmpty = true;
    const scale = width / (view.to - view.from);
    intervals.walk(view.from, view.to, 1 / scale, (level, node, first, behind) => {
      const x = (intervals.from[first] - view.from) * scale, end = (intervals.to[behind - 1] - view.from) * scale;
      if (level === 0 && end - x >= wide) return onWide(first, x, end);
      this.isEmpty = false;
      const top = intervals.items[intervals.levels[level].top[node]];
      const full = (intervals.sums[behind] - intervals.sums[first]) * scale / Math.max(end - x, 1e-9);
      for (let p = Math.max(0, Math.floor(x)); p < end && p < width; p++) {
        const part = (Math.min(end, p + 1) - Math.max(x, p)) * full;
        cover[p] += part;
        if (part * weight(top) > best[p]) { best[p] = part * weight(top); item[p] = top; }
      }
    });
  }

  // Puts the collected row into a line: paint(item) gives [r, g, b], [r, g, b, opacity up to 1] or null.
  put(line, paint) {
    if (this.isEmpty) return;
    const { data } = this.image;
    this.filled[line] = 1;
    for (let p = 0, at = 4 * line * this.width; p < this.width; p++, at += 4) {
      if (this.cover[p] === 0) continue;
      const colour = paint(this.item[p]);
      if (colour === null) continue;
      data[at] = colour[0];
      data[at + 1] = colour[1];
      data[at + 2] = colour[2];
      data[at + 3] = 255 * (colour[3] ?? 1) * Math.max(0.35, Math.min(1, this.cover[p]));
    }
  }

  end() { this.context.putImageData(this.image, 0, 0); }

  // Draws a line, stretched to the height.
  draw(context, line, x, y, width, height) {
    if (this.filled[line]) context.drawImage(this.canvas, 0, line, this.width, 1, x, y, width, height);
  }
}
