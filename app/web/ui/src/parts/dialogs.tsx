// Windows over the page: examples, rules, the link, help.

import { useEffect, useRef, useState } from "preact/hooks";
import { drafts } from "../draft.ts";
import { LONGEST, pack } from "../link.ts";
import { type Model, changed } from "../model.ts";
import { written } from "../schedule.ts";
import type { Example } from "../types.ts";
import { Javas, Lessons, SENTENCE } from "./start.tsx";
import { Copy, Modal, Rows, Said } from "./bits.tsx";

interface Own { model: Model; close: () => void }

export function Examples({ model, close }: Own) {
  const [query, setQuery] = useState(""), [level, setLevel] = useState(""), [idea, setIdea] = useState(""), pane = useRef<HTMLDivElement>(null);
  const { examples } = model.state, [kept] = useState(drafts), [all, setAll] = useState(false);
  useEffect(() => { if (all) model.listExamples(); }, [all]);
  // The levels in the order of difficulty, the ideas by how many programs teach them.
  const levels = ["lesson", "beginner", "intermediate", "advanced"].filter((l) => examples.some((e) => e.level === l)), counts = new Map<string, number>();
  for (const e of examples) for (const i of e.teaches ?? []) counts.set(i, (counts.get(i) ?? 0) + 1);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean), place = (e: Example) => levels.indexOf(e.level ?? "") * 100 + (e.lesson ?? 0);
  const found = examples.filter((e) => (!level || e.level === level) && (!idea || e.teaches?.includes(idea)) && words.every((w) => `${e.name} ${e.title} ${e.system}`.toLowerCase().includes(w))).sort((a, b) => place(a) - place(b));
  return (
    <Modal title="Examples" close={close}>
      <p>Eight programs, in an order to learn by:</p>
      <Lessons model={model} />
      <p>The same in Java:</p>
      <Javas model={model} />
      {kept.length > 0 && (
        <details class="drafts"><summary>Your drafts ({kept.length})</summary>{kept.map((d) => <button type="button" class="result" onClick={() => model.resume(d)}><b>{d.name}</b><small>{new Date(d.time).toLocaleString()}: {d.text.split("\n").find((line) => line.trim() && !line.startsWith("//"))?.slice(0, 80)}</small></button>)}</details>
      )}
      <details class="all" open={all} onToggle={(e) => setAll(e.currentTarget.open)}>
        <summary>All examples</summary>
        <div class="buttons">
          <label class="grow">Search <input type="search" value={query} onInput={(e) => setQuery(e.currentTarget.value)} /></label>
          <label>Level <select value={level} onChange={(e) => setLevel(e.currentTarget.value)}><option value="">all</option>{levels.map((l) => <option value={l}>{l}</option>)}</select></label>
          <label>Idea <select value={idea} onChange={(e) => setIdea(e.currentTarget.value)}><option value="">all</option>{[...counts].sort((a, b) => b[1] - a[1]).map(([i, n]) => <option value={i}>{i} ({n})</option>)}</select></label>
        </div>
        <p class="quiet" role="status">{found.length} programs{examples.length === 0 ? ": they are being loaded" : ""}</p>
        <div class="results" ref={pane}>
          <Rows items={found} estimate={50} scroller={pane} row={(e) => (
            <button type="button" class="result" key={e.name} onClick={() => model.example(e.name)}><b>{e.title}</b><small>{[e.level, ...(e.teaches ?? [])].filter(Boolean).join(" · ")}</small><small>{e.name}</small></button>
          )} />
        </div>
      </details>
    </Modal>
  );
}

export function RulesDialog({ model, close }: Own) {
  const { rules, book, systems } = model.state, [query, setQuery] = useState("");
  const said = /^\s*\/\/!\s*system:\s*(\S+)/m.exec(model.state.text)?.[1];
  const system = systems.find((s) => s.name === (rules.system ?? said ?? "base"));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const switches = book.flatMap((r) => r.premises.filter((p) => p.checks).map((p) => ({ full: `${r.rule}/${p.name}`, statement: p.statement, why: p.why })));
  const shown = switches.filter((p) => words.every((w) => `${p.full} ${p.why}`.toLowerCase().includes(w)));
  const variant = (name: string, on: boolean) => model.setRules({ ...rules, variant: on ? [...rules.variant, name] : rules.variant.filter((v) => v !== name) });
  return (
    <Modal title="Rules" close={close}>
      <div class="buttons">
        <label>Type system <select value={rules.system ?? ""} onChange={(e) => model.setRules({ system: e.currentTarget.value || undefined, variant: [], off: [] })}>
          <option value="">as the program says{said ? ` (${said})` : ""}</option>
          {systems.map((s) => <option value={s.name}>{s.name}: {s.title}</option>)}
        </select></label>
        <button type="button" disabled={changed(rules) === 0} onClick={() => model.setRules({ system: rules.system, variant: [], off: [] })}>All rules as they stand</button>
      </div>
      <label class="choice"><input type="checkbox" checked={rules.defaults ?? false} onChange={(e) => model.setRules({ ...rules, defaults: e.currentTarget.checked || undefined })} /> <span><b>The paper’s defaults (<code>--defaults</code>)</b> <small>before the program is judged and run: what an annotation that is missing usually is, by the heuristics of the paper. <i>Infer</i>, beside the program, finds the annotations with which it checks.</small></span></label>
      <h3>Variants</h3>
      {system?.variants.map((v) => <label class="choice"><input type="checkbox" checked={rules.variant.includes(v.name)} onChange={(e) => variant(v.name, e.currentTarget.checked)} /> <span><b>{v.name}</b> <small><Said text={v.description} /></small></span></label>)}
      <h3>Premises that can be taken as holding <small>({switches.length})</small></h3>
      <label class="grow">Search <input type="search" value={query} onInput={(e) => setQuery(e.currentTarget.value)} /></label>
      {shown.map((p) => <label class="choice" key={p.full}><input type="checkbox" checked={rules.off.includes(p.full)} onChange={(e) => model.switchPremise(p.full, e.currentTarget.checked)} /> <span><b>{p.full}</b> <code>{p.statement}</code> <small><Said text={p.why} /></small></span></label>)}
    </Modal>
  );
}

