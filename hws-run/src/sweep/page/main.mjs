// The page: its state, and the actions that change it.

import { chooseTheme, isDark, themeColours } from "../../../../hws-page/src/shared/theme.mjs";
import { byId, el, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle, placeHint } from "../../../../hws-page/src/shared/hint.mjs";
import { pressed } from "../../../../hws-page/src/shared/keys.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { axesOf, passing } from "./axes.mjs";
import { boxesCaption, boxesOf, boxesPicture } from "./boxes.mjs";
import { Brushing } from "./brushing.mjs";
import { fillBoxesChoice, fillChoices, fillMetricList, fillScatterChoice } from "./choices.mjs";
import { effectPanel, effectScale } from "./effects.mjs";
import { figure, withInterval } from "./figures.mjs";
import { Model, scatterStart, usualMeasures } from "./model.mjs";
import { drawParallel, placed } from "./parallel.mjs";
import { POINT_KINDS } from "./points.mjs";
import { rampColour, rampOf } from "./ramp.mjs";
import { constantsOf, marksOf, RowTable } from "./rows.mjs";
import { Scatter } from "./scatter.mjs";
import { readView, viewFields } from "./state.mjs";
import { fillSummary } from "./summary.mjs";

const MARGIN = 36;

class SweepPage {
  constructor({ metrics, quantiles, sections }) {
    Object.assign(this, { metrics, quantiles, sections, models: sections.map(() => null), chosenTheme: null, frame: 0 });
    this.table = new RowTable(byId("table"));
    this.brushing = new Brushing(byId("parallel"), this);
    this.scatter = new Scatter(byId("scatter"), this);
    this.take({ place: 0 });
  }

  // A view: the workload, the chosen metrics, the filters and the selection.
  take({ place, metric, names, brushes, selected, by, across, up, kind }) {
    const model = this.models[place] ??= new Model(this.sections[place], this.metrics, this.quantiles);
    const [first = null, second = first] = model.measures, usual = usualMeasures(model);
    this.place = place;
    this.model = model;
    this.measure = model.measure(metric) ?? model.measure(usual[0]) ?? null;
    this.names = names ?? usual;
    this.brushes = new Map(brushes ?? []);
    this.selected = model.all.includes(selected) ? selected : null;
    this.by = model.varying.includes(by) ? by : null;
    this.across = model.measure(across) ?? model.measure(usual[0]) ?? first;
    this.up = model.measure(up) ?? model.measure(scatterStart(usual)[1]) ?? second;
    this.kind = POINT_KINDS.some(([name]) => name === kind) ? kind : "means";
  }

  get view() {
    const { place, measure, names, brushes, selected, by, across, up, kind } = this;
    return { place, metric: measure?.name, names, brushes: [...brushes], selected, by, across: across?.name, up: up?.name, kind };
  }

  // Another workload: filters and selection are of the other one.
  open(place) { this.choose({ place, brushes: [], selected: null }); }

  choose(change) {
    this.take({ ...this.view, ...change });
    this.fill();
  }

  toggle(name, isOn) {
    const names = this.model.measures.map(({ name: one }) => one).filter((one) => one === name ? isOn : this.names.includes(one));
    const brushes = [...this.brushes].filter(([key]) => isOn || key !== name);
    this.choose({ names, brushes });
  }

  brush(axis, span) {
    if (span) this.brushes.set(axis.key, span); else this.brushes.delete(axis.key);
    this.soon(() => this.filtered());
  }

  select(row) { this.choose({ selected: row === this.selected ? null : row }); }
  clear() { this.choose({ brushes: [], selected: null }); }
  isSelected(row) { return row === this.selected; }

  // At most once in a frame.
  soon(action) {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(action);
  }

