// Numbers of up to 64 bits, which only BigInt holds exactly.

const hex = (value, digits = 1) => "0x" + value.toString(16).padStart(digits, "0");

const ones = (width) => (1n << BigInt(width)) - 1n;

const PREFIXES = { h: "0x", o: "0o", b: "0b", d: "" };

// `0x1f`, `0b11`, `31` or `8'h1f`, also with `_` between digits; null for anything else.
function readNumber(text) {
  const plain = text.trim().toLowerCase().replaceAll("_", "").replace(/^\d*'([hobd])/, (_, base) => PREFIXES[base]);
  return /^(0x[0-9a-f]+|0o[0-7]+|0b[01]+|\d+)$/.test(plain) ? BigInt(plain) : null;
}
