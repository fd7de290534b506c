// What a premise is for, as a page.

import { Page, type WhyData } from "../pages.tsx";
import type { WhyExample } from "../types.ts";
import { Figure } from "./card.tsx";

export function WhyPage({ data: { why } }: { data: WhyData }) {
  const rule = { rule: why.rule, section: "", conclusion: why.conclusion, note: "", premises: why.premises };
  return (
    <Page title={why.premise ? `${why.rule}/${why.premise}` : why.rule} said="what it is for">
      <section class="pane wide" aria-label="What it is for">
        <div class="scroll prose">
          <Figure rule={rule} premise={why.premise ?? undefined} off={[]} />
          <p>{why.reason}</p>
          {!why.premise && <dl>{why.premises.map((p) => <><dt>{p.name}</dt><dd>{p.why}</dd></>)}</dl>}
          {why.none_because && <p>{why.none_because}</p>}
          {why.example && <Goes title="The smallest program that goes wrong without it" e={why.example} />}
          {why.race && <Goes title="The smallest with a race" e={why.race} />}
        </div>
      </section>
    </Page>
  );
}

function Goes({ title, e }: { title: string; e: WhyExample }) {
  return (
    <>
      <h2>{title}: {e.wrong}</h2>
      <p class="quiet">{e.meaning}.</p>
      <pre tabIndex={0}>{e.program}</pre>
      <h3>Its derivation, with the premise assumed</h3>
      <pre tabIndex={0}>{e.derivation}</pre>
      <h3>What goes wrong, schedule {e.schedule}</h3>
      <pre tabIndex={0}>{e.trace}</pre>
      <p>To see it: <code>{e.command}</code></p>
    </>
  );
}
