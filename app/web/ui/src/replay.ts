// The state after so many steps, made from the steps: heap, locks, output, and what each thread does next.

import type { ObjectState, State, Step, ThreadState, Trace } from "./types.ts";

export function stateAt(trace: Trace, at: number): State {
  const heap = new Map<string, ObjectState>(), taken = new Map<string, number>(), output: string[] = [];
  const object = (name: string) => {
    if (!heap.has(name)) heap.set(name, { name, fields: [], locked_by: null, count: 0 });
    return heap.get(name)!;
  };
  const write = (o: ObjectState, name: string, value: string) => {
    const field = o.fields.find((f) => f.name === name);
    if (field) field.value = value;
    else o.fields.push({ name, value });
  };
  for (const s of trace.steps.slice(0, at)) {
    if (s.event === "alloc") for (const f of s.fields ?? []) write(object(s.object!), f.name, f.value);
    else if (s.event === "write" || s.event === "init-write") write(object(s.object!), s.field!, s.value!);
    else if (s.event === "acquire" || s.event === "release") {
      const o = object(s.object!);
      o.count = s.count!;
      o.locked_by = s.count ? s.thread : null;
      if (s.event === "acquire" && s.count === 1) taken.set(s.object!, s.span?.line ?? 0);
    } else if (s.event === "print") output.push(s.value!);
    if (s.event === "alloc") object(s.object!);
  }
  const threads = trace.threads.filter((l) => l.thread === 0 || (l.forked_at !== null && l.forked_at <= at)).map((lane): ThreadState => {
    const next = trace.steps.find((s) => s.step > at && s.thread === lane.thread), end = lane.end;
    const holds = [...heap.values()].filter((o) => o.locked_by === lane.thread).map((o) => ({ object: o.name, count: o.count, line: taken.get(o.name) ?? 0 }));
    const base = { thread: lane.thread, name: lane.name, holds, can_step: false };
    const lock = next ? (next.event === "acquire" ? next.object : undefined) : end.state === "blocked" ? end.what : undefined;
    const owner = lock === undefined ? null : heap.get(lock)?.locked_by ?? null;
    if (owner !== null && owner !== lane.thread) {
      const why_not = `waits for ${lock}, which thread ${owner} holds (taken at line ${taken.get(lock!) ?? "?"})`;
      return { ...base, state: "blocked", why_not, redex: next?.redex ?? end.redex, span: next?.span ?? end.span };
    }
    if (next) return { ...base, state: "ready", redex: next.redex, span: next.span ?? undefined };
    const why_not = end.state === "finished" ? `finished: ${end.what}` : end.state === "exception" ? `ended with ${end.what}` : end.state === "stuck" ? "is stuck" : "could go on";
    return { ...base, state: end.state, why_not, value: end.what, redex: end.state === "ready" ? end.redex : undefined, span: end.state === "ready" ? end.span : undefined };
  });
  const last: Step | null = trace.steps[at - 1] ?? null;
  return { schedule: "", steps: at, last, threads, heap: [...heap.values()], output, faults: [], over: null };
}
