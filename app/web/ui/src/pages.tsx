// Exported pages: the same parts with an answer that is in the page, and no engine.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Figure } from "./parts/card.tsx";
import { GraphView } from "./parts/graph.tsx";
import { Source } from "./parts/program.tsx";
import { Stepper } from "./parts/stepper.tsx";
import { ThemeButton } from "./parts/theme.tsx";
import { TreeView } from "./parts/tree.tsx";
import { stateAt } from "./replay.ts";
import { Tree } from "./tree.ts";
import type { Derivation, Graph, Place, Rule, Trace, Why } from "./types.ts";
import type { Linked } from "./link.ts";
import type { TermsData } from "./parts/terms.tsx";
import type { ComponentChildren } from "preact";
import { colour } from "./parts/bits.tsx";

export interface DerivationData { page: "derivation"; file: string; source: string; remarks: string[]; rules: Rule[]; derivation: Derivation }
export interface TraceData { page: "trace"; title: { file: string; status: string; scheduler: string; seed: number | null }; trace: Trace; source: string; cut: string | null }
export interface WhyData { page: "why"; why: Why }
export type PageData = { page: "play"; engine: "worker" | "native"; file?: Linked | null; path?: string | null; address?: string | null; answered?: Record<string, string> } | DerivationData | TraceData | TermsData | ({ page: "graph" } & Graph) | WhyData;

/** Header and body of a page. */
export function Page({ title, said, kind, children }: { title: string; said: ComponentChildren; kind?: string; children: ComponentChildren }) {
  document.title = `${title} · racefree`;
  return (
    <div class="shell exported">
      <header class="top"><h1>{title}</h1><span class={`verdict ${kind ?? ""}`}>{said}</span><nav aria-label="The page"><ThemeButton /></nav></header>
      <main class="panes two">{children}</main>
    </div>
  );
}

export function DerivationPage({ data }: { data: DerivationData }) {
  const [derivation, setDerivation] = useState(data.derivation), tree = useMemo(() => new Tree(derivation), [derivation]);
  // Of a large derivation the first judgments come before the script, the whole behind it.
  const [waits, setWaits] = useState(document.readyState === "loading");
  useEffect(() => {
    const read = () => setTimeout(() => {
      const rest = document.getElementById("rest");
      if (rest) setDerivation((JSON.parse(rest.textContent!) as { derivation: Derivation }).derivation);
      setWaits(false);
    });
    if (waits && document.readyState === "loading") addEventListener("DOMContentLoaded", read, { once: true });
    else if (waits) read();
  }, []);
  const [open, setOpen] = useState(() => tree.opened()), [chosen, choose] = useState<number>(), [premise, setPremise] = useState<string>();
  const node = chosen === undefined ? undefined : tree.byKey.get(chosen), rule = data.rules.find((r) => r.rule === node?.rule);
  const act = {
    toggle: (key: number) => { const next = new Set(open); if (!next.delete(key)) next.add(key); setOpen(next); },
    unfold: (key: number) => setOpen(new Set([...open, ...above(tree, key)])),
    choose: (key: number, p?: string) => { choose(key); setPremise(p ?? tree.byKey.get(key)!.premises.find((x) => x.evidence === "fails" || x.evidence === "assumed")?.premise); },
    jump: (key: number) => { setOpen(new Set([...open, ...tree.path(tree.byKey.get(key)!)])); choose(key); },
  };
  const point = (place: Place) => {
    const found = tree.about(place);
    if (found) { setOpen(new Set([...open, ...tree.path(found).slice(0, -1)])); act.choose(found.key); }
  };
  const failing = derivation.nodes.filter((n) => n.premises.some((p) => p.evidence === "fails"));
  const next = () => {
    const to = failing[(failing.findIndex((n) => n.key === chosen) + 1) % failing.length];
    act.jump(to.key);
    act.choose(to.key);
  };
  const { holds, assumed } = derivation;
  return (
    <Page title={data.file} said={!holds ? "✗ not well typed" : assumed ? `holds, with ${assumed} premise${assumed > 1 ? "s" : ""} assumed` : "✓ well typed"} kind={holds ? "good" : "bad"}>
      <section class="pane" aria-label="Program"><Source text={data.source} list={node ? [{ place: node.span, class: "pointed" }] : []} pointed={point} /></section>
      <section class="pane wide" aria-label="Derivation">
        <div class="pane-head">
          <h2>Derivation</h2>
          {failing.length > 0 && <button type="button" class="bad-button" onClick={next}>Next failure</button>}
          <button type="button" onClick={() => act.unfold(tree.root.key)}>Unfold all</button><button type="button" onClick={() => setOpen(new Set([tree.root.key]))}>Fold all</button>
        </div>
        {waits && !tree.complete && <p class="notice" role="status">{derivation.shown.toLocaleString("en")} of {derivation.judgments.toLocaleString("en")} judgments are here; the others are being read.</p>}
        <TreeView tree={tree} open={open} chosen={chosen} act={act} label="Judgments, each with its premises below" />
        <footer>{derivation.failures.map((f) => <p class="bad">{f.message}.</p>)}{data.remarks.map((r) => <p>{r}</p>)}</footer>
        {rule && (
          <div class="card" role="region" aria-label={`Rule ${rule.rule}`}>
            <h3>[{rule.rule}] <small>section {rule.section}</small></h3>
            <Figure rule={rule} premise={premise} off={[]} />
            {rule.note && <p>{rule.note}</p>}
            <dl>{rule.premises.filter((p) => !premise || p.name === premise).map((p) => <><dt>{p.name}</dt><dd>{p.why}</dd></>)}</dl>
          </div>
        )}
      </section>
    </Page>
  );
}

