// A comparison: the plan of a graph above its runs and what was measured, or two runs of any workloads, in cycles on one
// time axis.

import { counted, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { byTask, differenceLegend, differenceShade } from "../gantt/colours.mjs";
import { signed } from "../gantt/scene.mjs";

// Sections of a graph as { key, title, bars: [[kernel, place, start, end]] }; the first one is the plan if there is one. Runs
// also have ready, the cycle in which each kernel became ready or null, and mark: { at, text }; they are always shown together.
// Pictures: all that was measured, or the plan with each of the runs; then the others. Without a plan each run is alone.
export function picturesOf({ sections }) {
  const [first, ...others] = sections, isPlanned = first.key === "planned";
  if (sections.every(({ ready }) => ready)) return [{ title: sections.map(({ title }) => title).join(" and "), sections }];
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
  const isPlan = sections[0].key === "planned", [later, same] = isPlan ? ["ends later than planned", "as planned"] : [`ends later than in ${sections[0].title}`, `as in ${sections[0].title}`];
  const differs = { title: `difference to ${sections[0].title}`, legend: differenceLegend(later, same), of: (task, section) => differenceShade(Number.isNaN(apart(task, section)) ? 0 : apart(task, section), most) };
  const told = ({ ready, key, title: run }, task) => {
    const start = times.get(key).start[task], end = times.get(key).end[task], from = ready[task];
    if (Number.isNaN(start)) return [run, from === null ? "never ready" : `ready ${grouped(from)}, on no SIP`];
    return [run, from === null ? `${grouped(start)} – ${grouped(end)}` : `ready ${grouped(from)}, waits ${grouped(Math.max(0, start - from))}, ${grouped(start)} – ${grouped(end)}`];
  };
  const differences = (task) => sections.slice(1).map(({ title: other }, i) => [`${other} ends`, Number.isNaN(apart(task, i + 1)) ? "–" : `${signed(apart(task, i + 1))} to ${sections[0].title}`]);
  const inRuns = (task) => sections.filter(({ ready }) => ready).map((section) => told(section, task));
  // Terms are made when they are shown: a run may have very many kernels.
  const tasks = graph.kernels.map(({ name }, task) => ({ name, get terms() { return [...inRuns(task), ...differences(task)]; } }));
  return {
    title: `${graph.name}: ${title}`, notes: graph.notes, whole: sections.every(({ ready }) => ready), what: `${sections.map((section) => section.title).join(", ")}: ${graph.kernels.length} kernels on ${places.length} rows each.`, unit: "cycles", tasks, times,
    edges: graph.kernels.flatMap(({ after }, to) => after.map((from) => ({ from, to }))),
    sections: sections.map((section) => ({ title: section.title, mark: section.mark, rows: places.map((place) => `${section.short} ${label(place)}`), bars: section.bars.map(([kernel, place, ...span]) => [kernel, rowOf.get(place), ...span]) })),
    colours: sections.length > 1 ? [byTask, differs] : [byTask],
    numbers: [...graph.sections.map((section) => [section.title, `ends at ${grouped(section.bars.reduce((last, [, , , end]) => Math.max(last, end), 0))}${section.drained === false ? ", not drained" : ""}`]),
      graph.lower !== undefined && ["lower bound", grouped(graph.lower)], ["kernels", `${grouped(graph.kernels.length)}, ${counted(graph.kernels.reduce((sum, { after }) => sum + after.length, 0), "edge")}`],
      graph.transfers !== undefined && ["transfers", graph.transfers ? "modelled" : "not modelled"]],
  };
}
