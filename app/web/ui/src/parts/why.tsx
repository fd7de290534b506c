// What a premise is for, as a page.

import { useMemo, useState } from "preact/hooks";
import { Page, type WhyData } from "../pages.tsx";
import { stateAt } from "../replay.ts";
import { Tree } from "../tree.ts";
import type { WhyExample } from "../types.ts";
import { colour, Said } from "./bits.tsx";
import { Figure } from "./card.tsx";
import { Source } from "./program.tsx";
import { Stepper } from "./stepper.tsx";
import { TreeView } from "./tree.tsx";

export function WhyPage({ data: { why } }: { data: WhyData }) {
  const rule = { rule: why.rule, section: "", conclusion: why.conclusion, note: "", premises: why.premises };
  return (
    <Page title={why.premise ? `${why.rule}/${why.premise}` : why.rule} said="what it is for">
      <section class="pane wide" aria-label="What it is for">
        <div class="scroll prose">
          <Figure rule={rule} premise={why.premise ?? undefined} off={[]} />
          {why.reason && <p>{why.reason}</p>}
          {!why.premise && <dl>{why.premises.map((p) => <><dt>{p.name}</dt><dd><Said text={p.why} /></dd></>)}</dl>}
          {why.none_because?.map((line) => <p><Said text={line} /></p>)}
          {why.race && <Goes title="The smallest program that has a race without it" e={why.race} />}
          {why.example && <Goes title={why.race ? "The smallest that goes wrong, before it comes to a race" : "The smallest program that goes wrong without it"} e={why.example} />}
        </div>
      </section>
    </Page>
  );
}

function Goes({ title, e }: { title: string; e: WhyExample }) {
  const tree = useMemo(() => new Tree(e.derivation), [e]), [open, setOpen] = useState(() => tree.opened()), [chosen, choose] = useState<number>();
  const [at, go] = useState(e.trace.steps.length), now = useMemo(() => stateAt(e.trace, at), [e, at]);
  const act = {
    toggle: (key: number) => { const next = new Set(open); if (!next.delete(key)) next.add(key); setOpen(next); },
    unfold: () => setOpen(new Set(e.derivation.nodes.map((n) => n.key))), choose, jump: choose,
  };
  const node = chosen === undefined ? undefined : tree.byKey.get(chosen);
  const marks = now.threads.flatMap((t) => (t.span && t.redex ? [{ place: t.span, class: `redex ${colour(t.thread)}` }] : []));
  return (
    <section aria-label={title}>
      <h2>{title}: {e.wrong} <small>({e.tokens} tokens)</small></h2>
      <p class="quiet">{e.meaning}.</p>
      <Source text={e.program.trimEnd()} list={node ? [{ place: node.span, class: "pointed" }] : marks} />
      <h3>Its derivation, with the premise assumed</h3>
      <TreeView tree={tree} open={open} chosen={chosen} act={act} label={`The derivation of the program: ${title}`} />
      <h3>What goes wrong, schedule <code>{e.schedule}</code></h3>
      <Stepper trace={e.trace} now={now} at={at} length={e.trace.steps.length} go={go} />
      <p>To see it: <code>{e.command}</code></p>
    </section>
  );
}
