// The deadlines of graphs and kernels: when each should have finished, and how late it did.

import { cycles, grouped } from "../../../../hws-page/src/shared/numbers.mjs";

// Something that never finished has missed its deadline, but has no lateness.
const deadline = (at, finish, dag, kernel = null) => ({ at, finish, dag, kernel, lateness: finish - at, missed: !(finish <= at) });

export function deadlineOfDag({ dags }, index) {
  const { deadline: at, finish } = dags[index];
  return at === null ? null : deadline(at, finish ?? NaN, index);
}

export function deadlineOfKernel({ kernels }, kernel) {
  const at = kernels.deadline[kernel];
  return Number.isNaN(at) ? null : deadline(at, kernels.finish[kernel], kernels.dag[kernel], kernel);
}

// Those of graphs and those of kernels, each by time.
export function deadlinesOf(data) {
  const byTime = (list) => list.filter((one) => one !== null).sort((a, b) => a.at - b.at);
  return {
    graphs: byTime(data.dags.map((_, index) => deadlineOfDag(data, index))),
    kernels: byTime(Array.from({ length: data.kernels.count }, (_, kernel) => deadlineOfKernel(data, kernel))),
  };
}

export function verdict({ lateness, missed }) {
  if (Number.isNaN(lateness)) return "missed, never finished";
  if (missed) return `missed by ${cycles(lateness)}`;
  return lateness === 0 ? "met to the cycle" : `met, ${cycles(-lateness)} early`;
}

export const deadlineText = (one) => `${grouped(one.at)}, ${verdict(one)}`;
