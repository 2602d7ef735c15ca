// The page around the picture and the tables: tabs, buttons, keys, theme, drawing, the address.

import { addressOf, fieldsOf, readTheme } from "./address.mjs";
import { byId, el, sized } from "./elements.mjs";
import { Gestures } from "./gestures.mjs";
import { placeHint } from "./hint.mjs";
import { pressed } from "./keys.mjs";
import { chooseTheme, isDark, themeColours } from "./theme.mjs";

const LEAST_WIDTH = 120, SAVE_MS = 200;

// Tabs are { id, title } for the picture and { id, title, fill(section) } for a table. A kind of page has
//   surface: { width, height } of the picture, or null before its first layout; layout(stage); drawPicture(context);
//   hasOverlay(), drawOverlay(context): what moves with the cursor; gestures(): see Gestures;
//   describe(found), leadsOn(found): the hint at a place, and whether a click there does something;
//   all(), fit(), zoom(factor), step(by), clear(), moves(shift): what buttons and keys do to the picture;
//   state(), restore(fields, tab): its fields in the address.
export class Page {
  constructor(kind, title, tabs) {
    Object.assign(this, { kind, title, tabs, tab: tabs[0], hover: null, theme: null, chosen: null, drawn: 0 });
  }

  get isPicture() { return !this.tab.fill; }

  start() {
    document.title = `${this.title} – ${this.kind}`;
    byId("title").textContent = byId("title").title = this.title;
    for (const tab of this.tabs) this.addTab(tab);
    this.wire();
    this.read();
  }

  addTab({ id, title, fill, alarm }) {
    const view = fill ? `view-${id}` : "view-picture";
    byId("tabs").append(el("button", { role: "tab", id: `tab-${id}`, "aria-controls": view, class: alarm ? "alarm" : null }, title));
    if (fill) byId("main").append(el("section", { id: view, role: "tabpanel", "aria-labelledby": `tab-${id}`, hidden: "" }));
  }

  wire() {
    const press = (id, action) => byId(id).addEventListener("click", action);
    press("all", () => this.all());
    press("fit", () => this.fit());
    press("zoom-in", () => this.zoom(0.6));
    press("zoom-out", () => this.zoom(1 / 0.6));
    press("theme", () => this.switchTheme());
    press("help", () => byId("keys").showModal());
    for (const tab of this.tabs) {
      press(`tab-${tab.id}`, () => this.show(tab));
      byId(`tab-${tab.id}`).addEventListener("keydown", ({ key }) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (by) { this.show(this.tabBeside(by)); byId(`tab-${this.tab.id}`).focus(); }
      });
    }
    new Gestures(byId("rows"), this.gestures());
    new ResizeObserver(() => this.resize()).observe(byId("stage"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.read());
    addEventListener("beforeprint", () => this.print("light"));
    addEventListener("afterprint", () => this.print(null));
  }

  tabBeside(by) { return this.tabs[(this.tabs.indexOf(this.tab) + by + this.tabs.length) % this.tabs.length]; }

  key(event) {
    const key = pressed(event), actions = this.keys(event.shiftKey);
    const action = key === null ? undefined : actions[key] ?? actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // The actions of the keys.
  keys(shift) {
    const closer = () => this.zoom(0.7), farther = () => this.zoom(1 / 0.7);
    const picture = !this.isPicture ? {} : {
      w: closer, "+": closer, "=": closer, s: farther, "-": farther, 0: () => this.all(), f: () => this.fit(),
      ",": () => this.step(-1), ".": () => this.step(1), ...this.moves(shift),
    };
    return { ...picture, t: () => this.switchTheme(), "?": () => byId("keys").showModal(), Escape: () => this.clear() };
  }

  showTab(id) { this.show(this.tabs.find((tab) => tab.id === id)); }

  show(tab) {
    this.tab = tab;
    for (const one of this.tabs) {
      byId(`tab-${one.id}`).setAttribute("aria-selected", String(one === tab));
      byId(`tab-${one.id}`).tabIndex = one === tab ? 0 : -1;
      if (one.fill) byId(`view-${one.id}`).hidden = one !== tab;
    }
    byId("view-picture").hidden = !this.isPicture;
    if (this.isPicture) byId("view-picture").setAttribute("aria-labelledby", `tab-${tab.id}`);
    else tab.fill(byId(`view-${tab.id}`));
    this.setHover(null);
    this.shown();
    if (this.theme) this.resize();
    this.write();
  }

  // After another tab was chosen.
  shown() {}

  switchTheme() {
    chooseTheme(this.chosen = isDark() ? "light" : "dark");
    this.paint();
    this.write();
  }

  paint() {
    this.colour();
    this.resize();
  }

  // Takes the colours of the theme.
  colour() { this.theme = themeColours(); }

  // Paper is white.
  print(theme) {
    chooseTheme(theme ?? this.chosen);
    this.colour();
    if (this.isPicture && this.surface) this.redraw();
  }

  redraw() { this.drawNow(); }

  resize() {
    const stage = byId("stage");
    if (!this.isPicture || stage.clientWidth < LEAST_WIDTH) return;
    this.layout(stage);
    this.draw();
  }

  // In the next frame.
  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.isPicture && this.surface) this.drawNow();
    });
  }

  drawNow() {
    const { width, height } = this.surface;
    const context = sized(byId("rows"), width, height);
    context.fillStyle = this.theme.paper;
    context.fillRect(0, 0, width, height);
    this.drawPicture(context);
    this.drawOver();
    this.drawn++;
  }

  // A layer costs time in every frame, even when it is empty.
  drawOver() {
    const overlay = byId("overlay");
    overlay.hidden = !this.hasOverlay();
    if (overlay.hidden) return;
    const { width, height } = this.surface, context = sized(overlay, width, height);
    context.clearRect(0, 0, width, height);
    this.drawOverlay(context);
  }

  // The content of the picture has changed.
  moved() {
    this.setHover(null);
    this.draw();
    this.write();
  }

  setHover(found, clientX = 0, clientY = 0) {
    if (this.hover === null && found === null) return;
    this.hover = found;
    placeHint(byId("tooltip"), found && this.describe(found), clientX, clientY);
    byId("rows").style.cursor = found && this.leadsOn(found) ? "pointer" : "default";
    if (this.surface) this.drawOver();
  }

  // Announced to screen readers.
  say(text) { byId("said").textContent = text; }

  // Takes the state from the address.
  read() {
    const fields = fieldsOf(location.hash);
    chooseTheme(this.chosen = readTheme(fields.get("theme")));
    this.colour();
    this.restore(fields, this.tabs.find(({ id }) => id === fields.get("tab")) ?? this.tabs[0]);
  }

  // Puts the state into the address, soon.
  write() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      const text = addressOf({ ...this.state(), tab: this.tab === this.tabs[0] ? null : this.tab.id, theme: this.chosen });
      history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
    }, SAVE_MS);
  }
}
