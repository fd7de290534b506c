// Places of answers (lines and columns from 1, columns in characters) and offsets in the text (UTF-16 units).

import type { Place } from "./types.ts";

export class Places {
  private starts: number[] = [0];

  constructor(private text: string) {
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) this.starts.push(i + 1);
  }

  offset(line: number, column: number): number {
    const start = this.starts[line - 1];
    if (start === undefined) return this.text.length;
    let at = start;
    for (let i = 1; i < column && at < this.text.length && this.text[at] !== "\n"; i++) at += this.text.codePointAt(at)! > 0xffff ? 2 : 1;
    return at;
  }

  range(place: Place): { from: number; to: number } {
    const from = this.offset(place.line, place.column);
    return { from, to: Math.max(from, this.offset(place.end_line, place.end_column)) };
  }
}

export const contains = (a: Place, b: Place) =>
  (a.line < b.line || (a.line === b.line && a.column <= b.column)) && (a.end_line > b.end_line || (a.end_line === b.end_line && a.end_column >= b.end_column));

export const at = (place: Place) => `${place.line}:${place.column}`;
