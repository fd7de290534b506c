//! Section 4: entries, threads, the clock.

pub use super::alias::Inst;
use super::alias::{Alias, Edge, Made, Obj};
use super::syntax::{Access, Body, Site, Syntax};
use racefree_grammar::ast::ExprId;
use std::collections::{BTreeMap, BTreeSet};

pub struct Order {
    pub many: BTreeSet<Inst>,
    /// On(r,b,c), by (b,c).
    pub on: BTreeMap<Inst, BTreeSet<Inst>>,
    numbers: BTreeMap<(ExprId, Obj), usize>,
    /// The number from before what a node enters.
    before: BTreeMap<(ExprId, Obj), usize>,
    /// The number of an init-write, at the end of its body.
    last: BTreeMap<Inst, usize>,
    hull: BTreeMap<Inst, (usize, usize)>,
    start: BTreeMap<Inst, usize>,
}

pub fn main() -> Inst {
    (Body::Main, Vec::new())
}

/// The objects that one (n,c) alone makes, once.
pub fn unique(s: &Syntax<'_>, a: &Alias, order: &Order, h: &Obj) -> bool {
    if let Some(Made::Literal(_)) = h.first() {
        return true;
    }
    let by: Vec<_> = a.made.iter().filter(|m| m.0 == *h).collect();
    let [(_, n, c)] = by.as_slice() else { return false };
    s.nodes[n].loops.is_empty() && !order.many.contains(&(s.nodes[n].body, c.clone()))
}

pub fn order(s: &Syntax<'_>, a: &Alias) -> Order {
    let from = |n: ExprId, c: &Obj| (s.nodes[&n].body, c.clone());
    let mut many: BTreeSet<Inst> = BTreeSet::new();
    loop {
        let before = many.len();
        for (n, c, b, d, _) in &a.edges {
            let other = |e: &&(ExprId, Obj, Body, Obj, Edge)| (e.2, &e.3) == (*b, d) && (e.0, &e.1) != (*n, c);
            if a.edges.iter().any(|e| other(&e)) || !s.nodes[n].loops.is_empty() || many.contains(&from(*n, c)) {
                many.insert((*b, d.clone()));
            }
        }
        if many.len() == before {
            break;
        }
    }
    let mut o = Order {
        many,
        on: BTreeMap::new(),
        numbers: BTreeMap::new(),
        before: BTreeMap::new(),
        last: BTreeMap::new(),
        hull: BTreeMap::new(),
        start: BTreeMap::new(),
    };
    if !a.reach.contains(&main()) {
        return o;
    }
    o.number(s, a, &main(), &mut 0);
    loop {
        let before = o.hull.clone();
        for (n, c, b, d, kind) in &a.edges {
            let to = (*b, d.clone());
            if *kind == Edge::Fork || o.last.contains_key(&to) {
                continue;
            }
            if let Some((lo, hi)) = o.interval(s, *n, c) {
                // A `new` runs the initialisers of superclasses before those that are numbered at it.
                let lo =
                    if *kind == Edge::New { o.before.get(&(*n, c.clone())).map_or(lo, |&b| b.min(lo)) } else { lo };
                let known = o.hull.entry(to).or_insert((lo, hi));
                *known = (known.0.min(lo), known.1.max(hi));
            }
        }
        if o.hull == before {
            break;
        }
    }
    let forks = a.edges.iter().filter(|e| e.4 == Edge::Fork).map(|e| (e.2, e.3.clone()));
    let threads: BTreeSet<Inst> = forks.chain([main()]).collect();
    for r in &threads {
        o.on.entry(r.clone()).or_default().insert(r.clone());
    }
    loop {
        let before = o.on.clone();
        for (n, c, b, d, kind) in &a.edges {
            if *kind != Edge::Fork {
                let on = before.get(&from(*n, c)).cloned().unwrap_or_default();
                o.on.entry((*b, d.clone())).or_default().extend(on);
            }
        }
        if o.on == before {
            break;
        }
    }
    loop {
        let before = o.start.clone();
        for (n, c, b, d, _) in a.edges.iter().filter(|e| e.4 == Edge::Fork) {
            for r in o.on.get(&from(*n, c)).cloned().unwrap_or_default() {
                let at = if r == main() { o.interval(s, *n, c).map(|i| i.0) } else { before.get(&r).copied() };
                if let Some(at) = at {
                    let known = o.start.entry((*b, d.clone())).or_insert(at);
                    *known = at.min(*known);
                }
            }
        }
        if o.start == before {
            return o;
        }
    }
}

