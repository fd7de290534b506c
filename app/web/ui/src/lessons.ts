// The programs to begin with, in an order to learn by; `build.mjs` takes them from the corpus, so that they are here before anything is loaded.

export interface Lesson { place: number; name: string; path: string; title: string; teaches: string; text: string }
declare const LESSONS: Lesson[];
export const lessons = LESSONS;

/** Programs of Java to begin with. */
export interface JavaProgram { name: string; title: string; text: string }
declare const JAVA: JavaProgram[];
export const javas = JAVA;

const KEY = "racefree begun";
/** Whether a reader has closed the list of them. */
export function begun(): boolean {
  try { return localStorage.getItem(KEY) !== null; } catch { return false; }
}
export function setBegun() {
  try { localStorage.setItem(KEY, "1"); } catch { /* a page from a file may have no storage */ }
}
