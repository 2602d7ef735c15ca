// The colours of the kernels.

import { shadeOf } from "../../../../hws-page/src/shared/colour.mjs";

// The colour of every kernel, by its graph and its place in it; or by its place alone, so that neighbours in a graph have
// different hues.
export function palette({ dag }, byKernel = false) {
  const seen = new Map();
  return Array.from(dag, (one) => {
    const place = seen.get(one) ?? 0;
    seen.set(one, place + 1);
    return byKernel ? shadeOf(place, 0) : shadeOf(one, place);
  });
}
