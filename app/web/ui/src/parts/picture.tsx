// The state as a picture: threads with their variables on the left, objects on the right, arrows for what refers to what, who holds which
// lock and who waits for it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { State } from "../types.ts";
import { colour } from "./bits.tsx";

const LINE = 17, PAD = 7, GAP = 12, CHAR = 6.7;
/** So many objects are drawn: those that are locked, waited for or referred to, then the newest. */
const MOST = 12;

interface Row { text: string; to?: string; class?: string }
interface Box { name: string; x: number; y: number; width: number; height: number; rows: Row[]; class: string }

const stack = (all: { name: string; rows: Row[]; class: string }[], x: number, width: number): Box[] => {
  let y = 2;
  return all.map((b) => {
    const box = { ...b, x, y, width, height: 2 * PAD + b.rows.length * LINE - 3 };
    y += box.height + GAP;
    return box;
  });
};

export function Picture({ now }: { now: State }) {
  const own = useRef<HTMLDivElement>(null), [width, setWidth] = useState(400), [scale, setScale] = useState(1);
  useEffect(() => {
    const look = () => {
      if (!own.current) return;
      // In a room it is drawn larger.
      const by = Number(getComputedStyle(own.current).getPropertyValue("--drawn")) || 1;
      setScale(by);
      setWidth(Math.max(240, own.current.clientWidth / by));
    }, watch = new ResizeObserver(look);
    look();
    watch.observe(own.current!);
    return () => watch.disconnect();
  }, []);
  const names = new Set(now.heap.map((o) => o.name)), known = (value: string) => (names.has(value) ? value : undefined);
  const used = new Set([...now.threads.flatMap((t) => [...(t.variables ?? []).map((v) => v.value), t.waits?.lock ?? ""]), ...now.heap.flatMap((o) => [...(o.locked_by === null ? [] : [o.name]), ...o.fields.map((f) => f.value)])]);
  const objects = now.heap.length <= MOST ? now.heap : [...now.heap.filter((o) => used.has(o.name)), ...now.heap.filter((o) => !used.has(o.name)).reverse()].slice(0, MOST);
  const { last } = now, half = Math.floor(width * 0.42);
  const threads = stack(now.threads.map((t) => ({
    name: String(t.thread), class: colour(t.thread),
    rows: [{ text: `thread ${t.thread}${t.state === "ready" ? "" : `, ${t.state}`}` }, ...(t.variables ?? []).map((v) => ({ text: known(v.value) ? v.name : `${v.name} = ${v.value}`, to: known(v.value) }))],
  })), 2, half);
  const heap = stack(objects.map((o) => ({
    name: o.name, class: o.locked_by === null ? "" : `locked ${colour(o.locked_by)}`,
    rows: [{ text: o.name }, ...o.fields.map((f) => {
      const touched = last?.object === o.name && last.field === f.name ? (last.event === "read" ? "seen" : "new") : "";
      return { text: known(f.value) ? f.name : `${f.name} = ${touched === "new" && last!.old !== undefined && last!.old !== f.value ? `${last!.old} → ${f.value}` : f.value}`, to: known(f.value), class: touched };
    })],
  })), width - half - 24, half);
  const at = new Map(heap.map((b) => [b.name, b])), height = Math.max(...[...threads, ...heap].map((b) => b.y + b.height), 20) + 4;
  const middle = (b: Box, row: number) => b.y + PAD + row * LINE + LINE / 2 - 2;
  /** From a row to an object: across from a thread, around on the right from an object. */
  const arrow = (b: Box, row: number, to: Box, kind: string, nth: number) => {
    const y = middle(b, row), ty = middle(to, 0) + (kind === "points" ? 0 : nth * 3 - 4);
    if (at.has(b.name)) { const x = b.x + b.width, side = x + 12 + (row % 3) * 4; return `M${x} ${y}C${side} ${y} ${side} ${ty} ${x + 2} ${ty}`; }
    const x = b.x + b.width, bend = (to.x - x) / 2;
    return `M${x} ${y}C${x + bend} ${y} ${x + bend} ${ty} ${to.x - 2} ${ty}`;
  };
  const arrows = [
    ...[...threads, ...heap].flatMap((b) => b.rows.flatMap((r, i) => (r.to && at.has(r.to) ? [{ d: arrow(b, i, at.get(r.to)!, "points", 0), kind: "points", class: b.class.replace("locked ", "") }] : []))),
    ...now.threads.flatMap((t, i) => [...t.holds.map((h) => [h.object, "holds"]), ...(t.waits ? [[t.waits.lock, "waits"]] : [])].flatMap(([lock, kind], k) => (at.has(lock) ? [{ d: arrow(threads[i], 0, at.get(lock)!, kind, k + 1), kind, class: colour(t.thread) }] : []))),
  ];
  const said = [...now.threads.map((t) => `thread ${t.thread}${t.holds.length ? ` holds ${t.holds.map((h) => h.object).join(", ")}` : ""}${t.waits ? ` waits for ${t.waits.lock}` : ""}`), ...objects.map((o) => `${o.name}: ${o.fields.map((f) => `${f.name} ${f.value}`).join(", ") || "no field"}`)].join("; ");
  const fit = (text: string, w: number) => { const n = Math.floor((w - 2 * PAD) / CHAR); return text.length > n ? `${text.slice(0, n - 1)}…` : text; };
  const draw = (b: Box) => (
    <g class={`box ${b.class}`} key={b.name}>
      <rect x={b.x} y={b.y} width={b.width} height={b.height} rx="7" />
      {b.rows.map((r, i) => (
        <>
          {r.class && <rect class={`touched ${r.class}`} x={b.x + 3} y={b.y + PAD + i * LINE - 3} width={b.width - 6} height={LINE} rx="3" />}
          <text class={i ? "" : "title"} x={b.x + PAD} y={middle(b, i) + 4}>{fit(r.text, b.width)}</text>
        </>
      ))}
    </g>
  );
  return (
    <div class="picture" ref={own}>
      <svg width={width * scale - 2} height={height * scale} viewBox={`0 0 ${width - 2 / scale} ${height}`} role="img" aria-label={`The state: ${said}`}>
        <defs>{["points", "holds", "waits"].map((k) => <marker id={`pic-${k}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class={`head ${k}`} d="M0 0L8 4L0 8z" /></marker>)}</defs>
        {threads.map(draw)}
        {heap.map(draw)}
        {arrows.map((a, i) => <path class={`link ${a.kind} ${a.class}`} d={a.d} marker-end={`url(#pic-${a.kind})`} key={i} />)}
      </svg>
      <p class="quiet legend"><span>→ refers to</span><span class="holds">⇒ holds the lock</span><span class="waits">⇢ waits for it</span>{now.heap.length > objects.length && <span>{now.heap.length - objects.length} objects are not drawn: see the list</span>}</p>
    </div>
  );
}
