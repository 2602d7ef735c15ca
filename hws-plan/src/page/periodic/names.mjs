// The names of tasks, and the parts of them that tell most: paths from the folder that the fewest tasks are in.

export function namesOf(nodes) {
  const full = nodes.map(({ id, name }) => name ?? String(id));
  const parts = full.map((name) => name.split("/"));
  const count = new Map();
  for (const list of parts) for (const part of new Set(list)) count.set(part, (count.get(part) ?? 0) + 1);
  const rarest = (list) => list.reduce((best, part, i) => count.get(part) < count.get(list[best]) ? i : best, 0);
  return parts.map((list, i) => ({ full: full[i], short: list.slice(rarest(list)).join("/") }));
}
