// The lists of the page: groups with their coverpoints, and files.

import { el } from "../../../../hws-page/src/shared/elements.mjs";
import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { SortTable } from "../../../../hws-page/src/shared/sort_table.mjs";
import { holesFirst, share, stateOf } from "./bins.mjs";

function bar(covered, bins) {
  const part = bins > 0 ? covered / bins : 1;
  return el("span", { class: part < 1 ? "bar holes" : "bar", title: share(covered, bins) }, el("i", { style: { width: `${100 * part}%` } }));
}

const tally = (covered, bins) => el("span", { class: "tally" }, `${grouped(covered)} of ${grouped(bins)}, ${share(covered, bins)}`);

export function summaryOf(data) {
  const cycles = data.files.reduce((sum, file) => sum + file.cycles, 0);
  return el("p", { class: "summary" }, el("b", null, share(data.covered, data.bins)),
    `${grouped(data.covered)} of ${counted(data.bins, "bin")} covered, ${grouped(data.excluded)} excluded; `
    + `${counted(data.files.length, "file")}, ${grouped(cycles)} cycles`);
}

function binLine(bin, atLeast) {
  const state = stateOf(bin, atLeast);
  const said = bin.excluded ?? (bin.count === 0 ? "hole" : grouped(bin.count));
  return el("li", { class: state }, el("i", { class: `dot ${state}`, title: state }), el("span", { class: "bin" }, bin.name), el("span", { class: "count" }, said));
}

// The bins are made when the item is opened: a model has thousands.
function itemOf(item, atLeast, isOpen) {
  const details = el("details", { class: "item" }, el("summary", null,
    el("span", { class: "name" }, item.name), bar(item.covered, item.counted), tally(item.covered, item.counted), el("span", { class: "rule dim" }, item.rule)));
  const fill = () => {
    if (details.open && !details.querySelector("ul")) {
      details.append(el("ul", { class: "bins" }, ...holesFirst(item.shown, atLeast).map((bin) => binLine(bin, atLeast))));
    }
  };
  details.addEventListener("toggle", fill);
  details.open = isOpen;
  fill();
  return details;
}

// opened: whether a group is open; items are open while few bins are shown.
export function groupOf(group, atLeast, opened, toggled) {
  const details = el("details", { class: "group" }, el("summary", null,
    el("b", { class: "name" }, group.name), bar(group.covered, group.bins), tally(group.covered, group.bins),
    el("span", { class: "dim" }, group.rule), el("span", { class: "dim title" }, group.title)));
  const shown = group.items.reduce((sum, item) => sum + item.shown.length, 0);
  const fill = () => {
    if (details.open && details.children.length === 1) details.append(...group.items.map((item) => itemOf(item, atLeast, shown <= 60)));
  };
  details.addEventListener("toggle", () => { fill(); toggled(group.name, details.open); });
  details.open = opened;
  fill();
  return details;
}

const COLUMNS = [
  { title: "File", key: (data, row) => data.files[row].name, long: true },
  { title: "Kind", key: (data, row) => data.files[row].kind },
  { title: "Cycles", number: true, key: (data, row) => data.files[row].cycles },
  { title: "Covered", number: true, key: (data, row) => data.files[row].covered },
  { title: "Only here", number: true, key: (data, row) => data.files[row].only },
  { title: "Rank", number: true, key: (data, row) => data.rankOf[row] ?? NaN },
  { title: "Adds", number: true, key: (data, row) => data.rank[data.rankOf[row] - 1]?.adds ?? NaN },
];

// Rank and Adds are those of the small subset of files that has the coverage of all.
export function fillFiles(section, data) {
  const rankOf = data.files.map((_, row) => data.rank.findIndex(({ file }) => file === row) + 1 || undefined);
  const caption = `${counted(data.rank.length, "file")} of ${grouped(data.files.length)} have the coverage of all: those with a rank.`;
  new SortTable(section, COLUMNS).fill({ ...data, rankOf }, data.files.map((_, row) => row), caption);
}
