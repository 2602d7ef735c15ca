// Why the HWS decided as it did: the answer of `hws explain` in short, and as it is.

import { el } from "../../../hws-page/src/shared/elements.mjs";
import { grouped } from "../../../hws-page/src/shared/numbers.mjs";
import { sipsOf } from "./fields.mjs";
import { nameOfKernel, nameOfStimulus } from "./station.mjs";

// What the attempt did, in a sentence.
export function outcome(opened, { at, explanation }) {
  const { attempt, chosen } = explanation;
  const when = attempt ? `Attempt of cycles ${grouped(attempt.latch)} to ${grouped(attempt.commit)}` : `No attempt in cycle ${grouped(at)}`;
  const would = attempt ? "" : "it would have ";
  const what = chosen ? `${would}${attempt ? "launches" : "launched"} ${nameOfKernel(opened, chosen.kernel.kernel_id)} on SIPs ${chosen.blocks.map(sipsOf).join("; ")}` : `${would}${attempt ? "launches" : "launched"} nothing`;
  return `${when}: ${what}.`;
}

const kernelOf = (explanation, seq) => [...explanation.candidates, ...explanation.outside].find((one) => one.seq === seq)?.kernel_id ?? seq;

const reasonLine = (opened, explanation, one) => el("li", null, `${nameOfKernel(opened, kernelOf(explanation, one.seq))}${one.pool ? ` (${one.pool})` : ""}: ${one.reason}`,
  ...(one.why_not[0] ? [el("div", { class: "why" }, `Smallest change that would have started it: ${one.why_not[0]}`)] : []));

export function fillDecision(section, opened, reasons) {
  const wasOpen = section.querySelector("details")?.open ?? true;
  section.replaceChildren(el("p", { class: "chosen", id: "outcome" }, outcome(opened, reasons)),
    el("ul", null, ...reasons.kernels.map((one) => reasonLine(opened, reasons.explanation, one))),
    el("details", { open: wasOpen }, el("summary", null, el("code", null, `hws explain ${nameOfStimulus(opened)} --at ${reasons.at}`)), el("pre", { id: "explanation" }, reasons.text)));
}

// The answer to another question, or an error.
export const fillText = (section, title, text, onBack) => section.replaceChildren(
  el("p", null, el("button", { type: "button", id: "back", onclick: onBack }, "‹ Decision")), el("h2", null, title), el("pre", { id: "life" }, text));
