// What the page shows, and what can be done. Views read `state` and call methods; nothing else changes it.

import { type Draft, Keeper, draftOf } from "./draft.ts";
import { kept, load } from "./course.ts";
import { mends } from "./exercise.ts";
import { Cancelled, Changed, type Engine, Refused } from "./engine/engine.ts";
import { lessons } from "./lessons.ts";
import { contains, Places } from "./places.ts";
import { Tree } from "./tree.ts";
import type { Check, Derivation, Example, Explain, Explore, Finding, Fix, Graph, Member, Pairs, Place, Progress, Question, Rule, Rules, State, System, Trace, Verdict, Why } from "./types.ts";
import { parsed, performs, written } from "./schedule.ts";
import { type Program, type Shown, extent, findings, isJava } from "./shown.ts";

export * from "./shown.ts";

/** The file of a program of the corpus. */
const fileOf = (name: string) => { const file = name.split("/").at(-1)!; return isJava(file) ? file : `${file}.rfj`; };

const STEPS = 20_000, SECONDS = 60;
/** So many judgments of a derivation are shown first, and so many milliseconds after the last key the rest. */
const FIRST = 300, PAUSE = 250;

export class Model {
  state: Shown;
  private edit = 0;
  private judging = false;
  private search?: AbortController;
  private timer?: ReturnType<typeof setTimeout>;
  private told = new Set<() => void>();
  private keeper?: Keeper;
  /** The text that the answer about errors is of. */
  private judged?: string;
  /** Shows a text that was not written in the editor; what is written there the editor has already. */
  shows?: (text: string) => void;
  /** Saves the program in the file that the page is of; what the file has is a text that this page knows, or it is not written over. */
  saver?: (text: string, known: string | undefined) => Promise<void>;
  private saved = "";

  constructor(readonly engine: Engine | undefined, start: Partial<Shown> & { text: string; name: string }) {
    this.state = {
      rules: { variant: [], off: [] }, tab: "program", view: "step", said: "", outline: [], book: [], systems: [], open: new Set(),
      schedule: [], at: 0, examples: [], ...start,
    };
  }

  watch(f: () => void) { this.told.add(f); return () => { this.told.delete(f); }; }
  set(change: Partial<Shown>) {
    this.state = { ...this.state, ...change };
    for (const f of this.told) f();
  }
  say(said: string) { this.set({ said }); }

  // Questions

  private question(ask: string, options: Record<string, unknown> = {}): Question {
    const { name, text, rules } = this.state;
    return { ask, program: { name, text }, options: { ...rules, ...options } };
  }
  private ask<T>(ask: string, options?: Record<string, unknown>) { return this.engine!.ask<T>(this.question(ask, options)); }

  /** A failure in the words of the page. */
  private words(e: unknown): string {
    if (e instanceof Refused && e.failure.kind === "internal") return `This is our error, not yours: ${e.message}. Your program is kept.`;
    return e instanceof Error ? e.message : String(e);
  }

  async begin() {
    if (!this.engine) return;
    this.judge();
    const failed = (e: unknown) => this.set({ notice: this.words(e) });
    const book = this.engine.ask<{ rules: Rule[] }>({ ask: "rules", options: { system: this.system } });
    const systems = this.engine.ask<{ systems: System[] }>({ ask: "systems" });
    await Promise.all([book.then(({ rules }) => this.set({ book: rules }), failed), systems.then(({ systems }) => this.set({ systems }), failed)]);
  }

  /** The programs are loaded when they are wanted. */
  async listExamples() {
    if (this.state.examples.length) return;
    try { this.set({ examples: (await this.engine!.ask<{ examples: Example[] }>({ ask: "examples" })).examples }); } catch (e) { this.set({ notice: this.words(e), dialog: undefined }); }
  }

  // The program

