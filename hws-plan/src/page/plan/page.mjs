// The page around the pictures and tables: tabs, theme, keys, selection, panel, address.

import { byId, el, sized } from "../shared/elements.mjs";
import { Gestures } from "../shared/gestures.mjs";
import { hatching } from "../shared/hatch.mjs";
import { placeHint } from "../shared/hint.mjs";
import { pressed } from "../shared/keys.mjs";
import { chooseTheme, isDark, themeColours } from "../shared/theme.mjs";

// A page has tabs: { id, title, scene } is a picture, { id, title, fill(section) } a table. A scene has
// layout(width, height), contentHeight, draw, drawOver, pick, describe, pan, zoom, arrow, all, fit, step, state
// and restore. A page of its own overrides panel, legend, nameOf, selectionText and selectionOf.
export class Page {
  constructor(title, tabs) {
    this.title = title;
    this.tabs = tabs;
    this.tab = tabs[0];
    Object.assign(this, { selected: null, hover: null, theme: null, chosen: null, drawn: 0, scroll: 0 });
  }

  get scene() { return this.tab.scene ?? null; }

  start() {
    document.title = `${this.title} – HWS plan`;
    byId("title").textContent = byId("title").title = this.title;
    for (const tab of this.tabs) {
      byId("tabs").append(el("button", { role: "tab", id: `tab-${tab.id}`, "aria-controls": tab.scene ? "view-picture" : `view-${tab.id}` }, tab.title));
      if (!tab.scene) byId("main").append(el("section", { id: `view-${tab.id}`, role: "tabpanel", "aria-labelledby": `tab-${tab.id}`, hidden: "" }));
    }
    this.wire();
    this.read();
  }

