// What a table of tokens cannot say: comments nest, and some words are keywords in their places alone.

import { ExternalTokenizer, type InputStream } from "@lezer/lr";
import { comment as Comment, contextual as Contextual } from "./rfj.terms";

const SLASH = 47, STAR = 42, HASH = 35, LINE = 10, END = -1;

export const comment = new ExternalTokenizer((input) => {
  if (input.next !== SLASH || (input.peek(1) !== SLASH && input.peek(1) !== STAR) || input.peek(2) === HASH) return;
  const line = input.peek(1) === SLASH;
  input.advance(2);
  for (let depth = 1; depth > 0 && (input.next as number) !== END;) {
    const [a, b] = [input.next as number, input.peek(1)];
    if (line) {
      if (a === LINE) break;
      input.advance();
    } else if (a === STAR && b === SLASH) {
      depth--;
      input.advance(2);
    } else if (a === SLASH && b === STAR) {
      depth++;
      input.advance(2);
    } else input.advance();
  }
  input.acceptToken(Comment);
});

const LETTERS = /[A-Za-z0-9_$]/;
const char = (input: InputStream, at: number) => { const c = input.peek(at); return c < 0 ? "" : String.fromCharCode(c); };

/** The word or sign before the token. */
function before(input: InputStream): string {
  let at = -1;
  let lines = 0;
  for (; /\s/.test(char(input, at)); at--) lines += char(input, at) === "\n" ? 1 : 0;
  // The end of a comment is no word before it.
  let line = "";
  if (lines) for (let i = at; !/^\n?$/.test(char(input, i)); i--) line = char(input, i) + line;
  if (line.includes("//")) return "";
  if (!LETTERS.test(char(input, at))) return char(input, at);
  let word = "";
  for (; LETTERS.test(char(input, at)); at--) word = char(input, at) + word;
  return word;
}

/** `atomic` before an expression or a member, and the words of an atomicity. */
export const contextual = new ExternalTokenizer((input) => {
  const first = char(input, 0);
  if (!/[achmelr]/.test(first) || LETTERS.test(char(input, -1))) return;
  let word = "";
  for (let at = 0; LETTERS.test(char(input, at)) && at < 12; at++) word += char(input, at);
  if (!/^(atomic|atomicity|held|const|mover|left|right|cmpd|error)$/.test(word)) return;
  const last = before(input);
  let after = word.length;
  while (/\s/.test(char(input, after))) after++;
  const next = char(input, after);
  const keyword = word === "atomicity" ? last === ")" || LETTERS.test(last) && last !== "." && /[a-z(]/.test(next)
    : word === "held" ? last === "(" && next !== "." && next !== ","
    : /^(atomicity|\?|:)$/.test(last) ? true
    : word === "atomic" && last !== "." && /[A-Za-z_{!"0-9]/.test(next) && !/^(int|boolean|void|class|new|let)$/.test(last);
  if (!keyword) return;
  input.advance(word.length);
  input.acceptToken(Contextual);
});
