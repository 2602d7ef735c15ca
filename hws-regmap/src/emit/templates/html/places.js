// Addresses of array elements.

const { base: BASE, digits: DIGITS } = document.body.dataset;

// The indices of the element that has this byte, counted from element 0; null if none has. Elements need not follow each
// other, and those of an outer dimension may lie between those of an inner one.
function indicesAt(dims, bytes, rest) {
  if (dims.length === 0) return rest >= 0n && rest < bytes ? [] : null;
  const [{ count, stride }, ...inner] = dims;
  const reach = inner.reduce((sum, dim) => sum + (dim.count - 1n) * dim.stride, bytes);
  const last = rest / stride < count ? rest / stride : count - 1n;
  for (let index = last; index >= 0n && rest - index * stride < reach; index -= 1n) {
    const found = indicesAt(inner, bytes, rest - index * stride);
    if (found) return [index, ...found];
  }
  return null;
}

// The indices at an address, which may be one of the window or of the system.
function indicesOf(entry, address) {
  if (entry.offset === undefined) return null;
  const at = (offset) => indicesAt(entry.dims, entry.bytes, offset - entry.offset);
  return at(address) ?? (BASE === "0" ? null : at(address - BigInt(BASE)));
}

const offsetOf = (entry, indices) =>
  entry.dims.reduce((offset, { stride }, place) => offset + indices[place] * stride, entry.offset);

// `RS[].FLAGS` and 3 as `RS[3].FLAGS`.
function elementName(entry, indices) {
  const rest = [...indices];
  return nameOf(entry).replaceAll("[]", () => `[${rest.shift()}]`);
}

// The number of the element, counted across all dimensions.
const flat = (entry, indices) => entry.dims.reduce((number, { count }, place) => number * count + indices[place], 0n);

function placeText(entry, indices) {
  const offset = offsetOf(entry, indices);
  const address = BASE === "0" ? "" : `, address ${hex(offset + BigInt(BASE), 8)}`;
  return `${elementName(entry, indices)} at ${hex(offset, Number(DIGITS))}${address}`;
}
