// The state of the page as fields of its address: #t=0-1000&k=12&r=40&range=10-90&q=conv&off=2,3&by=kernel

import { readIndex, readSpan } from "../../../../hws-page/src/shared/address.mjs";

// The state that an address describes, as far as it is valid for this run.
export function stateOf(fields, data) {
  return {
    time: readSpan(fields.get("t")),
    range: readSpan(fields.get("range")),
    kernel: readIndex(fields.get("k"), data.kernels.count),
    run: readIndex(fields.get("r"), data.runs.count),
    query: fields.get("q") ?? "",
    byKernel: fields.get("by") === "kernel",
    off: (fields.get("off") ?? "").split(",").map((dag) => readIndex(dag, data.dags.length)).filter((dag) => dag !== null),
  };
}

export function fieldsOfState({ time, range, kernel, run, query, off, byKernel }) {
  const digits = time && time[1] - time[0] < 1000 ? 2 : 0;
  return {
    t: time && time.map((one) => Number(one.toFixed(digits))).join("-"), range: range && range.map(Math.round).join("-"),
    k: kernel, r: run, q: query, off: [...off].join(","), by: byKernel ? "kernel" : null,
  };
}
