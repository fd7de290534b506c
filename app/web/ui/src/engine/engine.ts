// What answers questions: a worker with the WebAssembly module, the native program over HTTP, or nothing.

import type { Failure, Progress, Question } from "../types.ts";

export class Refused extends Error {
  constructor(readonly failure: Failure) { super(failure.message); }
}
/** A question that was taken back. */
export class Cancelled extends Error {}
/** The file has another text than this page knows. */
export class Changed extends Error {}

export interface Engine {
  /** What it is, for the page's foot. */
  readonly name: string;
  /** The algorithm of searches. */
  readonly algorithm: string;
  ask<T>(question: Question, how?: { signal?: AbortSignal; progress?: (p: Progress) => void }): Promise<T>;
}

/** An answer, or the failure that stands in its place. */
export function read<T>(text: string): T {
  const answer = JSON.parse(text) as T & { error?: Failure };
  if (answer.error && typeof answer.error.kind === "string") throw new Refused(answer.error);
  return answer;
}
