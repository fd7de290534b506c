// One program by two rule sets, side by side: the errors and the derivation of each, with what is in one alone marked.

import { useEffect, useMemo, useState } from "preact/hooks";
import { type Model, changed } from "../model.ts";
import { Tree } from "../tree.ts";
import type { Check, Derivation, Judgment, Problem, Rule, Rules } from "../types.ts";
import { Said } from "./bits.tsx";
import { TreeView } from "./tree.tsx";

interface Judged { check?: Check; tree?: Tree; refused?: string }

const errorKey = (p: Problem) => `${p.span.line}:${p.span.column} ${p.rule}/${p.premise} ${p.message}`;
const judgmentKey = (n: Judgment) => `${n.rule} ${n.judgment} ${n.premises.map((p) => `${p.premise}=${p.evidence === "derivation" ? "" : p.evidence}`).join()} ${n.holds}`;
/** Rules in a few words. */
const words = (r: Rules): string => [r.system, ...r.variant.map((v) => (v.includes("\n") ? "a variant of your own" : v)), ...r.off.map((o) => `without ${o}`), r.defaults ? "with --defaults" : ""].filter(Boolean).join(", ") || "the rules as they stand";

export function Compare({ model }: { model: Model }) {
  const s = model.state, [rules, setRules] = useState<Rules>(() => first(model)), [other, setOther] = useState<Judged>({}), [book, setBook] = useState<Rule[]>([]);
  useEffect(() => {
    let gone = false;
    (async () => {
      try {
        const ask = <T,>(ask: string) => model.engine!.ask<T>({ ask, program: { name: s.name, text: s.text }, options: { ...rules } });
        const check = { ...{ warnings: [], type: null }, ...(await ask<Check>("check")) }, { derivation } = await ask<{ derivation?: Derivation }>("derivation");
        if (!gone) setOther((old) => ({ check, tree: derivation ? new Tree(derivation) : old.tree }));
      } catch (e) { if (!gone) setOther({ refused: e instanceof Error ? e.message : String(e) }); }
    })();
    return () => { gone = true; };
  }, [s.text, rules]);
  useEffect(() => { model.engine!.ask<{ rules: Rule[] }>({ ask: "rules", options: { system: rules.system ?? model.own } }).then((b) => setBook(b.rules), () => setBook([])); }, [rules.system, s.text]);
  const system = s.systems.find((x) => x.name === (rules.system ?? model.own ?? "base"));
  const premises = book.flatMap((r) => r.premises.filter((p) => p.checks).map((p) => `${r.rule}/${p.name}`));
  const sides: [string, Rules, Judged][] = [["A", s.rules, { check: s.check, tree: s.tree, refused: s.refused }], ["B", rules, other]];
  const off = (name: string) => setRules({ ...rules, off: rules.off.filter((o) => o !== name) });
  return (
    <div class="compare">
      <p class="extent" role="status">{summary(sides)}</p>
      <div class="sides">
        {sides.map(([name, own, judged], i) => (
          <section class="ruleset" aria-label={`Rule set ${name}`} key={name}>
            <h3>{name}: {words(own)}</h3>
            {i === 0 ? <div class="buttons"><button type="button" class="plain" onClick={() => model.set({ dialog: "rules" })}>Change A</button></div> : (
              <div class="buttons">
                <select aria-label="Type system of B" value={rules.system ?? ""} onChange={(e) => setRules({ system: e.currentTarget.value || undefined, variant: [], off: [] })}><option value="">the program’s system</option>{s.systems.map((x) => <option value={x.name}>{x.name}</option>)}</select>
                <select aria-label="Variant of B" value={rules.variant[0] ?? ""} onChange={(e) => setRules({ ...rules, variant: e.currentTarget.value ? [e.currentTarget.value] : [] })}><option value="">no variant</option>{system?.variants.map((v) => <option value={v.name}>{v.name}</option>)}</select>
                <select class="whole" aria-label="Premise that B takes as holding" value="" onChange={(e) => setRules({ ...rules, off: [...new Set([...rules.off, e.currentTarget.value])] })}><option value="">take a premise as holding …</option>{premises.map((p) => <option value={p}>{p}</option>)}</select>
                {rules.off.map((o) => <button type="button" class="tag" aria-label={`${o}: put it in force again in B`} onClick={() => off(o)}>{o} ✕</button>)}
              </div>
            )}
            <Side judged={judged} against={sides[1 - i][2]} model={model} label={`Derivation by ${name}`} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** The other rules to begin with: the rules as they stand if these are changed, else without the premise that fails. */
function first(model: Model): Rules {
  const { rules, card } = model.state, system = rules.system;
  return { system, variant: [], off: changed(rules) === 0 && card?.premise ? [`${card.rule}/${card.premise}`] : [] };
}

const alone = (own: Judged, other: Judged) => {
  const there = new Set(other.check?.errors.map(errorKey));
  return (own.check?.errors ?? []).filter((p) => !there.has(errorKey(p)));
};

function summary([[, , a], [, , b]]: [string, Rules, Judged][]): string {
  if (a.refused || b.refused) return "One of them cannot judge this program.";
  if (!a.check || !b.check) return "Checking …";
  const says = (c: Check) => (c.ok ? "accepts it" : `has ${c.errors.length} error${c.errors.length === 1 ? "" : "s"}`);
  const only = [["A", alone(a, b).length], ["B", alone(b, a).length]].filter(([, n]) => n).map(([x, n]) => `${n} in ${x} alone`).join(", ");
  return `A ${says(a.check)}, B ${says(b.check)}${only ? `: ${only}` : a.check.errors.length ? ": the same" : ""}.`;
}

function Side({ judged, against, model, label }: { judged: Judged; against: Judged; model: Model; label: string }) {
  const { check, tree, refused } = judged, [open, setOpen] = useState<Set<number>>(new Set()), [chosen, choose] = useState<number>();
  useEffect(() => { if (tree) { setOpen(tree.opened()); choose(undefined); } }, [tree]);
  const there = useMemo(() => new Set(against.tree?.data.nodes.map(judgmentKey)), [against.tree]), only = new Set(alone(judged, against));
  if (refused) return <p class="notice bad"><Said text={refused} /></p>;
  const act = {
    toggle: (key: number) => { const next = new Set(open); if (!next.delete(key)) next.add(key); setOpen(next); },
    unfold: () => setOpen(new Set(tree!.data.nodes.map((n) => n.key))),
    choose: (key: number) => { choose(key); model.set({ place: tree!.byKey.get(key)!.span }); },
    jump: (key: number) => { setOpen(new Set([...open, ...tree!.path(tree!.byKey.get(key)!)])); choose(key); },
  };
  return (
    <>
      {check && <p class={`verdict ${check.ok ? "good" : "bad"}`}>{check.ok ? "✓ Well typed" : `✗ ${check.errors.length} error${check.errors.length === 1 ? "" : "s"}`}</p>}
      <ul class="reasons">{check?.errors.slice(0, 20).map((p) => <li class={only.has(p) ? "only" : ""}><button type="button" class="link" onClick={() => model.set({ place: p.span })}>line {p.span.line}</button>: <Said text={p.message} />{only.has(p) && <b> (here alone)</b>}</li>)}</ul>
      {tree && <TreeView tree={tree} open={open} chosen={chosen} act={act} label={label} differs={against.tree ? (n) => !there.has(judgmentKey(n)) : undefined} />}
    </>
  );
}
