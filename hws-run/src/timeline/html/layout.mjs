// The layout of the canvas, in CSS pixels: axis, rows in clusters, strips.

import { AXIS, GUTTER } from "../../../../hws-page/src/shared/axis.mjs";

const GAP = 8, STRIP = 40, STRIP_GAP = 6, LEAST_ROW = 10, MOST_ROW = 34;

export function layout(data, width, height, strips) {
  const gaps = (data.machine.clusters - 1) * GAP;
  const under = strips.reduce((sum, strip) => sum + (strip.height ?? STRIP) + STRIP_GAP, STRIP_GAP + 4);
  const space = Math.floor((height - AXIS - gaps - under) / data.rows.length);
  const row = Math.min(MOST_ROW, Math.max(LEAST_ROW, space));
  let y = AXIS;
  const rows = data.rows.map((line, i) => {
    if (i > 0 && line.cluster !== data.rows[i - 1].cluster) y += GAP;
    const top = y;
    y += row;
    return { ...line, top, first: i === 0 || line.cluster !== data.rows[i - 1].cluster };
  });
  const rowsEnd = y;
  y += STRIP_GAP + 4;
  const placed = strips.map((strip) => {
    const top = y;
    y += (strip.height ?? STRIP) + STRIP_GAP;
    return { ...strip, top, height: strip.height ?? STRIP };
  });
  const topOf = new Map(rows.map((line) => [line.sip, line.top]));
  return { width, height: y, plot: width - GUTTER, row, rows, rowsEnd, strips: placed, topOf };
}

// The row at y, or undefined.
export const rowAt = (place, y) => place.rows.find((line) => y >= line.top && y < line.top + place.row);

export const stripAt = (place, y) => place.strips.find((strip) => y >= strip.top && y < strip.top + strip.height);