  start() {
    document.title = byId("title").textContent = byId("title").title = this.titleText();
    const press = (id, action) => byId(id).addEventListener("click", action);
    press("theme", () => this.switchTheme());
    press("help", () => byId("keys").showModal());
    press("clear", () => this.clear());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.read());
    addEventListener("beforeprint", () => { chooseTheme("light"); this.paint(); });
    addEventListener("afterprint", () => { chooseTheme(this.chosenTheme); this.paint(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    new ResizeObserver(() => this.soon(() => this.filtered())).observe(byId("main"));
    this.read();
  }

  titleText() {
    const { settings, varying } = this.model;
    return `HWS sweep${varying.length > 0 ? ` of ${varying.map((place) => settings[place].name).join(", ")}` : ""}`;
  }

  read() {
    const { theme, view } = readView(location.hash, this.sections.length);
    chooseTheme(this.chosenTheme = theme);
    this.take(view);
    this.paint();
  }

  write() {
    const text = viewFields(this.view, usualMeasures(this.model), this.chosenTheme);
    history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
  }

  switchTheme() {
    chooseTheme(this.chosenTheme = isDark() ? "light" : "dark");
    this.paint();
  }

  paint() {
    this.theme = themeColours();
    this.ramp = rampOf(isDark());
    byId("ramp").replaceChildren("best", el("i", { style: { background: `linear-gradient(90deg, ${this.ramp.join(", ")})` } }), "worst, by the chosen metric");
    this.fill();
  }

  fill() {
    fillChoices(this);
    fillMetricList(this);
    fillSummary(byId("summary"), this);
    byId("constants").replaceChildren(constantsOf(this.model) ?? "");
    for (const id of ["view-parallel", "view-effects", "view-boxes", "view-scatter"]) byId(id).hidden = this.measure === null;
    byId("view-table").hidden = this.model.rows.length === 0;
    byId("view-effects").hidden ||= this.model.varying.length === 0;
    this.filtered();
  }

  // After the filters have changed, and whenever everything is drawn.
  filtered() {
    const { model, measure } = this;
    byId("clear").disabled = this.brushes.size === 0 && this.selected === null;
    this.write();
    this.shown = [];
    if (!measure) return;
    this.axes = axesOf(model, this.names);
    this.shown = model.inOrder(measure, passing(model, this.axes, this.brushes));
    this.isAll = this.shown.length === model.all.length;
    const all = `${counted(model.rows.length, "combination")}`;
    byId("found").textContent = this.isAll ? all : `${grouped(this.shown.length)} of ${all}`;
    this.redraw();
    this.fillEffects();
    this.fillBoxes();
    this.fillScatter();
    this.table.fill(this);
  }

  get parallelWidth() { return byId("main").clientWidth - MARGIN; }

  redraw() {
    if (!this.shown?.length && !this.brushes.size) return;
    const { model, axes, shown, brushes, theme, brushing } = this, passes = new Set(shown);
    drawParallel(byId("parallel"), {
      axes, placing: placed(axes, this.parallelWidth), shown, faded: model.all.filter((row) => !passes.has(row)), brushes, theme,
      colourOf: (row) => this.colourOf(row), marked: [this.selected], hovered: brushing.hovered, focused: brushing.focused,
    });
  }

  // By the place of the value between the best and the worst.
  colourOf(row) {
    const { measure, model } = this;
    if (this.scaled !== measure) {
      const values = model.all.map((one) => measure.sign * measure.value(one)).filter((value) => !Number.isNaN(value));
      this.scaled = measure;
      this.range = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
    }
    const [least, most] = this.range;
    return rampColour(this.ramp, (measure.sign * measure.value(row) - least) / Math.max(1e-9, most - least)) ?? this.theme.unusable;
  }

  fillEffects() {
    const { model, measure, shown, isAll } = this, effects = model.effects(measure, isAll ? model.all : shown), scale = effectScale(effects);
    byId("effects-note").textContent = `Mean of ${measure.title} for each value of a setting, over everything else${isAll ? "" : ", in the combinations that pass the filters"}; the bars are 95 % intervals, seed by seed.`;
    byId("effects").replaceChildren(...effects.map((effect) => effectPanel(model, measure, effect, scale, (lines) => this.describe(lines))));
  }

  fillBoxes() {
    const { model, measure, shown, by } = this, boxes = boxesOf(model, measure, shown, by);
    fillBoxesChoice(this);
    const actions = { describe: (lines) => this.describe(lines), select: (row) => this.select(row), isSelected: (row) => this.isSelected(row) };
    byId("boxes").replaceChildren(boxesPicture(model, measure, boxes, byId("view-boxes").clientWidth, actions), boxesCaption(model, boxes, shown, by));
  }

  fillScatter() {
    const { model, shown, across, up, kind, scatter } = this;
    fillScatterChoice(this);
    scatter.fill(model, shown, across, up, kind, byId("view-scatter").clientWidth);
    const text = `${counted(scatter.points.length, "point")}; ${grouped(scatter.front.length)} on the Pareto front (${across.name} ${across.sign < 0 ? "↑" : "↓"}, ${up.name} ${up.sign < 0 ? "↑" : "↓"})`;
    byId("scatter-note").textContent = `${text}.${kind === "differences" ? ` Each run minus that of ${model.isDefault ? "the defaults" : "the first combination"} with the same seed.` : ""}`;
    byId("scatter").setAttribute("aria-label", `Scatter of ${up.title} over ${across.title}: ${text}`);
  }

  // The hint of an element of a picture.
  describe(lines) {
    return { onpointermove: (event) => this.hint(lines(), event), onpointerleave: () => this.hint(null) };
  }

  linesOf(row) {
    const { model, measure, names } = this;
    const values = [measure, ...names.map((name) => model.measure(name)).filter((of) => of && of !== measure)];
    return [model.nameOf(row), [...values.map((of) => [of.title, withInterval(of.means[row])]), ["rank", figure(measure.ranks[row] + 1)], ...marksOf(model, measure, row).map((mark) => ["", mark])]];
  }

  hint(lines, event = { clientX: 0, clientY: 0 }) {
    placeHint(byId("tooltip"), lines && [hintTitle(lines[0]), terms(lines[1])], event?.clientX ?? 0, event?.clientY ?? 0);
  }

  // Announced to screen readers.
  say(text) { byId("said").textContent = text; }

  // The next combination in the order of the metric.
  step(by) {
    const { shown, selected } = this, at = shown.indexOf(selected);
    const next = at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by));
    if (!(shown.length > 0)) return;
    this.choose({ selected: shown[next] });
    this.say(`rank ${this.measure.ranks[shown[next]] + 1}: ${this.model.nameOf(shown[next])}`);
  }

  nextMetric(by) {
    const { measures } = this.model, at = measures.indexOf(this.measure);
    if (at >= 0) this.choose({ metric: measures[(at + by + measures.length) % measures.length].name });
  }

  key(event) {
    const actions = {
      t: () => this.switchTheme(), "?": () => byId("keys").showModal(), Escape: () => this.clear(), p: () => byId("parallel").focus(),
      m: () => this.nextMetric(1), M: () => this.nextMetric(-1), ",": () => this.step(-1), ".": () => this.step(1),
    };
    const action = actions[pressed(event)];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

// For scripts: the state of the page.
window.hwsSweep = new SweepPage(JSON.parse(byId("data").textContent));
window.hwsSweep.start();
