// The second pane: the verdict, the derivation, and the rule of the chosen judgment.

import { type Model, changed } from "../model.ts";
import { RuleCard } from "./card.tsx";
import { hides } from "../exercise.ts";
import { assumed } from "./program.tsx";
import { Compare } from "./compare.tsx";
import { TreeView } from "./tree.tsx";

export function Typing({ model }: { model: Model }) {
  const { check, tree, open, chosen, rules, refused, stale, compares } = model.state;
  const errors = check?.errors.length ?? 0, syntax = check?.errors[0]?.kind === "syntax", off = changed(rules);
  const act = {
    toggle: (key: number) => model.toggle(key), unfold: (key: number) => model.unfold(key), choose: (key: number, premise?: string) => model.choose(key, premise),
    jump: (key: number) => {
      const node = tree!.byKey.get(key)!, wide = new Set(open);
      for (const k of tree!.path(node)) wide.add(k);
      model.set({ open: wide });
      model.choose(key);
    },
  };
  const taken = rules.off.length ? `, with ${rules.off.length} premise${rules.off.length > 1 ? "s" : ""} taken as holding` : "";
  const verdict = refused ? ["bad", refused] : !check ? ["quiet", "Checking …"] : syntax ? ["bad", "It does not parse"] : errors ? ["bad", `✗ ${errors} error${errors > 1 ? "s" : ""}`] : [off > 0 || assumed(check) ? "quiet" : "good", `${assumed(check) ? "No error, with assumptions" : "✓ Well typed"}${taken}`];
  if (hides(model)) return <><div class="pane-head"><h2>Typing</h2></div><p class="hint">The derivation is shown when you have answered.{model.state.exercise?.item.kind === "derivation" && " It is that of the expression marked in the program."}</p></>;
  return (
    <>
      <div class="pane-head">
        <h2>Typing</h2><span class={`verdict ${verdict[0]}`} role="status" title={off > 0 ? "by changed rules" : undefined}>{verdict[1]}{!refused && check && off > 0 && <span class="visually-hidden">, by changed rules</span>}</span>
        <button type="button" class={compares ? "" : "plain"} onClick={() => model.set({ compares: !compares })} title={compares ? "Back to the derivation and the schedules" : "Two rule sets on this program, side by side"}>{compares ? "End the comparison" : "Compare"}</button>{tree && !compares && <><button type="button" class="plain" onClick={() => model.fold()}>Fold</button><button type="button" class="plain" onClick={() => tree.root && model.unfold(tree.root.key)}>Unfold</button></>}
      </div>
      {rules.off.length > 0 && (
        <div class="assumptions" role="note">Taken as holding: {rules.off.map((o) => <button type="button" class="tag" aria-label={`${o}: put it in force again`} title="Put it in force again" onClick={() => model.switchPremise(o, false)}>{o} ✕</button>)}</div>
      )}
      {compares ? <Compare model={model} /> : tree ? (
        <>
          {!tree.complete && <p class="notice">Of {tree.data.judgments.toLocaleString("en")} judgments {tree.data.shown.toLocaleString("en")} are here, with what leads to a premise that fails.</p>}
          {stale && <p class="notice" role="status">This is the derivation of the last text that {refused ? "was judged" : "parsed"}.</p>}
          <TreeView stale={stale} tree={tree} open={open} chosen={chosen} act={act} label="The derivation: judgments, each with its premises below" />
          {tree.data.assumed > 0 && <p class="remark">{tree.data.assumed} premise{tree.data.assumed > 1 ? "s are" : " is"} taken on trust, marked as assumed.</p>}
          <Environments model={model} />
        </>
      ) : <p class="hint">{syntax ? "There is no derivation of a text that does not parse: see the errors of the program." : "The derivation is shown here."}</p>}
      {!compares && <RuleCard model={model} />}
    </>
  );
}

/** What the names of environments in the judgments stand for. */
function Environments({ model }: { model: Model }) {
  const list = model.state.tree!.data.environments;
  if (!list.length) return null;
  return <details class="environments"><summary>{list.length} environments by name</summary><dl>{list.slice(0, 500).map((e) => <><dt>{e.name}</dt><dd><code>{e.bindings}</code></dd></>)}</dl></details>;
}