  /** The page is of a document: its draft is shown if it is newer than what the document has, and else offered. What stands in another
   * page is that page's, and no draft. */
  open(document: string, given: Program) {
    if (this.state.embedded) return this.load(given);
    const draft = draftOf(document), base = given.text;
    const show = (d: Draft) => { this.load({ ...d, notice: undefined }); this.keeper = new Keeper(document, base, d); };
    if (!draft || draft.text === base) {
      this.load(given);
      this.keeper = new Keeper(document, base);
    } else if (draft.base === base) {
      show(draft);
      const what = document.startsWith("file") ? "the file" : "the link";
      this.set({ notice: `Here is what you wrote last; it is not in ${what}.`, offer: { label: `Show ${what} instead`, act: () => { this.load(given); this.keeper = new Keeper(`${document} #${Date.now()}`, base); } } });
    } else {
      this.load(given);
      this.keeper = new Keeper(`${document} #${Date.now()}`, base);
      this.set({ notice: `${given.name} has changed since you wrote in it here. Your draft is kept.`, offer: { label: "Open the draft", act: () => show(draft) } });
    }
    this.saved = base;
  }

  /** A draft goes on. */
  resume(draft: Draft) {
    this.load(draft);
    this.keeper = new Keeper(draft.of, draft.base, draft);
  }

  /** The address holds the program now: what is written from here on is a draft of the link. */
  shared(hash: string) {
    this.keep();
    this.keeper = new Keeper(`link ${hash}`, this.state.text);
  }

  /** Keeps what was written. */
  keep() { if (!this.state.embedded) this.keeper?.keep(this.state); }

  /** Saves the program in its file, if the page is of one. */
  async save(over = false) {
    this.keep();
    const { text, name } = this.state;
    if (!this.saver) return this.set({ said: "kept as a draft by this browser", notice: "The draft is kept by this browser. Share saves it as a file.", offer: undefined });
    try {
      await this.saver(text, over ? undefined : this.saved);
      this.saved = text;
      this.keeper?.saved(text);
      this.set({ said: `saved in ${name}`, notice: `Saved in ${name}.`, offer: undefined });
    } catch (e) {
      const changed = e instanceof Changed;
      this.set({ said: "not saved", notice: `Not saved: ${this.words(e)}.`, offer: changed ? { label: "Write over it", act: () => void this.save(true) } : undefined });
    }
  }

  edited(text: string) {
    if (text === this.state.text) return;
    this.cancel();
    this.set({ text, schedule: [], at: 0, ...this.nothingRun(), place: undefined, notice: undefined, offer: undefined });
    this.later();
  }

  /** A change of the program that was not made in the editor. */
  replace(text: string) {
    this.edited(text);
    this.shows?.(text);
  }

  private nothingRun() {
    return { trace: undefined, now: undefined, stuck: undefined, explored: undefined, explained: undefined, graph: undefined, pairs: undefined, proposal: undefined, failed: undefined, without: undefined } satisfies Partial<Shown>;
  }

  /** Another program, which is a document of its own. */
  load(program: Program) {
    this.keep();
    this.keeper = new Keeper(`own #${Date.now()}`, program.text);
    this.cancel();
    const rules = program.rules ?? { variant: [], off: [] }, schedule = program.schedule ?? [], { name, text, notice, lesson, at = schedule.length, view = this.state.view } = program;
    this.set({ name, text, rules, ...this.nothingRun(), schedule, at, view, lesson, exercise: undefined, card: undefined, chosen: undefined, tree: undefined, stale: false, check: undefined, open: new Set(), dialog: undefined, place: undefined, notice, offer: undefined });
    this.shows?.(text);
    this.changedRules();
  }

