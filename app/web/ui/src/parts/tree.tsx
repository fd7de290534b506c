// The derivation as a tree of rows, walked by the arrow keys.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Tree, Row } from "../tree.ts";
import type { Judgment, Premise } from "../types.ts";
import { Rows, Statement, into } from "./bits.tsx";

export interface TreeActions {
  toggle(key: number): void;
  unfold(key: number): void;
  choose(key: number, premise?: string): void;
  jump(key: number): void;
}

const mark = (row: Row): string => {
  if (row.kind === "said") return { fails: "bad", assumed: "assumed" }[row.premise!.evidence as string] ?? "";
  return row.kind !== "side" && !row.node.holds ? "failing" : "";
};

/** Premises of one name that stand beside one another and have nothing above them are said once. */
function together(all: Premise[], opens: (p: Premise) => boolean): [Premise, number][] {
  const said: [Premise, number][] = [];
  for (const p of all) {
    const last = said.at(-1);
    if (last && last[0].premise === p.premise && !opens(p) && !opens(last[0])) last[1]++;
    else said.push([p, 1]);
  }
  return said;
}

export function TreeView({ tree, open, chosen, act, label, stale, differs }: { tree: Tree; open: Set<number>; chosen?: number; act: TreeActions; label: string; stale?: boolean; differs?: (node: Judgment) => boolean }) {
  const rows = useMemo(() => tree.rows(open), [tree, open]);
  const pane = useRef<HTMLDivElement>(null);
  const current = Math.max(0, rows.findIndex((r) => r.kind === "judgment" && r.node.key === chosen));
  const [height, setHeight] = useState(0);
  useEffect(() => {
    // Behind a tab nothing has a place yet, and what is below can grow.
    const watch = new ResizeObserver(() => setHeight(pane.current?.clientHeight ?? 0));
    watch.observe(pane.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (chosen === undefined) return;
    const own = pane.current?.querySelector<HTMLElement>(`[data-key="${chosen}"]`);
    // With the premise that fails.
    const next = own?.nextElementSibling, end = next?.matches(".side") ? next.nextElementSibling : next;
    if (end?.matches(".bad, .assumed")) into(pane.current, end as HTMLElement);
    into(pane.current, own);
  }, [chosen, rows, height]);

  const key = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const walk = rows.map((r, i) => [r, i] as const).filter(([r]) => r.kind === "judgment" || r.kind === "again");
    const at = walk.findIndex(([, i]) => i === current), row = rows[current];
    if (!row) return;
    const to = (r?: Row) => { if (r) { act.choose(r.node.key); focusSoon(r.node.key); } };
    const isOpen = open.has(row.node.key), can = tree.canOpen(row.node);
    const keys: Record<string, () => void> = {
      ArrowDown: () => to(walk.slice(at + 1).find(([r]) => r.kind === "judgment")?.[0]),
      ArrowUp: () => to(walk.slice(0, Math.max(0, at)).findLast(([r]) => r.kind === "judgment")?.[0]),
      ArrowRight: () => (can && !isOpen ? act.toggle(row.node.key) : to(walk.slice(at + 1).find(([r]) => r.kind === "judgment" && r.below === row.node)?.[0])),
      ArrowLeft: () => (isOpen && can ? act.toggle(row.node.key) : to(rows.find((r) => r.kind === "judgment" && r.node === row.below))),
      Home: () => to(rows[0]),
      End: () => to(walk.findLast(([r]) => r.kind === "judgment")?.[0]),
      Enter: () => can && act.toggle(row.node.key),
      " ": () => can && act.toggle(row.node.key),
      "*": () => act.unfold(row.node.key),
    };
    if (!keys[e.key]) return;
    e.preventDefault();
    keys[e.key]();
  };
  const focusSoon = (k: number) => setTimeout(() => pane.current?.querySelector<HTMLElement>(`[data-key="${k}"]`)?.focus({ preventScroll: true }));

  const line = (row: Row, i: number) => {
    const indent = { "--level": row.level - 1 } as Record<string, number>;
    if (row.kind === "side") {
      return (
        <div class="tree-row side" style={indent} role="treeitem" aria-level={row.level} tabIndex={-1} key={i}>
          <span class="good" aria-hidden="true">✓</span>
          {together(row.sides!, (p) => !!tree.above(p)?.premises.length).map(([p, times]) => {
            const above = tree.above(p), opens = above && tree.canOpen(above);
            const click = () => { if (opens) { act.toggle(above.key); act.choose(above.key); } else act.choose(row.node.key, p.premise); };
            return <span class="chip" title={p.statement ?? above?.judgment} onClick={click}>{p.premise}{times > 1 && ` ×${times}`}{opens && " ▸"}</span>;
          })}
        </div>
      );
    }
    const { node, premise, kind } = row, said = kind === "said";
    const foldable = kind === "judgment" && tree.canOpen(node);
    const chosenHere = kind === "judgment" && node.key === chosen;
    const click = () => {
      if (said) act.choose(node.key, premise!.premise);
      else if (kind === "again") act.jump(node.key);
      else { if (foldable && (chosenHere || !open.has(node.key))) act.toggle(node.key); act.choose(node.key); focusSoon(node.key); }
    };
    return (
      <div
        class={`tree-row ${mark(row)} ${kind === "judgment" && tree.leads(node) ? "way" : ""} ${chosenHere ? "chosen" : ""} ${differs && !said && differs(node) ? "differs" : ""}`} style={indent} key={i} role="treeitem" aria-level={row.level} tabIndex={i === current ? 0 : -1}
        data-key={kind === "judgment" ? node.key : undefined} aria-expanded={foldable ? open.has(node.key) : undefined} aria-selected={chosenHere} onClick={click}
      >
        <span class="twisty" aria-hidden="true">{foldable ? (open.has(node.key) ? "▾" : "▸") : ""}</span>
        {row.number && <span class="number">{row.number}</span>}
        {premise && <span class="premise">{premise.premise}</span>}
        {differs && !said && differs(node) && <span class="differs-mark" title="not in the other derivation">≠</span>}
        {said && <span class="evidence">{premise!.evidence === "fails" ? "✗ fails" : premise!.evidence === "assumed" ? "assumed" : ""}</span>}
        {kind === "again" && <span class="evidence quiet">as above</span>}
        <span class="rule">{said ? "" : node.rule}</span>
        <Statement text={said ? premise!.statement ?? "a judgment that is not here" : node.judgment} />
        {!said && kind !== "again" && node.substitution && <span class="instance">where {node.substitution}</span>}
        {!said && !node.holds && <span class="visually-hidden">does not hold</span>}
      </div>
    );
  };
  return (
    <div class={`tree ${stale ? "stale" : ""}`} role="tree" aria-label={label} ref={pane} onKeyDown={key}>
      <Rows items={rows} row={line} estimate={26} scroller={pane} show={chosen === undefined ? undefined : current} />
    </div>
  );
}
