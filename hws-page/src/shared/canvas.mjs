// Shapes and text on a canvas.

export const FONT = "system-ui, sans-serif";
export const SMALL = `11px ${FONT}`;

// Draws inside a box only.
export function clipped(context, left, top, width, height, draw) {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  draw();
  context.restore();
}

// Draws twice: first the halo, `extra` pixels wider, then the line itself.
function haloed(context, theme, width, extra, stroke) {
  for (const [colour, more] of [[theme.halo, extra], [theme.select, 0]]) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = width + more;
    stroke();
  }
}

export function outline(context, box, theme, width) {
  haloed(context, theme, width, 2, () => context.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1));
}

// From the end of one box, at x and y, to the start of another.
export function arrow(context, theme, [x, y], [end, down], dashed = false) {
  const bend = Math.min(80, Math.max(14, Math.abs(end - x) / 2));
  context.setLineDash(dashed ? [5, 3] : []);
  haloed(context, theme, 1.5, 2, () => {
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(x + bend, y, end - bend, down, end - 5, down);
    context.stroke();
  });
  context.setLineDash([]);
  arrowHead(context, end, down, 8);
}

// Points to the right.
export function arrowHead(context, x, y, size) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - size, y - size / 2);
  context.lineTo(x - size, y + size / 2);
  context.fill();
}

// Writes as much as fits; returns the width used.
export function fitText(context, text, x, y, space) {
  let width = context.measureText(text).width, shown = text;
  if (width > space) {
    const fits = Math.floor(text.length * space / width) - 1;
    if (fits < 1) return 0;
    shown = `${text.slice(0, fits)}…`;
    width = context.measureText(shown).width;
  }
  context.fillText(shown, x, y);
  return width;
}

// Writes upwards, centred.
export function uprightText(context, text, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(text, 0, 0);
  context.restore();
}
