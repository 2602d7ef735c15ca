// The lifecycle of a kernel, from the arrival of its graph to its end.

import { firstLarger } from "../../../../hws-page/src/shared/bounds.mjs";

// The attempts that could choose a kernel up to its first launch: the LATCH of the first, and how many chose another or
// none. An attempt sees a kernel that was admitted before its LATCH.
export function attemptsFor(data, kernel) {
  const { kernels, attempts, attemptCycles, end } = data;
  const admitted = kernels.admitted[kernel];
  if (Number.isNaN(admitted)) return { first: NaN, failed: 0 };
  const launched = Number.isNaN(kernels.firstLaunch[kernel]) ? end + 1 : kernels.firstLaunch[kernel];
  const first = firstLarger(attempts.commit, admitted + attemptCycles - 1);
  const last = firstLarger(attempts.commit, launched - 1);
  const latch = first < attempts.commit.length ? attempts.commit[first] - attemptCycles : NaN;
  return { first: latch <= launched ? latch : NaN, failed: Math.max(0, last - first) };
}

// Its steps in order: { name, at, after } with the cycles since the step before; those that never came are left out.
export function lifecycle(data, kernel) {
  const { kernels } = data;
  const steps = [
    ["dependencies met", kernels.ready[kernel]],
    ["pushed", kernels.pushed[kernel]],
    ["admitted", kernels.admitted[kernel]],
    ["first attempt", attemptsFor(data, kernel).first],
    ["first launch", kernels.firstLaunch[kernel]],
    ["done", kernels.finish[kernel]],
  ];
  const came = steps.filter(([, at]) => !Number.isNaN(at));
  return came.map(([name, at], i) => ({ name, at, after: i > 0 ? at - came[i - 1][1] : null }));
}
