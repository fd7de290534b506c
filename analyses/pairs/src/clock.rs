//! Section 4, the clock: numbers for the main thread's steps, so that what main does before it forks a thread is known to be
//! over when that thread begins.

use crate::budget::Watch;
use crate::entries::Entries;
use crate::facts::{AccessId, Facts, Site};
use crate::options::{Mistake, Options};
use crate::points::{Edge, EdgeKind, InstId, Points};
use racefree_grammar::ast::ExprId;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// First and last number.
pub type Interval = (u32, u32);

/// The numbers of the bodies that main reaches.
pub struct Clock {
    /// For a body that is numbered in place: the number of each of its nodes, and behind them that of an init-write.
    exact: Vec<Option<Box<[u32]>>>,
    /// For any other one that main reaches: the hull of the nodes that lead to it.
    hull: Vec<Option<Interval>>,
    /// For a node at which bodies are numbered in place, the number from before the first of them.
    before: FxHashMap<(InstId, ExprId), u32>,
    widen: bool,
    watch: Watch,
}

impl Clock {
    /// Numbers the steps of main.
    pub fn new(facts: &Facts<'_>, points: &Points, entries: &Entries, options: &Options) -> Clock {
        let widen = !options.errs(Mistake::NarrowLoops);
        let mut clock = Clock {
            exact: vec![None; points.insts.len()],
            hull: vec![None; points.insts.len()],
            before: FxHashMap::default(),
            widen,
            watch: options.watch.clone(),
        };
        if points.insts.is_empty() {
            return clock;
        }
        let nodes = nodes_in_order(facts);
        let mut next = 0;
        clock.in_place(facts, points, entries, &nodes, InstId(0), &mut next);
        if options.errs(Mistake::NewIsOverEarly) {
            clock.before.clear();
        }
        clock.hulls(facts, points);
        clock
    }

    /// Numbers a body, and the bodies that it alone enters, where it enters them.
    fn in_place(
        &mut self,
        facts: &Facts<'_>,
        points: &Points,
        entries: &Entries,
        nodes: &[Vec<ExprId>],
        i: InstId,
        next: &mut u32,
    ) {
        let body = points.inst(i).body;
        let mut numbers = Vec::with_capacity(facts.body(body).nodes as usize + 1);
        let mut entered: FxHashMap<ExprId, Vec<InstId>> = FxHashMap::default();
        for edge in points.edges_out_of(i) {
            let in_loop = facts.node(edge.node).outermost_loop.is_some();
            let alone = points.edges_into(edge.to).len() == 1 && !entries.many(edge.to);
            if edge.kind != EdgeKind::Fork && !in_loop && alone {
                entered.entry(edge.node).or_default().push(edge.to);
            }
        }
        for &n in &nodes[body.index()] {
            if self.watch.over() {
                break;
            }
            let entered = entered.get(&n).map_or(&[][..], |v| v);
            if !entered.is_empty() {
                self.before.insert((i, n), *next);
            }
            for &to in entered {
                if !self.is_exact(to) {
                    deep(|| self.in_place(facts, points, entries, nodes, to, next));
                }
            }
            numbers.push(*next);
            *next += 1;
        }
        numbers.push(*next);
        *next += 1;
        self.exact[i.index()] = Some(numbers.into());
    }

    /// The hulls of all other bodies that calls and `new` lead to. A hull hands on all of itself: its first number is that of the first node that leads
    /// to it at all, so bodies are met in the order of these nodes, each once; and its last number likewise.
    fn hulls(&mut self, facts: &Facts<'_>, points: &Points) {
        let mut from: Vec<(Interval, InstId)> = Vec::new();
        for i in points.inst_ids().filter(|&i| self.is_exact(i)) {
            for edge in points.edges_out_of(i) {
                if self.watch.over() {
                    return;
                }
                if edge.kind != EdgeKind::Fork && !self.is_exact(edge.to) {
                    from.extend(self.edge(facts, i, &edge).map(|interval| (interval, edge.to)));
                }
            }
        }
        from.sort_unstable_by_key(|&((lo, _), _)| lo);
        let firsts = self.hand_on(points, from.iter().map(|&((lo, _), to)| (lo, to)));
        from.sort_unstable_by_key(|&((_, hi), _)| std::cmp::Reverse(hi));
        let lasts = self.hand_on(points, from.iter().map(|&((_, hi), to)| (hi, to)));
        self.hull = firsts.into_iter().zip(lasts).map(|(lo, hi)| lo.zip(hi)).collect();
    }

