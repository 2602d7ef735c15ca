// The page's data as typed arrays: the counterpart of columns.rs and lists/. Missing times are NaN.

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// LEB128, by multiplication: shifts end at 32 bits.
export function plain(base64) {
  const bytes = bytesOf(base64);
  let count = 0;
  for (const byte of bytes) if (byte < 128) count++;
  const values = new Float64Array(count);
  let place = 0, value = 0, scale = 1;
  for (const byte of bytes) {
    value += (byte & 127) * scale;
    if (byte >= 128) { scale *= 128; continue; }
    values[place++] = value;
    value = 0;
    scale = 1;
  }
  return values;
}

const signed = (code) => code % 2 === 0 ? code / 2 : -(code + 1) / 2;

export function deltas(base64) {
  const values = plain(base64);
  let last = 0;
  for (let i = 0; i < values.length; i++) values[i] = last += signed(values[i]);
  return values;
}

export function optional(base64) {
  const values = plain(base64);
  let last = 0;
  for (let i = 0; i < values.length; i++) values[i] = values[i] === 0 ? NaN : (last += signed(values[i] - 1));
  return values;
}

// Where each part of a list begins; one more entry for the end.
function starts(counts) {
  const start = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => { start[i + 1] = start[i] + count; });
  return start;
}

const sum = (a, b, sign = 1) => a.map((value, i) => value + sign * b[i]);

function kernelsOf(raw) {
  return {
    count: raw.names.length, name: raw.names, dag: deltas(raw.dag), role: plain(raw.role), prefetch: optional(raw.prefetch),
    threads: plain(raw.threads), blocks: plain(raw.blocks), est: plain(raw.est), priority: plain(raw.priority), onCp: plain(raw.on_cp),
    depStart: starts(plain(raw.dep_count)), deps: deltas(raw.deps),
    ready: optional(raw.ready), pushed: optional(raw.pushed), admitted: optional(raw.admitted),
    firstLaunch: optional(raw.first_launch), finish: optional(raw.finish), deadline: optional(raw.deadline),
  };
}

export const FIRMWARE = 3, BACKFILLED = 4, EARLY = 8, UNFINISHED = 16;

function runsOf(raw) {
  const from = deltas(raw.from);
  return {
    count: from.length, sip: plain(raw.sip), sips: plain(raw.sips), kernel: deltas(raw.kernel), block: plain(raw.block),
    from, launched: sum(from, plain(raw.pending), -1), to: sum(from, plain(raw.length)), flags: Uint8Array.from(plain(raw.flags)),
  };
}

function spansOf(raw, rest) {
  const from = deltas(raw.from);
  return { count: from.length, from, to: sum(from, plain(raw.length)), ...rest };
}

function machineOf([sips, clusters]) {
  const stride = 2 ** Math.ceil(Math.log2(sips));
  const present = [];
  for (let c = 0; c < clusters; c++) for (let s = 0; s < sips; s++) present.push(c * stride + s);
  return { sips, clusters, stride, present, clusterOf: (sip) => Math.floor(sip / stride) };
}

// Equal attempts that follow each other without a pause are stored once, with their number.
function attemptsOf(raw, apart) {
  const first = deltas(raw.commit), start = starts(plain(raw.count)), launched = plain(raw.launched), idle = plain(raw.idle_unusable);
  const count = start[start.length - 1];
  const all = { commit: new Float64Array(count), launched: new Uint8Array(count), idleUnusable: new Uint8Array(count) };
  first.forEach((commit, group) => {
    all.launched.fill(launched[group], start[group], start[group + 1]);
    all.idleUnusable.fill(idle[group], start[group], start[group + 1]);
    for (let i = start[group]; i < start[group + 1]; i++) all.commit[i] = commit + (i - start[group]) * apart;
  });
  return all;
}

function firmwareOf(raw) {
  if (!raw) return null;
  const { accesses, interrupts, messages } = raw;
  const at = deltas(accesses.at), line = spansOf(interrupts);
  // Cycles from a start, plus one; 0 is missing.
  const noticed = plain(interrupts.noticed).map((after, i) => after === 0 ? NaN : line.from[i] + after - 1);
  const sent = spansOf({ from: messages.sent, length: messages.length });
  return {
    busCycles: raw.bus_cycles, names: raw.names, cut: raw.cut,
    registers: raw.registers.map(([name, layout]) => ({ name, layout })),
    layouts: raw.layouts.map((fields) => fields.map(([name, lsb, width, values]) => ({ name, lsb, width, values: new Map(values.map(([word, value]) => [value, word])) }))),
    accesses: { count: at.length, at, register: plain(accesses.register), value: plain(accesses.value), flags: plain(accesses.flags), call: optional(accesses.call) },
    calls: spansOf(raw.calls, { name: plain(raw.calls.name) }),
    interrupts: { ...line, noticed, why: plain(interrupts.why), reasons: interrupts.reasons },
    messages: { ...sent, taken: plain(messages.taken), kernel: optional(messages.kernel), block: plain(messages.block), kind: plain(messages.kind), kinds: messages.kinds },
  };
}

export function decode(raw) {
  const { reservations, owned, waits, resident, attempts, troubles } = raw;
  return {
    title: raw.title, machine: machineOf(raw.topology), timeUnit: raw.time_unit, attemptCycles: raw.attempt_cycles, end: raw.end,
    dags: raw.dags, kernels: kernelsOf(raw.kernels), runs: runsOf(raw.runs), reasons: raw.reasons, outcomes: raw.outcomes,
    reservations: spansOf(reservations, { kernel: deltas(reservations.kernel), sips: plain(reservations.sips), outcome: plain(reservations.outcome) }),
    owned: spansOf(owned, { sip: plain(owned.sip) }),
    waits: spansOf(waits, { kernel: deltas(waits.kernel), why: plain(waits.why), by: optional(waits.by) }),
    resident: { at: deltas(resident.at), count: plain(resident.count) },
    attempts: attemptsOf(attempts, raw.attempt_cycles),
    troubles: { at: deltas(troubles.at), what: plain(troubles.what), kernel: optional(troubles.kernel), kinds: troubles.kinds },
    unfinished: raw.unfinished ?? null, firmware: firmwareOf(raw.firmware),
  };
}
