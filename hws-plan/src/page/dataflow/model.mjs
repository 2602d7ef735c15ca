// The functions of a dataflow graph and their callers (planner 4.3, 7).

const MOST_INSTANCES = 2000;

// A function with its nodes and edges, each with its results added to its input. Edges of constants and folds have none.
function functionOf(name, given, found) {
  const nodes = given.nodes.map((node) => ({ ...node, ...found.nodes[node.id] }));
  const index = new Map(nodes.map(({ id }, i) => [id, i]));
  const result = new Map(found.edges.map((edge) => [JSON.stringify([edge.from, edge.to]), edge]));
  const edges = (given.edges ?? []).map((edge) => {
    const own = result.get(JSON.stringify([edge.from, edge.to]));
    return { ...edge, ...own, from: index.get(edge.from), to: index.get(edge.to), names: [edge.from, edge.to], isTimed: own !== undefined };
  });
  const { LAT, LFI, FPO } = found;
  return { name, nodes, edges, LAT, LFI, FPO, order: found.order.map((id) => index.get(id)), stream: given.stream_size ?? 16 };
}

export function functionsOf(input, answer) {
  return new Map(Object.keys(input.functions).map((name) => [name, functionOf(name, input.functions[name], answer.functions[name])]));
}

// Functions as they are called, from the top: { path, name, base (absolute SD of its start), depth, isCalled }; then
// those that are never called, without an absolute SD. A very long list is cut off.
export function instancesOf(functions, input) {
  const list = [], called = new Set([input.top]);
  const open = [{ path: input.top, name: input.top, base: input.sd0 ?? 0, depth: 0 }];
  for (const { nodes } of functions.values()) for (const { kind, callee } of nodes) if (kind === "call") called.add(callee);
  while (open.length > 0 && list.length < MOST_INSTANCES) {
    const one = open.pop();
    list.push(one);
    const inner = functions.get(one.name).nodes.filter(({ kind }) => kind === "call")
      .map(({ id, callee, SD }) => ({ path: `${one.path}/${id}`, name: callee, base: one.base + SD, depth: one.depth + 1 }));
    open.push(...inner.reverse());
  }
  const missing = open.length;
  const reached = new Set(list.map(({ name }) => name));
  for (const name of functions.keys()) if (!reached.has(name)) list.push({ path: name, name, base: null, depth: 0, isCalled: called.has(name) });
  return { list, missing };
}
