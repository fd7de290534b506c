// The engine in workers: one answers, a second stands ready. To cancel is to end a worker; the other goes on at once.

import { Cancelled, type Engine, read } from "./engine.ts";
import type { Example, Progress, Question } from "../types.ts";

interface Job { id: number; text: string; signal?: AbortSignal; progress?: (p: Progress) => void; done: (text: string) => void; fail: (e: Error) => void }
interface Slot { worker: Worker; ready: boolean; job?: Job }

export class Workers implements Engine {
  readonly name = "in this page";
  readonly algorithm = "auto";
  private slots: Slot[] = [];
  private waiting: Job[] = [];
  private ids = 0;

  /** The module, the script of workers, and what loads the programs that are not in the module. */
  constructor(private module: Promise<WebAssembly.Module>, private script: string, private programs: () => Promise<{ examples: Example[] }>) {
    this.slots = [this.start(), this.start()];
  }

  ask<T>(question: Question, how: { signal?: AbortSignal; progress?: (p: Progress) => void } = {}): Promise<T> {
    return question.ask === "examples" ? (this.example(question.options?.name as string | undefined) as Promise<T>) : this.post<T>(question, how);
  }

  private async example(name?: string): Promise<{ examples: Example[] }> {
    const all = await (this.loaded ??= this.programs());
    return name === undefined ? all : { examples: all.examples.filter((e) => e.name === name) };
  }
  private loaded?: Promise<{ examples: Example[] }>;

  private post<T>(question: Question, how: { signal?: AbortSignal; progress?: (p: Progress) => void }): Promise<T> {
    return new Promise<string>((done, fail) => {
      if (how.signal?.aborted) return fail(new Cancelled());
      const job: Job = { id: ++this.ids, text: JSON.stringify(question), done, fail, ...how };
      how.signal?.addEventListener("abort", () => this.cancel(job), { once: true });
      this.waiting.push(job);
      this.next();
    }).then((text) => read<T>(text));
  }

  private start(): Slot {
    const slot: Slot = { worker: new Worker(this.script), ready: false };
    slot.worker.onmessage = ({ data }: MessageEvent<{ ready?: true; id: number; text?: string; progress?: Progress }>) => {
      if (data.ready) slot.ready = true;
      else if (slot.job?.id === data.id && data.progress) return slot.job.progress?.(data.progress);
      else if (slot.job?.id === data.id) {
        const job = slot.job;
        slot.job = undefined;
        job.done(data.text!);
      }
      this.next();
    };
    slot.worker.onerror = () => this.broken(slot, "a worker of the page ended");
    this.module.then((module) => slot.worker.postMessage({ module }), (e) => this.broken(slot, `the engine cannot be loaded: ${e.message ?? e}`));
    return slot;
  }

  private broken(slot: Slot, message: string) {
    for (const job of slot.job ? [slot.job] : this.waiting.splice(0)) job.done(JSON.stringify({ error: { kind: "internal", message } }));
    slot.job = undefined;
  }

  private next() {
    while (this.waiting.length) {
      // A search leaves one worker for short questions.
      const slot = this.slots.find((s) => s.ready && !s.job);
      if (!slot) return;
      const job = this.waiting.shift()!;
      slot.job = job;
      slot.worker.postMessage({ id: job.id, question: job.text });
    }
  }

  private cancel(job: Job) {
    const at = this.waiting.indexOf(job), slot = this.slots.findIndex((s) => s.job === job);
    if (at >= 0) this.waiting.splice(at, 1);
    else if (slot >= 0) {
      this.slots[slot].worker.terminate();
      this.slots[slot] = this.start();
    } else return;
    job.fail(new Cancelled());
    this.next();
  }
}
