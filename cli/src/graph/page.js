"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, edges } = data;
const $ = (id) => document.getElementById(id);
const make = (tag, text, className) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
};
const SVG = "http://www.w3.org/2000/svg";
const draw = (tag, attributes, parent) => {
  const e = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  parent.append(e);
  return e;
};

// Colours that can be told apart, in the order of the threads' names.
const palette = ["#3b6fd4", "#c2571a", "#2d8a57", "#9747b5", "#b8860b", "#c23b6e", "#1f8a94", "#6b6f76"];
const names = [...new Set(nodes.flatMap((n) => n.threads.map((t) => t.name)))].sort();
const colour = (thread) => palette[names.indexOf(thread) % palette.length];
const deadlocked = (n) => n.deadlocks.length > 0;

$("name").textContent = data.file;
$("extent").textContent = data.extent;
if (!data.complete) $("extent").className = "incomplete";
document.title = `${data.file}: states`;

const DX = 54, DY = 74, R = 15, PAD = 40;
const lowest = Math.min(0, ...nodes.map((n) => n.column)), highest = Math.max(0, ...nodes.map((n) => n.column));
const deepest = Math.max(0, ...nodes.map((n) => n.depth));
const x = (n) => PAD + (n.column - lowest) * DX, y = (n) => PAD + n.depth * DY;
const width = 2 * PAD + (highest - lowest) * DX, height = 2 * PAD + deepest * DY;
const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, $("graph"));
const defs = draw("defs", {}, svg);
for (const name of names) {
  const id = `tip${names.indexOf(name)}`;
  const marker = draw("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto", markerUnits: "userSpaceOnUse" }, defs);
  draw("path", { d: "M0 0L8 4L0 8z", fill: colour(name) }, marker);
}

// Two transitions between the same states are bent apart.
const beside = new Map();
const edgeShapes = edges.map((edge) => {
  const a = nodes[edge.from], b = nodes[edge.to];
  const key = `${edge.from} ${edge.to}`;
  const nth = beside.get(key) || 0;
  beside.set(key, nth + 1);
  const [ax, ay, bx, by] = [x(a), y(a), x(b), y(b)];
  let path;
  if (edge.from === edge.to) {
    path = `M${ax + R} ${ay}c34 -26 34 26 2 5`;
  } else {
    const length = Math.hypot(bx - ax, by - ay), ux = (bx - ax) / length, uy = (by - ay) / length;
    const back = b.depth <= a.depth;
    const bend = (back ? 40 : 0) + nth * 16 + (Math.abs(b.depth - a.depth) > 1 ? 18 : 0);
    const mx = (ax + bx) / 2 - uy * bend, my = (ay + by) / 2 + ux * bend;
    const leave = Math.atan2(my - ay, mx - ax), arrive = Math.atan2(by - my, bx - mx);
    path = `M${ax + Math.cos(leave) * R} ${ay + Math.sin(leave) * R}Q${mx} ${my} ${bx - Math.cos(arrive) * (R + 2)} ${by - Math.sin(arrive) * (R + 2)}`;
  }
  const shape = draw("path", { d: path, stroke: colour(edge.thread), "marker-end": `url(#tip${names.indexOf(edge.thread)})` }, svg);
  shape.dataset.base = "edge" + (b.depth <= a.depth ? " back" : "") + (edge.wrong.length ? " wrong" : "");
  const title = draw("title", {}, shape);
  title.textContent = `thread ${edge.thread}: ${edge.text}${edge.line ? `, line ${edge.line}` : ""}${edge.wrong.map((w) => "\n" + w).join("")}`;
  return shape;
});
const nodeShapes = nodes.map((node, i) => {
  const g = draw("g", { transform: `translate(${x(node)} ${y(node)})` }, svg);
  const kinds = ["node", node.end];
  if (deadlocked(node)) kinds.push("dead");
  if (node.races.length) kinds.push("race");
  if (node.cut || node.end === "limit") kinds.push("cut");
  g.dataset.base = kinds.filter(Boolean).join(" ");
  draw("circle", { r: R }, g);
  draw("text", {}, g).textContent = i;
  draw("title", {}, g).textContent = [`state ${i}`, ...node.races, ...node.deadlocks].join("\n");
  g.addEventListener("click", () => choose(i));
  return g;
});

// The way by which each state was first reached: the schedule's.
const parent = new Map();
{
  const queue = nodes.length ? [0] : [];
  const from = new Map();
  edges.forEach((e, k) => from.set(e.from, [...(from.get(e.from) || []), k]));
  const seen = new Set(queue);
  for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
    for (const k of from.get(n) || []) {
      const to = edges[k].to;
      if (!seen.has(to)) { seen.add(to); parent.set(to, k); queue.push(to); }
    }
  }
}

let chosen = 0;
function choose(i, scroll) {
  chosen = i;
  const way = new Set(), on = new Set([i]);
  for (let n = i; parent.has(n);) { way.add(parent.get(n)); n = edges[parent.get(n)].from; on.add(n); }
  edgeShapes.forEach((shape, k) => {
    const near = edges[k].from === i || edges[k].to === i;
    shape.setAttribute("class", shape.dataset.base + (way.has(k) ? " way" : near ? "" : " off"));
  });
  nodeShapes.forEach((shape, k) => shape.setAttribute("class", shape.dataset.base + (on.has(k) ? " way" : "") + (k === i ? " chosen" : "")));
  show(i);
  if (scroll) nodeShapes[i].scrollIntoView({ block: "center", inline: "center" });
}

