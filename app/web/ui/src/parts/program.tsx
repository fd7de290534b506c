// The first pane: the editor, or the text where there is none, and what is wrong with it as a list.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { EditorHandle, EditorHost, Mark } from "../editor/api.ts";
import { change, hides, mends } from "../exercise.ts";
import { infer } from "../infer.ts";
import { ProposalView } from "./proposal.tsx";
import type { Model, Shown } from "../model.ts";
import type { Check, Member, Place, Problem } from "../types.ts";
import { Code, Rows, Said, colour, into } from "./bits.tsx";

/** What of the program is marked: the chosen place, and where each thread is. */
export function marks(s: Pick<Shown, "place" | "now" | "view">): Mark[] {
  const list: Mark[] = [];
  if (s.view === "step" && s.now && s.now.steps > 0) {
    for (const t of s.now.threads) if (t.span && t.redex) list.push({ place: t.span, class: `redex ${colour(t.thread)}`, title: `thread ${t.thread}` });
  }
  if (s.place) list.push({ place: s.place, class: "pointed" });
  return list;
}

const members = (outline: Member[]) => outline.flatMap((c) => (c.kind === "main" ? [] : [{ name: c.name, kind: "class", of: "" }, ...(c.members ?? []).map((m) => ({ name: m.name, kind: m.kind, of: c.name }))]));

/** What a judgment says about an expression: its type and the locks that are held, by its rule. */
function about(model: Model, place: Place) {
  const node = model.state.tree?.about(place);
  if (!node || !/^(EXP|ATOM)/.test(node.rule)) return undefined;
  const [context, claim] = [node.judgment.slice(0, node.judgment.indexOf("⊢")), node.judgment.slice(node.judgment.indexOf("⊢") + 1)];
  if (node.rule.startsWith("ATOM")) return claim.includes(" & ") ? { title: `[${node.rule}]`, lines: [`atomicity: ${claim.slice(claim.lastIndexOf(" & ") + 3)}`] } : undefined;
  const type = claim.includes(" : ") ? claim.slice(claim.lastIndexOf(" : ") + 3) : "", held = context.split(";").at(-1)!.trim();
  return { title: `[${node.rule}]`, lines: [...(type ? [`type: ${type}`] : []), `locks held: ${held === "∅" || held === "" ? "none" : held}`] };
}

export function Program({ model }: { model: Model }) {
  const box = useRef<HTMLDivElement>(null), editor = useRef<EditorHandle | undefined>(undefined), s = model.state;
  useEffect(() => {
    const host: EditorHost = {
      edited: (text) => model.edited(text), apply: (fix) => model.apply(fix), about: (place) => about(model, place),
      pointed: (place) => model.reveal(place, false), java: () => model.java, members: () => members(model.state.outline),
    };
    editor.current = globalThis.racefreeEditor?.(box.current!, model.state.text, host);
    // At once, not when it is drawn: by then more may have been written.
    model.shows = (text) => editor.current?.setText(text);
  }, []);
  const hidden = hides(model);
  useEffect(() => (hidden ? editor.current?.setProblems([], []) : editor.current?.setProblems(s.check?.errors ?? [], s.check?.warnings ?? [])), [s.check, hidden]);
  useEffect(() => editor.current?.setMarks(marks(s)), [s.place, s.now, s.view, s.text]);
  useEffect(() => { if (s.place) editor.current?.reveal(s.place); }, [s.place]);
  return (
    <>
      <div class="pane-head"><h2>Program</h2><span class="file" title={s.name}>{s.name}</span>{!model.java && <><button type="button" class="plain" disabled={!!s.busy || mends(model)} onClick={() => infer(model)} title="Find the annotations with which it checks">Infer</button><button type="button" class="plain" onClick={() => model.layOut()} title="Lay it out as the papers do">Format</button></>}<button type="button" class="primary" onClick={() => model.run()} title="Run it, by another schedule each time (Ctrl Enter)">Run</button></div>
      <div class="editor" ref={box} />
      <ProposalView model={model} />
      <Problems model={model} />
    </>
  );
}

/** What of a program in Java was assumed, and not looked at. */
export const assumed = (check: Check) => Object.values(check.assumptions ?? {}).reduce((sum, n) => sum + n, 0);

