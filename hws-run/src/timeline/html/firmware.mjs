// What firmware did: its calls and accesses, the interrupt line, and the messages that it had not taken.

import { firstLarger } from "../../../../hws-page/src/shared/bounds.mjs";
import { Intervals } from "./intervals.mjs";
import { depth } from "./series.mjs";

export const WRITE = 1, REFUSED = 2;

// The lanes of a log: `calls` are the calls and the accesses that no call made, which are items from calls.count on.
export function firmwareLanes(log, end) {
  const { calls, accesses, interrupts, messages } = log;
  const lone = Array.from(accesses.at.keys()).filter((i) => Number.isNaN(accesses.call[i]));
  const items = [...calls.from.keys(), ...lone.map((i) => calls.count + i)];
  const from = (item) => item < calls.count ? calls.from[item] : accesses.at[item - calls.count];
  const to = (item) => item < calls.count ? calls.to[item] : from(item) + log.busCycles;
  items.sort((a, b) => from(a) - from(b));
  return {
    ...log,
    lane: new Intervals(Float64Array.from(items, from), Float64Array.from(items, to), Uint32Array.from(items)).build(() => 0, () => 1),
    line: new Intervals(interrupts.from, interrupts.to, Uint32Array.from(interrupts.from.keys())).build(() => 0, () => 1),
    unread: depth(messages, end),
  };
}

// The accesses that begin between two times: the first, and the one after the last.
export function accessesBetween({ accesses }, from, to) {
  const at = (time) => firstLarger(accesses.at, time - 1e-9);
  return [at(from), at(to)];
}

// The access nearest to a time, if one is that near; else -1.
export function accessAt({ accesses, busCycles }, time, reach) {
  const behind = firstLarger(accesses.at, time);
  const gap = (i) => i < 0 || i >= accesses.count ? Infinity : Math.max(accesses.at[i] - time, time - accesses.at[i] - busCycles, 0);
  const near = gap(behind - 1) <= gap(behind) ? behind - 1 : behind;
  return gap(near) <= reach ? near : -1;
}

export function callName(log, access) {
  const call = log.accesses.call[access];
  return Number.isNaN(call) ? null : log.names[log.calls.name[call]];
}

// What an access did, in words.
export function accessTitle(log, access) {
  const { flags, register } = log.accesses;
  const verb = `${flags[access] & REFUSED ? "refused " : ""}${flags[access] & WRITE ? "write" : "read"}`;
  return `${verb} ${log.registers[register[access]].name}`;
}

// The value of an access by field: [name, value], a value with a name by its name.
export function accessFields(log, access) {
  const value = log.accesses.value[access];
  return log.layouts[log.registers[log.accesses.register[access]].layout].map(({ name, lsb, width, values }) => {
    // Without shifts, which end at 32 bits.
    const part = Math.floor(value / 2 ** lsb) % 2 ** width;
    return [name, values.get(part) ?? String(part)];
  });
}

// The calls that made the accesses first to last - 1, with the number of each, the most frequent first.
export function callsOf(log, first, last) {
  const counts = new Map();
  for (let i = first; i < last; i++) {
    const name = callName(log, i) ?? log.registers[log.accesses.register[i]].name;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

// The messages that were sent and not taken at a time, the oldest first, at most so many.
export function messagesAt({ messages }, time, most) {
  const found = [];
  // They leave in the order in which they were sent, so that `to` ascends.
  for (let i = firstLarger(messages.to, time); i < messages.count && messages.from[i] <= time && found.length < most; i++) found.push(i);
  return found;
}
