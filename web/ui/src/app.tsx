// The script of every page: the data in it says which.

import { render } from "preact";
import { kept } from "./draft.ts";
import type { Engine } from "./engine/engine.ts";
import { Native } from "./engine/native.ts";
import { Workers } from "./engine/workers.ts";
import { unpack } from "./link.ts";
import { Model, type Shown, type View } from "./model.ts";
import { DerivationPage, GraphPage, type PageData, TracePage } from "./pages.tsx";
import { TermsPage } from "./parts/terms.tsx";
import { WhyPage } from "./parts/why.tsx";
import { parsed } from "./schedule.ts";
import { Shell } from "./parts/shell.tsx";
import { setTheme } from "./parts/theme.tsx";

const FIRST = { name: "account.rfj", text: `// Two deposits into one account. One of them forgets the lock.
class Account {
  int balance guarded_by this = 0
  int deposit(int x) requires this {
    this.balance = this.balance + x
  }
}

let Account a = new Account in {
  fork { synchronized a in a.deposit(10) };
  fork { a.deposit(10) }
}
` };

/** In a page that is one file, module and worker are in it; else they are beside it. */
function workers(): Engine {
  const inline = document.getElementById("engine"), script = document.getElementById("worker");
  if (inline && script) {
    const bytes = Uint8Array.from(atob(inline.textContent!.trim()), (c) => c.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([script.textContent!], { type: "text/javascript" }));
    return new Workers(WebAssembly.compile(bytes), url, async () => JSON.parse(document.getElementById("examples")!.textContent!));
  }
  const programs = async () => {
    const answer = await fetch("examples.json");
    if (!answer.ok) throw new Error("the examples cannot be loaded");
    return answer.json();
  };
  return new Workers(WebAssembly.compileStreaming(fetch("engine.wasm")), "worker.js", programs);
}

async function play(data: Extract<PageData, { page: "play" }>, root: HTMLElement) {
  const engine = data.engine === "native" ? new Native() : workers();
  let start: Partial<Shown> & { name: string; text: string } = { ...(data.file ?? kept() ?? FIRST) };
  try {
    const linked = await unpack(location.hash);
    if (linked) {
      const schedule = parsed(linked.schedule ?? ""), steps = typeof schedule === "string" ? [] : schedule;
      const rules = { variant: linked.rules?.variant ?? [], off: linked.rules?.off ?? [], ...(linked.rules?.system ? { system: linked.rules.system } : {}) };
      const view = (["step", "explore", "graph", "explain"].includes(linked.view ?? "") ? linked.view : "step") as View;
      start = { name: linked.name, text: linked.text, rules, view, schedule: steps, at: Math.min(linked.at ?? steps.length, steps.length) };
    }
  } catch (e) { start.notice = `The link cannot be opened: ${(e as Error).message}. Your draft is here instead.`; }
  const model = new Model(engine, start);
  render(<Shell model={model} />, root);
  addEventListener("hashchange", () => unpack(location.hash).then((l) => l && model.load({ name: l.name, text: l.text, rules: l.rules && { ...l.rules, variant: l.rules.variant ?? [], off: l.rules.off ?? [] }, schedule: typeof parsed(l.schedule ?? "") === "string" ? [] : (parsed(l.schedule ?? "") as number[]) }), (e) => model.set({ notice: `The link cannot be opened: ${e.message}.` })));
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
