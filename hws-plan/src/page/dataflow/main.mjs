// The page of a dataflow graph.

import { readIndex } from "../../../../hws-page/src/shared/address.mjs";
import { byId, el, link, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { closeButton, fitButton, panelHead, restOf } from "../../../../hws-page/src/shared/panel.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { PlanPage } from "../plan/page.mjs";
import { functionsOf, instancesOf } from "./model.mjs";
import { isBad, kindFill, KINDS } from "./overview.mjs";
import { caseText, GraphScene } from "./scene.mjs";

const MOST_LINKS = 100, MOST_WARNINGS = 20, NEARER = 0.2;

const PARAMETERS = ["LAT", "LFI", "EFI", "AFI", "FPO", "SD", "D"];
const NODE_COLUMNS = [
  { title: "node", key: ({ nodes }, i) => nodes[i].id, item: (i) => ({ node: i }) },
  { title: "kind", key: ({ nodes }, i) => nodes[i].kind },
  ...PARAMETERS.map((name) => ({ title: name, key: ({ nodes }, i) => nodes[i][name], number: true })),
  { title: "absolute SD", key: ({ nodes, base }, i) => base === null ? NaN : base + nodes[i].SD, number: true },
];

const timed = (name) => ({ title: name.replaceAll("_", " "), key: ({ edges }, e) => edges[e].isTimed ? edges[e][name] : NaN, number: true });
const EDGE_COLUMNS = [
  { title: "edge", key: ({ edges }, e) => edges[e].names.join(" → "), item: (e) => ({ edge: e }) },
  ...["fifo", "sd_edge", "delay", "case1", "case2", "case3", "min_entries", "actual_entries", "tokens"].map(timed),
  { title: "buffer", key: ({ edges }, e) => edges[e].buffer ?? NaN, number: true },
  { title: "remarks", key: ({ edges }, e) => remarks(edges[e]) },
];
const FUNCTION_COLUMNS = [
  { title: "function", key: (list, i) => list[i].path, instance: true },
  { title: "of", key: (list, i) => list[i].name },
  { title: "starts at", key: (list, i) => list[i].base ?? NaN, number: true },
  { title: "LAT", key: (list, i) => list[i].graph.LAT, number: true },
  { title: "LFI", key: (list, i) => list[i].graph.LFI, number: true },
  { title: "FPO", key: (list, i) => list[i].graph.FPO, number: true },
  { title: "nodes", key: (list, i) => list[i].graph.nodes.length, number: true },
  { title: "FIFO entries", key: (list, i) => list[i].graph.edges.reduce((sum, { fifo }) => sum + (fifo ?? 0), 0), number: true },
];

function remarks(edge) {
  if (!edge.isTimed) return edge.from === edge.to ? "fold" : "constant";
  return [edge.stall && "stalls", edge.buffer_ok === false && "buffer too small", edge.buffer_ok && "buffer enough"].filter(Boolean).join(", ");
}

class DataflowPage extends PlanPage {
  constructor({ title, input, answer }) {
    super(title, [{ id: "graph", title: "Graph" }, { id: "nodes", title: "Nodes", fill: (section) => this.fillNodes(section) },
      { id: "edges", title: "Edges", fill: (section) => this.fillEdges(section) }, { id: "functions", title: "Functions", fill: (section) => this.fillFunctions(section) }]);
    Object.assign(this, { input, answer, functions: functionsOf(input, answer) });
    const { list, missing } = instancesOf(this.functions, input);
    this.instances = list.map((one) => ({ ...one, graph: this.functions.get(one.name) }));
    this.missing = missing;
    this.scenes = this.instances.map(() => null);
    this.offerChoice();
    this.choose(null);
  }

  get instance() { return this.instances[this.chosenInstance]; }
  get graph() { return this.instance.graph; }

  offerChoice() {
    const indent = (depth) => "\u00a0\u00a0".repeat(Math.min(depth, 12));
    const name = ({ path, name: of, depth, base }) => `${indent(depth)}${depth === 0 ? path : `${path.slice(path.lastIndexOf("/") + 1)}: ${of}`}${base === null ? " (not called)" : ""}`;
    const list = el("select", { id: "choice", onchange: () => this.enter(Number(byId("choice").value)) }, ...this.instances.map((one, i) => el("option", { value: i }, name(one))));
    byId("choices").append(el("label", null, "function", list), el("button", { id: "up", type: "button", title: "The function that calls this one (u)", onclick: () => this.up() }, "↑ Caller"));
  }

  // Another function, or another call of one.
  enter(i) {
    this.select(null);
    this.choose(String(i));
    this.show(this.tab);
  }

  callerOf(i) {
    const { depth, base } = this.instances[i];
    if (depth === 0 || base === null) return null;
    for (let k = i - 1; k >= 0; k--) if (this.instances[k].depth === depth - 1) return k;
    return null;
  }

  // The instance of a call node of the current function.
  calleeOf(node) {
    const { path, base } = this.instance;
    const inner = this.instances.findIndex((one) => base !== null && one.base !== null && one.path === `${path}/${node.id}` && one.name === node.callee);
    return inner >= 0 ? inner : this.instances.findIndex(({ name }) => name === node.callee);
  }

  up() {
    const caller = this.callerOf(this.chosenInstance);
    if (caller !== null) this.enter(caller);
  }

  choose(text) {
    const wanted = readIndex(text, this.instances.length) ?? 0;
    if (this.chosenInstance === wanted) return;
    this.chosenInstance = wanted;
    byId("choice").value = String(wanted);
    byId("up").disabled = this.callerOf(wanted) === null;
    this.scenes[wanted] ??= new GraphScene(this.graph, this.instance);
    this.tabs[0].scene = this.scenes[wanted];
  }

  choice() { return this.chosenInstance === 0 ? null : String(this.chosenInstance); }

  keys(shift) {
    return { ...super.keys(shift), u: () => this.up(), Enter: () => this.open() };
  }

  gestures() { return { ...super.gestures(), double: (point) => this.double(point) }; }

  // Into the columns, into a call, or to the selection.
  double(point) {
    const found = this.scene.pick(point);
    if (found?.bin !== undefined) this.act((scene) => scene.zoom(NEARER, point));
    else if (!this.open(found?.item)) this.fit();
  }

  // Opens the function that a call node calls.
  open(item = this.selected) {
    const node = item?.node === undefined ? null : this.graph.nodes[item.node];
    if (node?.kind !== "call") return false;
    this.enter(this.calleeOf(node));
    return true;
  }

  nameOf({ node, edge }) {
    if (node === undefined) return `edge ${this.graph.edges[edge].names.join(" to ")}, FIFO ${this.graph.edges[edge].fifo ?? "none"}`;
    return `${this.graph.nodes[node].kind} ${this.graph.nodes[node].id}, SD ${this.graph.nodes[node].SD}`;
  }

  selectionText({ node, edge }) { return node !== undefined ? `n${node}` : `e${edge}`; }

  selectionOf(text) {
    const match = /^([ne])(\d+)$/.exec(text);
    if (!match || Number(match[2]) >= (match[1] === "n" ? this.graph.nodes : this.graph.edges).length) return null;
    return match[1] === "n" ? { node: Number(match[2]) } : { edge: Number(match[2]) };
  }

  legend() {
    const used = new Set(this.graph.nodes.map(({ kind }) => kind));
    return [...KINDS.filter((kind) => used.has(kind)).map((kind) => [{ class: "mark", style: { background: kindFill(kind) } }, kind]),
      [{ class: "mark stroke strong" }, "edge with a FIFO"], [{ class: "mark stroke bad" }, "stall, or buffer too small"], [{ class: "mark stroke dashed" }, "constant"]];
  }

  meanings() {
    return [...this.legend(), [{ class: "mark band" }, "a column is a starting delay SD; the number at an edge is when its first token arrives"],
      [{ class: "mark" }, "a large graph from afar: bars over its columns; zoom in, or double click a bar, to see nodes"],
      [{ class: "mark" }, "double frame: a call; double click or Enter opens it, u goes back"]];
  }

  panel() {
    const { selected, graph, instance, answer } = this;
    return [selected && this.selectionPanel(selected), el("section", { "aria-label": "Function" },
      panelHead(instance.path),
      terms([
        instance.path !== instance.name && ["function", instance.name],
        ["starts at", instance.base === null ? "never called" : `SD ${grouped(instance.base)}`],
        ["LAT, LFI, FPO", [graph.LAT, graph.LFI, graph.FPO].map(grouped).join(", ")],
        ["stream", `${grouped(graph.stream)} firings of its input`],
        ["nodes", `${grouped(graph.nodes.length)}, ${counted(graph.edges.length, "edge")}`],
        ["FIFOs", `${grouped(graph.edges.reduce((sum, { fifo }) => sum + (fifo ?? 0), 0))} entries in ${grouped(graph.edges.filter(({ fifo }) => fifo > 0).length)} edges`],
        graph.edges.some(isBad) && ["problems", el("span", { class: "bad" }, counted(graph.edges.filter(isBad).length, "edge"))],
      ]),
      ...answer.warnings.slice(0, MOST_WARNINGS).map((text) => el("p", { class: "bad" }, text)),
      restOf(answer.warnings.length - MOST_WARNINGS, " warnings"),
      this.missing > 0 ? el("p", { class: "dim" }, "Not all calls are listed.") : null)];
  }

  selectionPanel({ node, edge }) {
    const { scene } = this.tabs[0];
    const [name, ...rest] = scene.lineOf({ node, edge });
    const callee = node !== undefined && this.graph.nodes[node].kind === "call";
    const ends = edge !== undefined ? [this.graph.edges[edge].from, this.graph.edges[edge].to].map((i) => this.nodeLink(i)) : [];
    return el("section", { "aria-label": "Selection" },
      panelHead(name.textContent, null,
        callee ? el("button", { type: "button", title: "Open the function (Enter)", onclick: () => this.open() }, "Open") : null,
        fitButton(() => this.fit()), closeButton(() => this.select(null))),
      ...rest, el("div", { class: "links" }, ...ends),
      ...node === undefined ? [] : [...this.edgeList("From", node, "to", "from"), ...this.edgeList("To", node, "from", "to")]);
  }

  nodeLink(i) { return link(this.graph.nodes[i].id, () => this.select({ node: i }, true)); }

  edgeList(title, node, own, other) {
    const edges = this.graph.edges.flatMap((edge, e) => edge[own] === node && edge.from !== edge.to ? [e] : []);
    if (edges.length === 0) return [];
    const line = (e) => {
      const edge = this.graph.edges[e];
      const text = edge.isTimed ? `SD ${grouped(edge.sd_edge)}, FIFO ${grouped(edge.fifo)}${edge.fifo > 0 ? ` (${caseText(edge)})` : ""}` : "constant";
      return el("tr", null, el("td", null, this.nodeLink(edge[other])), el("td", null, link(text, () => this.select({ edge: e }, true))));
    };
    return [el("h3", null, `${title} (${edges.length})`), el("table", null, el("tbody", null, ...edges.slice(0, MOST_LINKS).map(line))), restOf(edges.length - MOST_LINKS)];
  }

  fillNodes(section) {
    this.nodeTable ??= new SortTable(section, NODE_COLUMNS);
    this.fillTable(this.nodeTable, { ...this.graph, base: this.instance.base }, this.graph.nodes, `Nodes of ${this.instance.path}. A name shows the node in the graph.`);
  }

  fillEdges(section) {
    this.edgeTable ??= new SortTable(section, EDGE_COLUMNS);
    this.fillTable(this.edgeTable, this.graph, this.graph.edges, `Edges of ${this.instance.path}: FIFO depths in tokens, delays in cycles.`);
  }

  fillFunctions(section) {
    this.functionTable ??= new SortTable(section, FUNCTION_COLUMNS);
    this.fillTable(this.functionTable, this.instances, this.instances, "Functions as they are called from the top, then those that are never called. A name opens the function.");
  }

  fillTable(table, data, list, caption) {
    const content = (column, i) => {
      if (column.item) return link(column.key(data, i), () => this.showItem(column.item(i)));
      if (column.instance) return link(column.key(data, i), () => { this.show(this.tabs[0]); this.enter(i); });
      return undefined;
    };
    table.fill(data, list.map((_, i) => i), caption, { content });
  }
}

window.hwsPlan = new DataflowPage(JSON.parse(byId("data").textContent));
window.hwsPlan.start();
