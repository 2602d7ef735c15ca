// The names of tasks in full, and short: from the part that the fewest names have. Parts end with a slash or a full stop.

export function shortNames(full) {
  const parts = full.map((name) => name.split(/(?<=[/.])/)), own = (part) => part.replace(/[/.]$/, ""), count = new Map();
  for (const list of parts) for (const part of new Set(list.map(own))) count.set(part, (count.get(part) ?? 0) + 1);
  const rarest = (list) => list.reduce((best, part, i) => count.get(own(part)) < count.get(own(list[best])) ? i : best, 0);
  return parts.map((list, i) => ({ full: full[i], short: list.slice(rarest(list)).join("") }));
}
