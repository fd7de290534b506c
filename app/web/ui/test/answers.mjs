// Answers questions by the WebAssembly module, a line each, as `racefree ask` does: node test/answers.mjs engine.wasm
import fs from "node:fs";
import readline from "node:readline";

const instance = await WebAssembly.instantiate(await WebAssembly.compile(fs.readFileSync(process.argv[2])), { host: { now: () => performance.now(), progress: () => 1 } });
const { memory, alloc, give_back, ask } = instance.exports, encoder = new TextEncoder(), decoder = new TextDecoder();

for await (const line of readline.createInterface({ input: process.stdin })) {
  const bytes = encoder.encode(line), at = alloc(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const packed = ask(at, bytes.length);
  give_back(at, bytes.length);
  const [where, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const answer = decoder.decode(new Uint8Array(memory.buffer, where, length));
  give_back(where, length);
  fs.writeSync(1, `${answer}\n`);
}
