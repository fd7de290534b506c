// The third pane: step by hand, explore all schedules, the state graph, and whether each error is real.

import { useState } from "preact/hooks";
import { hides } from "../exercise.ts";
import { type Model, type View, extent, findings } from "../model.ts";
import { written } from "../schedule.ts";
import type { Explore, Finding } from "../types.ts";
import { PairsView } from "./pairs.tsx";
import { GraphView } from "./graph.tsx";
import { Memory, ScheduleText, Stepper } from "./stepper.tsx";
import { Said, Thread } from "./bits.tsx";

const VIEWS: [View, string][] = [["step", "Step"], ["explore", "Explore"], ["graph", "Graph"], ["pairs", "Pairs"], ["explain", "Real?"]];

const ALGORITHMS: Record<string, string> = { dpor: "one run of each", states: "equal states merged" };

export function Schedules({ model }: { model: Model }) {
  const s = model.state, told = s.view !== "step" && s.exercise?.item.kind === "predict" && hides(model);
  const keys = (e: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const i = (VIEWS.findIndex(([v]) => v === s.view) + by + VIEWS.length) % VIEWS.length;
    model.set({ view: VIEWS[i][0] });
    (e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")[i].focus();
  };
  return (
    <>
      <div class="pane-head">
        <h2>Schedules</h2>
        <div class="tablist" role="tablist" aria-label="Views of the schedules" onKeyDown={keys}>
          {VIEWS.map(([view, title]) => (
            <button type="button" role="tab" id={`view-${view}`} aria-controls="view" aria-selected={s.view === view} tabIndex={s.view === view ? 0 : -1} onClick={() => model.set({ view })}>{title}</button>
          ))}
        </div>
      </div>
      {s.busy && <Busy model={model} />}
      <div class="scroll" id="view" role="tabpanel" aria-labelledby={`view-${s.view}`} tabIndex={-1}>
        {s.failed && <p class="notice bad" role="alert"><Said text={s.failed} /></p>}
        {s.view === "step" && (
          <>
            {s.stuck && <p class="notice"><Said text={s.stuck} /></p>}
            <Stepper trace={s.trace} now={s.now} at={s.at} length={s.schedule.length} go={(n) => model.go(n)} step={(t) => model.step(t)} perform={(t, place) => model.perform(t, place)} memory={s.memory ?? "sc"} setMemory={(m) => model.setMemory(m)} finish={(seed) => model.finish(seed)} />
            <ScheduleText text={written(s.schedule)} set={(text) => model.setSchedule(text)} command={model.command} />
          </>
        )}
        {told && <p class="hint">What searches find is the answer of this exercise: step by hand, and they are shown when you have answered.</p>}
        {!told && s.view === "explore" && <ExploreView model={model} />}
        {!told && s.view === "graph" && (
          <>
            <div class="buttons">
              <button type="button" class="primary" disabled={!!s.busy} onClick={() => model.drawGraph()}>Build the state graph</button>
              {s.at > 0 && <button type="button" disabled={!!s.busy} onClick={() => model.drawGraph(s.schedule.slice(0, s.at))}>From step {s.at} of the stepper on</button>}
            </div>
            <p class="quiet">Equal states are one. At most 2,000 are drawn, those nearest to the first; of a larger graph, what follows any state of it.</p>
            {s.graph && <GraphView graph={s.graph} show={(schedule) => model.show({ schedule })} from={(schedule) => model.drawGraph(schedule)} />}
          </>
        )}
        {!told && s.view === "pairs" && <PairsView model={model} />}
        {!told && s.view === "explain" && <ExplainView model={model} />}
      </div>
    </>
  );
}

function Busy({ model }: { model: Model }) {
  const { what, progress } = model.state.busy!;
  const seen = progress && (progress.states ? `${progress.states.toLocaleString("en")} states` : "") + (progress.executions ? `${progress.states ? ", " : ""}${progress.executions.toLocaleString("en")} runs` : "");
  return (
    <div class="busy">
      <span class="spinner" aria-hidden="true" /> <span>{what} …{seen ? ` ${seen}` : ""}</span>
      <button type="button" onClick={() => model.cancel()}>Cancel</button>
    </div>
  );
}

function ExploreView({ model }: { model: Model }) {
  const { explored, busy } = model.state, [algorithm, setAlgorithm] = useState(model.engine?.algorithm ?? "dpor"), [memory, setMemory] = useState("sc");
  return (
    <>
      <div class="buttons">
        <button type="button" class="primary" disabled={!!busy} onClick={() => model.explore(algorithm, memory)}>Explore every schedule</button>
        <label>by <select value={algorithm} onChange={(e) => setAlgorithm(e.currentTarget.value)}>
          {model.engine?.algorithm === "auto" && <option value="auto">what suits the program</option>}
          <option value="dpor">one run for each trace (DPOR)</option>
          <option value="states">all states, equal ones merged</option>
        </select></label>
        <Memory value={memory} set={setMemory} />
      </div>
      {explored && <Explored model={model} e={explored} />}
    </>
  );
}

function Explored({ model, e }: { model: Model; e: Explore }) {
  const all = findings(e), ends = e.outcomes_by;
  const groups = e.causes.filter((c) => c.races > 0).map((c) => ({ title: c.access ? `${c.races} race${c.races > 1 ? "s" : ""} on ${c.field}: the access at line ${c.access.line} lacks the lock` : `${c.races} race${c.races > 1 ? "s" : ""} on ${c.field}`, list: all.filter((f) => f.kind === "race" && f.field === c.field && (!c.access || f.accesses!.some((a) => a.span.line === c.access!.line && a.span.column === c.access!.column))) }));
  const others = all.filter((f) => f.kind !== "race");
  return (
    <>
      <p class={`extent ${e.complete ? "" : "cut"}`}><b>{e.complete ? "Every schedule was covered" : `Not every schedule was covered: ${extent(e)}`}</b>: {counted(e)}, {ALGORITHMS[e.algorithm] ?? e.algorithm}.</p>
      {e.endless.length > 0 && <p class="verdict bad">✗ Thread{e.endless.length > 1 ? "s" : ""} {e.endless.join(", ")} never end{e.endless.length > 1 ? "" : "s"}, whatever the schedule.</p>}
      {all.length === 0 && e.endless.length === 0 && <p class="verdict good">✓ Nothing goes wrong{e.complete ? " in any schedule" : " in those that were looked at"}.</p>}
      {groups.map((g) => <><h3 class="bad">{g.title}</h3><Findings list={g.list} model={model} /></>)}
      {groups.length > 0 && <p class="remark">These are the runs under sequential consistency. <button type="button" class="link" onClick={async () => { await model.openCourse("docs/memory"); model.turnTo("docs/memory"); }}>Java allows more</button> of a program with races.</p>}
      {others.length > 0 && <><h3 class="bad">{groups.length ? "Also" : "Findings"}</h3><Findings list={others} model={model} /></>}
      <h3>{ends.different === 1 ? "One outcome" : `${ends.different.toLocaleString("en")} outcomes`}{ends.by ? `, told apart by ${ends.by}` : ""}</h3>
      <ul class="list">
        {ends.outcomes.map((o) => (
          <li>
            <span><code>{[...o.heap, ...(o.output?.length ? [`prints ${o.output.join(", ")}`] : []), ...(o.result !== null ? [`value ${o.result}`] : [])].join("; ") || "nothing is left"}</code> <small class="quiet">{o.count.toLocaleString("en")} {unit(e)}{o.count === 1 ? "" : "s"}</small></span>
            {o.schedule !== null && <button type="button" onClick={() => model.show({ schedule: o.schedule })}>Show</button>}
          </li>
        ))}
        {ends.different > ends.outcomes.length && <li class="quiet">and {(ends.different - ends.outcomes.length).toLocaleString("en")} more</li>}
      </ul>
      {e.beyond && <BeyondView model={model} beyond={e.beyond} />}
    </>
  );
}

/** Outcomes that need writes which wait in a store buffer: no schedule without buffers has them. */
function BeyondView({ model, beyond }: { model: Model; beyond: NonNullable<Explore["beyond"]> }) {
  const none = beyond.complete ? "Store buffers add no outcome: a program without a race has none to add." : "No outcome was found that needs store buffers, and not every run was covered.";
  return (
    <section aria-label="With store buffers">
      <h3>Beyond sequential consistency ({beyond.model.toUpperCase()})</h3>
      {beyond.outcomes.length === 0 && <p class={beyond.complete ? "verdict good" : "verdict quiet"}>{none}</p>}
      <ul class="list">
        {beyond.outcomes.map((o) => (
          <li>
            <span>
              <code>{[...o.heap, ...(o.output?.length ? [`prints ${o.output.join(", ")}`] : []), ...o.threads.map((t) => `thread ${t}`)].join("; ")}</code>
              {o.waits.map((w) => <div class="quiet">the write <code>{w.object}.{w.field.split(".").at(-1)} = {w.value}</code> of <Thread thread={w.thread} /> at <button type="button" class="link" onClick={() => model.set({ place: w.span, tab: "program" })}>line {w.span.line}</button> waits in its buffer</div>)}
              <div class="quiet"><code>{o.turns}</code></div>
            </span>
            {o.schedule !== null && <button type="button" onClick={() => model.show({ schedule: o.schedule, memory: beyond.model })}>Show</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a search counted, in the words of the terminal. */
const unit = (e: Explore) => (e.states !== null ? "final state" : "trace");
const counted = (e: Explore) => (e.states === null ? `${e.executions.toLocaleString("en")} ${unit(e)}${e.executions === 1 ? "" : "s"}` : `${e.states.toLocaleString("en")} states, ${e.executions.toLocaleString("en")} of them final`);

function Findings({ list, model }: { list: (Finding & { what: string })[]; model: Model }) {
  return (
    <ul class="list">
      {list.slice(0, 200).map((f) => (
        <li>
          <span><Said text={f.what} /> <small class="quiet">{f.schedule ? `${f.schedule.length} steps, ${f.switches} switch${f.switches === 1 ? "" : "es"}${f.shortest ? ", the shortest" : ""}` : ""}</small></span>
          {f.schedule && <button type="button" onClick={() => model.show(f)}>Show</button>}
        </li>
      ))}
      {list.length > 200 && <li class="quiet">and {list.length - 200} more</li>}
    </ul>
  );
}

function ExplainView({ model }: { model: Model }) {
  const { explained, busy, check } = model.state;
  return (
    <>
      <p><button type="button" class="primary" disabled={!!busy} onClick={() => model.explain()}>Is each error real?</button> A schedule that goes wrong there, or that there is none.</p>
      {explained && explained.verdicts.length === 0 && <p>{check?.ok ? "There is no error to explain." : "There is nothing to explain."}</p>}
      {explained?.suggestion && <p>{explained.suggestion}</p>}
      <ul class="list">
        {explained?.verdicts.map((v) => (
          <li>
            <span>
              <b class={`verdict-word ${v.verdict}`}>{v.verdict.replaceAll("-", " ")}</b> <button type="button" class="link" onClick={() => { model.set({ place: v.span, tab: "program" }); model.reveal(v.span); }}>line {v.span.line}</button>: <Said text={v.message ?? `${v.rule}/${v.premise}`} />
              {v.reasons.map((r) => <div class="quiet"><Said text={r} /></div>)}
              {v.client && <pre>{v.client.main}</pre>}
            </span>
            {v.finding?.schedule && <button type="button" onClick={() => model.show(v.finding!)}>Show</button>}
            {v.client && <button type="button" onClick={() => { model.load({ name: "client.rfj", text: v.client!.program, rules: model.state.rules }); model.show(v.client!.finding); }}>Open this client</button>}
          </li>
        ))}
      </ul>
    </>
  );
}
