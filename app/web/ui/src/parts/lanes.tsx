// The steps of a run, a column a thread, from top to bottom; forks and hand-overs of locks as arrows, races joined.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Step, Trace } from "../types.ts";
import { seen } from "../shown.ts";
import { colour } from "./bits.tsx";

/** As high as a finger needs it, where it is one that points. */
const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 28, NUMBER = 44;

/** What a step is in the board: a write without the value that was there. */
const words = (s: Step) => (s.event === "write" ? `write ${s.object}.${s.field} = ${s.value}` : s.text);

export function Lanes({ trace, at, go, local }: { trace: Trace; at: number; go: (step: number) => void; local: boolean }) {
  const pane = useRef<HTMLDivElement>(null), [view, setView] = useState({ top: 0, width: 600 });
  const steps = local ? trace.steps : trace.steps.filter(seen);
  const n = trace.threads.length;
  const narrow = view.width < 200 + n * 90;
  const column = narrow ? 22 : Math.max(90, Math.floor((view.width - NUMBER - 8) / n));
  // Behind the last step that is here, none of them is now.
  const last = trace.steps.at(-1)?.step ?? 0, cut = trace.total > last, beyond = at > last;
  const here = beyond ? -1 : steps.findLastIndex((s) => s.step <= at);
  const rowOf = new Map(steps.map((s, i) => [s.step, i]));
  const x = (t: number) => NUMBER + t * column + 8, y = (row: number) => row * ROW + ROW / 2;

  useEffect(() => {
    const own = pane.current!, look = () => setView({ top: own.scrollTop, width: own.clientWidth });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(own);
    own.addEventListener("scroll", look, { passive: true });
    return () => { watch.disconnect(); own.removeEventListener("scroll", look); };
  }, []);
  useEffect(() => {
    const own = pane.current!, top = here * ROW;
    if (top < own.scrollTop + ROW || top > own.scrollTop + own.clientHeight - 3 * ROW) own.scrollTop = top - own.clientHeight / 2;
  }, [here]);

  const all = steps.length <= 500, from = all ? 0 : Math.max(0, Math.floor(view.top / ROW) - 20), to = all ? steps.length : from + 80;
  const arrows = trace.orders.flatMap((o) => {
    const a = rowOf.get(o.from), own = trace.steps[o.to - 1]?.thread;
    const b = rowOf.get(o.to) ?? steps.findIndex((s) => s.step > o.to && s.thread === own);
    if (a === undefined || b < 0 || (b < from - 50 || a > to + 50)) return [];
    const p = trace.steps[o.from - 1].thread, side = p < own ? 1 : -1, down = x(p) + 8 * side, across = y(b) - ROW / 2;
    return [<path class={`order ${o.kind}`} d={`M${x(p)} ${y(a)}Q${down} ${y(a)} ${down} ${y(a) + 7}V${across - 5}Q${down} ${across} ${down + 5 * side} ${across}H${x(own) - 8 * side}Q${x(own)} ${across} ${x(own)} ${y(b) - 7}`} marker-end={`url(#end-${o.kind})`} />];
  });
  const races = trace.races.flatMap((r) => {
    const [a, b] = r.steps.map((s) => (s ? rowOf.get(s) : undefined));
    return a === undefined || b === undefined ? [] : [<line class="race" x1={x(r.threads[0])} y1={y(a)} x2={x(r.threads[1])} y2={y(b)} />];
  });
  return (
    <div class="lanes">
      {cut && <p class="notice">Of {trace.total.toLocaleString("en")} steps the first {last.toLocaleString("en")} are here.{beyond && ` Step ${at.toLocaleString("en")} is not among them: its state is shown, its place in the run is not.`}</p>}
      <div class="lane-heads" style={{ paddingLeft: `${NUMBER}px` }}>
        {trace.threads.map((l) => <b class={`thread ${colour(l.thread)}`} style={{ width: `${column}px` }}>{narrow ? l.thread : `thread ${l.thread}`}</b>)}
      </div>
      <div class="board" ref={pane} tabIndex={0} role="group" aria-label="The steps, a column a thread">
        <div style={{ height: `${steps.length * ROW + 4}px`, position: "relative" }}>
          <svg width="100%" height={steps.length * ROW} aria-hidden="true">
            <defs>
              {["fork", "lock"].map((kind) => <marker id={`end-${kind}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class={`tip ${kind}`} d="M0 0L8 4L0 8z" /></marker>)}
            </defs>
            {trace.threads.map((l) => {
              const own = steps.flatMap((s, i) => (s.thread === l.thread ? [i] : []));
              return own.length > 0 && <line class={`lane ${colour(l.thread)}`} x1={x(l.thread)} x2={x(l.thread)} y1={y(own[0])} y2={y(own[own.length - 1])} />;
            })}
            {arrows}
            {races}
            {steps.slice(from, to).map((s, i) => <circle class={s.races ? "race" : colour(s.thread)} cx={x(s.thread)} cy={y(from + i)} r={!seen(s) ? 2.5 : s.races ? 6 : 4.5} />)}
          </svg>
          {steps.slice(from, to).map((s, i) => (
            <button
              type="button" class={`lane-step ${from + i === here ? "here" : ""} ${s.step > at ? "later" : ""} ${s.races ? "racy" : ""}`} style={{ top: `${(from + i) * ROW}px`, height: `${ROW}px`, lineHeight: `${ROW}px` }} key={s.step}
              aria-current={from + i === here ? "step" : undefined} onClick={() => go(s.step)} tabIndex={-1} title={`step ${s.step}, thread ${s.thread}${s.span ? `, line ${s.span.line}` : ""}: ${s.redex}\n${s.text}`}
            >
              <span class="n">{s.step}</span>
              <span class="what" style={{ left: `${x(narrow ? n - 1 : s.thread) + 12}px`, maxWidth: narrow ? undefined : `calc(100% - ${x(s.thread) + 16}px)` }}>{narrow && <b class={`thread ${colour(s.thread)}`}>{s.thread} </b>}{s.races ? <b class="bad">race: </b> : ""}{words(s)}</span>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
