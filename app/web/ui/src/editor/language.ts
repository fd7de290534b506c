// The language for CodeMirror: colours, folding, indenting, completion.

import { type CompletionContext, type CompletionResult, completeFromList, ifNotIn } from "@codemirror/autocomplete";
import { LRLanguage, LanguageSupport, HighlightStyle, delimitedIndent, foldInside, foldNodeProp, indentNodeProp, syntaxHighlighting } from "@codemirror/language";
import { styleTags, tags } from "@lezer/highlight";
import { parser as javaParser } from "@lezer/java";
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

const java = LRLanguage.define({
  name: "java",
  parser: javaParser.configure({
    props: [indentNodeProp.add({ "Block ClassBody": delimitedIndent({ closing: "}", align: false }) }), foldNodeProp.add({ "Block ClassBody": foldInside })],
  }),
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "{", "[", '"'] }, indentOnInput: /^\s*\}$/ },
});

const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.standard(tags.typeName), tags.bool, tags.null], class: "kw" }, { tag: tags.number, class: "lit" }, { tag: tags.string, class: "lit" }, { tag: tags.comment, class: "comment" },
]));

const WORDS = "class extends final guarded_by write_guarded_by requires ghost thread_local new let in synchronized fork this null true false if else while print assert holds int boolean void atomic".split(" ");
const keywords = WORDS.map((label) => ({ label, type: "keyword" }));

interface Bound { name: string; type: string }
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*|\S/g;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** What is bound at the end of a text, innermost last: variables, parameters, ghosts, and the final fields of `this`. */
export function bound(text: string): Bound[] {
  const tokens = text.match(TOKEN)?.filter((t) => !/^\/[/*](?!#)/.test(t)) ?? [];
  const scopes: Bound[][] = [[]];
  let next: Bound[] = [], inClass = -1, header = false;
  /** A type and a name from here on. */
  const typed = (i: number): (Bound & { end: number }) | undefined => {
    const type = tokens[i];
    if (!type || !NAME.test(type.split(".")[0])) return undefined;
    let at = i + 1;
    if (tokens[at] === "<") { while (at < tokens.length && tokens[at] !== ">") at++; at++; }
    return tokens[at] && NAME.test(tokens[at]) ? { type, name: tokens[at], end: at + 1 } : undefined;
  };
  tokens.forEach((token, i) => {
    if (token === "{") {
      if (header) { next.push({ name: "this", type: "Object" }); inClass = scopes.length; header = false; }
      scopes.push(next);
      next = [];
    } else if (token === "}") {
      if (scopes.length > 1) scopes.pop();
      if (scopes.length <= inClass) inClass = -1;
    } else if (token === "class") { header = true; next = []; }
    else if (token === "ghost") { const own = typed(i + 1); if (own) next.push(own); }
    else if (token === "let") { const own = typed(tokens[i + 1] === "final" ? i + 2 : i + 1); if (own) scopes.at(-1)!.push(own); }
    else if (token === "final" && inClass === scopes.length - 1) { const own = typed(i + 1); if (own) scopes.at(-1)!.push({ ...own, name: `this.${own.name}` }); }
    else if ((token === "(" || token === ",") && !header && inClass === scopes.length - 1) { const own = typed(i + 1); if (own && /^[,)]$/.test(tokens[own.end] ?? "")) next.push(own); }
    else if (token === ";") next = [];
  });
  const names = new Map<string, Bound>();
  for (const own of scopes.flat()) { names.delete(own.name); names.set(own.name, own); }
  return [...names.values()];
}

const VALUES = /^(int|boolean|void|String)$/;

function names(host: EditorHost) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w$]*/)!, text = context.state.doc.sliceString(0, word.from);
    const members = host.members();
    if (text.endsWith(".")) return { from: word.from, options: members.filter((m) => m.kind === "field" || m.kind === "method").map((m) => ({ label: m.name, type: m.kind === "field" ? "property" : "method", detail: m.of })), validFor: /^\w*$/ };
    if (word.from === word.to && !context.explicit && !/\b(guarded_by|requires|synchronized)\s+$/.test(text)) return null;
    // Behind these words stands a lock: an object that does not change.
    const lock = /\b(guarded_by|requires|synchronized)\s+$/.test(text);
    const scope = bound(text).filter((b) => (lock ? !VALUES.test(b.type) : b.name !== "this" && !b.name.includes(".")));
    const variables = scope.map((b, i) => ({ label: b.name, type: "variable", detail: lock ? "a lock in scope" : b.type, boost: 1 + i / 100 }));
    const classes = lock ? [] : members.filter((m) => m.kind === "class").map((m) => ({ label: m.name, type: "class" }));
    return { from: word.from, options: [...variables, ...classes, ...(lock ? [] : keywords)], validFor: /^\w*$/ };
  };
}

export function language(host: EditorHost) {
  if (host.java()) return new LanguageSupport(java, [colours]);
  return new LanguageSupport(rfj, [colours, rfj.data.of({ autocomplete: ifNotIn(["Comment", "String"], names(host)) }), rfj.data.of({ autocomplete: ifNotIn(["Comment", "String"], completeFromList([])) })]);
}
