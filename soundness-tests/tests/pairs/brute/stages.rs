//! Sections 5 and 7: every tuple of every stage, for one k, and the intersection of all.

use super::alias::{Alias, Key, Obj, Set, alias};
use super::locks::{Lock, Locks};
use super::order::{Inst, order};
use super::syntax::{Access, Body, Means, Site, Syntax, Target, syntax};
use racefree_grammar::ast::Program;
use racefree_grammar::span::Span;
use std::collections::{BTreeMap, BTreeSet};

/// By which rules.
#[derive(Clone, Debug, Default)]
pub struct Way {
    pub paper: bool,
    pub k: usize,
    pub off: Vec<&'static str>,
}

impl Way {
    pub fn on(&self, refinement: &str) -> bool {
        !self.paper && !self.off.contains(&refinement)
    }
}

/// Pairs, by the places of the accesses and the field's name, and how many tuples, after each stage but the first.
pub type Answer = Vec<(BTreeSet<(Place, Place)>, u64)>;

/// Where an access is, and of which field.
pub type Place = (u32, u32, bool, String);

type Tuple = (usize, Obj, usize, Obj);

/// The stages of a program.
pub fn answer(program: &Program, way: &Way) -> Answer {
    let s = syntax(program);
    let place = |i: usize| -> Place {
        let a = &s.accesses[i];
        let span: Span = match a.site {
            Site::Expr(n) => program.span(n),
            Site::Field(f) => program.fields[f].name_span,
        };
        (span.start, span.end, a.writes, program.text(a.field).to_owned())
    };
    let mut left: Option<Vec<BTreeSet<(usize, usize)>>> = None;
    let mut last: Vec<Vec<Tuple>> = Vec::new();
    let first = if way.paper { way.k } else { 0 };
    for k in first..=way.k {
        last = one(&s, k, way);
        let mut within = None::<BTreeSet<(usize, usize)>>;
        let mut now = Vec::new();
        for (i, tuples) in last.iter_mut().enumerate() {
            if let Some(left) = &left {
                tuples.retain(|t| left[i].contains(&(t.0, t.2)));
            }
            // Of what an earlier stage has no more there is nothing later.
            if let Some(within) = &within {
                tuples.retain(|t| within.contains(&(t.0, t.2)));
            }
            let pairs: BTreeSet<(usize, usize)> = tuples.iter().map(|t| (t.0, t.2)).collect();
            within = Some(pairs.clone());
            now.push(pairs);
        }
        left = Some(now);
    }
    let ordered = |t: &Tuple| if t.0 == t.2 && t.1 != t.3 { 2 } else { 1 };
    let pair = |&(a, b): &(usize, usize)| {
        let (a, b) = (place(a), place(b));
        if a <= b { (a, b) } else { (b, a) }
    };
    let named = |pairs: &BTreeSet<(usize, usize)>| pairs.iter().map(pair).collect();
    left.into_iter().flatten().zip(&last).map(|(p, t)| (named(&p), t.iter().map(ordered).sum())).collect()
}

