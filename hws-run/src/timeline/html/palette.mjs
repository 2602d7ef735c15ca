// The colours of the kernels.

import { colourOf, hex, HUES, inkOn, STEPS } from "../../../../hws-plan/src/page/shared/colour.mjs";

// For every kernel: its colour as numbers, with its opacity, as text, and the ink on it.
export function palette(kernels) {
  const seen = new Map();
  const known = new Map();
  return Array.from({ length: kernels.count }, (_, kernel) => {
    const dag = kernels.dag[kernel];
    const place = seen.get(dag) ?? 0;
    seen.set(dag, place + 1);
    const key = `${dag % (3 * HUES.length)}/${place % STEPS.length}`;
    if (!known.has(key)) {
      const rgb = colourOf(dag, place).map(Math.round);
      known.set(key, { rgb, paint: [...rgb, 1], fill: hex(rgb), ink: inkOn(rgb) });
    }
    return known.get(key);
  });
}
