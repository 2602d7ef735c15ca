// The Ready Station: a row for each resident kernel, with the reason of the last attempt.

import { el, link } from "../../../hws-page/src/shared/elements.mjs";
import { plainTable } from "../../../hws-page/src/shared/table.mjs";
import { sipsOf } from "./fields.mjs";

const COLUMNS = [
  { title: "Entry", number: true }, { title: "Kernel" }, { title: "Pool" }, { title: "Launched" }, { title: "SIPs", number: true },
  { title: "Estimate", number: true }, { title: "Offline", number: true }, { title: "Passed over", number: true }, { title: "Reserved" }, { title: "Why", long: true }];

// GRAPH/KERNEL of a workload; the number of a kernel that has no name.
export const nameOfKernel = (opened, id) => opened.kernels[id] ?? `kernel ${id}`;

// The name of the stimulus: of the file itself, or of the one that is saved.
export const nameOfStimulus = (opened) => opened.is_workload ? `${opened.name.replace(/\.[^.]*$/, "")}.jsonl` : opened.name;

const launched = ({ launched, blocks, trigger }) => `${launched} of ${blocks}${trigger < blocks ? `, ${trigger} triggered` : ""}`;

// reasons: of the last attempt, or null.
export function fillStation(section, opened, view, reasons, onKernel) {
  const why = new Map((reasons?.kernels ?? []).map((one) => [one.seq, one]));
  const row = (kernel) => {
    const own = why.get(kernel.seq);
    return [kernel.entry, link(nameOfKernel(opened, kernel.kernel_id), () => onKernel(kernel.kernel_id), `seq ${kernel.seq}; its life`),
      own?.pool ?? "–", launched(kernel), kernel.threads, kernel.est_exec_time, kernel.offline_priority, kernel.fail_times, sipsOf(kernel.reserved), own?.reason ?? (reasons ? "not in the attempt: admitted after its LATCH" : "…")];
  };
  section.replaceChildren(el("h2", null, `Ready Station: ${view.kernels.length} of 32`),
    view.kernels.length === 0 ? el("p", { class: "dim" }, "No kernel is resident.") : plainTable("", COLUMNS, view.kernels.map(row)));
}
