// The draft: what was written last, kept by this browser and sent nowhere.

import type { Rules } from "./types.ts";

const KEY = "racefree draft", THEME = "racefree theme";
export interface Draft { name: string; text: string; rules: Rules }

export function kept(): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? "null") as Draft | null;
    return draft && typeof draft.text === "string" && typeof draft.name === "string" && Array.isArray(draft.rules?.off) ? draft : undefined;
  } catch { return undefined; }
}
export function keep(draft: Draft) {
  try { localStorage.setItem(KEY, JSON.stringify(draft)); } catch { /* a page from a file may have no storage */ }
}
export function theme(): string | null {
  try { return localStorage.getItem(THEME); } catch { return null; }
}
export function keepTheme(theme: string) {
  try { localStorage.setItem(THEME, theme); } catch { /* as above */ }
}
