// The state of the page, and words for what is in it.

import type { Chapter } from "./course.ts";
import type { Open } from "./exercise.ts";
import type { Proposal } from "./infer.ts";
import type { Tree } from "./tree.ts";
import type { Check, Example, Explain, Explore, Finding, Graph, Member, Pairs, Place, Progress, Rule, Rules, State, Step, System, Trace, Why } from "./types.ts";

export type Tab = "course" | "program" | "typing" | "schedules";
export type View = "step" | "explore" | "graph" | "pairs" | "explain";
export type Dialog = "examples" | "exercises" | "rules" | "share" | "help";

/** What came of asking without a premise. */
export interface Without { premise: string; here?: Finding & { what: string }; nothing?: string; why?: Why; busy: boolean }

export interface Shown {
  name: string;
  text: string;
  rules: Rules;
  tab: Tab;
  view: View;
  dialog?: Dialog;
  notice?: string;
  /** What can be done about the notice. */
  offer?: { label: string; act: () => void };
  said: string;
  /** The programs to begin with are shown; one of them is open. */
  start?: boolean;
  lesson?: number;
  check?: Check;
  outline: Member[];
  /** The engine's refusal to judge the program. */
  refused?: string;
  book: Rule[];
  systems: System[];
  tree?: Tree;
  /** The derivation is that of the last text that has parsed. */
  stale?: boolean;
  open: Set<number>;
  chosen?: number;
  card?: { rule: string; premise?: string };
  without?: Without;
  /** What is marked in the program. */
  place?: Place;
  schedule: number[];
  at: number;
  /** Memory of the stepper: sequentially consistent, or with store buffers. */
  memory?: "tso" | "pso";
  trace?: Trace;
  now?: State;
  stuck?: string;
  explored?: Explore;
  explained?: Explain;
  graph?: Graph;
  pairs?: Pairs;
  /** What was inferred for the program. */
  proposal?: Proposal;
  exercise?: Open;
  /** The course, and the chapter that is open. */
  course?: { chapters: Chapter[]; chapter: string; anchor?: string };
  /** Large type and one pane, for a room. */
  projects?: boolean;
  /** The page stands in another page. */
  embedded?: boolean;
  /** The address that links go to, if it is another than that of this page. */
  address?: string;
  /** Two rule sets are shown side by side. */
  compares?: boolean;
  failed?: string;
  busy?: { what: string; progress?: Progress };
  examples: Example[];
}

/** A program with how it is looked at. */
export interface Program { name: string; text: string; rules?: Rules; schedule?: number[]; at?: number; view?: View; notice?: string; lesson?: number }

/** What a search found, each in words. */
export function findings(e: Explore): (Finding & { what: string })[] {
  const access = (f: Finding) => f.accesses!.map((a) => `thread ${a.thread} ${a.kind}s it at line ${a.span.line}`).join(", ");
  const at = (all: { thread: number; span: Place }[], does: string) => all.map((t) => `thread ${t.thread} ${does} line ${t.span.line}`).join(", ");
  const made = (kind: string, list: Finding[], what: (f: Finding) => string) => list.map((f) => ({ ...f, kind, what: what(f) }));
  return [
    ...made("race", e.races, (f) => `a race on ${f.field}: ${access(f)}`),
    ...made("deadlock", e.deadlocks, (f) => `a deadlock: ${f.cycle!.map((w) => `thread ${w.thread} waits for ${w.waits_for}, which thread ${w.held_by} holds`).join("; ")}`),
    ...made("waiting", e.waiting ?? [], (f) => `${at(f.waits!, "waits for ever at")}: nobody is left who could wake it`),
    ...made("livelock", e.livelocks ?? [], (f) => `a livelock: ${at(f.goes_on!, "comes back for ever to")}, ${f.can_end ? "though another schedule may end" : "and no schedule ends any more"}`),
    ...made("exception", e.exceptions, (f) => `thread ${f.thread} ends with ${f.exception} at line ${f.span!.line}`),
    ...made("stuck", e.stuck, (f) => `thread ${f.thread} is stuck at line ${f.span!.line}`),
    ...made("monitor", e.monitors, (f) => `${f.message} (monitor ${f.monitor}, line ${f.span!.line})`),
  ];
}

/** Whether a step is shown without being asked for: others can see it, and it is not inside the library of Java, unless it is part of a race. */
export const seen = (s: Step) => s.event !== "local" && (!s.inside || !!s.races?.length);

/** Whether a program is one of Java: its name says so. */
export const isJava = (name: string) => /.\.java$/i.test(name);

/** How many rules are not as they stand. */
export const changed = (rules: Rules): number => rules.off.length + rules.variant.length + (rules.no_warn?.length ?? 0) + [rules.constructor_holds_lock, rules.racy_fields, rules.defaults].filter(Boolean).length;

/** What a search covered. */
export function extent(e: { complete: boolean; taken?: string[]; bound: string | null; cut: string | null }): string {
  const covered = e.complete ? "every schedule was covered" : (e.bound ?? e.cut ?? "the search is not complete");
  return [covered, ...(e.taken ?? [])].join("; ");
}
