// Places of a list by key.

// Returns a function from a key, below count, to the places that have it, in order.
export function byKey(keys, count) {
  const start = new Uint32Array(count + 1);
  for (const key of keys) start[key + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice(), items = new Uint32Array(keys.length);
  keys.forEach((key, i) => { items[next[key]++] = i; });
  return (key) => items.subarray(start[key], start[key + 1]);
}