export function Share({ model, close }: Own) {
  const [link, setLink] = useState<string>();
  useEffect(() => {
    const { text, name, rules, view, schedule, at } = model.state;
    const linked = { text, name, ...(rules.system || changed(rules) ? { rules } : {}), ...(view !== "step" ? { view } : {}), ...(schedule.length ? { schedule: written(schedule), at } : {}) };
    pack(linked).then((hash) => {
      const fits = hash.length <= LONGEST;
      setLink(fits ? `${model.state.address ?? location.href.split("#")[0]}${hash}` : "");
      // The address of this page is changed here alone.
      if (fits && location.protocol !== "file:") { history.replaceState(null, "", hash); model.shared(hash); }
    });
  }, []);
  const local = !model.state.address && (["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) || location.protocol === "file:");
  const save = () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([model.state.text], { type: "text/plain" }));
    a.download = model.state.name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
  };
  return (
    <Modal title="Share" close={close}>
      {link === undefined ? <p>Packing …</p> : link === "" ? (
        <p>The link would be longer than {LONGEST.toLocaleString("en")} characters, which not everything that links pass through keeps whole. Share the program as a file.</p>
      ) : (
        <>
          <p>The link holds the program, the rules and the schedule themselves, behind the <code>#</code>, which is sent to no server.</p>
          {local && <p class="notice">This page is on this computer alone, so the link opens nowhere else: send the program instead. (A site that others can open is named by <code>racefree play --address URL</code>.)</p>}
          <label>Link <input class="wide" readonly value={link} id="link" onFocus={(e) => e.currentTarget.select()} /></label>
          <div class="buttons"><Copy text={link} label="Copy the link" primary={!local} />{local && <Copy text={model.state.text} label="Copy the program" primary />}</div>
        </>
      )}
      <div class="buttons"><button type="button" onClick={save}>Save the program as a file</button></div>
    </Modal>
  );
}

export function Help({ model, close }: Own) {
  const keys: [string, string][] = [
    ["F6, Shift F6", "the next pane, the one before"], ["Alt 1, 2, 3", "program, typing, schedules"], ["Esc, then Tab", "out of the editor"], ["Ctrl Enter", "run the program, another schedule each time"], ["Ctrl Space", "complete"], ["F8", "the next error, in the editor"], ["Ctrl S", "save, in the file that the page is of"],
    ["arrow keys", "in the derivation: walk, open, close; * opens all above"], ["0 … 9", "in the stepper: this thread steps"], ["← →, Home, End", "in the stepper: back, forward, to the start, to the end"], ["r", "to the next race"],
    ["← → on a divider", "moves it"],
  ];
  return (
    <Modal title="Help" close={close}>
      <p>{SENTENCE}</p>
      <p>A program of RaceFreeJava is on the left; why it is well typed, or is not, in the middle; what its threads can do on the right. Point at one, and the others show it.</p>
      <ol>
        <li>Write a program, or take one of the examples. An error says which premise of which rule fails; a repair is a button.</li>
        <li>In the rule below the derivation, take a premise as holding, and ask what goes wrong without it: a schedule with the race is shown, step by step.</li>
        <li>Be the scheduler yourself: each thread has a button. Or explore every schedule.</li>
      </ol>
      <table><tbody>{keys.map(([k, what]) => <tr><th scope="row">{k}</th><td>{what}</td></tr>)}</tbody></table>
      <p class="quiet">Answers come from the engine {model.engine?.name ?? "that made this page"}. Nothing is sent anywhere; the draft is kept by this browser. In the browser a program has at most 256 KB, a run 20,000 steps, a search 2 million states, 512 MB and 60 seconds, a derivation 20,000 judgments.</p>
    </Modal>
  );
}
