// The stepper: who runs next is the reader's choice.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ObjectState, State, ThreadState, Trace } from "../types.ts";
import { colour, Copy, Said, Thread } from "./bits.tsx";
import { Picture } from "./picture.tsx";
import { Lanes } from "./lanes.tsx";
import { seen } from "../shown.ts";

export interface Stepping {
  trace?: Trace;
  now?: State;
  at: number;
  length: number;
  go(at: number): void;
  /** Lets a thread step; none where the run is fixed. */
  step?(thread: number): void;
  finish?(seed: number): void;
  /** A write that waits is performed. */
  perform?(thread: number, place: number): void;
  memory?: string;
  setMemory?(memory: string): void;
}

/** The memory that threads see. */
export function Memory({ value, set }: { value: string; set(memory: string): void }) {
  return (
    <label>memory <select value={value} onChange={(e) => set(e.currentTarget.value)}>
      <option value="sc">sequentially consistent</option>
      <option value="tso">with store buffers (TSO)</option>
      <option value="pso">with store buffers (PSO)</option>
    </select></label>
  );
}

export function Stepper(s: Stepping) {
  const { trace, now, at, length, go, step } = s;
  const [local, setLocal] = useState(false), own = useRef<HTMLDivElement>(null), [seed, setSeed] = useState(1);
  const visible = trace?.steps.filter((x) => local || seen(x)) ?? [];
  // Behind the steps that are known, one by one.
  const known = trace?.steps.at(-1)?.step ?? 0;
  const back = () => go(at > known + 1 ? at - 1 : (visible.findLast((x) => x.step < at)?.step ?? 0));
  const forward = () => go(visible.find((x) => x.step > at)?.step ?? (at >= known ? at + 1 : Math.max(known, at + 1)));
  const racy = [...new Set(trace?.races.flatMap((r) => r.steps).filter((x): x is number => !!x) ?? [])].sort((a, b) => a - b);
  const race = () => go(racy.find((x) => x > at) ?? racy[0]);
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const target = e.target as HTMLElement;
      if (e.altKey || e.ctrlKey || e.metaKey || !own.current?.offsetParent || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable || document.querySelector("dialog[open]")) return;
      // On the page of a run the keys are for the run; beside other panes for those who are in it.
      const within = own.current.closest(step ? ".pane" : ".stepper")!, several = document.querySelectorAll(".stepper").length > 1;
      if (e.defaultPrevented || ((step || several) && !within.contains(target) && (several || target !== document.body))) return;
      const keys: Record<string, () => void> = { ArrowRight: forward, ArrowLeft: back, Home: () => go(0), End: () => go(length), r: race };
      const f = keys[e.key] ?? (step && /^\d$/.test(e.key) ? () => step(Number(e.key)) : undefined);
      if (!f || (e.key === "r" && !racy.length)) return;
      e.preventDefault();
      f();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  return (
    <div class="stepper" ref={own}>
      <div class="bar" role="toolbar" aria-label="Steps">
        <button type="button" onClick={() => go(0)} disabled={at === 0} aria-label="To the start" title="To the start (Home)">|◀</button>
        <button type="button" onClick={back} disabled={at === 0} title="Back (left arrow)">◀<span class="word"> Back</span></button>
        <button type="button" class="primary" onClick={forward} disabled={at >= length} title="Forward (right arrow)"><span class="word">Forward </span>▶</button>
        <button type="button" onClick={() => go(length)} disabled={at >= length} aria-label="To the end" title="To the end (End)">▶|</button>
        <span class="where" data-shown={now?.steps}>step {at} of {length}</span>
        {racy.length > 0 && <button type="button" class="bad-button" onClick={race} title="To the next race (r)">Next race</button>}
        {s.finish && <button type="button" class="plain" onClick={() => { s.finish!(seed); setSeed(seed + 1); }} title="Another random schedule each time">Random run</button>}
      </div>
      <div class="bar" role="group" aria-label="What is run, and what is shown">
        {s.setMemory && <Memory value={s.memory ?? "sc"} set={s.setMemory} />}
        <label class="check"><input type="checkbox" checked={local} onChange={(e) => setLocal(e.currentTarget.checked)} /> local steps</label>
      </div>
      {now && <Faults now={now} trace={trace} at={at} />}
      {now && <div class="threads">{now.threads.map((t) => <ThreadCard t={t} step={step} perform={s.perform} moved={now.last?.thread === t.thread} key={t.thread} />)}</div>}
      {trace && trace.steps.length > 0 ? <Lanes trace={trace} at={at} go={go} local={local} /> : step && now && <p class="hint">Choose which thread steps, by its button{now.threads.length < 10 ? " or its number" : ""}. ◀ and ▶ go back and forth.</p>}
      {now && now.heap.length > 0 && <Picture now={now} />}
      {now && <Heap heap={now.heap} last={now.last} />}
      {now && now.output.length > 0 && <><h3>Output</h3><pre class="output">{now.output.join("\n")}</pre></>}
    </div>
  );
}

