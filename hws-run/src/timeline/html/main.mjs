// The page: its state, and the actions that change it.

import { GUTTER } from "../../../../hws-page/src/shared/axis.mjs";
import { byId } from "../../../../hws-page/src/shared/elements.mjs";
import { hatching } from "../../../../hws-page/src/shared/hatch.mjs";
import { counted, cycles } from "../../../../hws-page/src/shared/numbers.mjs";
import { Page } from "../../../../hws-page/src/shared/page.mjs";
import { View } from "../../../../hws-page/src/shared/view.mjs";
import { decode } from "./decode.mjs";
import { derive, kernelName } from "./derive.mjs";
import { drawAxis, drawOverlay, drawTroubles } from "./draw_axis.mjs";
import { deadlineStrips } from "./draw_deadlines.mjs";
import { drawRows } from "./draw_blocks.mjs";
import { Overview } from "./draw_overview.mjs";
import { drawGutter, drawStrips, stripsOf } from "./draw_strips.mjs";
import { fieldsOfState, stateOf } from "./fragment.mjs";
import { gestures, listenOverview, moves, searchKey } from "./input.mjs";
import { layout } from "./layout.mjs";
import { fillLegend, toggled, updateLegend } from "./legend.mjs";
import { palette } from "./palette.mjs";
import { fillPanel } from "./panel.mjs";
import { hits, parseQuery } from "./search.mjs";
import { fillTroubles, KernelTable, verdictText } from "./tables.mjs";
import { describe } from "./tooltip.mjs";

class TimelinePage extends Page {
  constructor(data) {
    const troubles = data.troubles.at.length + (data.unfinished?.kernels.length ?? 0);
    super("HWS timeline", data.title, [{ id: "timeline", title: "Timeline" },
      { id: "kernels", title: "Kernels", fill: (section) => this.fillKernels(section) },
      { id: "troubles", title: troubles > 0 ? `Troubles (${troubles})` : "Troubles", alarm: troubles > 0, fill: (section) => fillTroubles(this, section) }]);
    this.data = data;
    this.byKernel = false;
    this.colours = palette(data.kernels);
    this.dagColours = data.dags.map((dag) => this.colours[dag.kernels[0]] ?? { fill: "#888888", rgb: [136, 136, 136], ink: "#000000" });
    this.view = new View(data.end, 1000);
    this.overview = new Overview(byId("overview"));
    Object.assign(this, { off: new Set(), query: "", found: hits(data, parseQuery("")), place: null, hitAt: -1 });
    Object.assign(this, { selected: null, range: null, lit: null });
  }

  get surface() { return this.place; }

  start() {
    const { data } = this;
    byId("nothing").hidden = data.runs.count > 0;
    byId("verdict").textContent = verdictText(data);
    byId("verdict").hidden = data.unfinished === null;
    byId("of-deadlines").hidden = deadlineStrips(data).length === 0;
    fillLegend(this, byId("graphs"));
    super.start();
    byId("title").title = `${data.title}: ${counted(data.kernels.count, "kernel")}, ${cycles(data.end)}`;
  }

  wire() {
    super.wire();
    byId("next").addEventListener("click", () => this.hit(1));
    byId("previous").addEventListener("click", () => this.hit(-1));
    byId("search").addEventListener("input", () => this.search(byId("search").value));
    byId("search").addEventListener("keydown", (event) => searchKey(this, event));
    byId("by-kernel").addEventListener("click", () => this.colourBy(!this.byKernel));
    listenOverview(this, byId("overview"));
  }

  gestures() { return gestures(this); }
  moves(shift) { return moves(this, shift); }

  keys(shift) {
    const search = () => { byId("search").focus(); byId("search").select(); };
    const enter = document.activeElement === byId("rows") ? { Enter: () => this.hit(shift ? -1 : 1) } : {};
    return { ...super.keys(shift), ...enter, "/": search, n: () => this.hit(1), N: () => this.hit(-1), c: () => this.colourBy(!this.byKernel) };
  }

