// A run as terms: the program after each step, every thread with its redex marked.

import { useMemo, useState } from "preact/hooks";
import { Page } from "../pages.tsx";
import type { Step } from "../types.ts";
import { Thread, colour } from "./bits.tsx";

interface TermState { rule?: string; threads: { thread: number; term: [string, string, string]; rests?: string }[]; objects: { name: string; lock?: string; fields: { name: string; value: string }[] }[] }
export interface TermsData { page: "terms"; title: { file: string; status: string; scheduler: string; seed: number | null }; steps: Step[]; races: { field: string }[]; states: TermState[]; cut: string | null }

export function TermsPage({ data }: { data: TermsData }) {
  const { title, steps, states, races } = data, end = states.length - 1, [at, setAt] = useState(0);
  const go = (to: number) => setAt(Math.max(0, Math.min(end, to)));
  // A state says what is different from the one before it.
  const { threads, objects } = useMemo(() => {
    const threads = new Map<number, TermState["threads"][0]>(), objects = new Map<string, TermState["objects"][0]>();
    for (const s of states.slice(0, at + 1)) { for (const t of s.threads) threads.set(t.thread, t); for (const o of s.objects) objects.set(o.name, o); }
    return { threads: [...threads.values()], objects: [...objects.values()] };
  }, [data, at]);
  const changed = new Set(at > 0 ? states[at].objects.map((o) => o.name) : []), output = steps.slice(0, at).filter((s) => s.event === "print").map((s) => s.value);
  const told = (n: number) => {
    if (n < 1 || n > end) return <span class="quiet">{n < 1 ? "this is the first state" : "the run is over here"}</span>;
    const s = steps[n - 1];
    return <><span class="rule">{states[n].rule}</span> <Thread thread={s.thread} /> {s.text}{s.span ? ` (line ${s.span.line})` : ""}{s.races?.map((r) => <b class="bad"> ◀ race {r + 1} on {races[r].field}</b>)}</>;
  };
  const key = (e: KeyboardEvent) => {
    const to = ({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: end } as Record<string, number>)[e.key];
    if (to === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    go(to);
  };
  return (
    <Page title={title.file} said={`${title.status === "step-limit" ? "stopped" : title.status}, ${title.scheduler}${title.seed === null ? "" : `, seed ${title.seed}`}`}>
      <section class="pane wide" aria-label="Terms" tabIndex={0} onKeyDown={key}>
        <div class="scroll stepper">
          {data.cut && <p class="notice">{data.cut}</p>}
          <div class="bar" role="toolbar" aria-label="Steps">
            <button type="button" disabled={at === 0} onClick={() => go(0)} aria-label="To the start">|◀</button><button type="button" disabled={at === 0} onClick={() => go(at - 1)}>◀ Back</button>
            <button type="button" disabled={at === end} onClick={() => go(at + 1)}>Forward ▶</button><button type="button" disabled={at === end} onClick={() => go(end)} aria-label="To the end">▶|</button>
            <input type="range" min={0} max={end} value={at} aria-label="step" onInput={(e) => go(Number(e.currentTarget.value))} /><span class="where">step {at} of {end}</span>
          </div>
          <p>Made: {told(at)}</p><p>Next: {told(at + 1)}</p>
          {threads.map((t) => (
            <div class={`thread-card ${colour(t.thread)}`}><Thread thread={t.thread} /><div class="term">{t.term[0]}<mark>{t.term[1]}</mark>{t.term[2]}</div>{t.rests && <div class={t.rests.startsWith("waits") ? "wait" : "quiet"}>{t.rests}</div>}</div>
          ))}
          <h3>Heap and locks</h3>
          <div class="heap">{objects.map((o) => <div class={`object ${o.lock ? "locked" : ""}`}><b>{o.name}</b> {o.lock && <small>{o.lock}</small>}{o.fields.map((f) => <div class={changed.has(o.name) ? "new" : ""}><code>{f.name}</code> <code>{f.value}</code></div>)}</div>)}{objects.length === 0 && <span class="quiet">no object yet</span>}</div>
          {output.length > 0 && <><h3>Output</h3><pre>{output.join("\n")}</pre></>}
        </div>
      </section>
    </Page>
  );
}