  wire() {
    const press = (id, action) => byId(id).addEventListener("click", action);
    press("all", () => this.act((scene) => scene.all()));
    press("fit", () => this.fit());
    press("zoom-in", () => this.zoom(0.6));
    press("zoom-out", () => this.zoom(1 / 0.6));
    press("theme", () => this.switchTheme());
    press("help", () => byId("keys").showModal());
    this.tabs.forEach((tab, i) => {
      press(`tab-${tab.id}`, () => this.show(tab));
      byId(`tab-${tab.id}`).addEventListener("keydown", ({ key }) => {
        const by = { ArrowRight: 1, ArrowLeft: this.tabs.length - 1 }[key];
        if (by) { this.show(this.tabs[(i + by) % this.tabs.length]); byId(`tab-${this.tab.id}`).focus(); }
      });
    });
    new Gestures(byId("rows"), this.gestures());
    byId("stage").addEventListener("scroll", () => this.act(() => { this.scroll = byId("stage").scrollTop; }));
    new ResizeObserver(() => this.resize()).observe(byId("stage"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.read());
    addEventListener("beforeprint", () => this.print("light"));
    addEventListener("afterprint", () => this.print(null));
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

  // Does something to the picture, which follows.
  act(change) {
    if (!this.scene) return;
    change(this.scene);
    this.setHover(null);
    this.draw();
    this.write();
  }

  // What a picture does not move by itself, the page scrolls.
  pan(dx, dy) {
    this.act((scene) => { if (!scene.pan(dx, dy)) byId("stage").scrollTop += dy; });
  }

  zoom(factor) { this.act((scene) => scene.zoom(factor, scene.middle(this.hover))); }

  fit() { this.act((scene) => scene.fit(this.selected)); }

  key(event) {
    const key = pressed(event);
    const action = key === null ? null : this.actions(event.shiftKey)[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  actions(shift) {
    const share = shift ? 1 : 0.15;
    const arrow = (x, y) => () => this.act((scene) => { if (!scene.arrow(x * share, y * share)) byId("stage").scrollTop += y * share * byId("stage").clientHeight; });
    const other = (by) => () => this.show(this.tabs[(this.tabs.indexOf(this.tab) + by + this.tabs.length) % this.tabs.length]);
    const picture = !this.scene ? {} : {
      w: () => this.zoom(0.7), "+": () => this.zoom(0.7), "=": () => this.zoom(0.7), s: () => this.zoom(1 / 0.7), "-": () => this.zoom(1 / 0.7),
      a: arrow(-1, 0), d: arrow(1, 0), ArrowLeft: arrow(-1, 0), ArrowRight: arrow(1, 0), ArrowUp: arrow(0, -1), ArrowDown: arrow(0, 1),
      0: () => this.act((scene) => scene.all()), f: () => this.fit(), ",": () => this.step(-1), ".": () => this.step(1),
    };
    return { ...picture, "[": other(-1), "]": other(1), t: () => this.switchTheme(), "?": () => byId("keys").showModal(), Escape: () => this.select(null) };
  }

  step(by) {
    const item = this.scene.step(this.selected, by);
    if (item !== null) this.select(item, true);
  }

  // Shown at the side, and marked in the picture; with `reveal` the picture moves there.
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

  setHover(found, clientX = 0, clientY = 0) {
    if (this.hover === null && found === null) return;
    this.hover = found;
    placeHint(byId("tooltip"), found && this.scene ? this.scene.describe(found) : null, clientX, clientY);
    byId("rows").style.cursor = found?.item ? "pointer" : "default";
    if (this.scene) this.drawOver();
  }

  show(tab) {
    this.tab = tab;
    for (const one of this.tabs) {
      byId(`tab-${one.id}`).setAttribute("aria-selected", String(one === tab));
      byId(`tab-${one.id}`).tabIndex = one === tab ? 0 : -1;
      if (!one.scene) byId(`view-${one.id}`).hidden = one !== tab;
    }
    byId("view-picture").hidden = !tab.scene;
    byId("view-picture").setAttribute("aria-labelledby", `tab-${tab.id}`);
    for (const id of ["zoom-in", "zoom-out", "all", "fit"]) byId(id).disabled = !tab.scene;
    if (tab.scene) byId("rows").setAttribute("aria-label", `${tab.scene.what} Arrows pan, w and s zoom, comma and full stop go from one to the next, question mark for help. The other tabs have the same as tables.`);
    else tab.fill(byId(`view-${tab.id}`));
    this.setHover(null);
    this.fillLegend();
    this.fillPanel();
    if (this.theme) this.resize();
    this.write();
  }

  fillLegend() {
    byId("legend").replaceChildren(...this.legend().map(([mark, text]) => el("li", null, el("i", mark), text)));
    byId("meanings").replaceChildren(...this.meanings().map(([mark, text]) => el("tr", null, el("th", { scope: "row" }, el("i", mark)), el("td", null, text))));
  }

  switchTheme() {
    chooseTheme(this.chosen = isDark() ? "light" : "dark");
    this.paint();
    this.write();
  }

  // The colours are others.
  paint() {
    this.colour();
    this.resize();
  }

  colour() {
    const theme = themeColours();
    this.theme = { ...theme, hatched: hatching(theme.hatch, true), crossed: hatching(theme.idle, false), stopped: hatching(theme.trouble, false) };
  }

  // Paper is white.
  print(theme) {
    chooseTheme(theme ?? this.chosen);
    this.colour();
    if (this.scene) this.drawNow();
  }

  resize() {
    const stage = byId("stage");
    if (!this.scene || stage.clientWidth < 120) return;
    this.scene.layout(stage.clientWidth, stage.clientHeight, this);
    byId("spacer").style.height = `${this.scene.contentHeight}px`;
    this.scroll = stage.scrollTop;
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.scene?.width) this.drawNow();
    });
  }

  drawNow() {
    const { scene, theme } = this;
    const context = sized(byId("rows"), scene.width, scene.height);
    context.fillStyle = theme.paper;
    context.fillRect(0, 0, scene.width, scene.height);
    scene.draw(context, this);
    this.drawOver();
    this.drawn++;
  }

  drawOver() {
    const { scene } = this;
    if (!scene.width) return;
    const context = sized(byId("overlay"), scene.width, scene.height);
    context.clearRect(0, 0, scene.width, scene.height);
    scene.drawOver(context, this);
  }

  say(text) { byId("said").textContent = text; }

  // Takes the state from the address.
  read() {
    const fields = new URLSearchParams(location.hash.replace(/^#/, ""));
    const theme = fields.get("theme");
    chooseTheme(this.chosen = ["light", "dark"].includes(theme) ? theme : null);
    this.colour();
    this.choose(fields.get("c"));
    this.show(this.tabs.find((tab) => tab.id === fields.get("tab")) ?? this.tabs[0]);
    this.selected = fields.has("s") ? this.selectionOf(fields.get("s")) : null;
    this.fillPanel();
    if (this.scene) { this.resize(); this.scene.restore(fields.get("v")); }
    this.draw();
  }

  // Puts the state into the address, soon.
  write() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      const fields = new URLSearchParams();
      const set = (name, value) => { if (value !== null && value !== "") fields.set(name, value); };
      set("tab", this.tab === this.tabs[0] ? null : this.tab.id);
      set("c", this.choice());
      set("v", this.scene?.state() ?? null);
      set("s", this.selected === null ? null : this.selectionText(this.selected));
      set("theme", this.chosen);
      const text = fields.toString();
      history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
    }, 200);
  }

  // Which of several parts is shown, for the address; a page with one part has no choice.
  choice() { return null; }
  choose() {}
}
