// Bytes in the cache of a PE over the period (N16): an edge's bytes live from the end of its producer to the start
// of its consumer, on the consumer's PE, folded modulo the period.

import { firstLarger } from "../../../../hws-page/src/shared/bounds.mjs";

// Steps { at: times from 0, value: bytes from there on } of a launch's PE.
export function occupation(launch, pe) {
  const changes = new Map(), { T } = launch;
  let base = 0;
  const change = (at, by) => changes.set(at, (changes.get(at) ?? 0) + by);
  for (const place of launch.places(pe)) {
    const copy = launch.copy(place);
    for (const edge of launch.graph.into(launch.taskOf(place))) {
      const { producer, isCached, size, wait } = launch.transfer(edge, copy);
      if (!isCached || wait <= 0) continue;
      const from = launch.ed[producer] % T, to = launch.st[place];
      base += Math.floor(wait / T) * size;
      if (wait % T === 0) continue;
      change(from, size);
      change(to, -size);
      if (from > to) base += size;
    }
  }
  return steps(base, changes);
}

function steps(base, changes) {
  const at = [0], value = [base + (changes.get(0) ?? 0)];
  for (const time of [...changes.keys()].filter((time) => time > 0).sort((a, b) => a - b)) {
    at.push(time);
    value.push(value.at(-1) + changes.get(time));
  }
  return { at, value };
}

// The value at a time of the period.
export const valueAt = ({ at, value }, time) => value[Math.max(0, firstLarger(at, time) - 1)];
