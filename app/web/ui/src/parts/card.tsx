// A rule, its premises with their reasons, and the switch of each that checks.

import type { Model } from "../model.ts";
import type { Rule, WhyExample } from "../types.ts";
import { Said } from "./bits.tsx";

/** The rule as it is printed: premises, bar, conclusion. */
export function Figure({ rule, premise, off }: { rule: Rule; premise?: string; off: string[] }) {
  return (
    <div class="figure">
      {rule.premises.map((p) => (
        <div class={`above ${p.name === premise ? "this" : ""} ${off.includes(`${rule.rule}/${p.name}`) ? "assumed" : ""}`}><span class="premise">{p.name}</span> <span>{p.statement}</span></div>
      ))}
      <div class="bar">{rule.conclusion}</div>
    </div>
  );
}

export function RuleCard({ model }: { model: Model }) {
  const { card, book, rules } = model.state;
  const rule = book.find((r) => r.rule === card?.rule);
  if (!rule) return <div class="card empty">Choose a judgment of the tree, or a place in the program: its rule is shown here, with what each premise is for.</div>;
  const checks = rule.premises.filter((p) => p.checks);
  const chosen = checks.find((p) => p.name === card!.premise);
  const others = checks.filter((p) => p !== chosen);
  return (
    <div class="card" aria-label={`Rule ${rule.rule}`} role="region">
      <h3>[{rule.rule}] <small>section {rule.section}</small></h3>
      {chosen && <Switch model={model} rule={rule} name={chosen.name} why={chosen.why} open />}
      {others.length > 0 && (
        <details open={!chosen}>
          <summary>{chosen ? `The other ${others.length} that can be switched off` : "Premises that can be switched off"}</summary>
          {others.map((p) => <Switch model={model} rule={rule} name={p.name} why={p.why} key={p.name} />)}
        </details>
      )}
      <details open={!chosen}>
        <summary>The rule</summary>
        <Figure rule={rule} premise={card!.premise} off={rules.off} />
        {rule.note && <p><Said text={rule.note} /></p>}
        <dl>{rule.premises.filter((p) => !p.checks).map((p) => <><dt>{p.name}</dt><dd><Said text={p.why} /></dd></>)}</dl>
      </details>
    </div>
  );
}

function Switch({ model, rule, name, why, open }: { model: Model; rule: Rule; name: string; why: string; open?: boolean }) {
  const full = `${rule.rule}/${name}`, off = model.state.rules.off.includes(full), { without } = model.state;
  const statement = rule.premises.find((p) => p.name === name)!.statement;
  return (
    <div class={`switch ${off ? "off" : ""} ${open ? "chosen" : ""}`}>
      <div class="head"><span class="premise">{name}</span> <code>{statement}</code>{off && <span class="tag">assumed</span>}</div>
      <p><Said text={why} /></p>
      <div class="buttons">
        <label class="check"><input type="checkbox" checked={off} onChange={(e) => model.switchPremise(full, e.currentTarget.checked)} /> take as holding</label>
        <button type="button" class={open ? "primary" : ""} onClick={() => model.whatGoesWrong(full)}>What goes wrong without it?</button>
      </div>
      {without?.premise === full && <Found model={model} />}
    </div>
  );
}

function Found({ model }: { model: Model }) {
  const { busy, here, nothing, why } = model.state.without!;
  return (
    <div class="found" role="status">
      {busy && <p class="quiet">Looking for a schedule of this program that goes wrong …</p>}
      {here && <p><b class="bad">In this program: {here.what}.</b> {here.schedule && <button type="button" onClick={() => model.show(here)}>Show the schedule</button>}</p>}
      {nothing && <p><Said text={nothing} /></p>}
      {why?.example && <Smallest model={model} title="The smallest program that goes wrong without it" example={why.example} premise={`${why.rule}/${why.premise}`} />}
      {why?.race && <Smallest model={model} title="The smallest with a race" example={why.race} premise={`${why.rule}/${why.premise}`} />}
      {why && !why.example && !why.race && why.none_because?.map((line) => <p><Said text={line} /></p>)}
    </div>
  );
}

function Smallest({ model, title, example, premise }: { model: Model; title: string; example: WhyExample; premise: string }) {
  const open = () => {
    model.load({ name: `${example.name.split("/").at(-1)}.rfj`, text: example.program, rules: { variant: [], off: [premise] } });
    model.show({ schedule: example.schedule });
  };
  return (
    <details open={!model.state.without?.here}>
      <summary>{title}: {example.wrong}</summary>
      <pre>{example.program}</pre>
      <button type="button" onClick={open}>Open it, at its schedule</button>
    </details>
  );
}
