// Spans that may overlap, as rows in which they do not.

import { Rounds } from "../plan/rounds.mjs";

// Lists of spans, each in order of its starts: as many as overlap at one time. from and to are by span.
export function lanesOf(spans, from, to) {
  const lanes = [], ends = [];
  for (const span of [...spans].sort((a, b) => from[a] - from[b] || to[a] - to[b] || a - b)) {
    const free = ends.findIndex((end) => end <= from[span]), lane = free < 0 ? lanes.push([]) - 1 : free;
    lanes[lane].push(span);
    ends[lane] = to[span];
  }
  return lanes.length > 0 ? lanes : [[]];
}

// Rows of a chart: for each section those of its labels, and the row of each span. Of a row with several lanes, only the first
// has the label.
export function rowsOf(sections, spans, end) {
  const rows = [], first = [], rowOf = new Int32Array(spans.from.length);
  for (const { rows: labels, list } of sections) {
    first.push(rows.length);
    const inRow = labels.map(() => []);
    for (const span of list) inRow[spans.row[span]].push(span);
    labels.forEach((label, i) => lanesOf(inRow[i], spans.from, spans.to).forEach((lane, k) => {
      for (const span of lane) rowOf[span] = rows.length;
      const times = (of) => Float64Array.from(lane, (span) => of[span]);
      rows.push({ label: k === 0 ? label : "", rounds: Rounds.once(lane, times(spans.from), times(spans.to), end) });
    }));
  }
  return { rows, rowOf, first };
}
