// The statistics between two times.

import { BACKFILLED, EARLY } from "./decode.mjs";

export function statistics(data, from, to) {
  const { runs, kernels, attempts, series } = data;
  const present = data.rows.length;
  const byDag = new Float64Array(data.dags.length), seen = new Set();
  const counts = { started: 0, blocks: 0, backfilled: 0, early: 0 };
  for (let r = 0; r < runs.count && runs.from[r] < to; r++) {
    if (runs.to[r] <= from) continue;
    byDag[kernels.dag[runs.kernel[r]]] += (Math.min(to, runs.to[r]) - Math.max(from, runs.from[r])) * runs.sips[r];
    seen.add(runs.kernel[r]);
    counts.blocks++;
    if (runs.from[r] < from) continue;
    counts.started++;
    if (runs.flags[r] & BACKFILLED) counts.backfilled++;
    if (runs.flags[r] & EARLY) counts.early++;
  }
  const inside = attempts.commit.reduce((sum, commit, i) => commit >= from && commit < to
    ? { all: sum.all + 1, launched: sum.launched + attempts.launched[i] } : sum, { all: 0, launched: 0 });
  return {
    from, to, present, capacity: present * (to - from), busy: series.busy.sum(from, to), reservedIdle: series.reservedIdle.sum(from, to),
    owned: series.owned.sum(from, to), resident: series.resident.mean(from, to), kernels: seen.size, ...counts, attempts: inside,
    dags: [...byDag.entries()].filter(([, busy]) => busy > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]),
    troubles: Array.from(data.troubles.at).filter((at) => at >= from && at < to).length,
  };
}