function Faults({ now, trace, at }: { now: State; trace?: Trace; at: number }) {
  const past = trace?.races.filter((r) => r.steps.every((s) => s && s <= at)) ?? [];
  return (
    <div class="faults">
      {now.faults.map((f) => <p class={`fault ${f.kind}`}><b>{f.kind}</b> <Said text={f.message.replace(/^[A-Z]+: /, "")} /></p>)}
      {past.map((r) => <p class="fault race"><b>race</b> on {r.field} of {r.object}: steps {r.steps.join(" and ")}, by threads {r.threads.join(" and ")}, in no order</p>)}
      {now.over && !now.faults.some((f) => now.over!.endsWith(f.kind)) && <p class="over">{now.over}</p>}
    </div>
  );
}

function ThreadCard({ t, step, perform, moved }: { t: ThreadState; step?: (thread: number) => void; perform?: (thread: number, place: number) => void; moved: boolean }) {
  const holds = t.holds.map((h) => (h.count > 1 ? `${h.object} ×${h.count}` : h.object)).join(", ");
  const said = t.why_not ?? (t.state === "ready" ? "" : t.state);
  const wrong = t.state === "blocked" || t.state === "exception" || t.state === "stuck";
  const what = t.redex ? <code>{t.redex}</code> : null;
  return (
    <div class={`thread-card ${colour(t.thread)} ${moved ? "moved" : ""} ${t.state === "finished" ? "done" : ""}`}>
      {step ? (
        <button type="button" class="step" aria-disabled={!t.can_step} onClick={() => step(t.thread)}>
          <Thread thread={t.thread} /> {t.can_step ? <>steps: {what ?? "in the library"}</> : <span class={wrong ? "wait" : "quiet"}>{said.replace(/^thread \d+ /, "")}{t.state === "finished" && t.value ? `: ${t.value}` : ""}</span>}
        </button>
      ) : <div class="step"><Thread thread={t.thread} /> {what && <>next: {what}</>}</div>}
      {said && !step && <div class={wrong ? "wait" : "quiet"}>{said}</div>}
      {t.term && t.can_step && <div class="term"><span>{t.term[0]}</span><mark>{t.term[1]}</mark><span>{t.term[2]}</span></div>}
      {holds && <div class="quiet">holds {holds}</div>}
      {t.buffer && t.buffer.length > 0 && (
        <ol class="buffer" aria-label={`Writes of thread ${t.thread} that wait`}>
          {t.buffer.map((w, place) => (
            <li><code>{w.object}.{w.field} = {w.value}</code> waits {perform && w.can_perform && <button type="button" onClick={() => perform(t.thread, place)} title="The write reaches memory">perform it</button>}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

export function Heap({ heap, last }: { heap: ObjectState[]; last: State["last"] }) {
  return (
    <>
      <details class="listed"><summary>Heap and locks as a list</summary><div class="heap">
        {heap.length === 0 && <span class="quiet">no object yet</span>}
        {heap.slice(0, 500).map((o) => (
          <div class={`object ${o.locked_by === null ? "" : `locked ${colour(o.locked_by)}`}`} key={o.name}>
            <b>{o.name}</b> {o.locked_by !== null && <small>locked by thread {o.locked_by}{o.count > 1 ? ` ×${o.count}` : ""}</small>}
            {o.fields.map((f) => {
              const touched = last?.object === o.name && last.field === f.name ? (last.event === "read" ? "seen" : "new") : "";
              return <div class={touched}><code>{f.name}</code> <code>{touched === "new" && last!.old !== undefined ? `${last!.old} → ${f.value}` : f.value}</code></div>;
            })}
          </div>
        ))}
        {heap.length > 500 && <span class="quiet">and {heap.length - 500} more objects, which are not shown</span>}
      </div></details>
    </>
  );
}

/** The schedule as text, and its command. */
export function ScheduleText({ text, set, command }: { text: string; set: (text: string) => void; command: string }) {
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [text]);
  return (
    <form class="schedule" onSubmit={(e) => { e.preventDefault(); set(draft); }}>
      <label for="schedule">Schedule</label>
      <input id="schedule" value={draft} onInput={(e) => setDraft(e.currentTarget.value)} spellcheck={false} autocomplete="off" placeholder="0*7,1*4,2" />
      <button type="submit" disabled={draft === text}>Run it</button>
      <Copy text={command} label="Copy the command" />
    </form>
  );
}
