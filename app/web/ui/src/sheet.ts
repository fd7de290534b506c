// A sheet in parts: its lines with what is filled into their blanks, written as the text that is handed in, and read from it.

import type { SheetLine } from "./types.ts";

export const GAP = "____";
/** Kinds of blanks, as the engine names them. */
export type Kind = "env" | "locks" | "type" | "judgment" | "rule" | "verdict";
/** Texts that are filled in, by line and number of the blank in it: `1.3/0`; the last column is `1.3/last`. */
export type Fills = Record<string, string>;
/** A part of a judgment: text, or a blank. */
export type Piece = { text: string } | { blank: Kind; key: string };

/** The pieces of a line's judgment. */
export function pieces(line: SheetLine): Piece[] {
  const found: Piece[] = [];
  line.judgment.split(GAP).forEach((text, n, all) => {
    if (text) found.push({ text });
    if (n + 1 < all.length) found.push({ blank: kind(line.judgment, all.slice(0, n + 1).join(GAP)), key: `${line.number}/${n}` });
  });
  return found;
}

/** The kind of a blank, by what stands before it. */
function kind(whole: string, before: string): Kind {
  if (whole === GAP) return "judgment";
  if (!before.includes("|-")) return before.split(";").length === 2 ? "env" : "locks";
  return /\s:\s*$/.test(before) ? "type" : "locks";
}

/** The blank of the last column, if it is one. */
export const last = (line: SheetLine): Kind | undefined => (line.last === `[${GAP}]` ? "rule" : line.last === GAP ? "verdict" : undefined);

/** The sheet as it is handed in. */
export function written(lines: SheetLine[], fills: Fills): string {
  return lines.map((line) => {
    const judgment = pieces(line).map((p) => ("text" in p ? p.text : fills[p.key]?.trim() || GAP)).join("");
    const of = last(line), own = fills[`${line.number}/last`] || GAP;
    return [line.number, line.premise, judgment, of === "rule" ? `[${own}]` : of ? own : line.last].filter(Boolean).join("  ");
  }).join("\n");
}

/** Fills of a text; what does not fit the sheet is left out. */
export function read(lines: SheetLine[], text: string): Fills {
  const fills: Fills = {}, plain = (s: string) => s.replace(/\s+/g, " ").trim();
  const rows = new Map(text.split("\n").map((row) => [row.trim().split(/\s+/)[0], plain(row.replace(/\s#.*$/, ""))]));
  for (const line of lines) {
    const row = rows.get(line.number), parts = pieces(line);
    if (!row) continue;
    const escape = (s: string) => plain(s).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const start = [line.number, line.premise].filter(Boolean).map(escape).join(" ");
    const body = parts.map((p) => ("text" in p ? `\\s*${escape(p.text)}\\s*` : "(.*?)")).join("");
    const end = last(line) === "rule" ? "\\[([^\\]]*)\\]" : last(line) ? "(holds|fails|____)" : escape(line.last);
    const found = new RegExp(`^${start}\\s*${body}\\s*${end}$`).exec(row);
    if (!found) continue;
    const keys = [...parts.flatMap((p) => ("text" in p ? [] : [p.key])), ...(last(line) ? [`${line.number}/last`] : [])];
    keys.forEach((key, n) => { const own = found[n + 1].trim(); if (own && own !== GAP) fills[key] = own; });
  }
  return fills;
}

/** The number of the line of whose judgment this is a premise. */
export const below = (number: string) => number.split(".").slice(0, -1).join(".");