/** What stands above a judgment. */
function above(tree: Tree, key: number): number[] {
  const keys: number[] = [];
  for (const todo = [tree.byKey.get(key)!]; todo.length;) {
    const node = todo.pop()!;
    keys.push(node.key);
    for (const p of node.premises) { const a = tree.above(p); if (a && tree.below.get(a) === node) todo.push(a); }
  }
  return keys;
}

/** Ends of runs in other words than those of the command line. */
const STATUS: Record<string, string> = { "step-limit": "stopped" };

export function TracePage({ data }: { data: TraceData }) {
  const { trace, title } = data, end = trace.steps.length;
  const [at, setAt] = useState(() => Math.min(end, Number(location.hash.slice(1)) || 0));
  const go = (to: number) => {
    setAt(Math.max(0, Math.min(end, to)));
    if (location.protocol !== "about:") history.replaceState(null, "", `#${to}`);
  };
  const now = useMemo(() => stateAt(trace, at), [trace, at]);
  const races = new Set(trace.races.map((r) => `${r.field} of ${r.object}`));
  const seed = title.seed === null ? "" : `, seed ${title.seed}`;
  const list = now.threads.flatMap((t) => (t.span && t.redex ? [{ place: t.span, class: `redex ${colour(t.thread)}` }] : []));
  const bad = races.size > 0 || ["deadlock", "exception", "stuck"].includes(title.status);
  return (
    <Page title={title.file} said={<>{STATUS[title.status] ?? title.status} after {trace.total} steps ({title.scheduler}{seed}){races.size > 0 ? `, race on ${[...races].join(", ")}` : ""}</>} kind={bad ? "bad" : "good"}>
      <section class="pane" aria-label="Program">{data.cut && <p class="notice">This page is not the whole run: {data.cut}.</p>}<Source text={data.source} list={now.last?.span ? [...list, { place: now.last.span, class: "pointed" }] : list} /></section>
      <section class="pane wide" aria-label="Run"><div class="scroll"><Stepper trace={trace} now={now} at={at} length={end} go={go} /></div></section>
    </Page>
  );
}

export function GraphPage({ data }: { data: Graph }) {
  return (
    <Page title={data.file} said={data.complete ? "the whole state graph" : "a part of the state graph"} kind={data.complete ? "" : "bad"}>
      <section class="pane" aria-label="Program"><Source text={data.source} list={[]} /></section>
      <section class="pane wide" aria-label="State graph"><div class="scroll"><GraphView graph={data} /></div></section>
    </Page>
  );
}
