// Search: GRAPH/KERNEL must contain every word; `sip 5`, `sip:5`, `#12` (kernel_id), `block 3` and marks narrow it.

const SIP = /^sip[:= ]?(\d+)$/i, ID = /^#(\d+)$/, BLOCK = /^block[:= ]?(\d+)$/i;
const MARKS = { backfilled: 4, early: 8, unfinished: 16 };

export function parseQuery(text) {
  const query = { words: [], sip: null, id: null, block: null, flags: 0, empty: text.trim() === "" };
  const joined = text.replace(/\b(sip|block)\s+(?=\d)/gi, "$1:");
  for (const word of joined.trim().split(/\s+/).filter(Boolean)) {
    const sip = SIP.exec(word), id = ID.exec(word), block = BLOCK.exec(word);
    if (sip) query.sip = Number(sip[1]);
    else if (id) query.id = Number(id[1]);
    else if (block) query.block = Number(block[1]);
    else if (Object.hasOwn(MARKS, word.toLowerCase())) query.flags |= MARKS[word.toLowerCase()];
    else query.words.push(word.toLowerCase());
  }
  return query;
}

// Whether each kernel matches the words and the id, by kernel_id.
export function matchingKernels(data, query) {
  const dagNames = data.dags.map((dag) => dag.name.toLowerCase() + "/");
  const { kernels } = data;
  return Uint8Array.from({ length: kernels.count }, (_, k) => {
    if (query.id !== null && query.id !== k) return 0;
    if (query.words.length === 0) return 1;
    const name = dagNames[kernels.dag[k]] + kernels.name[k].toLowerCase();
    return query.words.every((word) => name.includes(word)) ? 1 : 0;
  });
}

// Places of all matching runs, in order of their start. Without SIP, block and marks, only the first run of each kernel.
export function hits(data, query) {
  const { runs } = data;
  if (query.empty) return { lit: null, runs: [], kernels: 0 };
  const match = matchingKernels(data, query);
  const single = query.sip === null && query.block === null && query.flags === 0;
  const lit = new Uint8Array(data.kernels.count), found = [];
  for (let r = 0; r < runs.count; r++) {
    const kernel = runs.kernel[r];
    if (!match[kernel] || (single && lit[kernel])) continue;
    if (query.sip !== null && (query.sip < runs.sip[r] || query.sip >= runs.sip[r] + runs.sips[r])) continue;
    if (query.block !== null && runs.block[r] !== query.block) continue;
    if ((runs.flags[r] & query.flags) !== query.flags) continue;
    lit[kernel] = 1;
    found.push(r);
  }
  const kernels = match.reduce((sum, one, k) => sum + (single ? one : lit[k]), 0);
  return { lit: single ? match : lit, runs: found, kernels };
}
