// The page: a header, three panes beside one another from 900 px, tabs below that.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { type Model, type Tab, changed } from "../model.ts";
import { Examples, Help, RulesDialog, Share } from "./dialogs.tsx";
import { ThemeButton } from "./theme.tsx";
import { CoursePane } from "./course.tsx";
import { Program } from "./program.tsx";
import { Schedules } from "./schedules.tsx";
import { LONGEST, pack } from "../link.ts";
import { written } from "../schedule.ts";
import { hides } from "../exercise.ts";
import { ExercisePanel, Exercises } from "./exercises.tsx";
import { Start } from "./start.tsx";
import { Typing } from "./typing.tsx";
import { Said } from "./bits.tsx";

const PANES: [Tab, string][] = [["program", "Program"], ["typing", "Typing"], ["schedules", "Schedules"]];
const panes = (model: Model): [Tab, string][] => (model.state.course ? [["course", "Course"], ...PANES] : PANES);

export function Shell({ model }: { model: Model }) {
  const [, again] = useState(0), s = model.state;
  // Before the first paint: an answer may be known already.
  useLayoutEffect(() => model.watch(() => again((n) => n + 1)), []);
  useEffect(() => {
    const timer = setTimeout(() => model.keep(), 300);
    return () => clearTimeout(timer);
  }, [s.text, s.name, s.rules]);
  useEffect(() => {
    const keep = () => model.keep();
    const save = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.key.toLowerCase() !== "s") return;
      e.preventDefault();
      model.save();
    };
    // A page can go before the moment has passed.
    addEventListener("pagehide", keep);
    addEventListener("keydown", save);
    // Before the editor has the key.
    const run = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || e.key !== "Enter" || document.querySelector("dialog[open]")) return;
      e.preventDefault();
      e.stopPropagation();
      model.run();
    };
    addEventListener("keydown", run, true);
    return () => { removeEventListener("pagehide", keep); removeEventListener("keydown", save); removeEventListener("keydown", run, true); };
  }, []);
  useEffect(() => {
    // F6 walks the panes; Alt and a digit goes to one.
    const key = (e: KeyboardEvent) => {
      const panes = [...document.querySelectorAll<HTMLElement>(".pane")], at = panes.findIndex((p) => p.contains(document.activeElement));
      const to = e.key === "F6" ? (at + (e.shiftKey ? -1 : 1) + panes.length) % panes.length : e.altKey && /^[1-4]$/.test(e.key) && Number(e.key) <= panes.length ? Number(e.key) - 1 : -1;
      if (to < 0 || document.querySelector("dialog[open]")) return;
      e.preventDefault();
      model.set({ tab: panes[to].dataset["pane"] as Tab });
      setTimeout(() => (panes[to].querySelector<HTMLElement>(".cm-content, [role=treeitem][tabindex='0'], [role=tab][tabindex='0']") ?? panes[to]).focus());
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  const close = () => model.set({ dialog: undefined });
  const off = changed(s.rules);
  const tabs = (e: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    const all = panes(model), i = (all.findIndex(([t]) => t === s.tab) + by + all.length) % all.length;
    model.set({ tab: all[i][0] });
    (e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")[i].focus();
  };
  return (
    <div class={`shell ${s.embedded ? "embed" : ""} ${s.course ? "reads" : ""} ${s.projects ? "projects" : ""}`} data-tab={s.tab}>
      {s.embedded ? <Outside model={model} /> : <header class="top">
        <h1>racefree</h1>
        <nav aria-label="The page">
          <button type="button" class="plain" onClick={() => void model.openCourse()}>Course</button>
          <button type="button" class="plain" onClick={() => model.set({ dialog: "examples" })}>Examples</button>
          <button type="button" class="plain" onClick={() => model.set({ dialog: "exercises" })}>Exercises</button>
          <button type="button" class="plain" onClick={() => model.set({ dialog: "rules" })}>Rules{off > 0 && <span class="count" aria-label={`, ${off} changed`}>{off}</span>}</button>
          <button type="button" class="plain" onClick={() => model.set({ dialog: "share" })}>Share</button>
          <ThemeButton />
          <button type="button" class="plain" aria-label="Help" onClick={() => model.set({ dialog: "help" })}>?</button>
        </nav>
      </header>}
      {s.start && !s.embedded && <Start model={model} />}
      {s.exercise && <ExercisePanel model={model} />}
      <div class="tabs" role="tablist" aria-label="Panes" onKeyDown={tabs}>
        {panes(model).map(([tab, title]) => <button type="button" role="tab" aria-selected={s.tab === tab} aria-controls={`pane-${tab}`} tabIndex={s.tab === tab ? 0 : -1} onClick={() => model.set({ tab })}>{title}{badge(model, tab)}</button>)}
      </div>
      {s.notice && <div class="banner" role="alert"><Said text={s.notice} /> {s.offer && <button type="button" class="primary" onClick={() => { const { act } = s.offer!; model.set({ notice: undefined, offer: undefined }); act(); }}>{s.offer.label}</button>} <button type="button" onClick={() => model.set({ notice: undefined, offer: undefined })}>Close</button></div>}
      <main class={`panes ${s.compares ? "comparing" : ""}`} data-tab={s.tab}>
        {s.course && <section class="pane" id="pane-course" data-pane="course" aria-label="Course" tabIndex={-1}><CoursePane model={model} /></section>}
        <section class="pane" id="pane-program" data-pane="program" aria-label="Program" tabIndex={-1}><Program model={model} /></section>
        <Splitter before="program" name="between program and typing" />
        <section class="pane" id="pane-typing" data-pane="typing" aria-label="Typing" tabIndex={-1}><Typing model={model} /></section>
        <Splitter before="typing" name="between typing and schedules" />
        <section class="pane" id="pane-schedules" data-pane="schedules" aria-label="Schedules" tabIndex={-1}><Schedules model={model} /></section>
      </main>
      <div class="visually-hidden" aria-live="polite" id="said">{s.said}</div>
      {s.dialog === "examples" && <Examples model={model} close={close} />}
      {s.dialog === "exercises" && <Exercises model={model} close={close} />}
      {s.dialog === "rules" && <RulesDialog model={model} close={close} />}
      {s.dialog === "share" && <Share model={model} close={close} />}
      {s.dialog === "help" && <Help model={model} close={close} />}
    </div>
  );
}

/** In another page: the program as it is now, in a page of its own. */
function Outside({ model }: { model: Model }) {
  const s = model.state, [link, setLink] = useState("");
  useEffect(() => {
    const own = `${location.origin === "null" ? "" : location.origin}${location.pathname}`;
    pack({ text: s.text, name: s.name, ...(s.rules.system || changed(s.rules) ? { rules: s.rules } : {}), ...(s.schedule.length ? { schedule: written(s.schedule), at: s.at } : {}) }).then((hash) => setLink(hash.length <= LONGEST ? own + hash : own));
  }, [s.text, s.rules, s.schedule, s.at]);
  return <header class="top outside"><h1 class="file">{s.name}</h1><nav aria-label="The page"><a href={link} target="_blank" rel="noopener">Open in the playground ↗</a></nav></header>;
}

/** What a tab that is not open has to say. */
function badge(model: Model, tab: Tab) {
  const s = model.state, n = hides(model) ? 0 : tab === "typing" ? s.check?.errors.length ?? 0 : tab === "schedules" ? s.now?.faults.length ?? 0 : 0;
  return n > 0 ? <span class="count" aria-label={`, ${n} ${tab === "typing" ? "errors" : "findings"}`}>{n}</span> : null;
}

/** Between two panes; moved by the pointer and by the arrow keys. */
function Splitter({ before, name }: { before: string; name: string }) {
  const [percent, set] = useState(33);
  const place = (to: number) => {
    const clamped = Math.min(60, Math.max(15, to));
    set(clamped);
    document.documentElement.style.setProperty(`--${before}`, `${clamped}%`);
  };
  const drag = (e: PointerEvent) => {
    const own = e.currentTarget as HTMLElement, panes = own.parentElement!, pane = own.previousElementSibling!;
    own.setPointerCapture(e.pointerId);
    const move = (m: PointerEvent) => place(((m.clientX - pane.getBoundingClientRect().left) / panes.clientWidth) * 100);
    own.addEventListener("pointermove", move);
    own.addEventListener("pointerup", () => own.removeEventListener("pointermove", move), { once: true });
  };
  const key = (e: KeyboardEvent) => {
    const by = { ArrowLeft: -2, ArrowRight: 2, Home: -100, End: 100 }[e.key];
    if (by) { e.preventDefault(); place(percent + by); }
  };
  return <div class="splitter" role="separator" aria-orientation="vertical" aria-label={`Divider ${name}`} aria-valuenow={Math.round(percent)} aria-valuemin={15} aria-valuemax={60} tabIndex={0} onPointerDown={drag} onKeyDown={key} />;
}
