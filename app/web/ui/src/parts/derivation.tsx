// A derivation that is built line by line: its rules are chosen, its judgments filled in, and each line is right, wrong or open at once.

import { useEffect, useRef, useState } from "preact/hooks";
import { change, marks } from "../exercise.ts";
import type { Model } from "../model.ts";
import type { Choices, Mark, SheetLine } from "../types.ts";
import { below, type Fills, GAP, type Kind, last, pieces, read, written } from "../sheet.ts";
import { Said, Statement } from "./bits.tsx";

const NAMES: Record<Kind, string> = { env: "environment", locks: "lock set", type: "type", judgment: "judgment", rule: "rule", verdict: "verdict" };
const SIGNS = { right: "✓", wrong: "✗", open: "○" } as const;
/** So many milliseconds after a change it is marked. */
const PAUSE = 120;

export function Builder({ model }: { model: Model }) {
  const e = model.state.exercise!, lines = e.lines!, [text, asText] = useState(false);
  const [fills, setFills] = useState<Fills>(() => read(lines, e.handed));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => { setFills(read(lines, e.handed)); asText(false); void marks(model); }, [e.item.name]);
  const fill = (key: string, value: string) => {
    const next = { ...fills, [key]: value };
    setFills(next);
    change(model, { handed: written(lines, next) });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void marks(model, key.split("/")[0]), PAUSE);
  };
  const of = new Map(e.marks?.map((m) => [m.number, m]));
  // The premises of a judgment are there when its rule is.
  const shown = (line: SheetLine): boolean => {
    const parent = lines.find((l) => l.number === below(line.number));
    if (!parent) return true;
    const mark = of.get(parent.number), known = last(parent) !== "rule" || (!!mark && !mark.wrong.includes("rule") && !mark.open.includes("rule"));
    return known && shown(parent);
  };
  const rows = lines.filter(shown), hidden = lines.length - rows.length;
  const count = (state: Mark["state"]) => rows.filter((l) => (of.get(l.number)?.state ?? "open") === state).length;
  return (
    <div class="builder">
      <p class="bar">
        <span class="tally" aria-live="polite"><span class="good">✓ {count("right")} right</span> <span class="bad">✗ {count("wrong")} wrong</span> <span class="quiet">○ {count("open")} open{hidden > 0 && `, ${hidden} more behind a rule`}</span></span>
        <button type="button" class="plain" aria-pressed={text} onClick={() => { if (text) { setFills(read(lines, e.handed)); void marks(model); } asText(!text); }}>As text</button>
      </p>
      {text
        ? <textarea id="handed" aria-label="Your answer" spellcheck={false} rows={Math.min(9, lines.length + 1)} value={e.handed} onInput={(x) => change(model, { handed: x.currentTarget.value })} />
        : <ol class="nodes" aria-label="Derivation">{rows.map((line) => <Node key={line.number} line={line} mark={of.get(line.number)} fills={fills} fill={fill} choices={e.choices!} />)}</ol>}
    </div>
  );
}

function Node({ line, mark, fills, fill, choices }: { line: SheetLine; mark?: Mark; fills: Fills; fill: (key: string, value: string) => void; choices: Choices }) {
  const state = mark?.state ?? "open", depth = line.number.split(".").length - 1, end = last(line);
  const field = (blank: Kind, key: string) => {
    const wrong = !!mark?.wrong.includes(blank) && !!fills[key], label = `${NAMES[blank]} of ${line.number}`;
    const common = { "aria-label": label, "aria-invalid": wrong || undefined, "aria-describedby": wrong ? `said-${line.number}` : undefined, class: `blank ${wrong ? "wrong" : ""}` };
    const options = blank === "judgment" ? undefined : blank === "verdict" ? ["holds", "fails"] : choices[blank];
    const own = fills[key] ?? "";
    return options
      ? <Choose {...common} options={options} value={own} free={blank !== "rule" && blank !== "verdict"} name={NAMES[blank]} set={(v) => fill(key, v)} />
      : <input {...common} spellcheck={false} autocomplete="off" placeholder={NAMES[blank]} value={own} onInput={(x) => fill(key, x.currentTarget.value)} />;
  };
  return (
    <li class={`node ${state}`} style={{ "--depth": depth }}>
      <span class="sign" role="img" aria-label={state}>{SIGNS[state]}</span>
      <span class="judged">
        <span class="of"><b>{line.number}</b> {line.premise}</span>
        <span class="said">{pieces(line).map((p) => ("text" in p ? <Statement text={p.text.replaceAll("|-", "⊢")} /> : field(p.blank, p.key)))}</span>
        <span class="end">{end ? field(end, `${line.number}/last`) : <span class="rule">{line.last.replace(/^\[|\]$/g, "")}</span>}</span>
        {state === "wrong" && mark!.message && <span class="why bad" id={`said-${line.number}`}><Said text={mark!.message} /></span>}
      </span>
    </li>
  );
}

/** A choice; of what is not among it a text can be written. */
function Choose({ options, value, free, name, set, ...common }: { options: string[]; value: string; free: boolean; name: string; set: (value: string) => void; class: string }) {
  const [writes, setWrites] = useState(false), own = useRef<HTMLInputElement>(null);
  useEffect(() => { if (writes) own.current?.focus(); }, [writes]);
  if (free && (writes || (value && !options.includes(value)))) {
    return <input {...common} spellcheck={false} autocomplete="off" placeholder={name} value={value} ref={own} onInput={(x) => set(x.currentTarget.value)} onBlur={(x) => { if (!x.currentTarget.value) setWrites(false); }} />;
  }
  const chosen = (v: string) => { if (v === GAP) { set(""); setWrites(true); } else set(v); };
  return (
    <select {...common} value={value} onChange={(x) => chosen(x.currentTarget.value)}>
      <option value="">{name} …</option>
      {options.map((o) => <option value={o}>{o}</option>)}
      {free && <option value={GAP}>write another</option>}
    </select>
  );
}