  restore(fields, tab) {
    const { time, range, kernel, run, query, off, byKernel } = stateOf(fields, this.data);
    this.takeColours(byKernel);
    this.off = new Set(off);
    this.range = range;
    const chosen = run === null ? kernel : this.data.runs.kernel[run];
    this.selected = chosen === null ? null : { kernel: chosen, run };
    if (time) this.view.show(...time); else this.view.all();
    byId("search").value = query;
    this.search(query);
    updateLegend(this, byId("graphs"));
    this.show(tab);
    this.changed();
  }

  state() {
    const { selected, range, query, off, byKernel } = this;
    const time = this.view.isAll ? null : [this.view.from, this.view.to];
    return fieldsOfState({ time, range, query, off, byKernel, kernel: selected?.run === null ? selected.kernel : null, run: selected?.run ?? null });
  }

  colour() {
    super.colour();
    this.patterns = { reserved: hatching(this.theme.hatch, true), owned: hatching(this.theme.owned, false) };
  }

  layout(stage) {
    this.place = layout(this.data, stage.clientWidth, stage.clientHeight - 2, stripsOf(this.data, this.selected));
    this.view.width = this.place.plot;
    this.overview.paint(this);
  }

  drawPicture(context) {
    drawStrips(this, context);
    drawAxis(this, context);
    drawRows(this, context);
    drawTroubles(this, context);
    drawGutter(this, context);
    this.overview.draw(this);
  }

  redraw() {
    this.overview.paint(this);
    super.redraw();
  }

  hasOverlay() { return this.range !== null || this.hover !== null; }
  drawOverlay(context) { drawOverlay(this, context); }
  describe(found) { return describe(this, found); }
  leadsOn({ run, trouble, reservation, deadline }) { return run !== undefined || trouble !== undefined || reservation !== undefined || typeof deadline?.kernel === "number"; }

  // The selection has changed: the panel, the strips and the picture follow.
  changed() {
    fillPanel(this, byId("panel"));
    this.resize();
    this.write();
  }

  select(selected) {
    this.selected = selected;
    if (selected) this.say(kernelName(this.data, selected.kernel));
    this.changed();
  }

  selectKernel(kernel, reveal) {
    this.select({ kernel, run: null });
    const span = this.spanOf(kernel);
    if (reveal && span) { this.view.reveal(...span); this.moved(); }
  }

  showKernel(kernel) {
    this.showTab("timeline");
    this.selectKernel(kernel, true);
  }

  showTime(at) {
    this.showTab("timeline");
    this.goTo(at, at);
  }

  goTo(from, to) {
    const least = 40 * this.data.attemptCycles;
    if (to - from < 6 * this.view.pixel && (from < this.view.from || to > this.view.to)) this.view.show((from + to - least) / 2, (from + to + least) / 2);
    else this.view.reveal(from, Math.max(to, from + 6 * this.view.pixel));
    this.moved();
  }

  // From the start of a kernel's first block to the end of its last; null when no block ran.
  spanOf(kernel) {
    const own = this.data.runsOf(kernel);
    if (own.length === 0) return null;
    const { runs } = this.data;
    return [runs.from[own[0]], own.reduce((latest, run) => Math.max(latest, runs.to[run]), 0)];
  }

  fit() {
    const span = this.range ?? (this.selected && this.spanOf(this.selected.kernel));
    if (span) this.fitTo(...span); else this.all();
  }

  fitTo(from, to) {
    this.view.fit(from, to);
    this.moved();
  }

  all() {
    this.view.all();
    this.moved();
  }

  // Around the cursor, or the middle.
  zoom(factor) {
    this.view.zoom(factor, this.hover && this.hover.x > GUTTER ? this.hover.x - GUTTER : this.place.plot / 2);
    this.moved();
  }

  setRange(range) {
    this.range = range;
    fillPanel(this, byId("panel"));
    if (this.place) this.drawOver();
    this.write();
  }

