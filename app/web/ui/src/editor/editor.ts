// The editor: CodeMirror with the language, problems in their places, and marks of what other panes point at.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldEffect, foldGutter, foldKeymap, foldService, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, type Text, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { Places } from "../places.ts";
import type { Problem } from "../types.ts";
import type { EditorHost, MakeEditor, Mark } from "./api.ts";
import { language } from "./language.ts";

const marked = StateEffect.define<Mark[]>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) {
      if (!e.is(marked)) continue;
      const places = new Places(tr.newDoc.toString());
      const ranges = e.value.map((m) => ({ ...places.range(m.place), m })).filter((r) => r.from < r.to && r.to <= tr.newDoc.length);
      set = Decoration.set(ranges.map(({ from, to, m }) => Decoration.mark({ class: m.class, attributes: m.title ? { title: m.title } : undefined }).range(from, to)), true);
    }
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});

const position = (state: EditorState, at: number) => {
  const line = state.doc.lineAt(at), column = [...line.text.slice(0, at - line.from)].length + 1;
  return { line: line.number, column, end_line: line.number, end_column: column };
};

const hover = (host: EditorHost) => hoverTooltip((view, at) => {
  const word = view.state.wordAt(at);
  if (!word) return null;
  const said = host.about({ ...position(view.state, word.from) });
  if (!said) return null;
  return {
    pos: word.from, end: word.to, above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "hover";
      const title = dom.appendChild(document.createElement("b"));
      title.textContent = said.title;
      for (const line of said.lines) dom.appendChild(document.createElement("div")).textContent = line;
      return { dom };
    },
  };
});

/** A message, with what stands in backticks as code. */
function said(text: string): Node {
  const out = document.createElement("span");
  text.split("`").forEach((part, i, all) => {
    const code = i % 2 === 1 && i + 1 < all.length;
    out.appendChild(code ? document.createElement("code") : document.createTextNode("")).textContent = i % 2 === 1 && !code ? `\`${part}` : part;
  });
  return out;
}

/** The header of a program but its first line: what is claimed of it is not what is read first. */
function header(doc: Text): { from: number; to: number } | null {
  let n = 0;
  while (n < doc.lines && doc.line(n + 1).text.startsWith("//!")) n++;
  return n > 2 ? { from: doc.line(1).to, to: doc.line(n).to } : null;
}
const headers = foldService.of((state, start) => (start === 0 ? header(state.doc) : null));

/** What is wrapped goes on below the first word of its line, two columns further in. */
const hanging = ViewPlugin.define((view) => ({ lines: hung(view), update(u: ViewUpdate) { if (u.docChanged || u.viewportChanged) this.lines = hung(u.view); } }), { decorations: (own) => own.lines });
function hung(view: EditorView): DecorationSet {
  const set = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at), columns = Math.min(/^ */.exec(line.text)![0].length + 2, 24);
      set.add(line.from, line.from, Decoration.line({ attributes: { style: `padding-left: calc(${columns}ch + 6px); text-indent: -${columns}ch` } }));
      at = line.to + 1;
    }
  }
  return set.finish();
}

const make: MakeEditor = (parent, text, host) => {
  let quiet = false, java = host.java();
  const spoken = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter({ openText: "▾", closedText: "▸" }), codeFolding(), headers, lintGutter(), history(), drawSelection(), indentOnInput(), indentUnit.of("  "), bracketMatching(), closeBrackets(),
        autocompletion(), highlightActiveLine(), marks, hover(host), spoken.of(language(host)), EditorView.lineWrapping, hanging,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": "The program", "aria-description": "Escape, then Tab, leaves the editor", tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) host.edited(update.state.doc.toString());
          else if (update.selectionSet && !quiet && update.transactions.some((t) => t.isUserEvent("select"))) host.pointed(position(update.state, update.state.selection.main.from));
        }),
      ],
    }),
  });
  const folded = header(view.state.doc);
  if (folded) view.dispatch({ effects: foldEffect.of(folded) });
  const quietly = (f: () => void) => { quiet = true; try { f(); } finally { quiet = false; } };
  return {
    setText(text) {
      if (java !== host.java()) {
        java = host.java();
        quietly(() => view.dispatch({ effects: spoken.reconfigure(language(host)) }));
      }
      const old = view.state.doc.toString();
      if (old === text) return;
      let from = 0, end = 0;
      while (from < old.length && from < text.length && old[from] === text[from]) from++;
      while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
      const changes = view.state.changes({ from, to: old.length - end, insert: text.slice(from, text.length - end) }), head = header(changes.apply(view.state.doc));
      quietly(() => view.dispatch({ changes, effects: head && from < head.to ? foldEffect.of(head) : [], annotations: Transaction.userEvent.of("input.replace") }));
    },
    setProblems(problems, warnings) {
      const places = new Places(view.state.doc.toString()), length = view.state.doc.length;
      const one = (severity: "error" | "warning") => (p: Problem): Diagnostic => {
        const { from, to } = places.range(p.span);
        return {
          from: Math.min(from, length), to: Math.min(Math.max(to, from), length), severity, source: p.rule ? `${p.rule}/${p.premise}` : undefined, message: p.message, renderMessage: () => said(p.message),
          actions: p.fixes.map((fix) => ({ name: fix.title, apply: () => host.apply(fix) })),
        };
      };
      quietly(() => view.dispatch(setDiagnostics(view.state, [...problems.map(one("error")), ...warnings.map(one("warning"))])));
    },
    setMarks(list) { quietly(() => view.dispatch({ effects: marked.of(list) })); },
    reveal(place) {
      const { from } = new Places(view.state.doc.toString()).range(place);
      quietly(() => view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin: 40 }) }));
    },
    focus() { view.focus(); },
  };
};

globalThis.racefreeEditor = make;
