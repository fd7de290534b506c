// Makes dist/ from src/: three scripts, the styles, the service worker, and the licences of what is in them.
import { buildParserFile } from "@lezer/generator";
import esbuild from "esbuild";
import fs from "node:fs";
import path from "node:path";

const grammar = buildParserFile(fs.readFileSync("src/editor/rfj.grammar", "utf8"), { fileName: "rfj.grammar", moduleStyle: "es" });
fs.writeFileSync("src/editor/rfj.parser.js", grammar.parser);
fs.writeFileSync("src/editor/rfj.terms.js", grammar.terms);

// The programs to begin with, as the headers of the corpus number them: their title and prose as comments, without what is claimed of them.
const corpus = "../../../corpus", KEY = /^[a-z-]+:/;
const lessons = fs.readdirSync(corpus, { recursive: true }).filter((f) => f.endsWith(".rfj")).map((file) => {
  const lines = fs.readFileSync(`${corpus}/${file}`, "utf8").trimEnd().split("\n"), head = lines.filter((l) => l.startsWith("//!")).map((l) => l.slice(3).trim());
  const said = (key) => head.find((l) => l.startsWith(`${key}: `))?.slice(key.length + 2), place = Number(/^lesson (\d+)$/.exec(said("level") ?? "")?.[1]);
  const prose = head.filter((l) => !KEY.test(l)).map((l, i) => `// ${l}${i ? "" : "."}`);
  return { place, name: path.basename(file), path: file.replace(/\.rfj$/, ""), title: head[0], teaches: said("teaches"), text: [...prose, ...lines.slice(head.length)].join("\n").replace(/\n{3,}/g, "\n\n") + "\n" };
}).filter((l) => l.place).sort((a, b) => a.place - b.place);

// Programs of Java to begin with.
const JAVA = ["races/Account", "races/LockedAccount", "races/CheckThenAct", "races/SharedMap", "races/DoubleChecked", "monitors/MissedNotify", "monitors/TwoAccounts", "litmus/PetersonPlain"];
const javas = JAVA.map((file) => {
  const lines = fs.readFileSync(`${corpus}/java-run/${file}.java`, "utf8").trimEnd().split("\n"), head = lines.filter((l) => l.startsWith("//!")), title = head[0].slice(3).trim();
  return { name: `${path.basename(file)}.java`, title, text: `// ${title}.\n${lines.slice(head.length).join("\n").trimStart()}\n` };
});

const made = await esbuild.build({
  entryPoints: { app: "src/app.tsx", editor: "src/editor/editor.ts", worker: "src/worker.ts", sw: "src/sw.ts" },
  outdir: "dist", bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", jsx: "automatic", jsxImportSource: "preact",
  legalComments: "none", define: { LESSONS: JSON.stringify(lessons), JAVA: JSON.stringify(javas) }, metafile: true, logLevel: "warning",
});
const styles = fs.readdirSync("src/styles").sort().map((f) => fs.readFileSync(`src/styles/${f}`, "utf8")).join("\n");
fs.writeFileSync("dist/app.css", (await esbuild.transform(styles, { loader: "css", minify: true, charset: "utf8" })).code);
fs.copyFileSync("src/index.html", "dist/index.html");
// What the page asks about its first program, as it asks it: the site answers these before it is loaded. The number of judgments is that of the model.
const [{ name, text }] = lessons, program = { name, text }, rules = { variant: [], off: [] }, question = (ask, options = {}) => JSON.stringify({ ask, program, options: { ...rules, ...options } });
const judgments = Number(/FIRST = (\d+)/.exec(fs.readFileSync("src/model.ts", "utf8"))[1]);
fs.writeFileSync("dist/first.json", JSON.stringify([question("check"), question("derivation", { judgments }), question("derivation"), question("outline"), JSON.stringify({ ask: "rules", options: {} }), JSON.stringify({ ask: "systems" })], null, 1) + "\n");

// Each package of which something is in the scripts, with its licence.
const packages = new Set(Object.keys(made.metafile.inputs).map((f) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(f)?.[1]).filter(Boolean));
const licences = [...packages].sort().map((name) => {
  const folder = path.join("node_modules", name), { version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = fs.readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  if (!file) throw new Error(`${name} has no licence file`);
  return `${name} ${version} (${license})\n\n${fs.readFileSync(path.join(folder, file), "utf8").trim()}\n`;
});
fs.writeFileSync("dist/LICENSES.txt", `What of others is in these scripts, made by build.mjs.\n\n${licences.join(`\n${"-".repeat(72)}\n\n`)}`);
for (const f of fs.readdirSync("dist").sort()) console.log(f.padEnd(14), fs.statSync(`dist/${f}`).size);