impl Order {
    fn number(&mut self, s: &Syntax<'_>, a: &Alias, at: &Inst, next: &mut usize) {
        self.last.insert(at.clone(), 0);
        let mut nodes: Vec<ExprId> = s.nodes.iter().filter(|(_, n)| n.body == at.0).map(|(&e, _)| e).collect();
        nodes.sort_by_key(|n| s.nodes[n].order);
        for n in nodes {
            self.before.insert((n, at.1.clone()), *next);
            let entered = a.edges.iter().filter(|e| e.0 == n && e.1 == at.1 && e.4 != Edge::Fork);
            for to in in_order(s, entered.map(|e| (e.2, e.3.clone())).collect()) {
                let entries = a.edges.iter().filter(|e| (e.2, &e.3) == (to.0, &to.1)).count();
                let in_place = entries == 1 && s.nodes[&n].loops.is_empty() && !self.many.contains(&to);
                if in_place && !self.last.contains_key(&to) {
                    self.number(s, a, &to, next);
                }
            }
            self.numbers.insert((n, at.1.clone()), *next);
            *next += 1;
        }
        self.last.insert(at.clone(), *next);
        *next += 1;
    }

    /// When main is at a node.
    pub fn interval(&self, s: &Syntax<'_>, n: ExprId, c: &Obj) -> Option<(usize, usize)> {
        let node = &s.nodes[&n];
        let at = (node.body, c.clone());
        if !self.last.contains_key(&at) {
            return self.hull.get(&at).copied();
        }
        let Some(outermost) = node.loops.first() else {
            let number = self.numbers[&(n, c.clone())];
            return Some((number, number));
        };
        let (first, last) = s.repeated[outermost];
        let within = s.nodes.iter().filter(|(_, m)| m.body == node.body && (first..=last).contains(&m.order));
        let numbers: Vec<usize> = within.map(|(&m, _)| self.numbers[&(m, c.clone())]).collect();
        Some((*numbers.iter().min()?, *numbers.iter().max()?))
    }

    /// Main's greatest number at an access.
    fn greatest(&self, s: &Syntax<'_>, access: &Access, c: &Obj) -> Option<usize> {
        match access.site {
            Site::Expr(n) => self.interval(s, n, c).map(|i| i.1),
            Site::Field(_) => {
                let at = (access.body, c.clone());
                self.last.get(&at).copied().or(self.hull.get(&at).map(|h| h.1))
            }
        }
    }

    /// Par in sound mode (`once`, `clock`: these refinements are on) or, with neither, in paper mode.
    pub fn par(
        &self,
        s: &Syntax<'_>,
        (e, c, r): (&Access, &Obj, &Inst),
        (d, g, q): (&Access, &Obj, &Inst),
        (once, clock): (bool, bool),
    ) -> bool {
        if once && r == q && !self.many.contains(r) {
            return false;
        }
        let before = |x: &Access, c: &Obj, r: &Inst, q: &Inst| {
            *r == main()
                && *q != main()
                && self.greatest(s, x, c).is_some_and(|hi| hi < self.start.get(q).copied().unwrap_or(0))
        };
        !clock || (!before(e, c, r, q) && !before(d, g, q, r))
    }
}

/// Initialisers, superclasses first.
fn in_order(s: &Syntax<'_>, mut bodies: Vec<Inst>) -> Vec<Inst> {
    let place = |b: &Inst| match b.0 {
        Body::Init(f) => {
            let class = s
                .resolved
                .iter()
                .map(|(c, _)| c)
                .find(|&c| s.resolved.decl(c).is_some_and(|d| d.fields.indices().contains(&f)));
            (class.map_or(0, |c| s.resolved.ancestors(c).count()), f)
        }
        _ => (0, 0),
    };
    bodies.sort_by_key(place);
    bodies
}
