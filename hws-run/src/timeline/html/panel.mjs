// The panel at the side: the story of the selected kernel, and the numbers of the selected range.

import { el, link, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { deadlineOfDag, deadlineOfKernel, deadlineText } from "./deadlines.mjs";
import { kernelName } from "./derive.mjs";
import { counted, cycles, grouped, percent } from "../../../../hws-page/src/shared/numbers.mjs";
import { closeButton, fitButton, panelHead, restOf } from "../../../../hws-page/src/shared/panel.mjs";
import { statistics } from "./stats.mjs";
import { ranges, story, waitTotals } from "./story.mjs";

const MOST_LINKS = 40, LINES = 14, MOST_LINES = 2000;

export function fillPanel(app, panel) {
  const scroll = panel.scrollTop;
  panel.replaceChildren(...[app.range && rangeSection(app, app.range), app.selected && kernelSection(app, app.selected)].filter(Boolean));
  panel.hidden = panel.childElementCount === 0;
  panel.scrollTop = scroll;
}

const swatch = (colour) => el("i", { style: { background: colour.fill } });
const kernelLink = (app, kernel) => link(kernelName(app.data, kernel), () => app.selectKernel(kernel, true), `kernel ${kernel}`);

function kernelSection(app, { kernel, run }) {
  const { data } = app;
  const told = story(data, kernel);
  return el("section", { "aria-label": "Kernel" },
    panelHead(kernelName(data, kernel), swatch(app.colours[kernel]), fitButton(() => app.fit()), closeButton(() => app.select(null))),
    facts(app, kernel, told.launched),
    run === null ? null : blockFacts(app, run),
    ...waitSection(app, kernel),
    el("h3", null, "Story"),
    storyList(app, told.lines),
    ...links(app, "Waits for", data.depsOf(kernel)),
    ...links(app, "Awaited by", data.successorsOf(kernel)));
}

const ROLES = ["computes", "computes, its L2 allocated by ", "allocates the L2 of ", "loads, on no SIP"];

function facts(app, kernel, launched) {
  const { data } = app;
  const { kernels } = data;
  const dag = data.dags[kernels.dag[kernel]];
  const role = kernels.role[kernel];
  const start = kernels.ready[kernel];
  const due = deadlineOfKernel(data, kernel), dueOfDag = deadlineOfDag(data, dag.index);
  return terms([
    ["kernel", `kernel_id ${kernel}${kernels.onCp[kernel] ? ", on a critical path" : ""}`],
    ["graph", `${dag.name}${dag.tag === null ? "" : `, tag ${dag.tag}`}`],
    ["role", role === 0 || role === 3 ? ROLES[role] : el("span", null, ROLES[role], kernelLink(app, kernels.prefetch[kernel]))],
    ["shape", `${counted(kernels.blocks[kernel], "block")} of ${counted(kernels.threads[kernel], "SIP")}`],
    ["estimate", `${data.timeUnit > 1 ? `${grouped(kernels.est[kernel])} × ${data.timeUnit}` : grouped(kernels.est[kernel])} cycles per block`],
    ["priority", grouped(kernels.priority[kernel])],
    ["ran on", launched.sips.length > 0 ? `SIPs ${ranges(launched.sips)}` : "no SIP"],
    launched.backfilled.size > 0 && ["backfilled", counted(launched.backfilled.size, "block")],
    launched.early.size > 0 && ["early", counted(launched.early.size, "block")],
    ["turnaround", cycles(kernels.finish[kernel] - start)],
    due && ["deadline", deadlineText(due)],
    dueOfDag && ["of its graph", `deadline ${deadlineText(dueOfDag)}`],
  ]);
}

function blockFacts(app, run) {
  const { runs } = app.data;
  return el("div", null, el("h3", null, `Block ${runs.block[run]}`), terms(blockTerms(app, run)));
}

const POOLS = ["R-pool", "P-pool", "O-pool", "firmware"];

export function blockTerms(app, run) {
  const { runs, kernels, timeUnit } = app.data;
  const sips = runs.sips[run], first = runs.sip[run], flags = runs.flags[run];
  const length = runs.to[run] - runs.from[run], est = kernels.est[runs.kernel[run]] * timeUnit;
  return [
    ["SIPs", sips > 1 ? `${first}–${first + sips - 1}` : String(first)],
    ["ran", `${grouped(runs.from[run])} – ${grouped(runs.to[run])}${flags & 16 ? " (not ended)" : ""}`],
    ["length", `${cycles(length)}${flags & 16 || length === est ? "" : `, estimate ${grouped(est)}`}`],
    ["launched", `${grouped(runs.launched[run])} from the ${POOLS[flags & 3]}`.replace("from the firmware", "by firmware")],
    flags & 8 && ["early", `${cycles(runs.from[run] - runs.launched[run])} before its SIP was idle`],
    flags & 4 && ["backfilled", "on SIPs reserved for another kernel"],
  ];
}

function waitSection(app, kernel) {
  const totals = waitTotals(app.data, kernel);
  if (totals.length === 0) return [];
  const whole = totals.reduce((sum, one) => sum + one.length, 0);
  return [el("h3", null, `Waited ${cycles(whole)}`),
    bars(totals.map(({ reason, length }) => [reason.name, length / whole, grouped(length), "var(--accent)"]))];
}

const bars = (rows) => el("div", { class: "bars" }, ...rows.flatMap(([name, share, text, colour]) =>
  [el("span", { title: name }, name), el("div", null, el("i", { style: { width: `${100 * share}%`, background: colour } })), el("b", null, text)]));

// The beginning and the end of a long story, until the rest is asked for.
function storyList(app, lines) {
  const list = el("ol", null);
  const fill = (first, more) => {
    const left = lines.length - first - LINES;
    const shown = left > 0 ? [...lines.slice(0, first), null, ...lines.slice(-LINES)] : lines;
    list.replaceChildren(...shown.map((line) => line ? storyLine(app, line) : el("li", null, el("span"), more(`… ${counted(left, "more line")}`))));
  };
  fill(LINES, (text) => link(text, () => fill(MOST_LINES, (rest) => el("span", { class: "dim" }, rest))));
  return list;
}

function storyLine(app, line) {
  const [before, after] = line.by === null || line.by === undefined ? [line.text] : line.text.split("{}");
  const length = line.to === undefined ? null : el("span", { class: "dim" }, ` (${cycles(line.to - line.at)})`);
  const section = line.section ? el("span", { class: "dim" }, ` ${line.section}`) : null;
  return el("li", null,
    link(grouped(line.at), () => app.goTo(line.at, line.to ?? line.at), "Show"),
    el("span", null, before, after === undefined ? null : kernelLink(app, line.by), after, length, section));
}

function links(app, title, kernels) {
  if (kernels.length === 0) return [];
  return [el("h3", null, `${title} (${kernels.length})`), el("div", { class: "links" },
    ...kernels.slice(0, MOST_LINKS).map((kernel) => kernelLink(app, kernel)), restOf(kernels.length - MOST_LINKS))];
}

function rangeSection(app, [from, to]) {
  const { data } = app;
  const numbers = statistics(data, from, to);
  const { attempts } = numbers;
  const most = numbers.dags.slice(0, 12);
  return el("section", { "aria-label": "Range" },
    panelHead(`${grouped(Math.round(from))} – ${grouped(Math.round(to))}`, null, fitButton(() => app.fitTo(from, to)), closeButton(() => app.setRange(null))),
    terms([
      ["length", cycles(to - from)],
      ["busy", `${percent(numbers.busy, numbers.capacity)} of ${counted(numbers.present, "SIP")}`],
      ["reserved, idle", `${percent(numbers.reservedIdle, numbers.capacity)}, ${grouped(Math.round(numbers.reservedIdle))} SIP cycles`],
      numbers.owned > 0 && ["owned", percent(numbers.owned, numbers.capacity)],
      ["resident", `${numbers.resident.toFixed(1)} kernels on average`],
      ["kernels", `${grouped(numbers.kernels)} ran`],
      ["runs", `${grouped(numbers.blocks)}, ${grouped(numbers.started)} of them started in the range`],
      ["of these", `${grouped(numbers.backfilled)} backfilled, ${grouped(numbers.early)} early`],
      ["attempts", `${grouped(attempts.all)}, ${percent(attempts.launched, attempts.all)} launched`],
      numbers.troubles > 0 && ["troubles", grouped(numbers.troubles)],
    ]),
    el("h3", null, "Busy SIP cycles by graph"),
    bars(most.map(([dag, busy]) => [data.dags[dag].name, busy / numbers.capacity, percent(busy, numbers.capacity), app.dagColours[dag].fill])),
    restOf(numbers.dags.length - most.length, " graphs"));
}
