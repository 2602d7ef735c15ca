// The page: what is open, the steps through it, and what is shown.

import { addressOf, fieldsOf, readTheme } from "../../../hws-page/src/shared/address.mjs";
import { byId, el } from "../../../hws-page/src/shared/elements.mjs";
import { pressed } from "../../../hws-page/src/shared/keys.mjs";
import { counted, grouped } from "../../../hws-page/src/shared/numbers.mjs";
import { chooseTheme, isDark } from "../../../hws-page/src/shared/theme.mjs";
import { fillDecision, fillText } from "./decision.mjs";
import { bytesOf, Engine } from "./engine.mjs";
import { fillRegisters } from "./registers.mjs";
import { fillSips } from "./sips.mjs";
import { fillStation, nameOfStimulus } from "./station.mjs";
import { fillTrace } from "./trace.mjs";

const MOVES = { tick: ["tick", 1], "tick-back": ["tick", -1], event: ["event", 1], "event-back": ["event", -1], attempt: ["attempt", 1], "attempt-back": ["attempt", -1] };
// Reasons that take longer than this wait for a pause in the steps.
const SLOW_MS = 60, PAUSE_MS = 200;
const CONTROLS = ["to-start", "to-end", "cycle", "slider", ...Object.keys(MOVES)];

class ModelPage {
  constructor(data) {
    Object.assign(this, { data, engine: null, registers: [], opened: null, view: null, before: null, reasons: null, example: null, chosen: null, cost: 0, shown: 0 });
  }

  async start() {
    this.wire();
    this.enable(false);
    this.engine = await Engine.load(this.data.module);
    this.registers = this.engine.ask({ ask: "registers" });
    const fields = fieldsOf(location.hash);
    chooseTheme(this.chosen = readTheme(fields.get("theme")));
    const wanted = this.data.examples.find(({ name }) => name === fields.get("example")) ?? this.data.examples[0];
    if (wanted) this.openExample(wanted.name);
    if (this.opened && /^\d+$/.test(fields.get("cycle") ?? "")) this.go({ ask: "seek", cycle: Number(fields.get("cycle")) });
  }

  wire() {
    const press = (id, action) => byId(id).addEventListener("click", action);
    byId("examples").append(...this.data.examples.map(({ name }) => el("option", { value: name }, name)), el("option", { value: "", hidden: "" }, "own files"));
    byId("examples").addEventListener("change", () => this.openExample(byId("examples").value));
    press("choose", () => byId("files").click());
    byId("files").addEventListener("change", () => this.openFiles([...byId("files").files]));
    press("save", () => this.save());
    press("theme", () => this.switchTheme());
    press("help", () => byId("keys").showModal());
    for (const [id, [step, count]] of Object.entries(MOVES)) press(id, () => this.go({ ask: "step", step, count }));
    press("to-start", () => this.go({ ask: "seek", cycle: 0 }));
    press("to-end", () => this.go({ ask: "seek", cycle: this.opened.end }));
    byId("slider").addEventListener("input", () => this.go({ ask: "seek", cycle: Number(byId("slider").value) }));
    byId("cycle").addEventListener("change", () => this.goTo(byId("cycle").value));
    for (const tab of ["decision", "registers"]) press(`tab-${tab}`, () => this.tab(tab));
    for (const id of ["search", "changed", "nonzero"]) byId(id).addEventListener("input", () => this.fillRegisters());
    addEventListener("keydown", (event) => this.key(event));
    this.wireDrop();
  }

  wireDrop() {
    const over = (isOver) => (event) => { event.preventDefault(); document.body.classList.toggle("dropping", isOver); };
    addEventListener("dragover", over(true));
    addEventListener("dragleave", over(false));
    addEventListener("drop", (event) => { over(false)(event); this.openFiles([...event.dataTransfer.files]); });
  }

