// Exercises: asked of the engine, which computes the answers and grades what is handed in. What was solved is kept by this browser.

import type { Model } from "./model.ts";
import { written } from "./schedule.ts";
import type { Choices, ExerciseAnswer, ExerciseItem, Grade, Mark, SheetLine } from "./types.ts";

/** An exercise that is open. */
export interface Open { item: ExerciseItem; prompt: string; handed: string; hints: number; lines?: SheetLine[]; choices?: Choices; marks?: Mark[]; grade?: Grade; answer?: string; reveals?: boolean; busy?: boolean }

const KEY = "racefree exercises";
/** The points and stars of what was solved, by name. */
export function solved(): Record<string, { points: number; stars?: number }> {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, { points: number; stars?: number }>; } catch { return {}; }
}
function keep(name: string, { points, stars }: Grade) {
  const all = solved(), before = all[name];
  if (before && before.points >= points && (before.stars ?? 0) >= (stars ?? 0)) return;
  try { localStorage.setItem(KEY, JSON.stringify({ ...all, [name]: { points, stars } })); } catch { /* a page from a file may have no storage */ }
}

const ask = (model: Model, options: Record<string, unknown>) => model.engine!.ask<ExerciseAnswer>({ ask: "exercise", options });
export const list = async (model: Model) => (await ask(model, {})).exercises;

export async function begin(model: Model, name: string) {
  try {
    const { exercises: [item], sheet, lines: parts, choices } = await ask(model, { name }), lines = (sheet ?? "").split("\n");
    // Hints are given one by one; the lines stay, because answers name lines.
    model.load({ name: item.file, text: item.text!.replace(/^\/\/! hint: .*$/gm, "//!") });
    const program = item.kind === "annotate" || item.kind === "repair";
    const prompt = program ? "" : lines.filter((l) => l.startsWith("# ")).map((l) => l.slice(2)).filter((l) => l !== item.task).join(" ");
    model.set({ tab: item.kind === "schedule" ? "schedules" : "program", view: "step", exercise: { item, prompt, handed: program ? "" : lines.filter((l) => !l.startsWith("#")).join("\n").trimEnd(), hints: 0, lines: parts, choices }, start: false, said: `exercise: ${item.title}` });
  } catch (e) { model.set({ dialog: undefined, notice: e instanceof Error ? e.message : String(e) }); }
}

export const change = (model: Model, what: Partial<Open>) => { if (model.state.exercise) model.set({ exercise: { ...model.state.exercise, ...what } }); };

/** What is handed in: of a schedule that of the stepper, of a program that of the editor. */
function handed(model: Model): string {
  const { exercise, schedule, text } = model.state, kind = exercise!.item.kind;
  return kind === "schedule" ? written(schedule) : kind === "annotate" || kind === "repair" ? text : exercise!.handed;
}

export async function grade(model: Model) {
  const own = model.state.exercise!.item.name;
  change(model, { busy: true });
  try {
    const { grade } = await ask(model, { name: own, handed: handed(model) });
    if (model.state.exercise?.item.name !== own) return;
    if (grade?.verdict === "right") keep(own, grade);
    change(model, { grade, marks: grade?.marks, busy: false });
    model.say(grade ? `${grade.verdict}: ${grade.message}` : "not graded");
  } catch (e) { change(model, { busy: false }); model.set({ notice: e instanceof Error ? e.message : String(e) }); }
}

/** Marks the lines of a derivation as it stands; of the line that was changed it is said. All of it right is solved. */
export async function marks(model: Model, changed?: string) {
  const { item, handed } = model.state.exercise!;
  try {
    const { grade } = await ask(model, { name: item.name, handed });
    const now = model.state.exercise;
    if (now?.item.name !== item.name || now.handed !== handed || !grade) return;
    const right = grade.verdict === "right";
    if (right) keep(item.name, grade);
    change(model, { marks: grade.marks, grade: right ? grade : undefined });
    const mark = grade.marks?.find((m) => m.number === changed);
    if (mark) model.say(right ? "all of it is right" : `${mark.number} is ${mark.state}${mark.message ? `: ${mark.message}` : ""}`);
  } catch (e) { model.set({ notice: e instanceof Error ? e.message : String(e) }); }
}

export async function answer(model: Model) {
  const { name } = model.state.exercise!.item;
  try { const { answer } = await ask(model, { name, solve: true }); change(model, { answer }); } catch (e) { model.set({ notice: e instanceof Error ? e.message : String(e) }); }
}

/** Whether what the tools say of the program would be the answer. */
export function hides(model: Model): boolean {
  const e = model.state.exercise;
  return !!e && (e.item.kind === "predict" || e.item.kind === "derivation") && !e.reveals && e.grade?.verdict !== "right";
}

/** Whether a repair of the program would be the answer. */
export function mends(model: Model): boolean {
  const e = model.state.exercise;
  return !!e && (e.item.kind === "annotate" || e.item.kind === "repair") && e.grade?.verdict !== "right";
}
