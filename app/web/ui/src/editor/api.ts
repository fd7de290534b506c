// What the page and the editor know of each other: the editor is a script of its own, which pages without one leave out.

import type { Fix, Place, Problem } from "../types.ts";

export interface EditorHost {
  edited(text: string): void;
  apply(fix: Fix): void;
  /** Lines about a place, if there is something to say. */
  about(place: Place): { title: string; lines: string[] } | undefined;
  /** The cursor was set somewhere by hand. */
  pointed(place: Place): void;
  /** Whether the program is one of Java. */
  java(): boolean;
  /** Members of classes, for completion. */
  members(): { name: string; kind: string; of: string }[];
}
export interface Mark { place: Place; class: string; title?: string }
export interface EditorHandle {
  setText(text: string): void;
  setProblems(problems: Problem[], warnings: Problem[]): void;
  setMarks(marks: Mark[]): void;
  reveal(place: Place): void;
  focus(): void;
}
export type MakeEditor = (parent: HTMLElement, text: string, host: EditorHost) => EditorHandle;

declare global { var racefreeEditor: MakeEditor | undefined }
