// What the page shows of the bins: their state, their order, and what a search finds.

// "hole", "hit" or "excluded".
export function stateOf(bin, atLeast) {
  if (bin.excluded !== undefined) return "excluded";
  return bin.count >= atLeast ? "hit" : "hole";
}

const ORDER = ["hole", "hit", "excluded"];

// Holes first, then covered bins, then excluded ones, each in the order of the model.
export const holesFirst = (bins, atLeast) => [...bins].sort((a, b) => ORDER.indexOf(stateOf(a, atLeast)) - ORDER.indexOf(stateOf(b, atLeast)));

// Rounded down, as in the text of the command, so that 100 % means every bin.
export const share = (covered, bins) => bins > 0 ? `${(Math.floor(1000 * covered / bins) / 10).toFixed(1)} %` : "–";

// A function from a text to whether every word of the query is in it.
export function matcher(query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return (text) => words.every((word) => text.toLowerCase().includes(word));
}

// The groups with the items and bins that match, without those that have none; items with holes come first.
export function found(data, query, holesOnly) {
  const matches = matcher(query);
  const wanted = (group, item, bin) =>
    (!holesOnly || stateOf(bin, data.at_least) === "hole")
    && matches(`${group.name}.${item.name}: ${bin.name} ${group.rule} ${item.rule} ${group.title}`);
  const itemOf = (group, item) => ({ ...item, shown: item.bins.filter((bin) => wanted(group, item, bin)) });
  const isWhole = (item) => item.covered === item.counted;
  return data.groups
    .map((group) => ({ ...group, items: group.items.map((item) => itemOf(group, item)).filter((item) => item.shown.length > 0) }))
    .map((group) => ({ ...group, items: group.items.sort((a, b) => isWhole(a) - isWhole(b)) }))
    .filter((group) => group.items.length > 0);
}
