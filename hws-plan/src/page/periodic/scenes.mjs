// The two pictures of a launch: its period, and the whole launch unfolded.

import { shadeOf } from "../../../../hws-page/src/shared/colour.mjs";
import { terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { counted, cycles, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { occupation, valueAt } from "./cache.mjs";
import { openingOf } from "./opening.mjs";

const HINT_EDGES = 8, MOST_LINKS = 64;

// A launch of few PEs has high rows.
const LAUNCH_ROW = 260;

// The id of a task, and its full name if it has one.
export const taskName = ({ id, name }) => name === undefined ? String(id) : `${id}: ${name}`;

// The name of a task with its copy, in full or short.
export function placeName(launch, place, length = "full") {
  const name = launch.graph.names[launch.taskOf(place)][length];
  return launch.copies > 1 ? `${name}·${launch.copy(place)}` : name;
}

// Shared by both pictures; `shift` is the round of the launch that round 0 of the picture shows.
class Scene {
  constructor(launch, rows, end, shift) {
    Object.assign(this, { launch, rows, end: Math.max(1, end), shift, unit: "cycles", strips: [] });
  }

  // A hue for each iteration in turn, a lightness for each task.
  colour(item, round) { return shadeOf(this.launch.iteration(item, round + this.shift), this.launch.taskOf(item)); }

  place({ item, round }) {
    const { launch } = this;
    return launch.pe[item] < 0 ? null : { row: launch.pe[item], from: round * launch.T + launch.st[item], to: round * launch.T + launch.ed[item] };
  }

  iteration({ item, round }) { return this.launch.iteration(item, round + this.shift); }

  // The edges of a place's copy: the incoming ones, then the outgoing ones.
  edgesAt(item) {
    const { launch } = this, copy = launch.copy(item), task = launch.taskOf(item);
    const ends = [launch.graph.into(task), launch.graph.outOf(task)].map((edges) => Array.from(edges.subarray(0, MOST_LINKS)));
    return ends.flat().map((edge) => launch.transfer(edge, copy));
  }

  hint({ item, row }) {
    if (!item) return row === null || row === undefined ? null : [hintTitle(`PE ${row}, idle`)];
    const { launch } = this, place = this.place(item), task = launch.graph.tasks[launch.taskOf(item.item)];
    const edges = Array.from(launch.graph.into(launch.taskOf(item.item)));
    return [
      hintTitle(`task ${taskName(task)}${launch.copies > 1 ? `, copy ${launch.copy(item.item)}` : ""}`),
      terms([
        ["iteration", `${grouped(this.iteration(item))} (from 0), R ${grouped(launch.R[item.item])}`],
        ["PE", `${place.row}, ${grouped(place.from)} – ${grouped(place.to)}, ${grouped(task.cost)} cycles`],
        ...edges.slice(0, HINT_EDGES).map((edge) => [`from ${launch.graph.names[launch.graph.edges[edge].from].short}`, transferText(launch.transfer(edge, launch.copy(item.item)))]),
        edges.length > HINT_EDGES && ["", `and ${edges.length - HINT_EDGES} more edges`],
      ]),
    ];
  }
}

export function transferText({ size, isCached, time, periods }) {
  const when = periods === 0 ? "in the same period" : `${counted(periods, "period")} between`;
  return `${isCached ? "cached" : "DRAM"}, ${counted(size, "byte")} in ${cycles(time)}, ${when}`;
}

export class PeriodScene extends Scene {
  constructor(launch) {
    super(launch, launch.folded(), launch.T, launch.rMax);
    this.what = `One period of ${launch.pes} PEs.`;
    this.bands = [{ from: 0, to: launch.T, text: launch.isSimple ? `one iteration of ${grouped(launch.T)} cycles` : `one period of ${grouped(launch.T)} cycles: R says how many periods ahead a task runs`, shade: "field" }];
    if (!launch.isSimple) this.strips = [this.cacheStrip()];
  }

  text(item) { return [placeName(this.launch, item), `R ${grouped(this.launch.R[item])}`, placeName(this.launch, item, "short")]; }
  roundOf() { return 0; }

  // Those of the same iteration, and the period in which they run.
  neighbours({ item }) {
    return this.edgesAt(item).map(({ producer, consumer, isCached, periods }) => {
      const isProducer = consumer === item, count = `${grouped(periods)} T`;
      return { place: this.place({ item: isProducer ? producer : consumer, round: 0 }), dashed: !isCached,
        text: periods === 0 ? (isProducer ? "before" : "after") : isProducer ? `${count} before` : `${count} after` };
    });
  }

  // The PE of the selected task; without a selection, the PE with the most bytes.
  peOf(selected) {
    if (selected) return this.launch.pe[selected.item];
    const peaks = Object.entries(this.launch.period.peak_cache ?? {});
    return Number(peaks.reduce((best, one) => one[1] > best[1] ? one : best, ["0", -1])[0]);
  }

  steps(pe) {
    if (this.stepsPe !== pe) Object.assign(this, { stepsPe: pe, stepsKept: occupation(this.launch, pe) });
    return this.stepsKept;
  }

  cacheStrip() {
    const label = ["cache of", ""];
    const draw = (context, chart, page, strip) => {
      this.shownPe = this.peOf(page.selected);
      const most = this.scaleOf(this.steps(this.shownPe).value);
      label[1] = `PE ${this.shownPe}, of ${grouped(most)}`;
      this.drawCache(context, chart, page.theme, strip, most);
    };
    return { label, height: 64, draw, describe: (time) => this.cacheHint(time) };
  }

  // Up to the capacity, unless that would flatten the curve.
  scaleOf(value) {
    const peak = value.reduce((a, b) => Math.max(a, b), 1), { capacity } = this.launch.graph;
    return capacity <= 4 * peak ? Math.max(peak, capacity) : peak;
  }

  drawCache(context, chart, theme, strip, most) {
    const { at, value } = this.steps(this.shownPe), { launch } = this, bottom = strip.top + strip.height;
    const height = (bytes) => bytes / most * (strip.height - 4);
    context.fillStyle = theme.resident;
    for (let i = 0; i < at.length; i++) {
      const left = Math.floor(chart.x(at[i])), right = Math.ceil(chart.x(at[i + 1] ?? launch.T));
      if (value[i] > 0) context.fillRect(left, bottom - height(value[i]), right - left, height(value[i]));
    }
    if (launch.graph.capacity > most) return;
    context.fillStyle = theme.trouble;
    context.fillRect(chart.x(0), bottom - height(launch.graph.capacity) - 1, chart.plot, 1.5);
  }

  cacheHint(time) {
    const bytes = valueAt(this.steps(this.shownPe), time);
    return [hintTitle(`cache of PE ${this.shownPe}`), terms([["at", grouped(time)], ["bytes", `${grouped(bytes)} of ${grouped(this.launch.graph.capacity)}`]])];
  }
}

export class LaunchScene extends Scene {
  constructor(launch) {
    super(launch, launch.unfolded(), launch.total, 0);
    this.mostRow = LAUNCH_ROW;
    this.what = `A launch of ${launch.iterations} iterations on ${launch.pes} PEs.`;
    const { prologue, steady, epilogue } = launch.phases();
    const band = ([from, to], name, shade) => ({ from: from * launch.T, to: Math.min(this.end, to * launch.T), shade, text: `${name}: ${grouped(to - from)} period${to - from === 1 ? "" : "s"}` });
    this.bands = launch.isSimple
      ? [{ from: 0, to: this.end, text: `${grouped(launch.iterations)} iterations, one after the other`, shade: "field" }]
      : [band(prologue, "prologue", "faded"), band(steady, "steady state", "field"), band(epilogue, "epilogue", "faded")].filter(({ from, to }) => to > from);
  }

  opening(points) { return openingOf(this.launch, this.rows, this.end, points); }

  text(item, round) { return [placeName(this.launch, item), `it ${grouped(this.launch.iteration(item, round))}`, placeName(this.launch, item, "short")]; }
  roundOf(place, selected) { return this.launch.round(place, this.launch.iteration(selected.item, selected.round)); }

  // Where its edges start and end, in the same iteration.
  links(selected) {
    const at = (place) => this.place({ item: place, round: this.roundOf(place, selected) });
    return this.edgesAt(selected.item).map(({ producer, consumer, isCached }) => ({ from: at(producer), to: at(consumer), dashed: !isCached }));
  }

  // Where a period begins.
  under(context, chart, { theme }) {
    const { T } = this.launch;
    if (T / chart.view.pixel < 7) return;
    context.strokeStyle = theme.hatch;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.beginPath();
    for (let at = Math.ceil(chart.view.from / T) * T; at <= chart.view.to; at += T) {
      context.moveTo(Math.round(chart.x(at)) - 0.5, chart.rowsTop);
      context.lineTo(Math.round(chart.x(at)) - 0.5, chart.rowsEnd);
    }
    context.stroke();
    context.setLineDash([]);
  }
}
