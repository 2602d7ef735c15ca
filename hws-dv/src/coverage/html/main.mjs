// The page: its state, and the actions that change it.

import { addressOf, fieldsOf, readTheme } from "../../../../hws-page/src/shared/address.mjs";
import { byId, el } from "../../../../hws-page/src/shared/elements.mjs";
import { pressed } from "../../../../hws-page/src/shared/keys.mjs";
import { counted } from "../../../../hws-page/src/shared/numbers.mjs";
import { chooseTheme, isDark } from "../../../../hws-page/src/shared/theme.mjs";
import { found } from "./bins.mjs";
import { fillFiles, groupOf, summaryOf } from "./lists.mjs";

const VIEWS = [["groups", "Groups"], ["files", "Files"]];

class CoveragePage {
  constructor(data) {
    Object.assign(this, { data, query: "", holesOnly: false, view: "groups", theme: null, opened: new Set() });
  }

  start() {
    document.title = byId("title").textContent = "HWS coverage";
    for (const [id, title] of VIEWS) {
      byId("tabs").append(el("button", { role: "tab", id: `tab-${id}`, "aria-controls": `view-${id}`, onclick: () => this.show(id) }, title));
    }
    const press = (id, action) => byId(id).addEventListener("click", action);
    press("theme", () => this.switchTheme());
    press("help", () => byId("keys").showModal());
    press("open", () => this.openAll(true));
    press("close", () => this.openAll(false));
    byId("search").addEventListener("input", () => this.search(byId("search").value));
    byId("search").addEventListener("keydown", ({ key }) => { if (key === "Escape") this.search(byId("search").value = ""); });
    byId("holes").addEventListener("change", () => this.showHoles(byId("holes").checked));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.read());
    fillFiles(byId("view-files"), this.data);
    this.read();
  }

  key(event) {
    const actions = {
      "/": () => byId("search").focus(), h: () => this.showHoles(!this.holesOnly), o: () => this.openAll(true), c: () => this.openAll(false),
      t: () => this.switchTheme(), "?": () => byId("keys").showModal(), Escape: () => this.search(byId("search").value = ""),
    };
    const action = actions[pressed(event)];
    if (!action) return;
    event.preventDefault();
    action();
  }

  show(view) {
    this.view = view;
    for (const [id] of VIEWS) {
      byId(`tab-${id}`).setAttribute("aria-selected", String(id === view));
      byId(`view-${id}`).hidden = id !== view;
    }
    this.write();
  }

  search(query) {
    this.query = query;
    this.fill();
  }

  showHoles(holesOnly) {
    byId("holes").checked = this.holesOnly = holesOnly;
    this.fill();
  }

  openAll(open) {
    this.opened = new Set(open ? this.data.groups.map(({ name }) => name) : []);
    this.fill();
  }

  switchTheme() {
    chooseTheme(this.theme = isDark() ? "light" : "dark");
    this.write();
  }

  // A search opens the groups in which it finds something.
  fill() {
    const { data, query, holesOnly } = this;
    const groups = found(data, query, holesOnly);
    const toggled = (name, open) => { if (open) this.opened.add(name); else this.opened.delete(name); };
    const isOpen = ({ name }) => query.trim() !== "" || this.opened.has(name);
    byId("view-groups").replaceChildren(summaryOf(data), ...groups.map((group) => groupOf(group, data.at_least, isOpen(group), toggled)));
    const shown = groups.flatMap(({ items }) => items).reduce((sum, item) => sum + item.shown.length, 0);
    byId("found").textContent = query.trim() === "" && !holesOnly ? "" : counted(shown, "bin");
    this.write();
  }

  write() {
    const { query, holesOnly, view, theme } = this;
    const address = addressOf({ q: query.trim(), holes: holesOnly ? 1 : null, view: view === "groups" ? null : view, theme });
    history.replaceState(null, "", address === "" ? location.pathname : `#${address}`);
  }

  read() {
    const fields = fieldsOf(location.hash);
    chooseTheme(this.theme = readTheme(fields.get("theme")));
    byId("search").value = this.query = fields.get("q") ?? "";
    byId("holes").checked = this.holesOnly = fields.get("holes") === "1";
    this.show(VIEWS.some(([id]) => id === fields.get("view")) ? fields.get("view") : "groups");
    this.fill();
  }
}

// For scripts: the state of the page.
window.hwsCoverage = new CoveragePage(JSON.parse(byId("data").textContent));
window.hwsCoverage.start();
