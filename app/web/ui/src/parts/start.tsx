// The beginning: a sentence that says what the page is for, and the programs to begin with.

import { javas, lessons, setBegun } from "../lessons.ts";
import type { Model } from "../model.ts";

export const SENTENCE = "Write a small program with threads, see why its types accept or reject it, and run it in every order to see the race that a rule prevents.";

/** The programs to begin with, the one that is open marked. */
export function Lessons({ model, more }: { model: Model; more?: boolean }) {
  return (
    <ol class="lessons">
      {lessons.map((l) => (
        <li key={l.place}>
          <button type="button" aria-current={model.state.lesson === l.place ? "true" : undefined} title={l.title} onClick={() => model.learn(l.place)}><b>{l.place}</b> <span>{l.teaches}</span>{more ? <span class="visually-hidden">: {l.title}</span> : <small>{l.title}</small>}</button>
        </li>
      ))}
      {more && <li><button type="button" class="plain" onClick={() => model.set({ dialog: "examples" })}>All examples</button></li>}
    </ol>
  );
}

/** Programs of Java to begin with, the one that is open marked. */
export function Javas({ model }: { model: Model }) {
  return (
    <ul class="lessons javas" aria-label="Programs of Java">
      {javas.map((p) => (
        <li key={p.name}>
          <button type="button" aria-current={model.state.name === p.name ? "true" : undefined} title={p.title} onClick={() => { model.load(p); model.say(p.title); }}><b>Java</b> <span>{p.name.replace(/\.java$/, "")}</span></button>
        </li>
      ))}
    </ul>
  );
}

export function Start({ model }: { model: Model }) {
  const close = () => { setBegun(); model.set({ start: false }); };
  return (
    <section class="start" aria-label="Where to begin">
      <p><b>{SENTENCE}</b> <span>Where one is rejected, ask “What goes wrong without it?”</span></p>
      <div class="ends"><button type="button" class="plain" aria-label="Close the list of programs to begin with" onClick={close}>✕</button></div>
      <Lessons model={model} more />
      <Javas model={model} />
    </section>
  );
}
