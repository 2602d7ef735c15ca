// The pictures of a row pipeline and of a phase.

import { fitText, SMALL } from "../../../../hws-page/src/shared/canvas.mjs";
import { shadeOf } from "../../../../hws-page/src/shared/colour.mjs";
import { el, terms } from "../../../../hws-page/src/shared/elements.mjs";
import { hintTitle } from "../../../../hws-page/src/shared/hint.mjs";
import { cycles, grouped } from "../../../../hws-page/src/shared/numbers.mjs";
import { Rounds } from "../plan/rounds.mjs";
import { readBy } from "./model.mjs";

const AXON = 0, SOMA = 1;
// Items are rows of Axon, then rows of Soma.
const UNITS = ["Axon", "Soma"];

export class RowsScene {
  constructor(model, answer) {
    Object.assign(this, { model, answer, end: model.shown, unit: "cycles", bands: [] });
    this.what = `Rows of Axon and Soma over ${grouped(model.end)} cycles.`;
    const shift = (rounds, unit) => Object.assign(rounds, { items: Float64Array.from(rounds.items, (row) => 2 * row + unit) });
    this.rows = [{ label: "Axon", rounds: shift(model.rounds.axon, AXON) }, { label: "Soma", rounds: shift(model.rounds.soma, SOMA) }];
    this.strips = [this.countStrip()];
    if (answer.deadlock) {
      this.marks = [{ at: model.end, colour: "trouble" }];
      this.bands = [{ from: 0, to: model.shown, text: `deadlock at ${grouped(model.end)}: ${answer.reason}`, shade: "field" }];
    }
  }

  colour(item) { return shadeOf(item % 2, (item - item % 2) / 2); }
  text(item) { return [`row ${grouped((item - item % 2) / 2)}`, null]; }

  place({ item }) {
    const unit = item % 2, row = (item - unit) / 2, list = unit === AXON ? this.model.axon : this.model.soma;
    return row < list.from.length ? { row: unit, from: list.from[row], to: list.to[row] ?? this.model.end } : null;
  }

  // The rows that an output row reads, or the output rows that read an input row.
  links({ item }) {
    const row = Math.floor(item / 2), at = (unit, one) => this.place({ item: 2 * one + unit });
    const ends = item % 2 === SOMA ? this.readers(row, row).map((input) => [input, row]) : this.readersOf(row).map((output) => [row, output]);
    return ends.map(([input, output]) => ({ from: at(AXON, input), to: at(SOMA, output), dashed: false })).filter(({ from, to }) => from && to);
  }

  readers(output) {
    const [first, behind] = readBy(this.model.shape, output);
    return Array.from({ length: Math.max(0, Math.min(64, behind - first)) }, (_, i) => first + i);
  }

  readersOf(row) {
    const { sy, shape: { pad_top: top = 0 } } = this.model;
    const last = Math.min(this.model.outputs - 1, Math.floor((row + top) / sy));
    return Array.from({ length: 64 }, (_, i) => last - i).filter((output) => output >= 0 && this.readers(output).includes(row));
  }

  // Stalls, waits, and what a deadlock leaves undone.
  under(context, chart, { theme }) {
    const shade = (rounds, row, fill) => rounds.walk(chart.view.from, chart.view.to, chart.view.pixel, (_, round, from, to) => {
      const box = chart.box({ row, from, to });
      context.fillStyle = fill;
      context.fillRect(box.left, box.top, box.width, box.height);
    });
    shade(this.model.stall.rounds, AXON, theme.hatched);
    shade(this.model.wait.rounds, SOMA, theme.crossed);
    if (!this.answer.deadlock) return;
    for (const row of [AXON, SOMA]) {
      const box = chart.box({ row, from: this.model.end, to: this.model.shown });
      context.fillStyle = theme.stopped;
      context.fillRect(box.left, box.top, box.width, box.height);
    }
  }

  countStrip() {
    const { count, pipelineNum, ky, shown } = this.model;
    const least = count.value.reduce((a, b) => Math.min(a, b), 0), peak = count.value.reduce((a, b) => Math.max(a, b), 1);
    // A pipeline_num far above the peak would flatten the curve.
    const most = pipelineNum <= 3 * peak ? Math.max(peak, pipelineNum, ky) : Math.max(peak, ky);
    const rounds = Rounds.once(count.at.map((_, i) => i), count.at, count.at.map((_, i) => count.at[i + 1] ?? shown), shown);
    const draw = (context, chart, { theme }, strip) => {
      const y = (value) => strip.top + 20 + (most - value) / (most - least) * (strip.height - 30);
      this.drawCount(context, chart, theme, rounds, y);
      this.drawLimits(context, chart, theme, most, y);
      context.fillStyle = theme.dim;
      for (const value of new Set([0, peak, least])) context.fillText(grouped(value), Math.max(96, chart.x(0) + 4), y(value) - 6);
    };
    const describe = (time) => {
      const at = rounds.at(time);
      return at && [hintTitle(`pipeline_cnt ${grouped(count.value[at.item])}`), terms([["at", grouped(time)], ["since", grouped(count.at[at.item])]])];
    };
    return { label: ["pipeline_cnt"], height: 150, draw, describe };
  }