/// The tuples of one k.
pub fn one(s: &Syntax<'_>, k: usize, way: &Way) -> Vec<Vec<Tuple>> {
    let a = alias(s, k, way.on("dead"));
    let o = order(s, &a);
    let locks = Locks::new(s, &a, &o, way);
    let escaped = escaped(s, &a);
    // Every access in a live context.
    let mut here: Vec<(usize, Obj)> = Vec::new();
    for (b, c) in &a.reach {
        for (i, x) in s.accesses.iter().enumerate().filter(|(_, x)| x.body == *b) {
            let live = match x.site {
                Site::Expr(n) => a.live(n, c),
                Site::Field(_) => true,
            };
            if live && !(way.paper && matches!(b, Body::Init(_))) {
                here.push((i, c.clone()));
            }
        }
    }
    here.sort();
    let flags = (way.on("once"), way.on("clock"));
    let none = BTreeSet::new();
    let on = |i: usize, c: &Obj| o.on.get(&(s.accesses[i].body, c.clone())).unwrap_or(&none).clone();
    let threads = |i: usize, c: &Obj, j: usize, d: &Obj| -> Vec<(Inst, Inst)> {
        let (x, y) = (&s.accesses[i], &s.accesses[j]);
        let all = on(i, c).into_iter().flat_map(|r| on(j, d).into_iter().map(move |q| (r.clone(), q)));
        all.filter(|(r, q)| o.par(s, (x, c, r), (y, d, q), flags)).collect()
    };
    let acc: BTreeMap<(usize, Obj), Set> =
        here.iter().map(|(i, c)| ((*i, c.clone()), objects(s, &a, &s.accesses[*i], c))).collect();
    let common = |i: usize, c: &Obj, j: usize, d: &Obj| -> Set {
        acc[&(i, c.clone())].intersection(&acc[&(j, d.clone())]).cloned().collect()
    };
    let mut stages: Vec<Vec<Tuple>> = vec![Vec::new(); 4];
    let held = locks.held(&locks.threads());
    let mut alone: BTreeMap<Inst, BTreeMap<Inst, BTreeSet<Lock>>> = BTreeMap::new();
    for (x, (i, c)) in here.iter().enumerate() {
        for (j, d) in &here[x..] {
            let (e, f) = (&s.accesses[*i], &s.accesses[*j]);
            if e.field != f.field || !(e.writes || f.writes) {
                continue;
            }
            let racing = threads(*i, c, *j, d);
            let tuple = (*i, c.clone(), *j, d.clone());
            if racing.is_empty() {
                continue;
            }
            stages[0].push(tuple.clone());
            let shared = common(*i, c, *j, d);
            if shared.is_empty() {
                continue;
            }
            stages[1].push(tuple.clone());
            let fresh = way.on("fresh") && (e.fresh || f.fresh);
            if fresh || shared.is_disjoint(&escaped) {
                continue;
            }
            stages[2].push(tuple.clone());
            let evidence = |x: &Access, c: &Obj, held: &BTreeMap<Inst, BTreeSet<Lock>>| {
                let held = held.get(&(x.body, c.clone())).cloned().unwrap_or_default();
                locks.evidence(x, c, &held)
            };
            if !evidence(e, c, &held).is_disjoint(&evidence(f, d, &held)) {
                continue;
            }
            if way.on("threads") && on(*i, c).len() <= 64 && on(*j, d).len() <= 64 {
                let apart = racing.iter().all(|(r, q)| {
                    for t in [r, q] {
                        if !alone.contains_key(t) {
                            alone.insert(t.clone(), locks.held(&BTreeSet::from([t.clone()])));
                        }
                    }
                    !evidence(e, c, &alone[r]).is_disjoint(&evidence(f, d, &alone[q]))
                });
                if apart {
                    continue;
                }
            }
            stages[3].push(tuple);
        }
    }
    stages
}

/// Acc(e,c,·)
fn objects(s: &Syntax<'_>, a: &Alias, x: &Access, c: &Obj) -> Set {
    match x.target {
        Target::Expr(m) => a.of(m, c).into_iter().filter(|h| a.has(s, h, x.field)).collect(),
        Target::This => a.of_var(super::syntax::Binding::Formal(x.body, 0), c),
        Target::Ghost(g) => {
            let this = s.this(x.body).map(|v| a.of_var(v, c)).unwrap_or_default();
            let reads = this.iter().flat_map(|h| a.reads.get(&(h.clone(), g)).cloned().unwrap_or_default());
            reads.filter(|r| r.1 == x.field).map(|r| r.0).collect()
        }
    }
}

/// Esc
fn escaped(s: &Syntax<'_>, a: &Alias) -> Set {
    let mut all = Set::new();
    for (b, c) in &a.reach {
        let Body::Fork(n) = b else { continue };
        for means in s.captured.get(n).into_iter().flatten() {
            match means {
                Means::Var(v) => all.extend(a.of_var(*v, c)),
                Means::Ghost(g) => {
                    let this = s.this(*b).map(|v| a.of_var(v, c)).unwrap_or_default();
                    for h in this {
                        all.extend(a.field(&h, Key::Ghost(*g)));
                        let reads = a.reads.get(&(h, *g)).cloned().unwrap_or_default();
                        all.extend(reads.into_iter().map(|r| r.0));
                    }
                }
            }
        }
    }
    loop {
        let mut more = all.clone();
        for ((h, _), set) in &a.heap {
            if all.contains(h) {
                more.extend(set.iter().cloned());
            }
        }
        if s.ghosts_run {
            for ((h, _), reads) in &a.reads {
                if all.contains(h) {
                    more.extend(reads.iter().map(|r| r.0.clone()));
                }
            }
        }
        if more == all {
            return all;
        }
        all = more;
    }
}
