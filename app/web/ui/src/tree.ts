// A derivation as the page keeps it, and the rows of it that are open.

import { contains } from "./places.ts";
import type { Derivation, Judgment, Place, Premise } from "./types.ts";

export interface Row {
  /** What the row is. */
  kind: "judgment" | "again" | "side" | "said";
  level: number;
  number: string;
  /** The judgment that it is, or whose premise it is. */
  node: Judgment;
  /** The premise that it is evidence for. */
  premise?: Premise;
  /** The judgment below it. */
  below?: Judgment;
  /** `side`: premises that hold, in one line. */
  sides?: Premise[];
}

export class Tree {
  readonly byKey = new Map<number, Judgment>();
  /** The judgment that each is a premise of. */
  readonly below = new Map<Judgment, Judgment>();
  private home = new Map<Judgment, Premise>();
  /** The judgments from the root to each premise that fails or is assumed. */
  private way = new Set<Judgment>();

  constructor(readonly data: Derivation) {
    for (const node of data.nodes) this.byKey.set(node.key, node);
    for (const node of data.nodes) {
      for (const premise of node.premises) {
        const above = premise.node === undefined ? undefined : data.nodes[premise.node];
        if (above && !this.below.has(above)) {
          this.below.set(above, node);
          this.home.set(above, premise);
        }
      }
    }
    for (const node of this.marked) for (let at: Judgment | undefined = node; at && !this.way.has(at); at = this.below.get(at)) this.way.add(at);
  }

  private get marked() { return this.data.nodes.filter((n) => n.premises.some((p) => p.evidence === "fails" || p.evidence === "assumed")); }
  /** Whether a judgment is on the way to a premise that fails or is assumed. */
  leads(node: Judgment): boolean { return this.way.has(node); }

  get root(): Judgment { return this.data.nodes[0]; }
  get complete(): boolean { return this.data.shown === this.data.judgments; }

  above(premise: Premise): Judgment | undefined {
    return premise.node === undefined ? undefined : this.data.nodes[premise.node];
  }

  /** Whether a premise needs no row of its own: a judgment with nothing above it that is not about the program's text. */
  private folded(premise: Premise): boolean {
    if (premise.evidence === "holds") return true;
    const above = this.above(premise);
    return !!above && above.holds && above.premises.length === 0 && !above.hidden && !/^(EXP|ENV|ATOM)/.test(above.rule);
  }

  /** What is open at first: what leads to a premise that fails or is assumed; else the first levels. */
  opened(): Set<number> {
    const open = new Set<number>();
    if (!this.root) return open;
    open.add(this.root.key);
    const { marked } = this;
    for (const node of marked.slice(0, 20)) for (const key of this.path(node)) open.add(key);
    if (!marked.length) {
      let rows = 0;
      for (const level = [this.root]; level.length && rows < 24;) {
        const node = level.shift()!;
        open.add(node.key);
        for (const premise of node.premises) {
          const above = this.above(premise);
          if (above && !this.folded(premise) && this.below.get(above) === node) { rows++; level.push(above); }
        }
      }
    }
    return open;
  }

  /** The keys from the root to a judgment, it included. */
  path(node: Judgment): number[] {
    const keys: number[] = [];
    for (let at: Judgment | undefined = node; at; at = this.below.get(at)) keys.unshift(at.key);
    return keys;
  }

  /** The judgment about the smallest part of the text that holds this place; of these the first. */
  about(place: Place): Judgment | undefined {
    let best: Judgment | undefined;
    for (const node of this.data.nodes) {
      if (!/^(EXP|ATOM|FIELD|METHOD$|CLASS|LOCAL|PROG)/.test(node.rule) || node.rule === "EXP SUB" || !contains(node.span, place)) continue;
      if (!best || (contains(best.span, node.span) && !contains(node.span, best.span))) best = node;
    }
    return best;
  }

  rows(open: ReadonlySet<number>): Row[] {
    const rows: Row[] = [];
    if (this.root) rows.push({ kind: "judgment", level: 1, number: "", node: this.root });
    // A stack and no recursion: derivations nest as programs do.
    const todo: Row[][] = [this.root && open.has(this.root.key) ? this.over(this.root, 2, "", open) : []];
    while (todo.length) {
      const row = todo[todo.length - 1].shift();
      if (!row) { todo.pop(); continue; }
      rows.push(row);
      if (row.kind === "judgment" && open.has(row.node.key)) todo.push(this.over(row.node, row.level + 1, row.number, open));
    }
    return rows;
  }

  /** The rows right above a judgment. */
  private over(node: Judgment, level: number, number: string, open: ReadonlySet<number>): Row[] {
    // Beside the way to what fails, what holds is one line until it is opened, so that the way is seen from its root to its end.
    const aside = (p: Premise) => {
      const above = this.above(p);
      return this.folded(p) || (!!above && this.leads(node) && !this.leads(above) && above.holds && !open.has(above.key));
    };
    const rows: Row[] = [], sides = node.premises.filter(aside);
    if (sides.length) rows.push({ kind: "side", level, number: "", node, sides });
    let n = 0;
    for (const premise of node.premises) {
      if (this.folded(premise)) continue;
      const own = `${number ? `${number}.` : ""}${++n}`, above = this.above(premise);
      if (aside(premise)) continue;
      if (!above) rows.push({ kind: "said", level, number: own, node, premise, below: node });
      else rows.push({ kind: this.home.get(above) === premise ? "judgment" : "again", level, number: own, node: above, premise, below: node });
    }
    return rows;
  }

  canOpen(node: Judgment): boolean { return node.premises.length > 0; }
}
