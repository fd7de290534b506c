"use strict";
const { title, trace, source, cut } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const make = (tag, cls, text) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
};
const colour = (t) => `var(--t${t % 8})`;
const ROW = 26, HEAD = 34, narrow = matchMedia("(max-width: 700px)").matches, GUTTER = narrow ? 40 : 58;
const steps = trace.steps, threads = trace.threads, end = steps.length;
let now = 0;       // so many steps have been made
let rows = [];     // the steps that are shown
const rowOf = [];  // step number -> index into rows

// What the threads do next: for each thread its steps in order.
const stepsOf = threads.map(() => []);
for (const s of steps) stepsOf[s.thread].push(s);
const done = (t) => { // how many of a thread's steps have been made
  const own = stepsOf[t];
  let lo = 0, hi = own.length;
  while (lo < hi) { const mid = (lo + hi) >> 1; if (own[mid].step <= now) lo = mid + 1; else hi = mid; }
  return lo;
};
const next = (t) => stepsOf[t][done(t)];
const exists = (t) => t === 0 || (threads[t].forked_at !== null && threads[t].forked_at <= now);

// The state after `now` steps.
function state() {
  const heap = new Map(), output = [];
  const object = (name) => {
    if (!heap.has(name)) heap.set(name, { fields: new Map(), owner: null, count: 0, line: 0 });
    return heap.get(name);
  };
  for (const s of steps.slice(0, now)) {
    if (s.event === "alloc") for (const f of s.fields || []) object(s.object).fields.set(f.name, f.value);
    if (s.event === "alloc") object(s.object);
    if (s.event === "write" || s.event === "init-write") object(s.object).fields.set(s.field, s.value);
    if (s.event === "acquire" || s.event === "release") {
      const o = object(s.object);
      o.count = s.count;
      if (s.count === 0) o.owner = null;
      else if (s.event === "acquire" && s.count === 1) { o.owner = s.thread; o.line = s.span.line; }
    }
    if (s.event === "print") output.push(s.value);
  }
  return { heap, output };
}

// The board.
// On a narrow screen the lanes stand close together, and the texts to the right of all of them.
const room = $("lanes").clientWidth - GUTTER - 12;
const column = narrow ? Math.min(20, Math.floor(room / 2 / threads.length)) : Math.max(200, Math.min(330, Math.floor(room / threads.length)));
const textWidth = narrow ? room - threads.length * column : column - 22;
const x = (t) => GUTTER + t * column + 9;
const textX = (t) => x(narrow ? threads.length - 1 : t) + 8;
const y = (row) => HEAD + row * ROW + ROW / 2;
const rowElements = [];

function board() {
  const local = $("local").checked;
  rows = steps.filter((s) => local || s.event !== "local");
  rowOf.length = 0;
  rows.forEach((s, i) => { rowOf[s.step] = i; });
  const box = make("div");
  box.id = "board";
  if (!narrow) box.style.width = `${GUTTER + threads.length * column + 8}px`;
  box.style.height = `${HEAD + (rows.length + 2) * ROW}px`;
  const head = make("div", "head");
  threads.forEach((lane, t) => {
    const name = make("span", "", narrow ? t : `thread ${t}`);
    name.title = `thread ${t}`;
    name.style.left = `${x(t) - (narrow ? 4 : 8)}px`;
    name.style.color = colour(t);
    head.append(name);
  });
  box.append(head, arrows());
  rowElements.length = 0;
  rows.forEach((s, i) => {
    const row = make("div", "row");
    if (s.event === "local") row.classList.add("local");
    if (s.races) row.classList.add("race");
    row.style.top = `${HEAD + i * ROW}px`;
    const text = make("span", "e", s.event === "write" ? `write ${s.object}.${s.field} = ${s.value}` : s.text);
    text.style.left = `${textX(s.thread)}px`;
    text.style.maxWidth = `${textWidth}px`;
    row.title = `step ${s.step}, line ${s.span.line}: ${s.redex}\n${s.text}${s.races ? `\nrace ${s.races.map((r) => r + 1).join(", ")}` : ""}`;
    row.append(make("span", "n", s.step), text);
    row.addEventListener("click", () => go(s.step));
    box.append(row);
    rowElements.push(row);
  });
  $("lanes").replaceChildren(box);
}

