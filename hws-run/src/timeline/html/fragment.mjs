// The state of the page in its address, so that a view can be sent: #t=0-1000&k=12&r=40&range=10-90&q=conv&off=2,3&tab=kernels&theme=dark

const span = (text) => {
  const match = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? "");
  return match && Number(match[1]) < Number(match[2]) ? [Number(match[1]), Number(match[2])] : null;
};
const index = (text, count) => /^\d+$/.test(text ?? "") && Number(text) < count ? Number(text) : null;

// What an address says, as far as it makes sense for this run.
export function readFragment(text, data) {
  const fields = new URLSearchParams(text.replace(/^#/, ""));
  const one = (list, value) => list.includes(value) ? value : null;
  return {
    time: span(fields.get("t")),
    range: span(fields.get("range")),
    kernel: index(fields.get("k"), data.kernels.count),
    run: index(fields.get("r"), data.runs.count),
    query: fields.get("q") ?? "",
    off: (fields.get("off") ?? "").split(",").map((dag) => index(dag, data.dags.length)).filter((dag) => dag !== null),
    tab: one(["timeline", "kernels", "troubles"], fields.get("tab")) ?? "timeline",
    theme: one(["light", "dark"], fields.get("theme")),
  };
}

export function writeFragment(state) {
  const fields = new URLSearchParams();
  const set = (name, value) => { if (value !== null && value !== "") fields.set(name, value); };
  const digits = state.time && state.time[1] - state.time[0] < 1000 ? 2 : 0;
  set("t", state.time && state.time.map((time) => Number(time.toFixed(digits))).join("-"));
  set("range", state.range && state.range.map(Math.round).join("-"));
  set("k", state.kernel);
  set("r", state.run);
  set("q", state.query);
  set("off", [...state.off].join(","));
  set("tab", state.tab === "timeline" ? null : state.tab);
  set("theme", state.theme);
  return fields.toString();
}
