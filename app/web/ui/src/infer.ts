// Annotations found by the engine, as an edit that the reader takes or leaves.

import type { Model } from "./model.ts";
import type { Inferred } from "./types.ts";

/** What was found, and the text that it is about. */
export interface Proposal { of: string; found: Inferred }

export async function infer(model: Model) {
  const { text } = model.state;
  model.set({ proposal: undefined, tab: "program" });
  const found = await model.searching<Inferred>("Looking for annotations", "infer", { time: 20 });
  if (!found || model.state.text !== text) return;
  if (!("inferred" in found)) return model.set({ proposal: undefined, notice: "The program does not parse, so nothing can be inferred." });
  model.set({ proposal: { of: text, found }, said: found.ok ? `${found.inferred.length} annotations found` : "no annotations make it check" });
}

export interface Change { line: number; old: string[]; now: string[] }

/** The lines that an edit changes, in runs. */
export function changes(old: string, now: string): Change[] {
  const a = old.split("\n"), b = now.split("\n");
  if (a.length === b.length) {
    const out: Change[] = [];
    for (let i = 0; i < a.length; i++) {
      if (a[i] === b[i]) continue;
      const before = out.at(-1);
      if (before && before.line + before.old.length === i + 1) { before.old.push(a[i]); before.now.push(b[i]); } else out.push({ line: i + 1, old: [a[i]], now: [b[i]] });
    }
    return out;
  }
  let from = 0, end = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [{ line: from + 1, old: a.slice(from, a.length - end), now: b.slice(from, b.length - end) }];
}
