// The language for CodeMirror: colours, folding, indenting, completion.

import { type CompletionContext, type CompletionResult, completeFromList, ifNotIn } from "@codemirror/autocomplete";
import { LRLanguage, LanguageSupport, HighlightStyle, delimitedIndent, foldInside, foldNodeProp, indentNodeProp, syntaxHighlighting } from "@codemirror/language";
import { styleTags, tags } from "@lezer/highlight";
import { parser } from "./rfj.parser";
import type { EditorHost } from "./api.ts";

export const rfj = LRLanguage.define({
  name: "rfj",
  parser: parser.configure({
    props: [
      styleTags({ Keyword: tags.keyword, Name: tags.variableName, Number: tags.number, String: tags.string, Comment: tags.comment, Sign: tags.punctuation }),
      indentNodeProp.add({ Block: delimitedIndent({ closing: "}", align: false }), Group: delimitedIndent({ closing: ")" }) }),
      foldNodeProp.add({ Block: foldInside }),
    ],
  }),
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "{", '"'] }, indentOnInput: /^\s*\}$/ },
});

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.keyword, class: "kw" }, { tag: tags.number, class: "lit" }, { tag: tags.string, class: "lit" }, { tag: tags.comment, class: "comment" },
]));

const WORDS = "class extends final guarded_by write_guarded_by requires ghost thread_local new let in synchronized fork this null true false if else while print assert holds int boolean void atomic".split(" ");
const keywords = WORDS.map((label) => ({ label, type: "keyword" }));

/** Names that a `let` or a parameter binds before a place. */
function bound(text: string): string[] {
  const names = [...text.matchAll(/\b(?:let|ghost)\s+[A-Za-z_][\w.]*(?:<[^>]*>)?\s+([A-Za-z_]\w*)|[(,]\s*[A-Za-z_][\w.]*(?:<[^>]*>)?\s+([A-Za-z_]\w*)\s*(?=[,)])/g)];
  return [...new Set(names.map((m) => m[1] ?? m[2]))];
}

function names(host: EditorHost) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$]*/)!, text = context.state.doc.sliceString(0, word.from);
    const members = host.members();
    if (text.endsWith(".")) return { from: word.from, options: members.filter((m) => m.kind === "field" || m.kind === "method").map((m) => ({ label: m.name, type: m.kind === "field" ? "property" : "method", detail: m.of })), validFor: /^\w*$/ };
    if (word.from === word.to && !context.explicit && !/\b(guarded_by|requires|synchronized)\s+$/.test(text)) return null;
    // Behind these words stands a lock: an object that does not change.
    const lock = /\b(guarded_by|requires|synchronized)\s+$/.test(text);
    const variables = [...bound(text), ...(lock ? ["this"] : [])].map((label) => ({ label, type: "variable", detail: lock ? "a lock in scope" : undefined, boost: 1 }));
    const classes = lock ? [] : members.filter((m) => m.kind === "class").map((m) => ({ label: m.name, type: "class" }));
    return { from: word.from, options: [...variables, ...classes, ...(lock ? [] : keywords)], validFor: /^\w*$/ };
  };
}

export function language(host: EditorHost) {
  return new LanguageSupport(rfj, [colours, rfj.data.of({ autocomplete: ifNotIn(["Comment", "String"], names(host)) }), rfj.data.of({ autocomplete: ifNotIn(["Comment", "String"], completeFromList([])) })]);
}
