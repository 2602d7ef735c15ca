// The colours of the kernels.

import { shadeOf } from "../../../../hws-page/src/shared/colour.mjs";

// The colour of every kernel, by its graph and its place in it.
export function palette({ dag }) {
  const seen = new Map();
  return Array.from(dag, (one) => {
    const place = seen.get(one) ?? 0;
    seen.set(one, place + 1);
    return shadeOf(one, place);
  });
}
