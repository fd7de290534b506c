// Drafts: what was written and stands in no file or link, kept by this browser and sent nowhere. Each is of one document, and none is
// written over another: a second page with the same document keeps a draft of its own.

import type { Rules } from "./types.ts";

const KEY = "racefree drafts", THEME = "racefree theme";
/** So many are kept, the newest. */
const MOST = 50;

export interface Draft {
  /** The document: `own`, `file …`, `link …`; a number behind it tells several drafts of one apart. */
  of: string; name: string; text: string; rules: Rules;
  /** The text that it began with. */
  base: string; time: number;
}

const sound = (d: unknown): d is Draft => {
  const draft = d as Draft | null;
  return !!draft && [draft.of, draft.name, draft.text, draft.base].every((s) => typeof s === "string") && typeof draft.time === "number" && Array.isArray(draft.rules?.off) && Array.isArray(draft.rules.variant);
};

/** All drafts, the newest first. */
export function drafts(): Draft[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(all) ? all.filter(sound).sort((a, b) => b.time - a.time) : [];
  } catch { return []; }
}
function store(all: Draft[]) {
  try { localStorage.setItem(KEY, JSON.stringify(all.sort((a, b) => b.time - a.time).slice(0, MOST))); } catch { /* a page from a file may have no storage */ }
}

/** The newest draft of a document. */
export const draftOf = (document: string): Draft | undefined => drafts().find((d) => d.of === document || d.of.startsWith(`${document} #`));

/** The draft that one page writes. */
export class Keeper {
  /** What this page has written last, or begun with. */
  private last?: string;
  constructor(private of: string, private base: string, begun?: Draft) {
    if (begun) { this.of = begun.of; this.base = begun.base; this.last = begun.text; }
  }

  keep({ name, text, rules }: { name: string; text: string; rules: Rules }) {
    const all = drafts(), there = all.find((d) => d.of === this.of);
    if (there?.text === text) { this.last = text; return; }
    // Another page has written it since, or it was there before: it stays.
    if (there && there.text !== this.last) this.of = `${this.of.split(" #")[0]} #${Date.now()}`;
    const others = all.filter((d) => d.of !== this.of);
    store(text === this.base ? others : [{ of: this.of, name, text, rules, base: this.base, time: Date.now() }, ...others]);
    this.last = text;
  }

  /** The text is in its file: there is nothing to keep. */
  saved(text: string) {
    this.base = text;
    store(drafts().filter((d) => d.of !== this.of || d.text !== text));
  }
}

export function theme(): string | null {
  try { return localStorage.getItem(THEME); } catch { return null; }
}
export function keepTheme(theme: string) {
  try { localStorage.setItem(THEME, theme); } catch { /* as above */ }
}
