// Columns of a graph: one per starting delay, split where an edge joins nodes of the same delay.

// order: the nodes, predecessors first. Returns { column: of each node, columns: [{ sd, level }] }.
export function columnsOf(nodes, edges, order) {
  const into = nodes.map(() => []);
  for (const { from, to } of edges) if (from !== to) into[to].push(from);
  const level = new Int32Array(nodes.length);
  for (const node of order) {
    for (const before of into[node]) if (nodes[before].SD === nodes[node].SD) level[node] = Math.max(level[node], level[before] + 1);
  }
  const byPlace = order.map((node) => node).sort((a, b) => nodes[a].SD - nodes[b].SD || level[a] - level[b]);
  const column = new Int32Array(nodes.length), columns = [];
  for (const node of byPlace) {
    const last = columns.at(-1);
    if (!last || last.sd !== nodes[node].SD || last.level !== level[node]) columns.push({ sd: nodes[node].SD, level: level[node] });
    column[node] = columns.length - 1;
  }
  return { column, columns };
}
