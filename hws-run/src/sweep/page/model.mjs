// What the page knows of one workload: settings, combinations and measures, and which combinations pass the filters.

import { effectOf } from "./statistics.mjs";

// A setting that a run does not set has the value of the workload.
const UNSET = "(default)";

const interval = (pair) => ({ mean: pair?.[0] ?? NaN, half: pair?.[1] ?? NaN });

// A metric that differs between runs.
class Measure {
  constructor(own, { name, better, unit = null, text = null }) {
    Object.assign(this, { name, unit, text, better, sign: better === "more" ? -1 : 1, ranks: own.ranks, ties: own.ties, allTies: own.all_ties });
    this.means = own.means.map(interval);
    this.differences = own.differences.map(interval);
    this.effects = own.effects.map(({ values, spread }) => ({ values: values.map((value) => value && interval(value)), spread: spread && interval(spread) }));
    this.runs = own.runs.map((values) => values.map((value) => value ?? NaN));
  }

  value(row) { return this.means[row].mean; }
  get title() { return this.unit ? `${this.name} (${this.unit})` : this.name; }
}

export class Model {
  constructor(section, metrics, quantiles) {
    const { workload, runs, combinations, seeds, settings, rows, baseline, kept_seeds: keptSeeds } = section;
    Object.assign(this, { workload, runs, combinations, seeds, rows, baseline, keptSeeds, quantiles, isDefault: section.is_default, conclusion: section.conclusion ?? null });
    this.unset = settings.map(({ values }) => values.indexOf(null));
    this.settings = settings.map((setting) => ({ ...setting, values: setting.values.map((value) => value ?? UNSET) }));
    this.measures = section.measures.map((own) => new Measure(own, metrics[own.metric]));
    this.constants = section.constants.map(({ metric, value }) => ({ ...metrics[metric], value }));
    this.varying = settings.map((_, place) => place).filter((place) => settings[place].values.length > 1);
    this.all = rows.map((_, row) => row);
  }

  get isWhole() { return this.rows.length === this.combinations && this.keptSeeds.length === this.seeds; }

  measure(name) { return this.measures.find((measure) => measure.name === name); }
  valueText(row, setting) { return this.settings[setting].values[this.rows[row].values[setting]]; }

  isSet(row, setting) { return this.rows[row].values[setting] !== this.unset[setting]; }
  assignments(row, settings) {
    return settings.filter((setting) => this.isSet(row, setting)).map((setting) => `${this.settings[setting].name}=${this.valueText(row, setting)}`);
  }

  // "p_top_k=4 fillup_first=on": the settings that differ, or all, as far as they are set.
  nameOf(row, settings = this.varying) {
    return this.assignments(row, settings).join(" ") || (settings.length > 0 ? "the defaults" : "no settings");
  }

  isTroubled(row) { return this.rows[row].drained < this.rows[row].runs; }
  best(measure) { return this.all.find((row) => measure.ranks[row] === 0 && !Number.isNaN(measure.value(row))) ?? null; }
  inOrder(measure, rows = this.all) { return [...rows].sort((a, b) => measure.ranks[a] - measure.ranks[b]); }

  // The effects of the settings that differ, the greatest first: of all runs, or of the runs of the page in some combinations.
  effects(measure, rows) {
    const of = (setting) => rows === this.all ? measure.effects[setting] : effectOf(this.settings[setting].values.length,
      rows.map((row) => this.rows[row].values[setting]), rows.map((row) => measure.runs[row]), this.quantiles);
    const list = this.varying.map((setting) => ({ setting, ...of(setting) }));
    return list.sort((a, b) => (b.spread?.mean ?? -1) - (a.spread?.mean ?? -1) || a.setting - b.setting);
  }
}

// Whether an interval contains 0, so that seeds may explain it.
export const isNoise = ({ mean, half }) => mean === 0 || !Number.isNaN(half) && Math.abs(mean) <= half;

// The measures with which a page opens: the first ones of these that differ.
const USUAL = ["makespan", "utilisation_permille", "wait_p95", "unfairness_permille", "deadline_misses", "promotions"];
const MOST_USUAL = 4;

// Utilisation, the second one, is the makespan seen from the other side.
export const scatterStart = (usual) => [usual[0], usual[2] ?? usual[1]];

export function usualMeasures(model) {
  const usual = USUAL.map((name) => model.measure(name)).filter(Boolean);
  return [...usual, ...model.measures.filter((measure) => !usual.includes(measure))].slice(0, MOST_USUAL).map(({ name }) => name);
}