  key(event) {
    const key = pressed(event), by = event.shiftKey ? -1 : 1;
    const step = (name, count) => () => this.go({ ask: "step", step: name, count });
    const actions = { ArrowRight: step("tick", 1), ArrowLeft: step("tick", -1), e: step("event", by), a: step("attempt", by), Home: () => byId("to-start").click(),
      End: () => byId("to-end").click(), o: () => byId("choose").click(), t: () => this.switchTheme(), "?": () => byId("keys").showModal(), "/": () => { this.tab("registers"); byId("search").focus(); },
      Escape: () => { this.tab("decision"); this.fillDecision(); } };
    const action = key === null ? undefined : actions[key] ?? actions[key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  switchTheme() {
    chooseTheme(this.chosen = isDark() ? "light" : "dark");
    this.write();
  }

  tab(chosen) {
    for (const id of ["decision", "registers"]) {
      byId(`tab-${id}`).setAttribute("aria-selected", String(id === chosen));
      byId(id).hidden = id !== chosen;
    }
  }

  openExample(name) {
    const example = this.data.examples.find((one) => one.name === name);
    if (example && this.open([{ name, bytes: bytesOf(example.content) }])) this.example = name;
    this.shownExample();
    this.write();
  }

  async openFiles(files) {
    byId("files").value = "";
    if (files.length === 0) return;
    const read = await Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })))
      .catch((error) => { this.problem(`the files cannot be read: ${error.message}`); return null; });
    if (read && this.open(read)) this.example = null;
    this.shownExample();
    this.write();
  }

  shownExample() { byId("examples").value = this.opened ? this.example ?? "" : byId("examples").value; }

  // Whether it succeeded; if not, what was open stays open.
  open(files) {
    return this.attempt(() => {
      const { opened, view } = this.engine.open(files);
      Object.assign(this, { opened, before: null, cost: 0 });
      byId("title").textContent = byId("title").title = opened.name;
      document.title = `${opened.name} – HWS model`;
      byId("end").textContent = grouped(opened.end);
      byId("slider").max = String(opened.end);
      this.enable(true);
      this.show(view);
      this.say(`${opened.name}: ${counted(opened.operations, "operation")}, ${grouped(opened.end)} cycles`);
    });
  }

  enable(isOpen) { for (const id of [...CONTROLS, "save"]) byId(id).disabled = !isOpen; }

  go(request) {
    if (!this.opened) return;
    this.attempt(() => {
      const before = this.view.registers;
      const view = this.engine.ask(request);
      this.before = before;
      this.show(view);
    });
    this.write();
  }

  goTo(text) {
    const number = text.trim().replaceAll(",", "");
    if (/^\d{1,15}$/.test(number)) {
      this.go({ ask: "seek", cycle: Number(number) });
      // The keys step again.
      byId("cycle").blur();
    } else this.problem(`"${text}" is not a cycle; give a number from 0 to ${grouped(this.opened.end)}`);
  }

  // A refusal is shown. After a trap the module is begun anew, because its memory may be wrong.
  attempt(action) {
    try {
      this.problem(null);
      action();
      return true;
    } catch (error) {
      this.problem(error.message);
      if (error instanceof WebAssembly.RuntimeError) {
        this.opened = null;
        this.enable(false);
        this.engine.begin();
        this.problem(`the model has stopped (${error.message}), which is a fault of the page; open a file to go on`);
      }
      return false;
    }
  }

  show(view) {
    this.view = view;
    byId("cycle").value = String(view.cycle);
    byId("slider").value = String(view.cycle);
    byId("now").textContent = [view.ticks_left === null ? "no attempt in flight" : `COMMIT in ${counted(view.ticks_left, "tick")}`, view.interrupt ? "interrupt" : null, `state ${view.digest}`].filter(Boolean).join(" · ");
    for (const id of ["tick", "event", "attempt", "to-end"]) byId(id).disabled = view.cycle >= this.opened.end;
    for (const id of ["tick-back", "event-back", "attempt-back", "to-start"]) byId(id).disabled = view.cycle === 0;
    fillSips(byId("sips"), this.opened, view, (sip) => this.life(`SIP ${sip}`, { ask: "sip", sip }));
    fillTrace(byId("trace"), view);
    this.fillRegisters();
    this.reason();
    this.shown++;
  }

  // Reasons need a replay of the whole stimulus.
  reason() {
    clearTimeout(this.waiting);
    this.reasons = null;
    if (this.cost < SLOW_MS) this.explain();
    else {
      this.waiting = setTimeout(() => this.attempt(() => this.explain()), PAUSE_MS);
      this.fillStation();
    }
  }

  explain() {
    const began = performance.now();
    this.reasons = this.ask({ ask: "reasons" });
    this.cost = performance.now() - began;
    this.fillStation();
    this.fillDecision();
  }

  fillStation() {
    const reasons = this.reasons?.error ? null : this.reasons;
    fillStation(byId("station"), this.opened, this.view, reasons, (id) => this.life(`Kernel ${id}`, { ask: "kernel", id }));
  }

  ask(request) {
    try { return this.engine.ask(request); } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      return { error: error.message };
    }
  }

  fillDecision() {
    if (!this.reasons) return;
    if (this.reasons.error) fillText(byId("decision"), "Decision", this.reasons.error, () => this.fillDecision());
    else fillDecision(byId("decision"), this.opened, this.reasons);
  }

  life(title, request) {
    this.tab("decision");
    this.attempt(() => fillText(byId("decision"), title, this.engine.ask(request), () => this.fillDecision()));
  }

  fillRegisters() {
    if (!this.view) return;
    const choice = { query: byId("search").value, changed: byId("changed").checked, nonzero: byId("nonzero").checked };
    fillRegisters(byId("list"), this.registers, this.view.registers, this.before, choice);
  }

  save() {
    const text = this.engine.ask({ ask: "stimulus" });
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    el("a", { href: address, download: nameOfStimulus(this.opened) }).click();
    URL.revokeObjectURL(address);
  }

  problem(text) {
    byId("problem").hidden = text === null;
    byId("problem").textContent = text ?? "";
  }

  say(text) { byId("said").textContent = text; }

  write() {
    const text = addressOf({ example: this.example, cycle: this.example && this.view?.cycle ? this.view.cycle : null, theme: this.chosen });
    history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
  }
}

// For scripts: the state of the page.
window.hwsModel = new ModelPage(JSON.parse(byId("data").textContent));
window.hwsModel.start().catch((error) => window.hwsModel.problem(`this browser cannot run the model: ${error.message}`));
