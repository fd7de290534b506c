#!/usr/bin/env node
// Measures the page: node app/web/bench [SITE] [RACEFREE]. Prints a table; asserts nothing.
//   SITE      a folder made by `racefree play --export-site` (target/site)
//   STATES=N  so many states are looked at (1,000,000)
//   RACEFREE  the native program, built for release (target/release/racefree)
import { execFileSync } from "node:child_process";
import { chromium } from "./ui/node_modules/@playwright/test/index.mjs";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { serve } from "./ui/test/serve.mjs";

const [site = "target/site", racefree = "target/release/racefree"] = process.argv.slice(2);
const rows = [], row = (what, goal, value) => { rows.push([what, goal, value]); console.log(`${what.padEnd(52)} ${goal.padEnd(22)} ${value}`); };
const sizes = Object.fromEntries(fs.readdirSync(site).map((f) => [f, gzipSync(fs.readFileSync(path.join(site, f)), { level: 9 }).length]));
// What the first diagnostics need: the first program is judged in the page. Behind it come the modules, the small one first.
const first = ["index.html", "app.css", "app.js", "editor.js", "worker.js"];
const kb = (n) => `${Math.round(n / 1024)} KB`, sum = first.reduce((n, f) => n + sizes[f], 0);
row("first load, gz", "≤ 650 KB", `${kb(sum)} (editor ${kb(sizes["editor.js"])}, index ${kb(sizes["index.html"])}; behind it what judges other programs, ${kb(sizes["judge.wasm"])}, and all of the engine, ${kb(sizes["engine.wasm"])})`);

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"] });
const { url, server } = await serve(site);
async function cold(rate) {
  const context = await browser.newContext({ serviceWorkers: "block" }), page = await context.newPage();
  if (rate > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
  const start = Date.now();
  await page.goto(url);
  await page.waitForSelector(".problem", { timeout: 120_000 });
  const took = Date.now() - start;
  await context.close();
  return took;
}
for (const [rate, goal] of [[1, "≤ 1 s"], [4, "≤ 3 s"]]) {
  const took = [];
  for (let i = 0; i < 5; i++) took.push(await cold(rate));
  row(`cold load to first diagnostics${rate > 1 ? `, ${rate}× slower` : ""}`, goal, `${median(took)} ms (median of 5)`);
}

// 500 lines: the same class again and again, under another name.
const account = (i) => `class Account${i} {\n  int balance guarded_by this = 0\n  int deposit(int x) requires this {\n    this.balance = this.balance + x\n  }\n}\n`;
const lines = (n) => Array.from({ length: Math.ceil(n / 10) }, (_, i) => account(i)).join("") + Array.from({ length: Math.ceil(n / 10) }, (_, i) => `let Account${i} a${i} = new Account${i} in\nfork { synchronized a${i} in a${i}.deposit(10) };\nfork { synchronized a${i} in a${i}.deposit(10) };\n`).join("") + "0\n";
const text = lines(500), context = await browser.newContext({ serviceWorkers: "block" }), page = await context.newPage();
await page.goto(url);
const worker = await page.evaluate(async (text) => {
  const worker = new Worker("worker.js"), module = await WebAssembly.compileStreaming(fetch("judge.wasm"));
  const ask = (question) => new Promise((done) => { worker.onmessage = ({ data }) => data.text && done(data.text); worker.postMessage({ id: 1, question: JSON.stringify(question) }); });
  await new Promise((done) => { worker.onmessage = done; worker.postMessage({ module }); });
  const program = { name: "a.rfj", text }, time = async (question, n) => {
    const took = [];
    for (let i = 0; i < n; i++) { const start = performance.now(); await ask(question); took.push(performance.now() - start); }
    return took.sort((a, b) => a - b);
  };
  // The first ones are compiled while they run.
  await time({ ask: "check", program }, 20);
  const check = await time({ ask: "check", program }, 100), derivation = await time({ ask: "derivation", program, options: { judgments: 300 } }, 20);
  return { check: check[94], half: check[50], derivation: derivation[10] };
}, text);
row(`check in the worker, ${text.split("\n").length - 1} lines, p95`, "< 16 ms", `${worker.check.toFixed(1)} ms (median ${worker.half.toFixed(1)})`);
row("first screen of its derivation", "< 50 ms", `${worker.derivation.toFixed(1)} ms (median of 20)`);

// A search over all states of five threads that count, here and natively, one thread each.
const racy = `class C { int f  int g }\nlet C c = new C in {\n${"  fork { c.f = c.f + 1; c.g = c.g + c.f };\n".repeat(4)}  c.f = 0\n}\n`;
const question = JSON.stringify({ ask: "explore", program: { name: "a.rfj", text: racy }, options: { algorithm: "states", max_states: Number(process.env.STATES ?? 1_000_000), time: 120 } });
// Processor time; that of a process which is asked nothing much is taken off, in which the module is read and compiled.
const pid = (asked, command, args) => {
  const script = `import resource, subprocess, sys\nr = subprocess.run(sys.argv[1:], input=open(0,"rb").read(), capture_output=True)\nprint(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)\nprint(r.stdout.decode())`;
  const [time, answer] = execFileSync("python3", ["-c", script, command, ...args], { input: `${asked}\n`, maxBuffer: 1 << 30 }).toString().split("\n");
  return { time: Number(time), states: JSON.parse(answer).states };
};
const engines = [[racefree, ["ask", "--limits", "browser"]], ["node", [path.join(import.meta.dirname, "ui/test/answers.mjs"), path.join(site, "engine.wasm")]]];
const start = engines.map((e) => median([1, 2, 3].map(() => pid('{"ask":"systems"}', ...e).time))), speeds = engines.map(() => []);
// In turns, since the machine may be slower at one time than at another.
for (let i = 0; i < 5; i++) engines.forEach((e, k) => { const { time, states } = pid(question, ...e); speeds[k].push(states / (time - start[k])); });
const [native, wasm] = speeds.map(median);
row("states a second of processor time, one thread", "≥ 40 % of native", `${Math.round(wasm / 1e3)},000; native ${Math.round(native / 1e3)},000: ${Math.round((100 * wasm) / native)} %`);

// A derivation as a page, from the disk.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "racefree-bench-")), program = path.join(folder, "large.rfj"), made = path.join(folder, "large.html");
fs.writeFileSync(program, lines(6_000));
fs.writeFileSync(made, execFileSync(racefree, ["check", program, "--derivation", "html", "--depth", "100000"], { maxBuffer: 1 << 30 }));
const judgments = /"judgments":(\d+)/.exec(fs.readFileSync(made, "utf8"))?.[1];
const took = [];
for (let i = 0; i < 3; i++) {
  const p = await context.newPage(), start = Date.now();
  await p.goto(pathToFileURL(made).href, { waitUntil: "commit" });
  await p.waitForSelector("[role=treeitem]", { timeout: 120_000 });
  took.push(Date.now() - start);
  await p.close();
}
row(`exported derivation, ${judgments} judgments, ${kb(fs.statSync(made).size)}, first paint`, "< 1 s", `${median(took)} ms (median of 3)`);
await browser.close();
server.close();
