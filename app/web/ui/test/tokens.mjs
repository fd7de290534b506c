// Holds the editor's grammar to the lexer: each token of each program of the corpus has the same class in both.
//   node test/tokens.mjs path/to/racefree
import { execFileSync } from "node:child_process";
import esbuild from "esbuild";
import fs from "node:fs";

const bundle = await esbuild.build({ stdin: { contents: 'export { parser } from "./src/editor/rfj.parser";', resolveDir: "." }, bundle: true, format: "esm", write: false });
const { parser } = await import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);
const kinds = { Keyword: "keyword", Name: "name", Number: "number", String: "string", Sign: "sign", Open: "sign", Close: "sign", Stray: "sign", OpenParen: "sign", CloseParen: "sign" };

const corpus = "../../../corpus", files = fs.readdirSync(corpus, { recursive: true }).filter((f) => f.endsWith(".rfj")).sort();
const own = ['/*# requires l */ int f //# guarded_by this\n', 'class A { /* a /* nested */ comment */ String s = "a\\"b" }', 'let int i = 1 in { i <= 2 && !(i >= 3) || i != 4; i % 2 }'];
const texts = [...files.map((f) => fs.readFileSync(`${corpus}/${f}`, "utf8")), ...own];
const questions = texts.map((text) => JSON.stringify({ ask: "tokens", program: { name: "a.rfj", text } })).join("\n") + "\n";
const answers = execFileSync(process.argv[2] ?? "../../../target/debug/racefree", ["ask"], { input: questions, maxBuffer: 1 << 30 }).toString().trim().split("\n");

// Here `atomic` is the name of everything that can have one: to tell what it is where, the lexer keeps the open brackets.
const beyond = "syntax/atomic-names.rfj";
let compared = 0, wrong = 0;
texts.forEach((text, i) => {
  // The signs of the dialect of Java are for what Java becomes: nobody types them in the page.
  if (files[i] === beyond || text.includes("//! dialect: java\n")) return;
  const bytes = Buffer.from(text), mine = [];
  // Neither are the words that silence an error.
  const silenced = [...text.matchAll(/(?:\/\*#|\/\/#)\s*no_warn(?:(?!\*\/)[^\n])*|\bno_warn\b/g)].map((m) => [m.index, m.index + m[0].length]);
  parser.parse(text).iterate({ enter: (node) => {
    const kind = silenced.some(([from, to]) => from <= node.from && node.to <= to) ? undefined : kinds[node.name];
    // What opens and closes an annotation is no token of the answer.
    if (kind && !/^(\/\*#|\/\/#|\*\/)$/.test(text.slice(node.from, node.to))) mine.push(`${Buffer.byteLength(text.slice(0, node.from))}-${Buffer.byteLength(text.slice(0, node.to))} ${kind}`);
  } });
  const lexed = JSON.parse(answers[i]).tokens.map((t) => `${t.start}-${t.end} ${t.kind}`);
  compared += lexed.length;
  for (let k = 0; k < Math.max(mine.length, lexed.length); k++) {
    if (mine[k] === lexed[k]) continue;
    wrong++;
    const [from, to] = (lexed[k] ?? mine[k]).split(" ")[0].split("-").map(Number);
    console.error(`${files[i] ?? own[i - files.length]}: the lexer says ${lexed[k]}, the grammar ${mine[k]}: ${bytes.subarray(from, to)}`);
    break;
  }
});
console.log(`${texts.length} programs, ${compared} tokens, ${wrong} programs differ`);
process.exit(wrong || compared < 10_000 ? 1 : 0);