  /** Opens the course, at a chapter or where the reader was last. */
  async openCourse(name?: string) {
    try {
      const { chapters } = await load(), known = (n?: string) => chapters.find((c) => c.name === n)?.name;
      this.set({ course: { chapters, chapter: known(name) ?? known(kept().last) ?? chapters[0].name }, tab: this.state.tab === "program" ? "course" : this.state.tab, start: false, said: "the course" });
    } catch (e) { this.set({ notice: this.words(e) }); }
  }
  /** A chapter of the course, or a heading of it. */
  read(chapter: string, anchor?: string) {
    if (this.state.course && this.state.course.chapter !== chapter) history.pushState(null, "", `?course=${chapter}`);
    this.turnTo(chapter, anchor);
  }
  /** The same, where the address says it already. */
  turnTo(chapter: string, anchor?: string) { if (this.state.course) this.set({ course: { ...this.state.course, chapter, anchor }, tab: "course" }); }
  /** A program of the course, in the editor. */
  openProgram(name: string, text: string) {
    this.load({ name, text: text.trimEnd() + "\n" });
    this.set({ tab: "program", said: `${name} is in the editor` });
  }

  /** One of the programs to begin with. */
  learn(place: number) {
    const lesson = lessons[place - 1];
    this.load({ ...lesson, lesson: place });
    this.say(`program ${place}: ${lesson.title}`);
  }

  async example(name: string) {
    try {
      const { examples } = await this.engine!.ask<{ examples: Example[] }>({ ask: "examples", options: { name } });
      this.load({ name: fileOf(name), text: examples[0].text! });
      this.say(`example: ${examples[0].title}`);
    } catch (e) { this.set({ notice: this.words(e) }); }
  }

  apply(fix: Fix) {
    if (this.judged !== this.state.text) return this.say("the program has changed meanwhile: look again");
    const places = new Places(this.state.text);
    const edits = fix.edits.map((e) => ({ ...places.range(e.span), text: e.text })).sort((a, b) => b.from - a.from);
    let text = this.state.text;
    for (const e of edits) text = text.slice(0, e.from) + e.text + text.slice(e.to);
    this.replace(text);
    this.say(`done: ${fix.title}`);
  }

  /** Makes the sure repairs that may be made together, as `check --fix`: one may be right only without another. */
  async mend() {
    const before = this.state.text;
    try {
      const { text, rounds } = await this.ask<{ text: string; rounds: string[][] }>("fix");
      if (this.state.text !== before) return this.say("the program has changed meanwhile: it is not repaired");
      if (text !== before) this.replace(text);
      this.say(`repaired: ${rounds.flat().join("; ") || "nothing"}`);
    } catch (e) { this.set({ notice: this.words(e) }); }
  }

  async layOut() {
    const before = this.state.text;
    try {
      const { text } = await this.ask<{ text?: string }>("fmt");
      if (this.state.text !== before) return this.say("the program has changed meanwhile: it is not laid out");
      if (text === undefined) return this.say("the program does not parse, so it is not laid out");
      this.replace(text);
      this.say("laid out");
    } catch (e) { this.set({ notice: this.words(e) }); }
  }

