// Pairs of accesses that may race, found without running the program; each that is real opens the stepper.

import type { Model } from "../model.ts";
import type { Pair, Pairs } from "../types.ts";

/** What the pairs that a stage leaves have in common. */
const STAGES: Record<string, string> = { original: "of accesses to one field", reachable: "that threads reach", aliasing: "that may be of one object", escaping: "of objects that are shared", unlocked: "without a lock in common" };
const stages = (all: Pairs["stages"]) => all.map((s) => `${s.pairs} ${STAGES[s.name] ?? s.name}`).join(" → ");
const held = (locks: string[]) => (locks.length ? `holds ${locks.join(", ")}` : "holds no lock");
const thread = (spawn: Pair["threads"][0]["spawn"][0]) => (spawn === "main" ? "the main thread" : `the thread of line ${spawn.line}`);

export function PairsView({ model }: { model: Model }) {
  const { pairs, busy } = model.state;
  const point = (place: Pair["accesses"][0]["span"]) => { model.set({ place }); model.reveal(place); };
  return (
    <>
      <p><button type="button" class="primary" disabled={!!busy} onClick={() => model.findPairs()}>Find pairs that may race</button> Statically, by locks, aliases and escape; then each is tried out.</p>
      {pairs && (
        <>
          <p class={`extent ${pairs.complete ? "" : "cut"}`}>Pairs: {stages(pairs.stages)}; {pairs.pairs.length === 0 ? "no pair is left, so no two accesses race" : `${pairs.pairs.length} pair${pairs.pairs.length === 1 ? " is" : "s are"} left`}{pairs.complete ? "." : ", and not all was looked at."}</p>
          <ul class="list">
            {pairs.pairs.slice(0, 200).map((p, i) => (
              <li key={i}>
                <span>
                  {p.verdict && <b class={`verdict-word ${p.verdict.toLowerCase().replaceAll(" ", "-")}`}>{p.verdict.toLowerCase()}</b>} <code>{p.field}</code>: {p.accesses.map((a, k) => <>{k > 0 && " and "}<button type="button" class="link" onClick={() => point(a.span)}>{a.kind} at line {a.span.line}</button></>)}
                  {p.threads[0] && <div class="quiet">{p.threads[0].locks.map((l, k) => `${thread(p.threads[0].spawn[k])} ${held(l)}`).join("; ")}</div>}
                  {p.why && <div class="quiet">{p.why}</div>}
                </span>
                {p.schedule && <button type="button" onClick={() => model.show({ schedule: p.schedule })}>Show</button>}
              </li>
            ))}
            {pairs.pairs.length > 200 && <li class="quiet">and {pairs.pairs.length - 200} more</li>}
          </ul>
        </>
      )}
    </>
  );
}
