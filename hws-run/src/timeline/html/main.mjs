// The page: its state, and what changes it.

import { decode } from "./decode.mjs";
import { palette } from "./palette.mjs";
import { counted, cycles } from "../../../../hws-plan/src/page/shared/numbers.mjs";
import { derive, kernelName } from "./derive.mjs";
import { View } from "../../../../hws-plan/src/page/shared/view.mjs";
import { GUTTER, layout } from "./layout.mjs";
import { hits, parseQuery } from "./search.mjs";
import { readFragment, writeFragment } from "./fragment.mjs";
import { byId, sized } from "../../../../hws-plan/src/page/shared/elements.mjs";
import { chooseTheme, isDark, themeColours } from "../../../../hws-plan/src/page/shared/theme.mjs";
import { hatching } from "../../../../hws-plan/src/page/shared/hatch.mjs";
import { drawRows } from "./draw_blocks.mjs";
import { drawGutter, drawStrips, stripsOf } from "./draw_strips.mjs";
import { drawAxis, drawOverlay, drawTroubles } from "./draw_axis.mjs";
import { Overview } from "./draw_overview.mjs";
import { fillPanel } from "./panel.mjs";
import { placeHint } from "../../../../hws-plan/src/page/shared/hint.mjs";
import { describe } from "./tooltip.mjs";
import { fillLegend, toggled, updateLegend } from "./legend.mjs";
import { fillTroubles, KernelTable } from "./tables.mjs";
import { listen } from "./input.mjs";

const TABS = ["timeline", "kernels", "troubles"];

class App {
  constructor(data) {
    this.data = data;
    this.colours = palette(data.kernels);
    this.dagColours = data.dags.map((dag) => this.colours[dag.kernels[0]] ?? { fill: "#888888", rgb: [136, 136, 136], ink: "#000000" });
    this.view = new View(data.end, 1000);
    this.overview = new Overview(byId("overview"));
    this.table = new KernelTable(byId("view-kernels"));
    Object.assign(this, { off: new Set(), query: "", found: hits(data, parseQuery("")), place: null, hover: null, hitAt: -1 });
    Object.assign(this, { selected: null, range: null, tab: "timeline", lit: null, theme: null, drawn: 0 });
  }

  start() {
    const { data } = this;
    document.title = `${data.title} – HWS timeline`;
    byId("title").textContent = data.title;
    byId("title").title = `${data.title}: ${counted(data.kernels.count, "kernel")}, ${cycles(data.end)}`;
    byId("nothing").hidden = data.runs.count > 0;
    const count = data.troubles.at.length;
    byId("tab-troubles").textContent = count > 0 ? `Troubles (${count})` : "Troubles";
    byId("tab-troubles").classList.toggle("alarm", count > 0);
    fillLegend(this, byId("graphs"));
    fillTroubles(this, byId("view-troubles"));
    this.read();
    listen(this);
    this.wire();
  }

