// The state of a page in its address, so that a view can be shared.

// "10-2000" as [10, 2000]; null for anything that is not a span.
export function readSpan(text) {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? "");
  return match && Number(match[1]) < Number(match[2]) ? [Number(match[1]), Number(match[2])] : null;
}

// A whole number below count; null for anything else.
export const readIndex = (text, count) => /^\d+$/.test(text ?? "") && Number(text) < count ? Number(text) : null;

export const readTheme = (text) => ["light", "dark"].includes(text) ? text : null;

// The fields as text, without those that are null, undefined or empty.
export function addressOf(fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}

export const fieldsOf = (address) => new URLSearchParams(address.replace(/^#/, ""));