    /// Gives each number to every body that is reached from its own one and has none yet.
    fn hand_on(&self, points: &Points, from: impl Iterator<Item = (u32, InstId)>) -> Vec<Option<u32>> {
        let mut numbers: Vec<Option<u32>> = vec![None; points.insts.len()];
        let mut todo: Vec<InstId> = Vec::new();
        for (number, to) in from {
            todo.push(to);
            while let Some(i) = todo.pop() {
                if self.watch.over() {
                    return numbers;
                }
                if self.is_exact(i) || numbers[i.index()].is_some() {
                    continue;
                }
                numbers[i.index()] = Some(number);
                todo.extend(points.edges_out_of(i).filter(|e| e.kind != EdgeKind::Fork).map(|e| e.to));
            }
        }
        numbers
    }

    /// Returns the interval of main at a call or `new`, for bodies that others enter too: a `new` runs those of the
    /// superclass, which come before the ones that are numbered at it; a call runs one body.
    fn edge(&self, facts: &Facts<'_>, i: InstId, edge: &Edge) -> Option<Interval> {
        let (lo, hi) = self.node(facts, i, edge.node)?;
        match (edge.kind, self.before.get(&(i, edge.node))) {
            (EdgeKind::New, Some(&before)) => Some((lo.min(before), hi)),
            (EdgeKind::New | EdgeKind::Call | EdgeKind::Fork, _) => Some((lo, hi)),
        }
    }

    /// Returns the interval of main at a node; none, if it never is there.
    pub fn node(&self, facts: &Facts<'_>, i: InstId, n: ExprId) -> Option<Interval> {
        let Some(numbers) = &self.exact[i.index()] else { return self.hull[i.index()] };
        let at = |order: u32| numbers.get(order as usize).copied().unwrap_or(0);
        let node = facts.node(n);
        Some(match node.outermost_loop.filter(|_| self.widen) {
            None => (at(node.order), at(node.order)),
            Some(l) => {
                let (first, last) = facts.loops[l.index()];
                (at(first), at(last))
            }
        })
    }

    /// The first number of main from before what is entered at a node; none, if it never is there.
    pub fn begin(&self, facts: &Facts<'_>, i: InstId, n: ExprId) -> Option<u32> {
        let (lo, _) = self.node(facts, i, n)?;
        Some(self.before.get(&(i, n)).map_or(lo, |&before| lo.min(before)))
    }

    /// True for a body that is numbered in place.
    pub fn is_exact(&self, i: InstId) -> bool {
        self.exact[i.index()].is_some()
    }

    /// Returns the interval of main at an access.
    pub fn access(&self, facts: &Facts<'_>, i: InstId, e: AccessId) -> Option<Interval> {
        match facts.access(e).site {
            Site::Expr(n) => self.node(facts, i, n),
            Site::Field(_) => match &self.exact[i.index()] {
                Some(numbers) => numbers.last().map(|&n| (n, n)),
                None => self.hull[i.index()],
            },
        }
    }
}

/// The nodes of each body in evaluation order.
fn nodes_in_order(facts: &Facts<'_>) -> Vec<Vec<ExprId>> {
    let mut nodes: Vec<Vec<ExprId>> = facts.bodies.iter().map(|b| vec![ExprId::new(0); b.nodes as usize]).collect();
    for (n, node) in facts.nodes.iter().enumerate() {
        if let Some(b) = node.body {
            nodes[b.index()][node.order as usize] = ExprId::new(n as u32);
        }
    }
    nodes
}
