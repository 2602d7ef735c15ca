// The WebAssembly module: a request in JSON, with files after it, and its answer.

// The bytes of base64 text.
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

// What gzip has compressed.
const inflated = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

// A line of JSON and the files' bytes, one after the other.
export function requestOf(request, files) {
  const head = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
  const all = new Uint8Array(files.reduce((length, { bytes }) => length + bytes.length, head.length));
  all.set(head);
  let at = head.length;
  for (const { bytes } of files) { all.set(bytes, at); at += bytes.length; }
  return all;
}

export class Engine {
  constructor(module) { this.module = module; }

  static async load(base64) {
    const engine = new Engine(await WebAssembly.compile(await inflated(bytesOf(base64))));
    await engine.begin();
    return engine;
  }

  async begin() { this.exports = (await WebAssembly.instantiate(this.module)).exports; }

  // The answer; an Error with its text if the request is refused.
  ask(request, files = []) {
    const { memory, hws_request, hws_answer, hws_answer_at, hws_answer_length } = this.exports;
    const bytes = requestOf(request, files);
    // A call may replace the buffer of the memory, which is therefore taken after it.
    const place = hws_request(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    hws_answer();
    const [from, length] = [hws_answer_at() >>> 0, hws_answer_length()];
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, length)));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.ok;
  }

  open(files) { return this.ask({ ask: "open", files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })) }, files); }
}
