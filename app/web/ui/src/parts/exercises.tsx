// The list of exercises, and the one that is open: its task, hints, what is handed in, and the feedback.

import { useEffect, useState } from "preact/hooks";
import { answer, begin, change, grade, list, solved } from "../exercise.ts";
import type { Model } from "../model.ts";
import type { ExerciseItem } from "../types.ts";
import { written } from "../schedule.ts";
import { Modal, Said } from "./bits.tsx";
import { Builder } from "./derivation.tsx";

const KINDS: Record<string, string> = { predict: "predict", derivation: "fill in", schedule: "schedule", annotate: "annotate", repair: "repair" };
const stars = (n: number) => "★".repeat(n) + "☆".repeat(3 - n);
const chapter = (name: string) => name.split("/")[0].replace(/^\d+-/, "").replaceAll("-", " ");

export function Exercises({ model, close }: { model: Model; close: () => void }) {
  const [all, setAll] = useState<ExerciseItem[]>(), [failed, setFailed] = useState<string>(), [done] = useState(solved);
  useEffect(() => { list(model).then(setAll, (e: Error) => setFailed(e.message)); }, []);
  const chapters = [...new Set(all?.map((e) => chapter(e.name)))];
  const count = all?.filter((e) => done[e.name]).length ?? 0;
  return (
    <Modal title="Exercises" close={close}>
      {failed && <p class="notice">{failed}</p>}
      <p class="quiet" role="status">{all ? `${all.length} exercises, ${count} solved in this browser` : failed ? "" : "They are being loaded"}</p>
      {chapters.map((c) => (
        <section key={c} aria-label={c}>
          <h3>{c}</h3>
          {all!.filter((e) => chapter(e.name) === c).map((e) => (
            <button type="button" class="result" key={e.name} onClick={() => begin(model, e.name)}><b>{done[e.name] ? <span class="good">✓ </span> : ""}{e.title}</b> {done[e.name]?.stars ? <span aria-label={`${done[e.name].stars} of 3 stars`}>{stars(done[e.name].stars!)}</span> : ""}<small>{KINDS[e.kind]}</small></button>
          ))}
        </section>
      ))}
    </Modal>
  );
}

/** The exercise that is open. */
export function ExercisePanel({ model }: { model: Model }) {
  const e = model.state.exercise!, { item, grade: g } = e, { schedule } = model.state;
  const next = async () => { const all = await list(model), to = all[all.findIndex((x) => x.name === item.name) + 1]; if (to) begin(model, to.name); };
  const empty = item.kind === "schedule" && g?.verdict === "unreadable" && schedule.length === 0;
  // The expression whose derivation is filled in is marked in the program.
  const asked = item.kind === "derivation" ? /^\/\/! at: (\d+):(\d+)$/m.exec(item.text ?? "") : null, { tree } = model.state;
  useEffect(() => {
    const node = asked && tree?.data.nodes.find((n) => n.rule.startsWith("EXP") && n.span.line === Number(asked[1]) && n.span.column === Number(asked[2]));
    if (node) model.set({ place: node.span });
  }, [item.name, tree]);
  const goal = /^\/\/! goal: (.*)$/m.exec(item.text ?? "")?.[1];
  return (
    <section class={`exercise ${item.kind === "derivation" ? "builds" : ""}`} aria-label={`Exercise: ${item.title}`}>
      <div class="task">
        <p><span class="rule">{KINDS[item.kind]}</span> <b>{item.title}{/[.?!]$/.test(item.title) ? "" : "."}</b> <Said text={item.task} />{goal && <> <span class="quiet">Goal: <code>{goal}</code></span></>}</p>
        <button type="button" class="plain" aria-label="Leave the exercise" onClick={() => model.set({ exercise: undefined })}>✕</button>
      </div>
      {e.prompt && item.kind !== "schedule" && <p class="quiet"><Said text={e.prompt} /></p>}
      {item.kind === "derivation" && e.lines && <Builder model={model} />}
      <form class="buttons" onSubmit={(x) => { x.preventDefault(); grade(model); }}>
        {item.kind === "predict" && <input id="handed" aria-label="Your answer" autocomplete="off" spellcheck={false} value={e.handed} onInput={(x) => change(model, { handed: x.currentTarget.value })} />}
        {item.kind === "schedule" && <span>You are the scheduler: <code>{written(schedule) || "no step yet"}</code></span>}
        {(item.kind === "annotate" || item.kind === "repair") && <span class="quiet">Write in the program.</span>}
        <button type="submit" class="primary" disabled={e.busy}>Check the answer</button>
        {e.hints < item.hints.length && <button type="button" class="plain" onClick={() => change(model, { hints: e.hints + 1 })}>Hint ({item.hints.length - e.hints})</button>}
        {g && g.verdict !== "right" && !e.answer && <button type="button" class="plain" onClick={() => answer(model)}>Show an answer</button>}
        {g?.verdict === "right" && <button type="button" class="plain" onClick={next}>Next exercise</button>}
      </form>
      {item.hints.slice(0, e.hints).map((h) => <p class="quiet">Hint: <Said text={h} /></p>)}
      <div role="status">
        {g && empty && <p class="feedback">Nothing is handed in yet: let threads step in the stepper, then check.</p>}
        {g && !empty && <p class={`feedback ${g.verdict === "right" ? "good" : "bad"}`}><b>{g.verdict === "right" ? "✓ Right" : g.verdict === "partly" ? "Partly right" : `✗ ${g.verdict[0].toUpperCase()}${g.verdict.slice(1)}`}</b>, {g.points} of {g.max} point{g.max === 1 ? "" : "s"}{g.stars ? <> <span aria-label={`${g.stars} of 3 stars`}>{stars(g.stars)}</span></> : ""}{g.where ? <>. At {item.kind === "derivation" && "judgment "}{g.where}: </> : g.message && ": "}<Said text={g.message} /></p>}
      </div>
      {e.answer && <pre>{e.answer}</pre>}
    </section>
  );
}
