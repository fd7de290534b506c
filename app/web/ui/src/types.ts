// The answers that the page reads, as `docs/schemas/` has them; of each what it shows.

export interface Place { line: number; column: number; end_line: number; end_column: number }
export interface Fix { title: string; sure: boolean; edits: { span: Place; text: string }[] }
export interface Problem {
  kind: string; message: string; span: Place; help?: string | null; fixes: Fix[];
  rule?: string | null; premise?: string | null;
  related?: { message: string; span: Place }[]; notes?: string[]; because?: { message: string; rule: string; premise: string }[];
}
export interface Check { file: string; system: string; ok: boolean; type: string | null; errors: Problem[]; silenced: Problem[]; warnings: Problem[]; assumptions?: Record<string, number>; methods?: { name: string; text: string; declared: unknown; span: Place }[] }

export interface Premise { premise: string; evidence: "derivation" | "holds" | "assumed" | "fails"; node?: number; statement?: string }
export interface Judgment { id: number; key: number; rule: string; judgment: string; span: Place; holds: boolean; hidden?: number; substitution?: string; premises: Premise[] }
export interface Derivation {
  holds: boolean; assumed: number; judgments: number; shown: number; nodes: Judgment[];
  environments: { name: string; bindings: string }[]; failures: { node: number; message: string }[];
}

export interface Rule {
  rule: string; section: string; conclusion: string; note: string;
  premises: { name: string; statement: string; why: string; checks: boolean; witness?: string | null }[];
  example?: string | null;
}
export interface System { name: string; title: string; variants: { name: string; description: string }[] }
export interface Member { name: string; kind: string; name_span: Place; members?: Member[] }

export interface Field { name: string; value: string }
export interface Held { object: string; count: number; line: number }
export interface Step {
  step: number; thread: number; event: string; text: string; redex: string; span: Place | null;
  inside?: boolean; object?: string; field?: string; value?: string; old?: string; child?: number; count?: number; fields?: Field[]; holds?: Held[]; races?: number[];
}
export interface Lane { thread: number; name: string; forked_at: number | null; end: { state: string; what?: string; held_by?: number; span?: Place; redex?: string } }
export interface Trace {
  file: string; status: string; scheduler: string; seed: number | null; output: string[]; total: number; steps: Step[]; threads: Lane[];
  orders: { kind: string; from: number; to: number }[]; races: { field: string; object: string; steps: (number | null)[]; threads: number[] }[];
}
export interface ThreadState {
  thread: number; name: string; state: string; can_step: boolean; stride?: number; why_not?: string; redex?: string; span?: Place; value?: string;
  term?: [string, string, string]; holds: Held[]; buffer?: { object: string; field: string; value: string; can_perform: boolean }[]; variables?: Field[]; waits?: { lock: string; held_by: number; taken: number | null };
}
export interface ObjectState { name: string; fields: Field[]; locked_by: number | null; count: number }
export interface State {
  schedule: string; steps: number; last: Step | null; threads: ThreadState[]; heap: ObjectState[]; output: string[];
  faults: { kind: string; threads: number[]; message: string }[]; over: string | null;
}

export interface Finding {
  kind?: string; schedule?: number[] | null; command: string; switches: number; shortest: boolean;
  field?: string; object?: string; accesses?: { thread: number; kind: string; span: Place }[];
  cycle?: { thread: number; waits_for: string; held_by: number; span: Place }[];
  waits?: { thread: number; span: Place }[]; goes_on?: { thread: number; span: Place }[]; can_end?: boolean;
  exception?: string; monitor?: string; message?: string; thread?: number; span?: Place;
}
export interface Explore {
  algorithm: string; complete: boolean; taken?: string[]; cut: string | null; bound: string | null; why: string | null; executions: number; states: number | null; transitions: number;
  races: Finding[]; deadlocks: Finding[]; waiting?: Finding[]; livelocks?: Finding[]; exceptions: Finding[]; monitors: Finding[]; stuck: Finding[]; different_outcomes: number;
  causes: { field: string; access: Place | null; races: number }[]; endless: number[];
  beyond?: { model: string; complete: boolean; different: number; outcomes: { output: string[] | null; heap: string[]; threads: string[]; waits: { thread: number; object: string; field: string; value: string; span: Place }[]; turns: string; schedule: string | null }[] } | null;
  outcomes_by: { by: string; different: number; outcomes: { output: string[] | null; result: string | null; count: number; heap: string[]; threads: string[]; schedule: string | null }[] };
}
export interface Verdict {
  kind: string; rule: string | null; premise: string | null; message: string | null; span: Place; verdict: string; reasons: string[]; clients: number | null;
  finding: Finding | null; client: { main: string; program: string; finding: Finding } | null;
}
export interface Explain { open: boolean; suggestion?: string | null; verdicts: Verdict[] }
export interface GraphNode {
  depth: number; column: number; end: string; cut: boolean; races: string[]; deadlocks: string[]; heap: string[]; printed: string[]; command: string;
  threads: { name: string; state: string; what: string; line: number | null }[];
}
export interface Graph {
  file: string; extent: string; complete: boolean; source: string; nodes: GraphNode[];
  edges: { from: number; to: number; thread: string; text: string; line: number | null; steps: number; wrong: string[] }[];
}
export interface WhyExample {
  name: string; program: string; schedule: string; wrong: string; meaning: string; kind: string; tokens: number; derivation: Derivation; trace: Trace; command: string;
}
export interface Why {
  rule: string; premise: string | null; reason: string | null; conclusion: string; example: WhyExample | null; race: WhyExample | null; none_because: string[] | null;
  premises: Rule["premises"];
}
export interface Annotation { kind: string; text: string; class: string; member: string | null; span: Place; because: { message: string; span: Place }[] }
export interface Inferred { ok: boolean; complete: boolean; text: string; inferred: Annotation[]; errors: Problem[]; core: { message: string; span: Place }[] }
export interface Pair {
  field: string; accesses: { kind: string; span: Place }[]; threads: { locks: string[][]; spawn: (Place | "main")[] }[]; verdict: string | null; why: string | null; schedule: number[] | null; command: string | null;
}
export interface Pairs { complete: boolean; stages: { name: string; pairs: number }[]; pairs: Pair[] }
export interface ExerciseItem { name: string; file: string; title: string; kind: string; points: number; task: string; hints: string[]; text?: string; solution?: string }
export interface SheetLine { number: string; premise: string; judgment: string; last: string; blanks: string[] }
export interface Choices { rule: string[]; env: string[]; locks: string[]; type: string[] }
export interface Mark { number: string; state: "right" | "wrong" | "open"; wrong: string[]; open: string[]; message: string }
export interface Grade { points: number; max: number; verdict: string; stars?: number; where: string; message: string; marks?: Mark[] }
export interface ExerciseAnswer { exercises: ExerciseItem[]; sheet?: string; lines?: SheetLine[]; choices?: Choices; answer?: string; grade?: Grade }
export interface Example { name: string; title: string; system: string; level?: string; lesson?: number | null; teaches?: string[]; text?: string }

/** The rules of a question. */
export interface Rules { system?: string; variant: string[]; off: string[]; no_warn?: string[]; constructor_holds_lock?: boolean; racy_fields?: boolean; defaults?: boolean }
export interface Question { ask: string; program?: { name: string; text: string }; options?: Record<string, unknown> }
export interface Failure { kind: string; message: string }
export interface Progress { states: number; executions: number; depth: number; frontier: number }
