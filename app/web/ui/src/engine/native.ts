// The native engine of `racefree play`: a question is posted, lines come back: progress, and then the answer.

import { Cancelled, Changed, type Engine, read } from "./engine.ts";
import type { Progress, Question } from "../types.ts";

export class Native implements Engine {
  readonly name = "racefree on this machine";
  readonly algorithm = "auto";

  /** Writes the file that the page is of, if it has the text that is known. */
  async save(text: string, known: string | undefined): Promise<void> {
    const response = await fetch("save", { method: "POST", body: JSON.stringify({ text, known }), headers: { "content-type": "application/json" } }).catch(() => { throw new Error("racefree does not answer: was it ended?"); });
    const said = (await response.text()).trim();
    if (!response.ok) throw new Error(said || `racefree says ${response.status}`);
    if (said === "changed") throw new Changed("the file has changed on the disk since it was opened here");
  }

  async ask<T>(question: Question, how: { signal?: AbortSignal; progress?: (p: Progress) => void } = {}): Promise<T> {
    try {
      const response = await fetch("ask", { method: "POST", body: JSON.stringify(question), signal: how.signal, headers: { "content-type": "application/json" } });
      if (!response.ok || !response.body) throw new Error(`racefree says ${response.status}`);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
        for (let end = text.indexOf("\n"); end >= 0 && text.startsWith('{"progress"'); end = text.indexOf("\n")) {
          how.progress?.((JSON.parse(text.slice(0, end)) as { progress: Progress }).progress);
          text = text.slice(end + 1);
        }
      }
      return read<T>(text);
    } catch (e) {
      if (how.signal?.aborted) throw new Cancelled();
      if (e instanceof TypeError) throw new Error("racefree does not answer: was it ended?");
      throw e;
    }
  }
}
