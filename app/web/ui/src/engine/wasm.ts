// The WebAssembly module: questions and answers as bytes in its memory.

export interface Host { now(): number; progress(states: number, executions: number, depth: number, frontier: number): number }
interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  give_back(at: number, length: number): void;
  ask(at: number, length: number): bigint;
}

/** A function from question to answer. */
export async function engine(module: WebAssembly.Module, host: Host): Promise<(question: string) => string> {
  const instance = await WebAssembly.instantiate(module, { host: { now: host.now, progress: host.progress } });
  const { memory, alloc, give_back, ask } = instance.exports as unknown as Exports;
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  return (question) => {
    const bytes = encoder.encode(question);
    const at = alloc(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const packed = ask(at, bytes.length);
    give_back(at, bytes.length);
    const where = Number(packed >> 32n), length = Number(packed & 0xffffffffn);
    const answer = decoder.decode(new Uint8Array(memory.buffer, where, length));
    give_back(where, length);
    return answer;
  };
}
