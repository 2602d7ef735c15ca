// Hatching, as a pattern that fills a canvas.

export function hatching(colour, rising) {
  const ratio = window.devicePixelRatio || 1;
  const canvas = document.createElement("canvas");
  const size = canvas.width = canvas.height = Math.round(7 * ratio);
  const context = canvas.getContext("2d");
  context.strokeStyle = colour;
  context.lineWidth = 1.3 * ratio;
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift, rising ? size : 0);
    context.lineTo(shift + size, rising ? 0 : size);
  }
  context.stroke();
  const pattern = context.createPattern(canvas, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}
