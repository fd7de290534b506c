// The course: chapters as data, which `racefree` makes of the book's Markdown; how far a reader is, kept by this browser.

export type Target = { kind: "chapter"; name: string; anchor: string | null } | { kind: "here"; anchor: string } | { kind: "calculus"; anchor: string } | { kind: "program"; name: string } | { kind: "file"; path: string } | { kind: "address"; url: string };
export type Inline = { kind: "text"; text: string } | { kind: "code"; text: string } | { kind: "strong"; text: Inline[] } | { kind: "emphasis"; text: Inline[] } | { kind: "link"; to: Target; text: Inline[] };
export type Block =
  | { kind: "heading"; level: number; anchor: string; text: Inline[] } | { kind: "paragraph"; text: Inline[] } | { kind: "list"; ordered: boolean; items: Block[][] } | { kind: "quote"; blocks: Block[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] } | { kind: "code"; text: string } | { kind: "transcript"; text: string } | { kind: "program"; name: string; text: string }
  | { kind: "rule"; name: string } | { kind: "why"; name: string } | { kind: "derivation"; name: string; text: string; at: string } | { kind: "exercise"; name: string } | { kind: "break" };
export interface Chapter { name: string; title: string; part: string; blocks: Block[] }
export interface Course { chapters: Chapter[] }

/** In a page that is one file the course is in it; else it is beside it. */
export async function load(): Promise<Course> {
  const own = document.getElementById("course");
  if (own) return JSON.parse(own.textContent!) as Course;
  const answer = await fetch("course.json");
  if (!answer.ok) throw new Error("the course cannot be loaded");
  return answer.json() as Promise<Course>;
}

const KEY = "racefree course";
interface Kept { last?: string; read: string[] }
/** Where a reader was last, and the chapters read to their end. */
export function kept(): Kept {
  try { return { read: [], ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) }; } catch { return { read: [] }; }
}
export function keep(change: Partial<Kept>) {
  try { localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...change })); } catch { /* a page from a file may have no storage */ }
}
