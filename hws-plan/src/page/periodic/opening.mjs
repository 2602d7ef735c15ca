// What the picture of a launch begins with: a span in which tasks bear their names and all PEs are at work.

// The part of all working time whose tasks should bear their names.
const NAMED = 0.8;

// Tasks that are seen at least, on average.
const LEAST_TASKS = 24;

// Points of the first letters of a name, and of a box around them.
const LETTERS = 8, LETTER = 7, BOX = 12;

// The cycles of a point at which the longest tasks, which make up most of the working time, have room for their names.
export function readableScale(launch) {
  const { names } = launch.graph;
  const sizes = names.map((name, task) => ({ cost: launch.graph.tasks[task].cost, points: BOX + LETTER * Math.min(LETTERS, name.short.length) }));
  const scale = ({ cost, points }) => cost / points;
  sizes.sort((a, b) => scale(b) - scale(a));
  const wanted = NAMED * sizes.reduce((sum, { cost }) => sum + cost, 0);
  let named = 0;
  const last = sizes.find(({ cost }) => (named += cost) >= wanted);
  return last ? scale(last) : 1;
}

// The first round in which as many PEs as possible are at work for at least half of their fullest round.
export function fullRound(rows) {
  const changes = new Map();
  const change = (round, by) => changes.set(round, (changes.get(round) ?? 0) + by);
  for (const { rounds: { loads: { at, value } } } of rows) {
    const most = value.reduce((a, b) => Math.max(a, b), 0);
    const isFull = (i) => i >= 0 && most > 0 && value[i] >= most / 2;
    at.forEach((round, i) => change(round, isFull(i) - isFull(i - 1)));
  }
  let full = 0, best = { full: 0, round: 0 };
  for (const round of [...changes.keys()].sort((a, b) => a - b)) {
    full += changes.get(round);
    if (full > best.full) best = { full, round };
  }
  return best.round;
}

// The span of so many points; everything when it is readable as a whole.
export function openingOf(launch, rows, end, points) {
  const length = Math.max(1, Math.round(Math.max(readableScale(launch) * points, LEAST_TASKS / launch.pe.length * launch.T)));
  if (length >= end) return [0, end];
  const from = fullRound(rows) * launch.T;
  return [from, from + length];
}