function Problems({ model }: { model: Model }) {
  const { check, refused, rules } = model.state;
  if (hides(model)) return <section class="problems" aria-label="Errors and warnings"><p class="quiet">What the checker says is the answer of this exercise: it comes when you have answered. <button type="button" class="link" onClick={() => change(model, { reveals: true })}>Show it now</button></p></section>;
  const n = check ? check.errors.length + check.warnings.length : 0, sure = check?.errors.filter((p) => p.fixes.some((fix) => fix.sure)).length ?? 0;
  return (
    <section class="problems" aria-label="Errors and warnings">
      {refused && <p class="notice bad" role="alert"><Said text={refused} /></p>}
      {check && n === 0 && <p class={`verdict ${rules.off.length || assumed(check) ? "quiet" : "good"}`}>{assumed(check) ? `No error, under ${assumed(check)} assumption${assumed(check) > 1 ? "s" : ""} (${Object.keys(check.assumptions!).join(", ").replaceAll("_", " ")})` : "✓ Well typed"}{rules.off.length ? `, with ${rules.off.length} premise${rules.off.length > 1 ? "s" : ""} taken as holding` : ""}{check.type ? <>: the value is of type <code>{check.type}</code></> : ""}</p>}
      {sure > 1 && <div class="buttons"><button type="button" class="fix" title="Those that are right together" onClick={() => model.mend()}>Make the sure repairs at once</button></div>}
      {check?.errors.slice(0, 200).map((p, i) => <ProblemItem p={p} kind="error" model={model} key={`e${i}`} />)}
      {check?.warnings.slice(0, 100).map((p, i) => <ProblemItem p={p} kind="warning" model={model} key={`w${i}`} />)}
      {check?.methods && check.methods.length > 0 && (
        <details><summary>Atomicities of {check.methods.length} methods</summary><dl>{check.methods.slice(0, 500).map((m) => <><dt><button type="button" class="link" onClick={() => { model.set({ place: m.span }); model.reveal(m.span); }}>{m.name}</button></dt><dd><code>{m.text}</code></dd></>)}</dl></details>
      )}
      {check && check.errors.length > 200 && <p class="quiet">and {check.errors.length - 200} more errors</p>}
    </section>
  );
}

function ProblemItem({ p, kind, model }: { p: Problem; kind: string; model: Model }) {
  const verdict = model.verdictOf(p.span);
  const point = () => { model.set({ place: p.span }); model.reveal(p.span); if (p.rule) model.explainRule(p.rule, p.premise ?? undefined); };
  return (
    <div class={`problem ${kind}`}>
      <button type="button" class="link" onClick={point}><b>{kind === "error" ? "✗" : "!"} line {p.span.line}</b></button> <Said text={p.message} />
      {verdict && <> <b class={`verdict-word ${verdict.verdict}`}>{verdict.verdict.replaceAll("-", " ")}</b></>}
      {p.rule && <button type="button" class="rule" onClick={() => { point(); model.set({ tab: "typing" }); }}>{p.rule}{p.premise ? `/${p.premise}` : ""}</button>}
      {p.notes?.map((n) => <div class="quiet"><Said text={n} /></div>)}
      {p.fixes.length > 0 && <div class="buttons">{p.fixes.map((fix) => <button type="button" class="fix" onClick={() => model.apply(fix)}>Fix: <Said text={fix.title} /></button>)}</div>}
    </div>
  );
}

/** A program that is only shown, with marks. */
export function Source({ text, list, pointed }: { text: string; list: Mark[]; pointed?: (place: Place) => void }) {
  const own = useRef<HTMLDivElement>(null);
  const byLine = new Map<number, { from: number; to: number; class: string }[]>();
  const lines = useMemo(() => text.split("\n"), [text]);
  for (const m of list) {
    for (let l = m.place.line; l <= Math.min(m.place.end_line, m.place.line + 60); l++) {
      if (!byLine.has(l)) byLine.set(l, []);
      byLine.get(l)!.push({ from: l === m.place.line ? m.place.column - 1 : 0, to: l === m.place.end_line ? m.place.end_column - 1 : Infinity, class: m.class });
    }
  }
  const first = list.at(-1)?.place.line;
  useEffect(() => { into(own.current, own.current?.querySelector<HTMLElement>(`[data-line="${first}"]`)); }, [first]);
  return (
    <div class="source" ref={own} tabIndex={0} role="region" aria-label="The program">
      <Rows items={lines} estimate={20} scroller={own} show={first === undefined ? undefined : first - 1} row={(line, i) => {
        const chars = [...line], on = byLine.get(i + 1) ?? [];
        const cuts = [...new Set([0, chars.length, ...on.flatMap((m) => [Math.min(m.from, chars.length), Math.min(m.to, chars.length)])])].sort((a, b) => a - b);
        const click = pointed && (() => { const c = chars.length - line.trimStart().length + 1; pointed({ line: i + 1, column: c, end_line: i + 1, end_column: c }); });
        return (
          <div class={`code-line ${on.length ? "on" : ""}`} data-line={i + 1} key={i} onClick={click}>
            <span class="no" aria-hidden="true">{i + 1}</span>
            <code>{on.length === 0 ? <Code text={line} /> : cuts.slice(0, -1).map((c, k) => { const m = on.filter((m) => m.from <= c && cuts[k + 1] <= m.to); return <span class={m.map((m) => m.class).join(" ")}><Code text={chars.slice(c, cuts[k + 1]).join("")} /></span>; })}</code>
          </div>
        );
      }} />
    </div>
  );
}