  drawCount(context, chart, theme, rounds, y) {
    const { value } = this.model.count;
    context.fillStyle = theme.busy;
    rounds.walk(chart.view.from, chart.view.to, chart.view.pixel, (i, _, from, to) => {
      const left = chart.x(from), right = Math.max(left + 1, chart.x(to)), top = y(value[i]);
      context.globalAlpha = 0.35;
      context.fillRect(left, Math.min(top, y(0)), right - left, Math.abs(top - y(0)));
      context.globalAlpha = 1;
      context.fillRect(left, top - 1, right - left, 2);
      const before = y(value[Math.max(0, i - 1)]);
      context.fillRect(left - 1, Math.min(top, before) - 1, 2, Math.abs(top - before) + 2);
    });
  }

  drawLimits(context, chart, theme, most, y) {
    const { pipelineNum, ky, shape } = this.model;
    const padded = (shape.pad_top ?? 0) + (shape.pad_bottom ?? 0) > 0;
    const line = (value, colour, text) => {
      context.fillStyle = theme[colour];
      context.fillRect(chart.x(0), y(value) - 0.5, chart.plot, 1);
      context.font = SMALL;
      const width = context.measureText(text).width, left = chart.width - 8 - width;
      context.fillStyle = theme.panel;
      context.fillRect(left - 4, y(value) - 15, width + 8, 14);
      context.fillStyle = theme[colour];
      fitText(context, text, left, y(value) - 7, chart.plot);
    };
    if (most >= pipelineNum) line(pipelineNum, "trouble", `pipeline_num ${grouped(pipelineNum)}: Axon may write below it`);
    if (ky !== pipelineNum || most < pipelineNum) line(ky, "accent", `Ky ${grouped(ky)}${padded ? " (less at the padding)" : ""}: Soma starts at it`);
  }

  hint({ item, row, time }) {
    if (item) return this.rowHint(item);
    if (row === null || row === undefined) return null;
    const { model, answer } = this;
    if (answer.deadlock && time >= model.end) return [hintTitle("deadlock"), el("div", null, answer.reason)];
    const idle = row === AXON ? model.stall : model.wait, at = idle.rounds.at(time);
    if (!at) return [hintTitle(`${UNITS[row]} has no rows left`)];
    const { from, to, row: next } = idle.list[at.item];
    return [hintTitle(row === AXON ? "Axon stalls" : "Soma waits"),
      terms([["from", `${grouped(from)} to ${grouped(to)}, ${grouped(to - from)} cycles`],
        ["for", row === AXON ? `a free slot for row ${grouped(next)}: pipeline_cnt below ${grouped(model.pipelineNum)}` : `the input rows of row ${grouped(next)}`]])];
  }

  rowHint(selected) {
    const { item } = selected, unit = item % 2, row = (item - unit) / 2, { from, to } = this.place(selected), { model } = this;
    const [first, behind] = readBy(model.shape, row);
    const rows = behind - first === 1 ? `row ${grouped(first)}` : `rows ${grouped(first)} to ${grouped(behind - 1)}`;
    return [hintTitle(`${UNITS[unit]} row ${grouped(row)}`), terms([
      ["from", `${grouped(from)} to ${grouped(to)}, ${grouped(to - from)} cycles`],
      unit === SOMA ? ["reads", rows] : ["slot", `${grouped(row % model.pipelineNum)} of the circular buffer`],
    ])];
  }
}

export class PhaseScene {
  constructor(phase) {
    Object.assign(this, { phase, end: Math.max(1, phase.end), unit: "cycles", bands: [], strips: [] });
    this.what = "The four parts of a phase.";
    this.rows = phase.parts.map(({ name, from, to }, i) => ({ label: name, rounds: Rounds.once([i], [from], [to], this.end) }));
    this.marks = [{ at: phase.end, colour: "accent" }];
  }

  colour(item) { return shadeOf([0, 1, 4, 1][item], 0); }
  text(item) { return [`${this.phase.parts[item].name}, ${cycles(this.phase.parts[item].busy)}`, this.phase.parts[item].what]; }

  place({ item }) {
    const { from, to } = this.phase.parts[item];
    return { row: item, from, to };
  }

  hint({ item, row }) {
    if (!item) return row === null || row === undefined ? null : [hintTitle(`${this.phase.parts[row].name}, idle`)];
    const { name, from, to, busy, what } = this.phase.parts[item.item];
    return [hintTitle(name), terms([["from", `${grouped(from)} to ${grouped(to)}`], ["time", cycles(busy)], ["", what]])];
  }
}
