// The script of every page: the data in it says which.

import { render } from "preact";
import { drafts } from "./draft.ts";
import type { Engine } from "./engine/engine.ts";
import { Native } from "./engine/native.ts";
import { Workers } from "./engine/workers.ts";
import { begun, lessons } from "./lessons.ts";
import { opened, unpack } from "./link.ts";
import { Model, type Program } from "./model.ts";
import { DerivationPage, GraphPage, type PageData, TracePage } from "./pages.tsx";
import { TermsPage } from "./parts/terms.tsx";
import { WhyPage } from "./parts/why.tsx";
import { Shell } from "./parts/shell.tsx";
import { setTheme } from "./parts/theme.tsx";

const FIRST = { name: lessons[0].name, text: lessons[0].text, lesson: 1 };

const TABS = ["program", "typing", "schedules"] as const;

/** In a page that is one file, module and worker are in it; else they are beside it. */
function workers(answered?: Record<string, string>): Engine {
  const inline = document.getElementById("engine"), script = document.getElementById("worker");
  if (inline && script) {
    const bytes = Uint8Array.from(atob(inline.textContent!.trim()), (c) => c.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([script.textContent!], { type: "text/javascript" }));
    return new Workers(WebAssembly.compile(bytes), url, async (name) => JSON.parse(document.getElementById(name)!.textContent!));
  }
  const file = async (name: string) => {
    const answer = await fetch(`${name}.json`);
    if (!answer.ok) throw new Error(`the ${name} cannot be loaded`);
    return answer.json();
  };
  // The small module first: all of the engine is loaded when that is here, so that they do not share the line.
  const judge = WebAssembly.compileStreaming(fetch("judge.wasm")), whole = () => WebAssembly.compileStreaming(fetch("engine.wasm"));
  return new Workers(judge.then(whole, whole), "worker.js", file, judge, answered);
}

async function play(data: Extract<PageData, { page: "play" }>, root: HTMLElement) {
  // Browsers load no module and no worker from a folder; the page as one file has them in it.
  if (location.protocol === "file:" && data.engine === "worker" && !document.getElementById("engine")) return location.replace(`page.html${location.search}${location.hash}`);
  const engine = data.engine === "native" ? new Native() : workers(data.answered);
  const model = new Model(engine, data.file ? opened(data.file) : FIRST);
  if (engine instanceof Native && data.path) model.saver = (text, known) => engine.save(text, known);
  if (data.address) model.set({ address: data.address });
  /** What the address says: a link before an example, an example before a file, a file before the last draft. */
  const begin = async () => {
    const asked = new URLSearchParams(location.search), course = asked.get("course"), embedded = asked.has("embed"), example = asked.get("example");
    if (course !== null) void model.openCourse(course);
    if (embedded) model.set({ embedded, tab: TABS.find((t) => t === asked.get("tab")) ?? "program" });
    let damaged: string | undefined;
    try {
      const linked = await unpack(location.hash);
      if (linked) return model.open(`link ${location.hash}`, opened(linked) as Program);
    } catch (e) { damaged = `The link cannot be opened: ${(e as Error).message}. ${data.file ? "The program of the page is" : drafts().length ? "Your draft is" : "A program to begin with is"} here instead.`; }
    const last = embedded ? undefined : drafts().find((d) => d.of.startsWith("own"));
    if (example) { model.load(FIRST); void model.example(example); }
    else if (data.file) model.open(`file ${data.path ?? data.file.name}`, opened(data.file) as Program);
    else if (last) model.resume(last);
    else {
      model.open("own", FIRST);
      model.set({ start: !begun() && course === null });
    }
    if (damaged) model.set({ notice: damaged });
  };
  await begin();
  render(<Shell model={model} />, root);
  addEventListener("hashchange", () => unpack(location.hash).then((l) => l && model.open(`link ${location.hash}`, opened(l) as Program), (e) => model.set({ notice: `The link cannot be opened: ${e.message}.` })));
  addEventListener("popstate", () => { const chapter = new URLSearchParams(location.search).get("course"); if (chapter) model.turnTo(chapter); });
  await model.begin();
  if (data.engine === "worker" && "serviceWorker" in navigator && location.protocol.startsWith("http")) navigator.serviceWorker.register("sw.js").catch(() => undefined);
}

setTheme();
const root = document.getElementById("app")!, data = JSON.parse(document.getElementById("data")!.textContent!) as PageData;
root.textContent = "";
if (data.page === "play") play(data, root);
else if (data.page === "derivation") render(<DerivationPage data={data} />, root);
else if (data.page === "trace") render(<TracePage data={data} />, root);
else if (data.page === "terms") render(<TermsPage data={data} />, root);
else if (data.page === "graph") render(<GraphPage data={data} />, root);
else render(<WhyPage data={data} />, root);