  wire() {
    const press = (id, action) => byId(id).addEventListener("click", action);
    press("all", () => this.showAll());
    press("fit", () => this.fit());
    press("zoom-in", () => { this.view.zoom(0.6, this.place.plot / 2); this.moved(); });
    press("zoom-out", () => { this.view.zoom(1 / 0.6, this.place.plot / 2); this.moved(); });
    press("theme", () => this.switchTheme());
    press("help", () => byId("keys").showModal());
    press("next", () => this.hit(1));
    press("previous", () => this.hit(-1));
    byId("search").addEventListener("input", () => this.search(byId("search").value));
    TABS.forEach((tab, i) => {
      press(`tab-${tab}`, () => this.showTab(tab));
      byId(`tab-${tab}`).addEventListener("keydown", ({ key }) => {
        const by = { ArrowRight: 1, ArrowLeft: 2 }[key];
        if (by) { this.showTab(TABS[(i + by) % 3]); byId(`tab-${this.tab}`).focus(); }
      });
    });
    new ResizeObserver(() => this.resize()).observe(byId("stage"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    addEventListener("hashchange", () => this.read());
    addEventListener("beforeprint", () => this.print("light"));
    addEventListener("afterprint", () => this.print(null));
  }

  // Takes the state from the address.
  read() {
    const state = readFragment(location.hash, this.data);
    chooseTheme(this.chosen = state.theme);
    this.off = new Set(state.off);
    this.range = state.range;
    const kernel = state.run === null ? state.kernel : this.data.runs.kernel[state.run];
    this.selected = kernel === null ? null : { kernel, run: state.run };
    if (state.time) this.view.show(...state.time); else this.view.all();
    byId("search").value = state.query;
    this.search(state.query);
    updateLegend(this, byId("graphs"));
    this.showTab(state.tab);
    this.paint();
    this.changed();
  }

  // Puts the state into the address, soon.
  write() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      const time = this.view.isAll ? null : [this.view.from, this.view.to];
      const text = writeFragment({ time, range: this.range, kernel: this.selected && this.selected.run === null ? this.selected.kernel : null,
        run: this.selected?.run ?? null, query: this.query, off: this.off, tab: this.tab, theme: this.chosen });
      history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
    }, 200);
  }

  // The colours are others.
  paint() {
    this.colour();
    this.resize();
  }

  colour() {
    this.theme = themeColours();
    this.patterns = { reserved: hatching(this.theme.hatch, true), owned: hatching(this.theme.owned, false) };
  }

  resize() {
    const stage = byId("stage");
    if (this.tab !== "timeline" || stage.clientWidth < GUTTER + 20) return;
    this.place = layout(this.data, stage.clientWidth, stage.clientHeight - 2, stripsOf(this.data, this.selected));
    this.view.width = this.place.plot;
    this.overview.paint(this);
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.tab === "timeline" && this.place) this.drawNow();
    });
  }

  drawNow() {
    const { place, theme } = this;
    const context = sized(byId("rows"), place.width, place.height);
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, place.width, place.height);
    drawStrips(this, context);
    drawAxis(this, context);
    drawRows(this, context);
    drawTroubles(this, context);
    drawGutter(this, context);
    this.overview.draw(this);
    this.drawOver();
    this.drawn++;
  }

  // A layer that shows nothing costs time in every frame.
  drawOver() {
    byId("overlay").hidden = !this.range && !this.hover;
    if (!byId("overlay").hidden) drawOverlay(this, sized(byId("overlay"), this.place.width, this.place.height));
  }

  moved() {
    this.setHover(null);
    this.draw();
    this.write();
  }

  // The selection is another: the panel, the strips and the picture follow.
  changed() {
    fillPanel(this, byId("panel"));
    this.resize();
    this.write();
  }

  setHover(found, clientX = 0, clientY = 0) {
    if (this.hover === null && found === null) return;
    this.hover = found;
    placeHint(byId("tooltip"), describe(this, found), clientX, clientY);
    byId("rows").style.cursor = found?.run !== undefined || found?.trouble !== undefined || found?.reservation !== undefined ? "pointer" : "default";
    if (this.place) this.drawOver();
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

  // From a kernel's first block to its last; nothing when it has none.
  spanOf(kernel) {
    const own = this.data.runsOf(kernel);
    if (own.length === 0) return null;
    const { runs } = this.data;
    return [runs.from[own[0]], own.reduce((latest, run) => Math.max(latest, runs.to[run]), 0)];
  }

  fit() {
    const span = this.range ?? (this.selected && this.spanOf(this.selected.kernel));
    if (span) this.fitTo(...span); else this.showAll();
  }

  fitTo(from, to) {
    this.view.fit(from, to);
    this.moved();
  }

  showAll() {
    this.view.all();
    this.moved();
  }

  setRange(range) {
    this.range = range;
    fillPanel(this, byId("panel"));
    this.drawOver();
    this.write();
  }

  // The block of the selected kernel before or after the selected one.
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

  // Which kernels the search and the legend leave; what is dimmed does not hide what is not.
  light() {
    const { data, off, found } = this;
    const { kernels, runs } = data;
    this.lit = off.size === 0 && found.lit === null ? null
      : Uint8Array.from({ length: kernels.count }, (_, k) => (found.lit === null || found.lit[k]) && !off.has(kernels.dag[k]) ? 1 : 0);
    const weight = (run) => this.lit === null || this.lit[runs.kernel[run]] ? 1 : 0.001;
    for (const row of data.rows) row.runs.build((run) => kernels.dag[runs.kernel[run]], weight);
    if (this.tab === "kernels") this.table.fill(this);
    this.draw();
    this.write();
  }

  toggleDag(dag, alone) {
    this.off = toggled(this.off, dag, this.data.dags.length, alone);
    updateLegend(this, byId("graphs"));
    this.light();
    this.resize();
  }

  clear() {
    if (this.range) this.setRange(null);
    else if (this.selected) this.select(null);
    else {
      byId("search").value = "";
      this.search("");
    }
  }

  switchTheme() {
    chooseTheme(this.chosen = isDark() ? "light" : "dark");
    this.paint();
    this.write();
  }

  // Paper is white.
  print(theme) {
    chooseTheme(theme ?? this.chosen);
    this.colour();
    if (this.place) { this.overview.paint(this); this.drawNow(); }
  }

  showTab(tab) {
    this.tab = tab;
    for (const name of TABS) {
      byId(`view-${name}`).hidden = name !== tab;
      byId(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
      byId(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
    }
    if (tab === "kernels") this.table.fill(this);
    if (tab === "timeline" && this.theme) this.resize();
    this.write();
  }

  say(text) { byId("said").textContent = text; }
}

const data = derive(decode(JSON.parse(byId("data").textContent)));
for (const row of data.rows) for (const kept of [row.reserved, row.owned]) kept.build((item) => item, () => 1);
// For scripts: the state of the page.
window.hwsTimeline = new App(data);
window.hwsTimeline.start();