  // To the previous or the next block of the selected kernel.
  step(by) {
    if (!this.selected) return;
    const own = this.data.runsOf(this.selected.kernel);
    if (own.length === 0) return;
    const at = this.selected.run === null ? (by > 0 ? -1 : own.length) : own.indexOf(this.selected.run);
    this.toRun(own[Math.min(own.length - 1, Math.max(0, at + by))]);
  }

  toRun(run) {
    const { runs } = this.data;
    this.select({ kernel: runs.kernel[run], run });
    this.view.reveal(runs.from[run], runs.to[run]);
    this.moved();
    this.say(`${kernelName(this.data, runs.kernel[run])}, block ${runs.block[run]}, SIP ${runs.sip[run]}, cycle ${runs.from[run]}`);
  }

  search(text) {
    this.query = text.trim();
    this.found = hits(this.data, parseQuery(text));
    this.hitAt = -1;
    this.light();
    this.sayFound();
  }

  sayFound() {
    const { runs, kernels } = this.found;
    const place = this.hitAt < 0 ? "" : `${this.hitAt + 1} of `;
    byId("found").textContent = this.query === "" ? "" : `${place}${counted(runs.length, "hit")}${kernels > runs.length ? `, ${counted(kernels, "kernel")}` : ""}`;
    for (const id of ["next", "previous"]) byId(id).disabled = runs.length === 0;
  }

  hit(by) {
    const { runs } = this.found;
    if (runs.length === 0) return;
    this.hitAt = this.hitAt < 0 ? (by > 0 ? 0 : runs.length - 1) : (this.hitAt + by + runs.length) % runs.length;
    this.showTab("timeline");
    this.toRun(runs[this.hitAt]);
    this.sayFound();
  }

  // Marks the kernels that match the search and are not dimmed. The others have little weight, so as not to hide them.
  light() {
    const { data, off, found } = this;
    const { kernels, runs } = data;
    this.lit = off.size === 0 && found.lit === null ? null
      : Uint8Array.from({ length: kernels.count }, (_, k) => (found.lit === null || found.lit[k]) && !off.has(kernels.dag[k]) ? 1 : 0);
    const weight = (run) => this.lit === null || this.lit[runs.kernel[run]] ? 1 : 0.001;
    // Blocks that look alike count together.
    const classOf = this.byKernel ? (run) => runs.kernel[run] : (run) => kernels.dag[runs.kernel[run]];
    for (const row of data.rows) row.runs.build(classOf, weight);
    if (this.tab.id === "kernels") this.fillKernels(byId("view-kernels"));
    this.draw();
    this.write();
  }

  fillKernels(section) {
    this.table ??= new KernelTable(section, this.data);
    this.table.fill(this);
  }

  toggleDag(dag, alone) {
    this.off = toggled(this.off, dag, this.data.dags.length, alone);
    updateLegend(this, byId("graphs"));
    this.light();
    this.resize();
  }

  takeColours(byKernel) {
    this.byKernel = byKernel;
    this.colours = palette(this.data.kernels, byKernel);
    byId("by-kernel").setAttribute("aria-pressed", String(byKernel));
    updateLegend(this, byId("graphs"));
  }

  // Colours by graph, or by kernel.
  colourBy(byKernel) {
    this.takeColours(byKernel);
    this.say(`Colours by ${byKernel ? "kernel" : "graph"}`);
    this.light();
    fillPanel(this, byId("panel"));
  }

  // The range, then the selection, then the search.
  clear() {
    if (this.range) this.setRange(null);
    else if (this.selected) this.select(null);
    else {
      byId("search").value = "";
      this.search("");
    }
  }
}

const data = derive(decode(JSON.parse(byId("data").textContent)));
for (const row of data.rows) for (const kept of [row.reserved, row.owned]) kept.build((item) => item, () => 1);
// For scripts: the state of the page.
window.hwsTimeline = new TimelinePage(data);
window.hwsTimeline.start();
