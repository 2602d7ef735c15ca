// Where the nodes are in their columns: in an order with few crossings, near their neighbours.
//
// An edge that passes columns gets a bend in each of them, so that it runs between the nodes. Heights are in units of a
// node with its gap.

const SWEEPS = 8, PASSES = 6, MOST_BENDS = 60000, BEND = 0.6;

// Returns { y: of each node, bends: of each edge, [{ column, y }], height }.
export function place(column, columns, edges, order) {
  const graph = withBends(column, edges);
  const layers = layersOf(graph, columns.length, order);
  for (let sweep = 0; sweep < SWEEPS; sweep++) sortLayers(graph, layers, sweep % 2 === 0);
  const y = straighten(graph, layers);
  const least = y.reduce((a, b) => Math.min(a, b), Infinity), most = y.reduce((a, b) => Math.max(a, b), -Infinity);
  const moved = y.map((one) => one - least + 0.5);
  return {
    y: moved.slice(0, column.length), height: y.length === 0 ? 1 : most - least + 1,
    bends: graph.bends.map((bends) => bends.map((bend) => ({ column: graph.column[bend], y: moved[bend] }))),
  };
}

// Items are nodes, then bends; before and behind are their neighbours to the left and to the right.
function withBends(column, edges) {
  const graph = { nodes: column.length, column: Array.from(column), before: [], behind: [], bends: edges.map(() => []) };
  const spans = edges.reduce((sum, { from, to }) => sum + Math.max(0, column[to] - column[from] - 1), 0);
  for (let i = 0; i < column.length; i++) { graph.before.push([]); graph.behind.push([]); }
  const join = (a, b) => { graph.behind[a].push(b); graph.before[b].push(a); };
  edges.forEach(({ from, to }, e) => {
    if (from === to) return;
    let last = from;
    for (let c = column[from] + 1; spans <= MOST_BENDS && c < column[to]; c++) {
      const bend = graph.column.push(c) - 1;
      graph.before.push([]);
      graph.behind.push([]);
      graph.bends[e].push(bend);
      join(last, bend);
      last = bend;
    }
    join(last, to);
  });
  return graph;
}

function layersOf(graph, count, order) {
  const layers = Array.from({ length: count }, () => []);
  for (const node of order) layers[graph.column[node]].push(node);
  for (let bend = graph.nodes; bend < graph.column.length; bend++) layers[graph.column[bend]].push(bend);
  return layers;
}

const mean = (list, value) => list.reduce((sum, one) => sum + value[one], 0) / list.length;

// Sorts each layer by the mean place of the neighbours in the layers already sorted.
function sortLayers(graph, layers, onwards) {
  const at = new Float64Array(graph.column.length);
  for (const layer of layers) layer.forEach((item, i) => { at[item] = (i + 0.5) / layer.length; });
  const sequence = onwards ? layers : [...layers].reverse();
  for (const layer of sequence) {
    const key = new Map(layer.map((item) => {
      const near = onwards ? graph.before[item] : graph.behind[item];
      return [item, near.length > 0 ? mean(near, at) : at[item]];
    }));
    layer.sort((a, b) => key.get(a) - key.get(b) || at[a] - at[b]);
    layer.forEach((item, i) => { at[item] = (i + 0.5) / layer.length; });
  }
}

// Moves each layer as near to its neighbours as the order and the space allow.
function straighten(graph, layers) {
  const y = new Array(graph.column.length).fill(0);
  const size = (item) => item < graph.nodes ? 1 : BEND;
  const most = layers.reduce((sum, layer) => Math.max(sum, layer.reduce((height, item) => height + size(item), 0)), 0);
  for (const layer of layers) {
    let top = (most - layer.reduce((height, item) => height + size(item), 0)) / 2;
    for (const item of layer) { y[item] = top + size(item) / 2; top += size(item); }
  }
  for (let pass = 0; pass < PASSES; pass++) {
    for (const layer of pass % 2 === 0 ? layers : [...layers].reverse()) {
      const wanted = layer.map((item) => {
        const near = pass % 2 === 0 ? graph.before[item] : graph.behind[item];
        return near.length > 0 ? mean(near, y) : y[item];
      });
      const gaps = layer.map((item, i) => i === 0 ? 0 : (size(layer[i - 1]) + size(item)) / 2);
      apart(wanted, gaps).forEach((place, i) => { y[layer[i]] = place; });
    }
  }
  return y;
}

// The places nearest to the wanted ones, in the same order and at least the gaps apart: pools of neighbours that would
// overlap share their mean.
export function apart(wanted, gaps) {
  const pools = [];
  let offset = 0;
  const offsets = wanted.map((_, i) => offset += gaps[i]);
  wanted.forEach((place, i) => {
    let pool = { sum: place - offsets[i], count: 1 };
    while (pools.length > 0 && pools.at(-1).sum / pools.at(-1).count > pool.sum / pool.count) {
      const last = pools.pop();
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
    }
    pools.push(pool);
  });
  let i = 0;
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count + offsets[i++]));
}