function show(i) {
  const node = nodes[i], panel = $("state");
  panel.replaceChildren();
  const ends = { final: " – a run ends here", blocked: " – no thread can go on", limit: " – a limit is met here" };
  panel.append(make("h2", `State ${i}, ${node.depth} transitions from the start${ends[node.end] || ""}`));
  for (const text of node.races) panel.append(make("div", text, "bad"));
  for (const text of node.deadlocks) panel.append(make("div", text, "wait"));
  if (node.cut) panel.append(make("div", "The graph is cut here: some transitions from this state are not drawn.", "wait"));
  panel.append(make("h2", "Threads, and what each is about to do"));
  const table = make("table");
  for (const t of node.threads) {
    const row = make("tr"), name = make("td", t.name), what = make("td");
    name.style.color = colour(t.name);
    name.style.fontWeight = "600";
    if (t.state !== "ready") what.append(make("span", `${t.state}${t.what ? ": " : ""}`, t.state === "blocked" || t.state === "stuck" ? "wait" : ""));
    what.append(make("code", t.what));
    if (t.line) what.append(document.createTextNode(`  line ${t.line}`));
    row.append(name, what);
    table.append(row);
  }
  panel.append(table, make("h2", "Heap and locks"), make("pre", node.heap.join("\n") || "nothing yet"));
  if (node.printed.length) panel.append(make("h2", "Printed on this way"), make("pre", node.printed.join("\n")));
  panel.append(make("h2", "The schedule to it"));
  if (node.command) {
    panel.append(make("pre", node.command));
    const copy = make("button", "copy");
    copy.addEventListener("click", () => navigator.clipboard?.writeText(node.command));
    panel.append(copy);
  } else panel.append(make("div", "This is where every run begins."));
  if (edges.some((e) => e.from === i)) panel.append(make("h2", "From here"));
  edges.forEach((e) => {
    if (e.from !== i) return;
    const go = make("button", `thread ${e.thread}: ${e.text}${e.line ? `, line ${e.line}` : ""} → ${e.to}`, "go");
    go.style.borderLeft = `4px solid ${colour(e.thread)}`;
    go.addEventListener("click", () => choose(e.to, true));
    panel.append(go);
    for (const w of e.wrong) panel.append(make("div", w, "bad"));
  });
  const source = make("pre", undefined, "source");
  const at = new Map(node.threads.filter((t) => t.line).map((t) => [t.line, colour(t.name)]));
  data.source.split("\n").forEach((text, n) => {
    const line = make("div", `${String(n + 1).padStart(3)}  ${text}`, at.has(n + 1) ? "at" : "");
    if (at.has(n + 1)) line.style.borderLeft = `3px solid ${at.get(n + 1)}`;
    source.append(line);
  });
  panel.append(make("h2", "Source"), source);
}

const next = (is) => {
  for (let k = 1; k <= nodes.length; k++) {
    const i = (chosen + k) % nodes.length;
    if (is(nodes[i])) return choose(i, true);
  }
};
const goals = { race: (n) => n.races.length > 0, deadlock: deadlocked, final: (n) => n.end === "final" || n.end === "blocked" };
for (const [id, is] of Object.entries(goals)) {
  const all = nodes.filter(is).length;
  $(id).hidden = all === 0;
  $(id).textContent += ` (${all})`;
  $(id).addEventListener("click", () => next(is));
}
let scale = 1;
const resize = (to) => {
  scale = Math.min(4, Math.max(0.05, to));
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
};
const fit = () => resize(Math.min(1.6, ($("graph").clientWidth - 8) / width, ($("graph").clientHeight - 8) / height));
$("fit").addEventListener("click", fit);
$("larger").addEventListener("click", () => resize(scale * 1.25));
$("smaller").addEventListener("click", () => resize(scale / 1.25));
$("first").addEventListener("click", () => choose(0, true));
document.addEventListener("keydown", (event) => {
  const keys = { r: () => next(goals.race), d: () => next(goals.deadlock), f: () => next(goals.final), Home: () => choose(0, true), 0: fit, "+": () => resize(scale * 1.25), "-": () => resize(scale / 1.25) };
  if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

const legend = $("legend");
const entry = (text, style, thread) => {
  const span = make("span"), i = make("i", undefined, thread ? "thread" : "");
  Object.assign(i.style, style);
  span.append(i, text);
  legend.append(span);
};
if (nodes.some(goals.race)) entry("race", { background: "var(--race-fill)", borderColor: "var(--race)" });
if (nodes.some(deadlocked)) entry("deadlock", { background: "var(--dead-fill)", borderColor: "var(--dead)" });
if (nodes.some((n) => n.end === "final")) entry("end of a run", { background: "var(--final-fill)", borderColor: "var(--final)" });
if (nodes.some((n) => n.cut)) entry("cut here", { borderStyle: "dashed" });
for (const name of names) entry(`thread ${name}`, { background: colour(name) }, true);
if (nodes.length) choose(0);
fit();
if (scale < 0.45) { resize(0.8); if (nodes.length) choose(0, true); }
