// The strip of deadlines: a ring for one that was met; for one that was missed, a diamond and a bar to the finish.

import { GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { clipped } from "../../../../hws-page/src/shared/canvas.mjs";

const LANE = 13, MARK_REACH = 7, MARKS_APART = 3;

// Each kind has a lane of its own.
const lanesOf = ({ graphs, kernels }) => [graphs, kernels].filter((list) => list.length > 0);

export function deadlineStrips({ deadlines }) {
  const lanes = lanesOf(deadlines);
  return lanes.length === 0 ? [] : [{ id: "deadlines", label: ["deadlines"], height: LANE * lanes.length + 3, lanes }];
}

const middleOf = (strip, lane) => strip.top + 1.5 + LANE * (lane + 0.5);

// Where a mark is; a deadline after the end of the run is at the end if it was missed, and otherwise nowhere.
function placeOf({ data, view }, { at, missed }) {
  return at <= data.end ? GUTTER + view.x(at) : missed ? GUTTER + view.x(data.end) : NaN;
}

// To the finish, or to the end of the run.
const endOf = ({ data, view }, { finish }) => GUTTER + view.x(Number.isNaN(finish) ? data.end : finish);

export function drawDeadlines(app, context, strip) {
  clipped(context, GUTTER, strip.top, app.place.plot, strip.height, () => {
    strip.lanes.forEach((list, lane) => {
      const y = middleOf(strip, lane);
      // Those that were missed lie above the others.
      drawMarks(app, list.filter((one) => !one.missed), (x) => ring(app, context, x, y));
      drawMarks(app, list.filter((one) => one.missed), (x, one) => missed(app, context, x, y, one));
    });
  });
}

function drawMarks(app, list, draw) {
  const right = GUTTER + app.place.plot + MARK_REACH;
  let last = -Infinity;
  for (const one of list) {
    const x = placeOf(app, one), end = one.missed ? Math.max(x, endOf(app, one)) : x;
    if (Number.isNaN(x) || x > right || end < GUTTER - MARK_REACH || (x - last < MARKS_APART && end - x < MARKS_APART)) continue;
    last = x;
    draw(x, one);
  }
}

function ring(app, context, x, y) {
  context.strokeStyle = app.theme.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, 3.5, 0, 2 * Math.PI);
  context.stroke();
}

function missed(app, context, x, y, one) {
  const end = endOf(app, one);
  context.fillStyle = context.strokeStyle = app.theme.trouble;
  if (end > x) {
    context.lineWidth = 3;
    context.setLineDash(Number.isNaN(one.finish) ? [5, 3] : []);
    context.beginPath();
    context.moveTo(Math.max(x, GUTTER - 8), y);
    context.lineTo(end, y);
    context.stroke();
    context.setLineDash([]);
  }
  context.beginPath();
  context.moveTo(x, y - 5.5);
  context.lineTo(x + 5.5, y);
  context.lineTo(x, y + 5.5);
  context.lineTo(x - 5.5, y);
  context.fill();
}

// The deadline at a point of the strip, the nearest or else one whose bar is there, and the number of others as near; or null.
export function deadlineAt(app, strip, x, y) {
  const lane = Math.min(strip.lanes.length - 1, Math.max(0, Math.floor((y - strip.top - 1.5) / LANE)));
  const near = strip.lanes[lane].map((one) => ({ one, away: Math.abs(placeOf(app, one) - x) })).filter(({ away }) => away < MARK_REACH);
  // Of several as near, one that was missed.
  near.sort((a, b) => a.away - b.away || b.one.missed - a.one.missed);
  const covering = () => strip.lanes[lane].findLast((one) => one.missed && placeOf(app, one) <= x && x <= endOf(app, one));
  const found = near[0]?.one ?? covering();
  return found ? { ...found, others: Math.max(0, near.length - 1) } : null;
}
