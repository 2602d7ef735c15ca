// Where the parts of a chart are, in CSS pixels: axis, bands, rows, strips.

import { AXIS } from "../../../../hws-page/src/shared/axis.mjs";

const BANDS = 21, STRIP_GAP = 6, LEAST_ROW = 12, MOST_ROW = 64;

// Rows are at most mostRow high.
export function placeRows({ rows, bands, strips, mostRow = MOST_ROW }, height) {
  const bandsTop = AXIS, rowsTop = AXIS + (bands.length > 0 ? BANDS : 0);
  const under = strips.reduce((sum, strip) => sum + strip.height + STRIP_GAP, STRIP_GAP);
  const space = Math.max(2 * LEAST_ROW, height - rowsTop - under);
  const row = Math.min(mostRow, Math.max(LEAST_ROW, Math.floor(space / Math.max(1, rows.length))));
  const rowsEnd = rowsTop + Math.min(rows.length * row, space);
  let top = rowsEnd + STRIP_GAP;
  const placed = strips.map((strip) => {
    const one = { ...strip, top };
    top += strip.height + STRIP_GAP;
    return one;
  });
  return { bandsTop, rowsTop, rowsEnd, row, rowCount: rows.length, strips: placed, contentHeight: Math.max(height, rowsTop + rows.length * row + under) };
}

// The row at y, or null.
export function rowAt({ rowsTop, rowsEnd, row, rowCount, scroll }, y) {
  if (y < rowsTop || y >= rowsEnd) return null;
  const found = Math.floor((y - rowsTop + scroll) / row);
  return found < rowCount ? found : null;
}
