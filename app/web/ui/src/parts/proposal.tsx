// What *Infer* has found: an edit, line by line, with the reasons of each annotation.

import { changes } from "../infer.ts";
import type { Model } from "../model.ts";
import type { Annotation } from "../types.ts";
import { Said } from "./bits.tsx";

const what = (a: Annotation) => (a.kind === "final" || a.kind === "thread_local" ? a.kind : a.kind === "argument" ? `<${a.text}>` : `${a.kind} ${a.text}`);

export function ProposalView({ model }: { model: Model }) {
  const { proposal, text } = model.state;
  if (!proposal || proposal.of !== text) return null;
  const { found } = proposal, edit = changes(text, found.text), n = found.inferred.length;
  const close = () => model.set({ proposal: undefined });
  const take = () => { model.replace(found.text); model.say("the annotations are written"); };
  const point = (span: Annotation["span"]) => { model.set({ place: span }); model.reveal(span); };
  return (
    <section class="proposal" aria-label="What was inferred" role="status">
      <p>
        <b class={found.ok ? "good" : "bad"}>{found.ok ? (edit.length ? `✓ ${n} annotation${n === 1 ? "" : "s"} with which it checks` : "✓ It checks as it stands: nothing is to be added") : "✗ No annotations make it check"}</b>
        {!found.complete && " in the time that there was"}{!found.ok && ": the program itself must change. What stands against them:"}
      </p>
      {edit.length > 0 && (
        <>
          <pre class="diff">{edit.map((c) => <>{c.old.map((l, i) => <del>{`${c.line + i} − ${l}\n`}</del>)}{c.now.map((l, i) => <ins>{`${c.line + i} + ${l}\n`}</ins>)}</>)}</pre>
          <div class="buttons"><button type="button" class={found.ok ? "primary" : ""} onClick={take}>{found.ok ? "Take the edit" : "Take what was found"}</button><button type="button" class="plain" onClick={close}>Leave it</button></div>
        </>
      )}
      {n > 0 && <details open={found.ok && n < 6}>
        <summary>Why these</summary>
        <ul class="reasons">{found.inferred.slice(0, 100).map((a) => <li><button type="button" class="link" onClick={() => point(a.span)}><code>{what(a)}</code></button> for {a.class}{a.member ? `.${a.member}` : ""}: {a.because.slice(0, 4).map((b, i) => <>{i > 0 && "; "}<Said text={b.message} /> (line {b.span.line})</>)}</li>)}</ul>
      </details>}
      {!found.ok && <ul class="reasons">{(found.core.length ? found.core : found.errors).slice(0, 12).map((c) => <li><button type="button" class="link" onClick={() => point(c.span)}>line {c.span.line}</button>: <Said text={c.message} /></li>)}</ul>}
      {edit.length === 0 && <button type="button" class="plain" onClick={close}>Close</button>}
    </section>
  );
}
