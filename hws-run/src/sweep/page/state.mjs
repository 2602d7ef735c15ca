// The view in the address of the page, so that it can be shared.

import { addressOf, fieldsOf, readIndex, readSpan, readTheme } from "../../../../hws-page/src/shared/address.mjs";
import { scatterStart } from "./model.mjs";

const BRUSH_FIELD = "in.", BORDER = 4;

// Spans of the address are positive; those of settings reach half a step beyond both ends.
const shifted = (span) => span.map((at) => Number((at + BORDER).toFixed(4))).join("-");

export function readView(address, sections) {
  const fields = fieldsOf(address), all = [...fields];
  const brushes = all.filter(([name]) => name.startsWith(BRUSH_FIELD)).map(([name, text]) => [name.slice(BRUSH_FIELD.length), readSpan(text)?.map((at) => at - BORDER)]);
  return {
    theme: readTheme(fields.get("theme")),
    view: {
      place: readIndex(fields.get("w"), sections) ?? 0, metric: fields.get("metric") ?? undefined, names: fields.has("axes") ? fields.get("axes").split(",") : undefined,
      brushes: brushes.filter(([, span]) => span), selected: readIndex(fields.get("s"), Infinity), by: readIndex(fields.get("by"), Infinity),
      across: fields.get("x") ?? undefined, up: fields.get("y") ?? undefined, kind: fields.get("points") ?? undefined,
    },
  };
}

export function viewFields({ place, metric, names, brushes, selected, by, across, up, kind }, usual, theme) {
  const [first, second = first] = scatterStart(usual), isUsual = names.join() === usual.join();
  return addressOf({
    w: place === 0 ? null : place, metric: metric === first ? null : metric, axes: isUsual ? null : names.join(","), s: selected, by, x: across === first ? null : across, y: up === second ? null : up,
    points: kind === "means" ? null : kind, ...Object.fromEntries(brushes.map(([key, span]) => [BRUSH_FIELD + key, shifted(span)])), theme,
  });
}