  private later() {
    this.edit++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.judge(), 30);
  }

  // Typing

  /** Judges the program as it stands; what is answered about an older text is dropped. */
  private async judge() {
    if (this.judging || !this.engine) return;
    this.judging = true;
    for (let edit = -1; edit !== this.edit;) {
      edit = this.edit;
      const { text } = this.state;
      try {
        // What is said of atomicities has neither warnings nor a type.
        const check = { ...{ warnings: [], type: null }, ...(await this.ask<Check>("check")) };
        if (edit !== this.edit) continue;
        // Java has no repairs that are made by themselves.
        for (const p of [...check.errors, ...check.warnings]) p.fixes ??= [];
        if (mends(this)) for (const p of [...check.errors, ...check.warnings]) p.fixes = [];
        const first = check.errors[0], failing = first?.rule ? { rule: first.rule, premise: first.premise ?? undefined } : undefined;
        // When a text becomes wrong, the premise that fails is what is to be looked at.
        const became = failing && this.state.check?.errors.every((e) => e.rule !== failing.rule || e.premise !== first.premise);
        const card = became ? failing : (this.state.card ?? failing);
        this.judged = text;
        this.seemsJava(text, first);
        this.set({ check, refused: undefined, card, without: card === this.state.card ? this.state.without : undefined });
        this.present();
        await this.derive(edit);
        if (edit === this.edit && !this.java) this.outlined(await this.ask<{ symbols?: Member[] }>("outline"));
      } catch (e) {
        if (edit === this.edit) this.set({ check: undefined, stale: this.state.tree !== undefined, refused: this.words(e) });
      }
    }
    this.judging = false;
  }

  /** A text of Java under the name of a program of the calculus can be read as what it is. */
  private seemsJava(text: string, first?: { kind: string }) {
    if (this.java || first?.kind !== "syntax" || this.state.exercise || !/^\s*import java|\bpublic\s+(static\s+|final\s+)*(class|void)\b|\bstatic\s+void\s+main\b/m.test(text)) return;
    const name = `${/\bclass\s+(\w+)/.exec(text)?.[1] ?? "Main"}.java`;
    this.set({ notice: "This is Java.", offer: { label: `Read it as ${name}`, act: () => this.load({ name, text: this.state.text }) } });
  }

  private outlined(answer: { symbols?: Member[] }) { if (answer.symbols) this.set({ outline: answer.symbols }); }

  /** The first levels of the derivation at once, and what fails; all of it when no key was pressed for a moment. */
  private async derive(edit: number) {
    if (await this.grown(edit, { judgments: FIRST })) return;
    setTimeout(() => { if (edit === this.edit) this.grown(edit, {}).catch(() => undefined); }, PAUSE);
  }

  /** Asks for the derivation; whether there is no more of it. */
  private async grown(edit: number, options: Record<string, unknown>): Promise<boolean> {
    const { derivation } = await this.ask<{ derivation?: Derivation }>("derivation", options);
    if (edit !== this.edit) return true;
    // The last derivation stays while a text does not parse.
    if (!derivation) { this.set({ stale: this.state.tree !== undefined }); return true; }
    const tree = new Tree(derivation), before = this.state.tree, same = before?.data.judgments === tree.data.judgments;
    const open = same ? new Set([...this.state.open, ...tree.opened()]) : tree.opened();
    // What is taken as holding is shown where it failed.
    const marks = tree.data.nodes.filter((n) => n.premises.some((p) => p.evidence === "fails" || p.evidence === "assumed"));
    const failed = before?.byKey.get(this.state.chosen ?? -1)?.span, marked = marks.find((n) => failed && contains(n.span, failed)) ?? marks[0];
    this.set({ tree, open, stale: false, chosen: same && this.state.chosen !== undefined ? this.state.chosen : marked?.key });
    return tree.complete;
  }

  toggle(key: number) {
    const open = new Set(this.state.open);
    if (!open.delete(key)) open.add(key);
    this.set({ open });
  }

  /** Opens everything above a judgment, up to a number of rows. */
  unfold(key: number) {
    const { tree } = this.state, open = new Set(this.state.open), start = tree?.byKey.get(key);
    for (const todo = start ? [start] : []; todo.length && open.size < 20_000;) {
      const node = todo.pop()!;
      open.add(node.key);
      for (const p of node.premises) { const above = tree!.above(p); if (above && tree!.below.get(above) === node) todo.push(above); }
    }
    this.set({ open });
  }
  fold() { this.set({ open: new Set(this.state.tree?.root ? [this.state.tree.root.key] : []) }); }

  /** A judgment is chosen: its place is marked in the program, its rule explained. */
  choose(key: number, premise?: string) {
    const node = this.state.tree?.byKey.get(key);
    if (!node) return;
    const failing = premise ?? node.premises.find((p) => p.evidence === "fails" || p.evidence === "assumed")?.premise;
    this.set({ chosen: key, place: this.state.stale ? undefined : node.span, card: { rule: node.rule, premise: failing }, without: this.state.card?.rule === node.rule ? this.state.without : undefined });
  }

  /** The judgment about a place is shown in the tree. */
  reveal(place: Place, mark = true) {
    const { tree, stale } = this.state, node = stale ? undefined : tree?.about(place);
    if (!node || !tree) return;
    const open = new Set(this.state.open);
    for (const key of tree.path(node)) open.add(key);
    this.set({ open, chosen: node.key, card: { rule: node.rule }, without: undefined, ...(mark ? { place: node.span } : {}) });
  }

  explainRule(rule: string, premise?: string) { this.set({ card: { rule, premise }, without: undefined }); }

  // Rules

  setRules(rules: Rules) {
    this.cancel();
    this.set({ rules, ...this.nothingRun() });
    this.changedRules();
  }

  switchPremise(name: string, off: boolean) {
    const others = this.state.rules.off.filter((o) => o !== name);
    this.setRules({ ...this.state.rules, off: off ? [...others, name] : others });
    this.say(off ? `${name} is taken as holding` : `${name} is in force`);
  }

  private async changedRules() {
    this.later();
    try {
      const { rules } = await this.engine!.ask<{ rules: Rule[] }>({ ask: "rules", options: { system: this.system } });
      this.set({ book: rules });
    } catch { /* the check says it */ }
  }

  /** What goes wrong if a premise is taken as holding: here, or in the smallest program. */
  async whatGoesWrong(premise: string) {
    if (!this.state.rules.off.includes(premise)) this.switchPremise(premise, true);
    this.set({ without: { premise, busy: true } });
    const mine = () => this.state.without?.premise === premise;
    // What goes wrong in a program that is rejected all the same is not this premise's.
    const check = await this.ask<Check>("check").catch(() => undefined), rejected = check !== undefined && !check.ok;
    if (!mine()) return;
    const found = rejected ? undefined : await this.find("Looking for what goes wrong");
    if (!mine()) return;
    const nothing = rejected ? "Without it this program is still rejected, for other reasons: what goes wrong in it need not be for want of this premise." : "Nothing goes wrong in this program in the schedules that were looked at.";
    if (found) {
      this.set({ without: { premise, busy: false, here: found } });
      this.show(found);
      this.say(`without ${premise}: ${found.what}`);
    }
    try {
      const why = await this.engine!.ask<Why>({ ask: "why", options: { name: premise, system: this.system } });
      if (mine()) this.set({ without: { ...this.state.without!, premise, busy: false, why, nothing: found ? undefined : nothing } });
    } catch (e) {
      if (mine()) this.set({ without: { ...this.state.without!, busy: false, nothing: found ? undefined : this.words(e) } });
    }
  }

  // Schedules

  /** The state and the steps of the schedule; what is answered about an older one is dropped. */
  present(): Promise<void> {
    this.presentation ??= this.presented().finally(() => { this.presentation = undefined; });
    return this.presentation;
  }
  private presentation?: Promise<void>;

  private async presented() {
    if (!this.engine) return;
    for (let again = true; again;) {
      const { schedule, at, text, rules, memory } = this.state;
      const same = () => this.state.memory === memory && this.state.schedule === schedule && this.state.at === at && this.state.text === text && this.state.rules === rules;
      try {
        // Steps with store buffers have no trace.
        const traced = memory ? undefined : this.state.trace && this.traced === schedule ? this.state.trace : await this.ask<Trace>("trace", { schedule, max_steps: STEPS });
        const now = await this.ask<State>("state", memory ? { schedule: written(schedule.slice(0, at)), memory_model: memory } : { schedule: schedule.slice(0, at) });
        again = !same();
        if (again) continue;
        this.traced = schedule;
        const parsed = "threads" in now;
        this.set(parsed ? { trace: traced, now, stuck: undefined } : { trace: undefined, now: undefined, stuck: "The program does not parse, so it does not run." });
      } catch (e) {
        again = !same();
        if (!again) this.set({ now: undefined, trace: undefined, stuck: this.words(e) });
      }
    }
  }
  private traced?: number[];

  /** One step after the other, each from a state that is known: keys come faster than answers. */
  step(thread: number) {
    this.stepping = this.stepping.then(async () => {
      if (this.state.now?.steps !== this.state.at) await this.present();
      await this.stepped(thread);
    });
  }
  private stepping = Promise.resolve();

  private async stepped(thread: number) {
    const { now, schedule, at } = this.state, t = now?.threads.find((t) => t.thread === thread);
    if (!t || at >= STEPS) return;
    if (!t.can_step) return this.say(t.why_not ?? `thread ${thread} cannot step`);
    // What comes next anyway keeps the rest of the schedule.
    const stride = t.stride ?? 1, own = Array<number>(stride).fill(thread), known = own.every((_, i) => schedule[at + i] === thread);
    this.set(known ? { at: at + stride } : { schedule: [...schedule.slice(0, at), ...own], at: at + stride });
    await this.presentAndSay();
  }

  go(at: number) {
    this.set({ at: Math.max(0, Math.min(this.state.schedule.length, at)) });
    this.presentAndSay();
  }

  private async presentAndSay() {
    await this.present();
    const { now } = this.state;
    if (!now) return;
    const able = now.threads.filter((t) => t.can_step).map((t) => t.thread);
    const can = able.length === 0 ? (now.over ?? "no thread can step") : able.length === 1 ? `thread ${able[0]} can step` : `threads ${able.slice(0, -1).join(", ")} and ${able.at(-1)} can step`;
    const did = now.last ? `thread ${now.last.thread}: ${now.last.text}` : "the start";
    this.set({ said: [did, ...now.faults.map((f) => f.message), can].join("; "), place: now.last?.span ?? undefined });
  }

  setSchedule(text: string) {
    const schedule = parsed(text);
    if (typeof schedule === "string") return this.set({ stuck: schedule });
    this.set({ schedule, at: schedule.length, stuck: undefined });
    this.presentAndSay();
  }

  /** A write that waits in the buffer of a thread is performed. */
  perform(thread: number, place: number) {
    const { schedule, at } = this.state;
    this.set({ schedule: [...schedule.slice(0, at), performs(thread, place)], at: at + 1 });
    this.presentAndSay();
  }

  /** The stepper begins again, with another memory. */
  setMemory(memory: string) {
    this.set({ memory: memory === "tso" || memory === "pso" ? memory : undefined, schedule: [], at: 0, trace: undefined, now: undefined, stuck: undefined });
    this.presentAndSay();
  }

  /** One run, by a scheduler that chooses by a seed. */
  async finish(seed: number) {
    try {
      const run = await this.ask<{ schedule: number[] }>("run", { seed, max_steps: STEPS });
      this.set({ memory: undefined, schedule: run.schedule, at: run.schedule.length });
      this.presentAndSay();
    } catch (e) { this.set({ stuck: this.words(e) }); }
  }

  /** Runs the program, by another schedule each time, and shows the run. */
  run() {
    this.set({ tab: "schedules", view: "step" });
    return this.finish(++this.seed);
  }
  private seed = 0;

  /** A finding in the stepper. */
  show(finding: { schedule?: number[] | string | null; memory?: string }) {
    const schedule = typeof finding.schedule === "string" ? parsed(finding.schedule) : finding.schedule;
    if (!schedule || typeof schedule === "string") return;
    this.set({ memory: finding.memory === "tso" || finding.memory === "pso" ? finding.memory : undefined, schedule, at: schedule.length, tab: "schedules", view: "step" });
    this.presentAndSay();
  }

  // Searches

  async searching<T>(what: string, ask: string, options: Record<string, unknown>): Promise<T | undefined> {
    this.cancel();
    const search = (this.search = new AbortController());
    this.set({ busy: { what }, failed: undefined, said: what });
    const progress = (progress: Progress) => { if (this.search === search) this.set({ busy: { what, progress } }); };
    try {
      const limits = { algorithm: this.engine!.algorithm, time: SECONDS, memory: 512 };
      return await this.engine!.ask<T>(this.question(ask, { ...limits, ...options }), { signal: search.signal, progress });
    } catch (e) {
      if (e instanceof Cancelled) this.set({ said: "cancelled" });
      else if (this.search === search) this.set({ failed: this.words(e), said: this.words(e) });
    } finally {
      if (this.search === search) { this.search = undefined; this.set({ busy: undefined }); }
    }
  }

  cancel() {
    const search = this.search;
    this.search = undefined;
    if (this.state.busy) this.set({ busy: undefined });
    search?.abort();
  }

  async explore(algorithm?: string, memory = "sc") {
    this.set({ explored: undefined });
    const explored = await this.searching<Explore>("Exploring every schedule", "explore", { ...(algorithm ? { algorithm } : {}), ...(memory === "sc" ? {} : { memory_model: memory }) });
    if (!explored) return;
    if (!("races" in explored)) return this.set({ failed: "The program does not parse, so it does not run." });
    const n = findings(explored).length + explored.endless.length;
    this.set({ explored, said: `${n === 0 ? "nothing goes wrong" : `${n} finding${n === 1 ? "" : "s"}`}; ${extent(explored)}` });
  }

  /** Pairs of accesses that may race, each tried out. What is off there is a refinement, and no premise. */
  async findPairs() {
    this.set({ pairs: undefined });
    const pairs = await this.searching<Pairs>("Looking for pairs that may race", "pairs", { off: [], verify: true, time: SECONDS });
    if (pairs && "pairs" in pairs) this.set({ pairs, said: `${pairs.pairs.length} pairs` });
    else if (pairs) this.set({ failed: "The program does not parse." });
  }

  async explain() {
    this.set({ explained: undefined });
    const explained = await this.searching<Explain>("Looking whether each error is real", "explain", {});
    if (explained && "verdicts" in explained) this.set({ explained, said: `${explained.verdicts.length} verdicts` });
    else if (explained) this.set({ failed: "The program does not parse." });
  }

  /** The state graph, or what is near the state that a schedule leads to. */
  async drawGraph(schedule: string | number[] = "") {
    this.set({ graph: undefined });
    const graph = await this.searching<Graph>("Building the state graph", "graph", { algorithm: "states", graph_nodes: 2_000, schedule });
    if (graph && "nodes" in graph) this.set({ graph, said: graph.extent });
    else if (graph) this.set({ failed: "The program does not parse, so it does not run." });
  }

  /** The first thing that goes wrong in this program: a race, if there is one. */
  private async find(what: string): Promise<(Finding & { what: string }) | undefined> {
    const explored = await this.searching<Explore>(what, "explore", { time: 20, ...(this.java ? {} : { monitors: "all" }) });
    if (!explored || !("races" in explored)) return undefined;
    this.set({ explored });
    const all = findings(explored).filter((f) => f.schedule);
    return all.sort((a, b) => a.schedule!.length - b.schedule!.length).sort((a, b) => Number(b.kind === "race") - Number(a.kind === "race"))[0];
  }

  /** Whether the program is one of Java. */
  get java(): boolean { return isJava(this.state.name); }
  /** The type system: as it was chosen, or as the program says. */
  get system(): string | undefined { return this.state.rules.system ?? this.own; }
  /** The type system that the program names. */
  get own(): string | undefined { return /^\s*\/\/!\s*system:\s*(\S+)/m.exec(this.state.text)?.[1]; }

  verdictOf(place: Place): Verdict | undefined {
    return this.state.explained?.verdicts.find((v) => v.span.line === place.line && v.span.column === place.column);
  }
  get command(): string {
    const { rules, name, schedule, at } = this.state;
    const flags = [...(rules.system ? [`--system ${rules.system}`] : []), ...rules.off.map((o) => `--off '${o}'`), ...rules.variant.map((v) => `--variant ${v}`), ...(rules.defaults ? ["--defaults"] : []), ...(rules.racy_fields ? ["--racy-fields"] : []), ...(rules.constructor_holds_lock ? ["--constructor-holds-lock"] : [])];
    if (this.state.memory) flags.push(`--memory-model ${this.state.memory}`);
    return ["racefree run", name, ...flags, `--scheduler 'replay:${written(schedule.slice(0, at))}'`].join(" ");
  }
}
