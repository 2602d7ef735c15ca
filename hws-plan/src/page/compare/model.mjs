// A comparison: the plan of a graph above its runs and what was measured, in cycles on one time axis.

import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { byTask, differenceLegend, differenceShade } from "../gantt/colours.mjs";
import { signed } from "../gantt/scene.mjs";

// Sections of a graph as { key, title, bars: [[kernel, place, start, end]] }; the first one is the plan if there is one.
// Pictures: all that was measured, or the plan with each of the runs; then the others. Without a plan each run is alone.
export function picturesOf({ sections }) {
  const [first, ...others] = sections, isPlanned = first.key === "planned";
  const single = isPlanned && others.length > 0 ? others.map((other) => ({ title: other.title, sections: [first, other] })) : sections.map((section) => ({ title: section.title, sections: [section] }));
  if (single.length < 2) return single;
  const all = { title: "all", sections };
  return sections.some(({ key }) => key === "measured") ? [all, ...single] : [...single, all];
}

// From the first start to the last end of each kernel in a section.
export function timesOf({ bars }, count) {
  const times = { start: new Float64Array(count).fill(NaN), end: new Float64Array(count).fill(NaN) };
  for (const [kernel, , start, end] of bars) {
    times.start[kernel] = Number.isNaN(times.start[kernel]) ? start : Math.min(times.start[kernel], start);
    times.end[kernel] = Number.isNaN(times.end[kernel]) ? end : Math.max(times.end[kernel], end);
  }
  return times;
}

// Which sections a picture shows; `name` is that of the graph.
export function documentOf(graph, { title, sections }) {
  const places = [...new Set(sections.flatMap(({ bars }) => bars.map(([, place]) => place)))].sort((a, b) => a - b), rowOf = new Map(places.map((place, i) => [place, i]));
  const label = (place) => place < 0 ? "anywhere" : `${graph.place} ${place}`;
  const times = new Map(graph.sections.map((section) => [section.key, timesOf(section, graph.kernels.length)]));
  const ends = sections.map(({ key }) => times.get(key).end), base = ends[0];
  const apart = (task, section) => ends[section][task] - base[task];
  const most = ends.reduce((far, _, section) => base.reduce((least, end, task) => Number.isNaN(apart(task, section)) ? least : Math.max(least, Math.abs(apart(task, section))), far), 0);
  const differs = { title: `difference to ${sections[0].title}`, legend: differenceLegend, of: (task, section) => differenceShade(Number.isNaN(apart(task, section)) ? 0 : apart(task, section), most) };
  const tasks = graph.kernels.map(({ name }, task) => ({ name, terms: sections.slice(1).map(({ title: other }, i) => [`${other} ends`, Number.isNaN(apart(task, i + 1)) ? "–" : `${signed(apart(task, i + 1))} to ${sections[0].title}`]) }));
  return {
    title: `${graph.name}: ${title}`, what: `${sections.map((section) => section.title).join(", ")}: ${graph.kernels.length} kernels on ${places.length} rows each.`, unit: "cycles", tasks, times,
    edges: graph.kernels.flatMap(({ after }, to) => after.map((from) => ({ from, to }))),
    sections: sections.map((section) => ({ title: section.title, rows: places.map((place) => `${section.short} ${label(place)}`), bars: section.bars.map(([kernel, place, ...span]) => [kernel, rowOf.get(place), ...span]) })),
    colours: sections.length > 1 ? [byTask, differs] : [byTask],
    numbers: [...graph.sections.map((section) => [section.title, `ends at ${grouped(section.bars.reduce((last, [, , , end]) => Math.max(last, end), 0))}${section.drained === false ? ", not drained" : ""}`]),
      graph.lower !== undefined && ["lower bound", grouped(graph.lower)], ["kernels", `${grouped(graph.kernels.length)}, ${counted(graph.kernels.reduce((sum, { after }) => sum + after.length, 0), "edge")}`],
      ["transfers", graph.transfers ? "modelled" : "not modelled"]],
  };
}
