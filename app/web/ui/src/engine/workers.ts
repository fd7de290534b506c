// The engine in workers: one answers, a second stands ready. To cancel is to end a worker; the other goes on at once.
//
// The module comes in two sizes. The first worker begins with the small one, which judges programs by the rules of the base, so that
// what is wrong with a program is shown before all of the engine is here; then both have the whole one. What the small one
// refuses, as programs of other systems, waits for the whole one. What is asked about the first program is answered in the page already.
// Examples and exercises are no part of a module: they are loaded when they are wanted.

import { Cancelled, type Engine, read } from "./engine.ts";
import type { Example, ExerciseItem, Progress, Question } from "../types.ts";

interface Job { id: number; text: string; judged: boolean; signal?: AbortSignal; progress?: (p: Progress) => void; done: (text: string) => void; fail: (e: Error) => void }
interface Slot { worker: Worker; has: "nothing" | "judge" | "all"; job?: Job }
/** What the small module answers. */
const JUDGED = ["check", "derivation", "fmt", "outline", "rules", "tokens"];

const internal = (message: string) => JSON.stringify({ error: { kind: "internal", message } });

export class Workers implements Engine {
  readonly name = "in this page";
  readonly algorithm = "auto";
  private slots: Slot[] = [];
  private waiting: Job[] = [];
  private ids = 0;

  /** The module, the script of workers, what loads files that are beside it, the small module, if there is one, and answers that are known. */
  constructor(private module: Promise<WebAssembly.Module>, private script: string, private file: <T>(name: "examples" | "exercises") => Promise<T>, judge?: Promise<WebAssembly.Module>, private answered: Record<string, string> = {}) {
    this.slots = [this.start(judge), this.start()];
  }

  async ask<T>(question: Question, how: { signal?: AbortSignal; progress?: (p: Progress) => void } = {}): Promise<T> {
    const { ask, options: { name, ...options } = {} } = question;
    if (ask === "examples") {
      const all = await this.beside<{ examples: Example[] }>("examples");
      return (name === undefined ? all : { examples: all.examples.filter((e) => e.name === name) }) as T;
    }
    if (ask === "exercise" && !question.program) {
      const exercises = await this.beside<ExerciseItem[]>("exercises");
      if (name === undefined) return { exercises } as T;
      const item = exercises.find((e) => e.name === name);
      // No tool writes a repair of Java: its solution comes with it.
      if (options.solve && item?.solution !== undefined) return { exercises: [item], answer: item.solution } as T;
      // Java is told by the ending.
      return this.post<T>({ ask, program: item && { name: `${name as string}${item.file.slice(item.file.lastIndexOf("."))}`, text: item.text! }, options: { name, ...options } }, how);
    }
    return this.post<T>(question, how);
  }

  private beside<T>(name: "examples" | "exercises"): Promise<T> { return (this.loaded[name] ??= this.file(name)) as Promise<T>; }
  private loaded: { [name in "examples" | "exercises"]?: Promise<unknown> } = {};

  private post<T>(question: Question, how: { signal?: AbortSignal; progress?: (p: Progress) => void }): Promise<T> {
    return new Promise<string>((done, fail) => {
      if (how.signal?.aborted) return fail(new Cancelled());
      const text = JSON.stringify(question);
      if (this.answered[text] !== undefined) return done(this.answered[text]);
      const job: Job = { id: ++this.ids, text, judged: JUDGED.includes(question.ask), done, fail, ...how };
      how.signal?.addEventListener("abort", () => this.cancel(job), { once: true });
      this.waiting.push(job);
      this.next();
    }).then((text) => read<T>(text));
  }

  private start(judge?: Promise<WebAssembly.Module>): Slot {
    const slot: Slot = { worker: new Worker(this.script), has: "nothing" };
    slot.worker.onmessage = ({ data }: MessageEvent<{ ready?: "judge" | "all"; id: number; text?: string; progress?: Progress }>) => {
      if (data.ready) { if (slot.has !== "all") slot.has = data.ready; }
      else if (slot.job?.id === data.id && data.progress) return slot.job.progress?.(data.progress);
      else if (slot.job?.id === data.id) {
        const job = slot.job;
        slot.job = undefined;
        if (slot.has === "judge" && data.text!.startsWith('{"error"') && !this.lost) { job.judged = false; this.waiting.unshift(job); }
        else job.done(data.text!);
      }
      this.next();
    };
    slot.worker.onerror = () => this.broken(slot, "a worker of the page ended");
    judge?.then((module) => { if (slot.has === "nothing") slot.worker.postMessage({ module, has: "judge" }); }, () => { /* the whole engine answers the same */ });
    this.module.then((module) => slot.worker.postMessage({ module, has: "all" }), (e) => { this.lost = `the engine cannot be loaded: ${e.message ?? e}`; this.next(); });
    return slot;
  }

  /** Why there will be no whole engine. */
  private lost?: string;

  private broken(slot: Slot, message: string) {
    for (const job of slot.job ? [slot.job] : this.waiting.splice(0)) job.done(internal(message));
    slot.job = undefined;
  }

  private next() {
    for (let i = 0; i < this.waiting.length;) {
      // A search leaves one worker for short questions; what is asked first is answered first, by whom it can be answered.
      const { judged } = this.waiting[i], slot = this.slots.find((s) => !s.job && (s.has === "all" || (judged && s.has === "judge")));
      if (!slot && this.lost && !(judged && this.slots.some((s) => s.has === "judge"))) { this.waiting.splice(i, 1)[0].done(internal(this.lost)); continue; }
      if (!slot) { i++; continue; }
      const [job] = this.waiting.splice(i, 1);
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