function svg(tag, attributes) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
}

// The row of the first shown step of a thread from this one on.
const rowFrom = (step) => {
  if (rowOf[step] !== undefined) return rowOf[step];
  const t = steps[step - 1].thread;
  const later = stepsOf[t].find((s) => s.step > step && rowOf[s.step] !== undefined);
  return later && rowOf[later.step];
};

function arrows() {
  const s = svg("svg", { width: "100%", height: "100%" });
  const defs = svg("defs", {});
  for (const kind of ["fork", "lock"]) {
    const marker = svg("marker", { id: `end-${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
    marker.append(svg("path", { d: "M0 0L8 4L0 8z", fill: `var(--${kind})` }));
    defs.append(marker);
  }
  s.append(defs);
  threads.forEach((lane, t) => {
    const own = rows.map((r, i) => [r, i]).filter(([r]) => r.thread === t).map(([, i]) => i);
    if (own.length === 0) return;
    s.append(svg("line", { x1: x(t), x2: x(t), y1: y(own[0]), y2: y(own[own.length - 1]), stroke: colour(t), "stroke-width": 2, opacity: .75 }));
    for (const i of own) s.append(svg("circle", { cx: x(t), cy: y(i), r: rows[i].event === "local" ? 2.5 : rows[i].races ? 6 : 4.5, fill: rows[i].races ? "var(--race)" : colour(t) }));
  });
  for (const o of trace.orders) {
    const from = rowOf[o.from], to = rowFrom(o.to);
    if (from === undefined || to === undefined) continue;
    const a = steps[o.from - 1].thread, b = steps[o.to - 1].thread;
    // Down beside the lane, across between two rows, down to the dot: so it runs through no text.
    const side = a < b ? 1 : -1, down = x(a) + (o.kind === "fork" ? 7 : 9.5) * (side > 0 ? 1 : -1), across = y(to) - ROW / 2;
    const path = svg("path", {
      d: `M${x(a)} ${y(from)}Q${down} ${y(from)} ${down} ${y(from) + 7}V${across - 5}Q${down} ${across} ${down + 5 * side} ${across}H${x(b) - 8 * side}Q${x(b)} ${across} ${x(b)} ${y(to) - 6}`,
      fill: "none", stroke: `var(--${o.kind})`, "stroke-width": 1.5, "stroke-dasharray": o.kind === "lock" ? "5 3" : "none", "marker-end": `url(#end-${o.kind})`,
    });
    s.append(path);
  }
  for (const r of trace.races) {
    const [a, b] = r.steps;
    if (!a || !b || rowOf[a] === undefined || rowOf[b] === undefined) continue;
    s.append(svg("line", { x1: x(r.threads[0]), y1: y(rowOf[a]), x2: x(r.threads[1]), y2: y(rowOf[b]), stroke: "var(--race)", "stroke-width": 2, "stroke-dasharray": "2 4" }));
  }
  return s;
}

// The source.
const lines = source.split("\n");
const lineElements = lines.map((text, i) => {
  const line = make("div", "l"), code = make("span", "c");
  line.append(make("span", "threads"), make("span", "no", i + 1), code);
  if (/^\s*\/\//.test(text)) line.classList.add("comment");
  $("source").append(line);
  return line;
});

function marks() {
  const byLine = new Map();
  for (const lane of threads) {
    const t = lane.thread;
    if (!exists(t)) continue;
    const step = next(t), span = step ? step.span : cut ? null : lane.end.span;
    if (!span || !lines[span.line - 1]) continue;
    const letters = Array.from(lines[span.line - 1]);
    const to = span.end_line > span.line ? letters.length : span.end_column - 1;
    if (!byLine.has(span.line)) byLine.set(span.line, []);
    byLine.get(span.line).push({ t, from: span.column - 1, to: Math.max(to, span.column) });
  }
  return byLine;
}

let marked = new Set();
function paintSource() {
  const byLine = marks();
  for (const no of new Set([...marked, ...byLine.keys()])) {
    const line = lineElements[no - 1], letters = Array.from(lines[no - 1]), own = byLine.get(no) || [];
    line.classList.toggle("on", own.length > 0);
    line.children[0].replaceChildren(...own.map(({ t }) => {
      const chip = make("span", "chip", t);
      chip.style.background = colour(t);
      chip.title = `thread ${t}`;
      return chip;
    }));
    const cuts = [...new Set([0, letters.length, ...own.flatMap((m) => [m.from, m.to])])].sort((a, b) => a - b);
    const parts = [];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const part = make("span", "", letters.slice(cuts[i], cuts[i + 1]).join(""));
      const over = own.filter((m) => m.from <= cuts[i] && cuts[i + 1] <= m.to);
      if (over.length) {
        part.style.boxShadow = over.map((m, k) => `inset 0 -${3 * (k + 1)}px ${colour(m.t)}`).join(", ");
        part.style.background = `color-mix(in srgb, ${colour(over[0].t)} 16%, transparent)`;
      }
      parts.push(part);
    }
    line.children[2].replaceChildren(...parts);
  }
  marked = new Set(byLine.keys());
}

// Threads, heap, output.
function paintState() {
  const { heap, output } = state();
  const step = steps[now - 1];
  $("threads").replaceChildren(...threads.filter((l) => exists(l.thread)).map((lane) => {
    const t = lane.thread, box = make("div", "t"), what = make("div"), coming = next(t), last = lane.end;
    box.style.borderColor = colour(t);
    const lock = coming ? (coming.event === "acquire" ? coming.object : null) : last.state === "blocked" ? last.what : null;
    const owner = lock && heap.get(lock) ? heap.get(lock).owner : null;
    if (lock && owner !== null && (owner !== t || (!coming && last.held_by === t))) {
      what.append(make("span", "wait", `waits for ${lock}`), document.createTextNode(`, which thread ${owner} holds (taken at line ${heap.get(lock).line})`));
    } else if (coming || (last.redex && last.state !== "finished" && last.state !== "exception")) {
      what.append(document.createTextNode("next: "), make("code", "", coming ? coming.redex : last.redex));
    } else {
      what.append(make("span", last.state === "exception" || last.state === "stuck" ? "wait" : "", cut ? "the trace ends here" : last.state === "exception" ? `ended with ${last.what}` : last.state === "finished" ? `finished: ${last.what}` : last.state));
    }
    const own = [...heap].filter(([, o]) => o.owner === t).map(([name, o]) => o.count > 1 ? `${name} ×${o.count}` : name);
    const name = make("b", "", `thread ${t}`);
    name.style.color = colour(t);
    box.append(name, what);
    if (own.length) box.append(make("span"), make("span", "", `holds ${own.join(", ")}`));
    return box;
  }));
  const cards = [...heap].map(([name, o]) => {
    const card = make("div", "o"), h = make("h3", "", name);
    if (o.owner !== null) {
      card.classList.add("locked");
      card.style.borderColor = colour(o.owner);
      const by = make("small", "", `held by thread ${o.owner}${o.count > 1 ? ` ×${o.count}` : ""}`);
      by.style.color = colour(o.owner);
      h.append(by);
    } else if (step && step.object === name && step.event === "release") h.append(make("small", "", "lock free"));
    card.append(h);
    for (const [field, value] of o.fields) {
      const row = make("div");
      if (step && step.object === name && step.field === field) row.className = step.event === "read" ? "seen" : "new";
      const changed = step && step.object === name && step.field === field && step.old !== undefined;
      row.append(make("code", "", field), make("code", "", changed ? `${step.old} → ${value}` : value));
      card.append(row);
    }
    return card;
  });
  $("heap").replaceChildren(...(cards.length ? cards : [make("span", "none", "no object yet")]));
  $("printed").hidden = output.length === 0;
  $("output").textContent = output.join("\n");
}

function paint() {
  paintSource();
  paintState();
  const here = rows.findLastIndex((s) => s.step <= now);
  rowElements.forEach((row, i) => {
    row.classList.toggle("later", i > here);
    row.classList.toggle("here", i === here);
  });
  $("slider").value = now;
  $("where").textContent = now === 0 ? `start of ${end} steps` : `step ${now} of ${end}`;
  $("first").disabled = $("back").disabled = now === 0;
  $("last").disabled = $("forward").disabled = now === end;
}

function scroll() {
  const box = $("lanes"), i = rows.findLastIndex((s) => s.step <= now);
  if (i < 0) { box.scrollTop = 0; return; }
  const left = x(steps[now - 1].thread);
  if (!narrow && (left < box.scrollLeft + 20 || left + column > box.scrollLeft + box.clientWidth)) box.scrollLeft = left - box.clientWidth / 2;
  const top = HEAD + i * ROW;
  if (top < box.scrollTop + HEAD + ROW || top > box.scrollTop + box.clientHeight - 3 * ROW) box.scrollTop = top - box.clientHeight / 2;
  const mark = steps[now - 1].span.line;
  const line = lineElements[mark - 1], pane = line.closest("section");
  if (line.offsetTop < pane.scrollTop + pane.offsetTop || line.offsetTop > pane.scrollTop + pane.offsetTop + pane.clientHeight - 40) pane.scrollTop = line.offsetTop - pane.offsetTop - pane.clientHeight / 2;
}

function go(step) {
  now = Math.max(0, Math.min(end, step));
  paint();
  scroll();
  history.replaceState(null, "", `#${now}`);
}
const forward = () => { const r = rows.find((s) => s.step > now); go(r ? r.step : end); };
const back = () => { const r = rows.findLast((s) => s.step < now); go(r ? r.step : 0); };
const racy = [...new Set(trace.races.flatMap((r) => r.steps).filter((s) => s))].sort((a, b) => a - b);
const race = () => { if (racy.length) go(racy.find((s) => s > now) || racy[0]); };

$("name").textContent = title.file;
document.title = `${title.file} · racefree trace`;
const seed = title.seed === null ? "" : `, seed ${title.seed}`;
$("verdict").append(`${title.status} after ${trace.total} steps (${title.scheduler}${seed}) `);
const found = new Set(trace.races.map((r) => `${r.field} of ${r.object}`));
if (found.size) $("verdict").append(make("b", "", `race on ${[...found].join(", ")}`));
else if (["deadlock", "exception", "stuck"].includes(title.status)) $("verdict").append(make("b", "", title.status));
$("cut").hidden = !cut;
$("cut").textContent = cut ? `This page is not the whole run: ${cut}.` : "";
$("race").hidden = racy.length === 0;
$("slider").max = end;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", back);
$("forward").addEventListener("click", forward);
$("last").addEventListener("click", () => go(end));
$("race").addEventListener("click", race);
$("local").addEventListener("change", () => { board(); paint(); scroll(); });
const dark = (on) => { document.documentElement.dataset.theme = on ? "dark" : "light"; };
dark(matchMedia("(prefers-color-scheme: dark)").matches);
$("theme").addEventListener("click", () => dark(document.documentElement.dataset.theme !== "dark"));
document.addEventListener("keydown", (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey || e.target.id === "slider") return;
  const keys = { ArrowRight: forward, ArrowDown: forward, ArrowLeft: back, ArrowUp: back, Home: () => go(0), End: () => go(end), r: race };
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});
lines.forEach((text, i) => { lineElements[i].children[2].textContent = text; });
board();
go(Number(location.hash.slice(1)) || 0);
