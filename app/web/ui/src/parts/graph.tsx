// The state graph: laid out by the engine, walked by the arrow keys.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Graph, GraphNode } from "../types.ts";
import { colour, Copy } from "./bits.tsx";

const DX = 54, DY = 74, R = 15, PAD = 40;
/** So much of the drawing around what is in view is in the page. */
const MARGIN = 300;

const schedule = (n: GraphNode) => /replay:([^']*)/.exec(n.command)?.[1] ?? "";
const kind = (n: GraphNode) => [n.end, n.deadlocks.length ? "dead" : "", n.races.length ? "race" : "", n.cut || n.end === "limit" ? "cut" : ""].filter(Boolean).join(" ");
const says = (n: GraphNode) => [n.races.length ? "race" : "", n.deadlocks.length ? "deadlock" : "", n.end === "final" ? "final state" : ""].filter(Boolean).join(", ");

interface Own { graph: Graph; show?: (schedule: string) => void; from?: (schedule: string) => void }

export function GraphView({ graph, show, from }: Own) {
  const [chosen, choose] = useState(0), [scale, setScale] = useState(1), pane = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, top: 0, width: 900, height: 700 });
  const { nodes, edges } = graph;
  const names = useMemo(() => [...new Set(nodes.flatMap((n) => n.threads.map((t) => t.name)))].sort(), [graph]);
  const hue = (name: string) => colour(Number(name));
  const out = useMemo(() => {
    const out: Graph["edges"][] = nodes.map(() => []);
    for (const e of edges) out[e.from].push(e);
    return out;
  }, [graph]);
  const parent = useMemo(() => {
    const seen = new Map<number, number>([[0, -1]]), queue = [0];
    for (let i = 0; i < queue.length; i++) for (const e of out[queue[i]] ?? []) if (!seen.has(e.to)) { seen.set(e.to, queue[i]); queue.push(e.to); }
    return seen;
  }, [graph]);
  const way = new Set<number>();
  for (let n = chosen; n >= 0; n = parent.get(n) ?? -1) way.add(n);

  const lowest = Math.min(0, ...nodes.map((n) => n.column)), highest = Math.max(0, ...nodes.map((n) => n.column)), deepest = Math.max(0, ...nodes.map((n) => n.depth));
  const x = (n: GraphNode) => PAD + (n.column - lowest) * DX, y = (n: GraphNode) => PAD + n.depth * DY;
  const width = 2 * PAD + (highest - lowest) * DX, height = 2 * PAD + deepest * DY;
  /** Of a large graph only what is in view is in the page, and a little around it. */
  const near = (n: GraphNode) => nodes.length <= 300 || (x(n) * scale > view.left - MARGIN && x(n) * scale < view.left + view.width + MARGIN && y(n) * scale > view.top - MARGIN && y(n) * scale < view.top + view.height + MARGIN);

  useEffect(() => {
    const own = pane.current;
    if (!own) return;
    const look = () => setView({ left: own.scrollLeft, top: own.scrollTop, width: own.clientWidth, height: own.clientHeight });
    look();
    own.addEventListener("scroll", look, { passive: true });
    return () => own.removeEventListener("scroll", look);
  }, [graph, scale]);
  useEffect(() => { choose(0); const w = pane.current?.clientWidth ?? 600; setScale(Math.min(1.2, Math.max(0.5, (w - 12) / width))); }, [graph]);
  useEffect(() => {
    const own = pane.current, n = nodes[chosen];
    if (!own || !n) return;
    const [px, py] = [x(n) * scale, y(n) * scale];
    if (px < own.scrollLeft + 30 || px > own.scrollLeft + own.clientWidth - 30) own.scrollLeft = px - own.clientWidth / 2;
    if (py < own.scrollTop + 30 || py > own.scrollTop + own.clientHeight - 60) own.scrollTop = py - own.clientHeight / 2;
  }, [chosen, scale]);
  if (!nodes.length) return <p>No state.</p>;

  const beside = (by: number) => {
    const row = nodes.map((n, i) => [n, i] as const).filter(([n]) => n.depth === nodes[chosen].depth).sort((a, b) => a[0].column - b[0].column);
    const to = row[row.findIndex(([, i]) => i === chosen) + by];
    if (to) choose(to[1]);
  };
  const next = (is: (n: GraphNode) => boolean) => {
    for (let k = 1; k <= nodes.length; k++) if (is(nodes[(chosen + k) % nodes.length])) return choose((chosen + k) % nodes.length);
  };
  const key = (e: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => out[chosen][0] && choose(out[chosen][0].to), ArrowUp: () => (parent.get(chosen) ?? -1) >= 0 && choose(parent.get(chosen)!),
      ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Home: () => choose(0), r: () => next((n) => n.races.length > 0), d: () => next((n) => n.deadlocks.length > 0),
      f: () => next((n) => n.end === "final" || n.end === "blocked"), Enter: () => show?.(schedule(nodes[chosen])),
    };
    if (e.ctrlKey || e.altKey || e.metaKey || !keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  };
  const node = nodes[chosen], many = (is: (n: GraphNode) => boolean) => nodes.filter(is).length;
  const goals: [string, (n: GraphNode) => boolean][] = [["state with a race", (n) => n.races.length > 0], ["state with a deadlock", (n) => n.deadlocks.length > 0], ["final state", (n) => n.end === "final"], ["blocked state", (n) => n.end === "blocked"]];
  const bent = new Map<string, number>();
  return (
    <div class="graph">
      <p class={`extent ${graph.complete ? "" : "cut"}`}>{graph.extent}</p>
      <div class="buttons">
        {goals.filter(([, is]) => many(is)).map(([name, is]) => <button type="button" onClick={() => next(is)}>Next {name} ({many(is)})</button>)}
        <button type="button" aria-label="Larger" onClick={() => setScale(Math.min(3, scale * 1.25))}>+</button>
        <button type="button" aria-label="Smaller" onClick={() => setScale(Math.max(0.1, scale / 1.25))}>−</button>
        <span class="legend">{names.map((n) => <b class={`thread ${hue(n)}`}>thread {n}</b>)}</span>
      </div>
      <div class="drawing" ref={pane} tabIndex={0} role="application" aria-label={`State graph; arrow keys walk it. ${describe(chosen)}`} onKeyDown={key}>
        <svg width={width * scale} height={height * scale} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <defs>{names.map((n, i) => <marker id={`tip${i}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" markerUnits="userSpaceOnUse"><path class={`tip ${hue(n)}`} d="M0 0L8 4L0 8z" /></marker>)}</defs>
          {edges.filter((e) => near(nodes[e.from]) || near(nodes[e.to])).map((e) => {
            const a = nodes[e.from], b = nodes[e.to], pair = `${e.from} ${e.to}`, nth = bent.get(pair) ?? 0;
            bent.set(pair, nth + 1);
            const on = way.has(e.from) && way.has(e.to) && parent.get(e.to) === e.from;
            return <path class={`edge ${hue(e.thread)} ${e.wrong.length ? "wrong" : ""} ${on ? "way" : ""}`} d={curve(x(a), y(a), x(b), y(b), nth, b.depth - a.depth)} marker-end={`url(#tip${names.indexOf(e.thread)})`} />;
          })}
          {nodes.map((n, i) => near(n) && (
            <g key={i} transform={`translate(${x(n)} ${y(n)})`} class={`node ${kind(n)} ${way.has(i) ? "way" : ""} ${i === chosen ? "chosen" : ""}`} onClick={() => choose(i)}>
              <circle r={R} /><text>{n.races.length ? `${i}!` : i}</text>
            </g>
          ))}
        </svg>
      </div>
      <div class="state" aria-live="polite">
        <h3>State {describe(chosen)}</h3>
        {node.races.map((r) => <p class="fault race">{r}</p>)}
        {node.deadlocks.map((d) => <p class="fault deadlock">{d}</p>)}
        {node.cut && <p class="quiet">The graph is cut here: some transitions from this state are not drawn.</p>}
        {from && !graph.complete && <button type="button" onClick={() => from(schedule(node))}>Draw what follows this state</button>}
        {show && <button type="button" class="primary" onClick={() => show(schedule(node))}>Open in the stepper</button>} {node.command && <Copy text={node.command} label="Copy the command" />}
        <ul class="list">{node.threads.map((t) => <li><span><b class={`thread ${hue(t.name)}`}>thread {t.name}</b> {t.state === "ready" ? "" : `${t.state} `}<code>{t.what}</code>{t.line ? `, line ${t.line}` : ""}</span></li>)}</ul>
        <pre>{node.heap.join("\n") || "the heap is empty"}{node.printed.length ? `\nprinted: ${node.printed.join(", ")}` : ""}</pre>
        {out[chosen].map((e) => <button type="button" class={`edge-button ${hue(e.thread)}`} onClick={() => choose(e.to)}>thread {e.thread}: {e.text}{e.line ? `, line ${e.line}` : ""} → {e.to}{e.wrong.length ? ` (${e.wrong.join("; ")})` : ""}</button>)}
      </div>
    </div>
  );

  function describe(i: number) {
    const n = nodes[i];
    return `${i}, ${n.depth} transitions from the start${says(n) ? `: ${says(n)}` : ""}`;
  }
}

/** From a state to a state; beside one another if there are several, around if it goes back. */
function curve(ax: number, ay: number, bx: number, by: number, nth: number, down: number): string {
  if (ax === bx && ay === by) return `M${ax + R} ${ay}c34 -26 34 26 2 5`;
  const length = Math.hypot(bx - ax, by - ay), ux = (bx - ax) / length, uy = (by - ay) / length;
  const bend = (down <= 0 ? 40 : 0) + nth * 16 + (Math.abs(down) > 1 ? 18 : 0);
  const mx = (ax + bx) / 2 - uy * bend, my = (ay + by) / 2 + ux * bend;
  const leave = Math.atan2(my - ay, mx - ax), arrive = Math.atan2(by - my, bx - mx);
  return `M${ax + Math.cos(leave) * R} ${ay + Math.sin(leave) * R}Q${mx} ${my} ${bx - Math.cos(arrive) * (R + 2)} ${by - Math.sin(arrive) * (R + 2)}`;
}
