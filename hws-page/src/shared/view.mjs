// The cycles on the screen: from `from` to `to`, over `width` pixels.

const LEAST = 8;

export class View {
  constructor(end, width) {
    this.end = Math.max(1, end);
    this.width = width;
    this.all();
  }

  all() { this.show(0, this.end); }

  get pixel() { return (this.to - this.from) / this.width; }
  get isAll() { return this.from <= 0 && this.to >= this.end; }

  x(time) { return (time - this.from) / this.pixel; }
  time(x) { return this.from + x * this.pixel; }

  // At least a few cycles and at most all of them.
  show(from, to) {
    const length = Math.min(this.end, Math.max(Math.min(LEAST, this.end), to - from));
    const middle = (from + to) / 2;
    const start = to - from === length ? from : middle - length / 2;
    this.from = Math.min(Math.max(0, start), this.end - length);
    this.to = this.from + length;
  }

  // The time under x stays where it is.
  zoom(factor, x) {
    const length = Math.min(this.end, Math.max(Math.min(LEAST, this.end), (this.to - this.from) * factor));
    const from = this.time(x) - x / this.width * length;
    this.show(from, from + length);
  }

  pan(pixels) {
    const by = pixels * this.pixel;
    this.show(this.from + by, this.to + by);
  }

  // Shows a span with a margin.
  fit(from, to) {
    const margin = Math.max(4, (to - from) * 0.08);
    this.show(from - margin, to + margin);
  }

  // Changes nothing when the span is visible and large enough.
  reveal(from, to) {
    const wide = (to - from) / this.pixel;
    if (from >= this.from && to <= this.to && wide >= 6) return;
    if (wide >= 6 && wide <= this.width * 0.8) this.show((from + to) / 2 - (this.to - this.from) / 2, (from + to) / 2 + (this.to - this.from) / 2);
    else this.fit(from - (to - from) * 3, to + (to - from) * 3);
  }
}
