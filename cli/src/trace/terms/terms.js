"use strict";
const { title, steps, races, states, cut } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const make = (tag, cls, text) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
};
const colour = (t) => `var(--t${t % 8})`;
const end = states.length - 1;
let now = 0; // so many steps have been made

// Each state is the one before it with what is different; kept every few states, so that stepping back is quick.
const EVERY = 64, kept = [{ threads: new Map(), objects: new Map() }];
function onto(state, change) {
  for (const t of change.threads) state.threads.set(t.thread, t);
  for (const o of change.objects) state.objects.set(o.name, o);
}
function state(n) {
  const copy = (s) => ({ threads: new Map(s.threads), objects: new Map(s.objects) });
  let at = Math.min(Math.floor(n / EVERY), kept.length - 1);
  let it = copy(kept[at]);
  for (let i = at * EVERY; i <= n; i++) {
    if (i > 0 && i % EVERY === 0 && i / EVERY === kept.length) kept.push(copy(it));
    onto(it, states[i]);
  }
  return it;
}

function event(p, n) {
  p.replaceChildren();
  if (n < 1 || n > end) { p.append(make("span", "none", n < 1 ? "this is the first state" : "there is none: the run is over here")); return; }
  const s = steps[n - 1];
  const name = make("b", "", `thread ${s.thread}`);
  name.style.color = colour(s.thread);
  p.append(make("span", "rule", `[${states[n].rule}]`), name, ` ${s.text}${s.span ? ` (line ${s.span.line})` : ""}`);
  for (const r of s.races || []) p.append(make("b", "wait", ` ◀ race ${r + 1} on ${races[r].field}`));
}

function paint() {
  const { threads, objects } = state(now);
  const moved = now > 0 ? steps[now - 1].thread : -1, next = now < end ? steps[now].thread : -1;
  $("where").textContent = `step ${now} of ${end}`;
  $("slider").value = now;
  $("first").disabled = $("back").disabled = now === 0;
  $("last").disabled = $("forward").disabled = now === end;
  event($("made"), now);
  event($("next"), now + 1);
  $("threads").replaceChildren(...[...threads.values()].map((t) => {
    const row = make("div", `t${t.thread === moved ? " moved" : ""}${t.thread === next ? " next" : ""}`);
    row.style.borderLeftColor = colour(t.thread);
    const code = make("code"), [before, redex, after] = t.term;
    code.append(before);
    if (redex) code.append(make("mark", "", redex));
    code.append(after);
    const what = make("div");
    what.append(code);
    if (t.rests) what.append(make("div", t.rests.startsWith("waits") ? "wait" : "none", t.rests));
    row.append(make("b", "", String(t.thread)), what);
    return row;
  }));
  const changed = new Set(now > 0 ? states[now].objects.map((o) => o.name) : []);
  $("heap").replaceChildren(...[...objects.values()].map((o) => {
    const box = make("div", `o${o.lock ? " locked" : ""}`);
    const head = make("h3", "", o.name);
    if (o.lock) head.append(make("small", "", o.lock));
    box.append(head);
    for (const f of o.fields) {
      const line = make("div", changed.has(o.name) ? "new" : "");
      line.append(make("span", "", f.name), make("code", "", f.value));
      box.append(line);
    }
    return box;
  }));
  if (!objects.size) $("heap").append(make("span", "none", "no object yet"));
  const output = steps.slice(0, now).filter((s) => s.event === "print").map((s) => s.value);
  $("printed").hidden = !output.length;
  $("output").textContent = output.join("\n");
}

const go = (n) => { now = Math.max(0, Math.min(end, n)); paint(); };
$("name").textContent = title.file;
$("verdict").textContent = `${title.status}, ${title.scheduler}${title.seed === null ? "" : `, seed ${title.seed}`}`;
if (cut) { $("cut").hidden = false; $("cut").textContent = cut; }
$("slider").max = end;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(now - 1));
$("forward").addEventListener("click", () => go(now + 1));
$("last").addEventListener("click", () => go(end));
const dark = (on) => { document.documentElement.dataset.theme = on ? "dark" : "light"; };
dark(matchMedia("(prefers-color-scheme: dark)").matches);
$("theme").addEventListener("click", () => dark(document.documentElement.dataset.theme !== "dark"));
document.addEventListener("keydown", (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey || e.target.id === "slider") return;
  const keys = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: end };
  if (e.key in keys) { e.preventDefault(); go(keys[e.key]); }
});
paint();
