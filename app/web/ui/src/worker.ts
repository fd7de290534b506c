// A worker: it holds an instance of the module and answers one question after the other.

import { engine } from "./engine/wasm.ts";

let module: WebAssembly.Module;
let answer: ((question: string) => string) | undefined;
let asked = 0, told = 0;

const host = {
  now: () => performance.now(),
  progress: (states: number, executions: number, depth: number, frontier: number) => {
    const now = performance.now();
    if (now - told >= 100) {
      told = now;
      postMessage({ id: asked, progress: { states, executions, depth, frontier } });
    }
    return 1;
  },
};

const internal = (message: string) => JSON.stringify({ error: { kind: "internal", message } });

onmessage = async ({ data }: MessageEvent<{ module?: WebAssembly.Module; has?: string; id?: number; question?: string }>) => {
  if (data.module) {
    module = data.module;
    answer = await engine(module, host);
    postMessage({ ready: data.has ?? "all" });
    return;
  }
  asked = data.id!;
  told = performance.now();
  let text: string;
  try {
    answer ??= await engine(module, host);
    text = answer(data.question!);
  } catch (e) {
    // A trap leaves the instance in no state to go on: the next question gets a new one.
    answer = undefined;
    text = internal(`the engine stopped: ${e instanceof Error ? e.message : e}`);
  }
  postMessage({ id: asked, text });
};
