// The SIPs: a cell for each, a row for each die.

import { el } from "../../../hws-page/src/shared/elements.mjs";
import { nameOfKernel } from "./station.mjs";

export function classOfSip(sip) {
  if (!sip.present) return "sip absent";
  const state = sip.owned ? "owned" : sip.runs ? "busy" : sip.idle ? "idle" : "soon";
  return `sip ${state}${sip.pre_idle && !sip.idle ? " soon" : ""}${sip.reserved ? " reserved" : ""}`;
}

const blockOf = (opened, runs) => `${runs.kernel_id === null ? `seq ${runs.seq}` : nameOfKernel(opened, runs.kernel_id)}, block ${runs.block}`;

function about(opened, number, sip) {
  const parts = [sip.present ? null : "absent", sip.owned ? "owned by firmware" : null, sip.runs ? `runs ${blockOf(opened, sip.runs)} (launch ${sip.runs.launch})` : null,
    sip.next ? `next ${blockOf(opened, sip.next)} (launch ${sip.next.launch})` : null, sip.idle ? "idle" : sip.pre_idle ? "pre-idle" : null, sip.ready ? "ready" : null,
    sip.reserved ? "reserved" : null];
  return `SIP ${number}: ${parts.filter(Boolean).join(", ")}`;
}

const cellText = (opened, sip) => {
  const { runs, next } = sip;
  const short = (one) => one.kernel_id === null ? `seq ${one.seq}` : nameOfKernel(opened, one.kernel_id).replace(/^.*\//, "").replace("kernel ", "k");
  return [runs ? el("span", null, short(runs)) : null, runs ? el("span", null, `b${runs.block}`) : null, next ? el("span", null, `→ ${short(next)}`) : null];
};

export function fillSips(section, opened, view, onSip) {
  const cell = (sip, number) => el("button", { type: "button", class: classOfSip(sip), title: about(opened, number, sip), "aria-label": about(opened, number, sip), onclick: () => onSip(number) },
    el("b", null, `${number}`), ...cellText(opened, sip));
  section.replaceChildren(el("h2", null, "SIPs"), el("div", { class: "cells" }, ...view.sips.map(cell)));
}
