// The page of a plan: pictures and tables, with a legend and a side panel.

import { byId, el } from "../../../../hws-page/src/shared/elements.mjs";
import { hatching } from "../../../../hws-page/src/shared/hatch.mjs";
import { Page } from "../../../../hws-page/src/shared/page.mjs";

// The tab of a picture has a scene, with layout(width, height), contentHeight, draw, drawOver, pick, describe, pan,
// zoom, arrow, all, fit, step, state and restore. A kind of page overrides panel, legend, nameOf, selectionText and
// selectionOf.
export class PlanPage extends Page {
  constructor(title, tabs, kind = "HWS plan") {
    super(kind, title, tabs);
    Object.assign(this, { selected: null, scroll: 0 });
  }

  get scene() { return this.tab.scene ?? null; }
  get surface() { return this.scene?.width ? this.scene : null; }

  wire() {
    super.wire();
    byId("stage").addEventListener("scroll", () => this.act(() => { this.scroll = byId("stage").scrollTop; }));
  }

  gestures() {
    return {
      hover: (point, event) => this.setHover(this.scene.pick(point), event.clientX, event.clientY),
      leave: () => this.setHover(null),
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, point) => this.act((scene) => scene.zoom(factor, point)),
      click: (point) => this.select(this.scene.pick(point)?.item ?? null),
      double: (point) => { if (this.scene.pick(point)?.item) this.fit(); },
    };
  }

  describe(found) { return this.scene?.describe(found) ?? null; }
  leadsOn(found) { return Boolean(found.item); }

  // Changes the picture and draws it again.
  act(change) {
    if (!this.scene) return;
    change(this.scene);
    this.moved();
  }

  // The page scrolls when the picture cannot move up or down by itself.
  pan(dx, dy) {
    this.act((scene) => { if (!scene.pan(dx, dy)) byId("stage").scrollTop += dy; });
  }

  zoom(factor) { this.act((scene) => scene.zoom(factor, scene.middle(this.hover))); }
  all() { this.act((scene) => scene.all()); }
  fit() { this.act((scene) => scene.fit(this.selected)); }

  moves(shift) {
    const share = shift ? 1 : 0.15;
    const arrow = (x, y) => () => this.act((scene) => { if (!scene.arrow(x * share, y * share)) byId("stage").scrollTop += y * share * byId("stage").clientHeight; });
    return { a: arrow(-1, 0), d: arrow(1, 0), ArrowLeft: arrow(-1, 0), ArrowRight: arrow(1, 0), ArrowUp: arrow(0, -1), ArrowDown: arrow(0, 1) };
  }

  keys(shift) {
    return { ...super.keys(shift), "[": () => this.show(this.tabBeside(-1)), "]": () => this.show(this.tabBeside(1)) };
  }

  step(by) {
    const item = this.scene.step(this.selected, by);
    if (item !== null) this.select(item, true);
  }

  clear() { this.select(null); }

  // Describes an item at the side and marks it in the picture; with `reveal` the picture moves to it.
  select(item, reveal = false) {
    this.selected = item;
    if (item !== null) this.say(this.nameOf(item));
    this.fillPanel();
    if (this.scene) { if (reveal && item !== null) this.scene.reveal(item); this.resize(); }
    this.write();
  }

  // From a table or the panel.
  showItem(item, tab = this.tabs[0]) {
    if (!this.scene) this.show(tab);
    this.select(item, true);
  }

  fillPanel() { byId("panel").replaceChildren(...this.panel().filter(Boolean)); }

  shown() {
    const { scene } = this;
    for (const id of ["zoom-in", "zoom-out", "all", "fit"]) byId(id).disabled = !scene;
    if (scene) byId("rows").setAttribute("aria-label", `${scene.what} Arrows pan, w and s zoom, comma and full stop step from one item to the next, question mark opens the help. The other tabs show the same as tables.`);
    this.fillLegend();
    this.fillPanel();
  }

  fillLegend() {
    byId("legend").replaceChildren(...this.legend().map(([mark, text]) => el("li", null, el("i", mark), text)));
    byId("meanings").replaceChildren(...this.meanings().map(([mark, text]) => el("tr", null, el("th", { scope: "row" }, el("i", mark)), el("td", null, text))));
  }

  colour() {
    super.colour();
    const { hatch, idle, trouble } = this.theme;
    Object.assign(this.theme, { hatched: hatching(hatch, true), crossed: hatching(idle, false), stopped: hatching(trouble, false) });
  }

  layout(stage) {
    this.scene.layout(stage.clientWidth, stage.clientHeight, this);
    byId("spacer").style.height = `${this.scene.contentHeight}px`;
    this.scroll = stage.scrollTop;
  }

  drawPicture(context) { this.scene.draw(context, this); }
  hasOverlay() { return this.hover !== null || this.selected !== null; }
  drawOverlay(context) { this.scene.drawOver(context, this); }

  restore(fields, tab) {
    this.choose(fields.get("c"));
    this.show(tab);
    this.selected = fields.has("s") ? this.selectionOf(fields.get("s")) : null;
    this.fillPanel();
    if (this.scene) { this.resize(); this.scene.restore(fields.get("v")); }
    this.draw();
  }

  state() {
    return { c: this.choice(), v: this.scene?.state(), s: this.selected === null ? null : this.selectionText(this.selected) };
  }

  // The part that is shown, for the address; a page with one part has no choice.
  choice() { return null; }
  choose() {}
}
