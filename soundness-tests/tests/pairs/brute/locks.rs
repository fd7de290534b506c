//! Section 6: symbolic terms, what is held, evidence.

use super::alias::{Alias, Edge, Inst, Obj};
use super::order::{Order, main, unique};
use super::stages::Way;
use super::syntax::{Access, Binding, Body, Means, Site, Syntax, Target};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use std::collections::{BTreeMap, BTreeSet};

/// A step through a field, or back to the holder.
pub type Step = (Name, bool);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lock {
    Object(Obj),
    Unique(Obj, Vec<Name>),
    From(Binding, Vec<Step>),
    Relative(Vec<Step>),
}

/// A variable and stable fields; of each, whether it is owning.
type Term = (Binding, Vec<(Name, bool)>);

pub struct Locks<'a, 'p> {
    pub s: &'a Syntax<'p>,
    pub a: &'a Alias,
    pub order: &'a Order,
    pub way: &'a Way,
    written: BTreeSet<(Obj, Name)>,
}

impl<'a, 'p> Locks<'a, 'p> {
    pub fn new(s: &'a Syntax<'p>, a: &'a Alias, order: &'a Order, way: &'a Way) -> Locks<'a, 'p> {
        let mut written = BTreeSet::new();
        for (n, c) in a.node.keys() {
            if let Expr::Assign { recv, field, .. } = s.program.expr(*n) {
                written.extend(a.of(recv, c).into_iter().map(|h| (h, field)));
            }
        }
        Locks { s, a, order, way, written }
    }

    fn holders(&self, m: ExprId, c: &Obj, f: Name) -> Vec<Obj> {
        self.a.of(m, c).into_iter().filter(|h| self.a.has(self.s, h, f)).collect()
    }

    fn stable(&self, m: ExprId, c: &Obj, f: Name) -> bool {
        self.holders(m, c, f).into_iter().all(|h| !self.written.contains(&(h, f)))
    }

    fn owning(&self, m: ExprId, c: &Obj, f: Name) -> bool {
        let made = |h: Obj| {
            let init = self.s.has(self.a.class(self.s, &h), f).and_then(|f| self.s.program.fields[f.index()].init);
            init.is_some_and(|e| matches!(self.s.program.expr(e), Expr::New(_)))
        };
        self.way.on("own") && self.holders(m, c, f).into_iter().all(made)
    }

    fn term(&self, n: ExprId, c: &Obj, within: &mut Vec<(ExprId, Obj)>) -> Option<Term> {
        if within.contains(&(n, c.clone())) {
            return None;
        }
        within.push((n, c.clone()));
        let found = self.find(n, c, within);
        within.pop();
        found
    }

    fn find(&self, n: ExprId, c: &Obj, within: &mut Vec<(ExprId, Obj)>) -> Option<Term> {
        let p = self.s.program;
        match p.expr(n) {
            Expr::Var(_) => {
                let Some(Means::Var(x)) = self.s.means.get(&n) else { return None };
                let bound = match x {
                    Binding::Let(l) => match p.expr(*l) {
                        Expr::Let { bound, .. } => self.term(bound, c, within),
                        _ => None,
                    },
                    Binding::Formal(..) => None,
                };
                Some(bound.unwrap_or((*x, Vec::new())))
            }
            Expr::Field { recv, field } => {
                let (root, mut fields) = self.term(recv, c, within)?;
                if !self.stable(recv, c, field) {
                    return None;
                }
                fields.push((field, self.owning(recv, c, field)));
                Some((root, fields))
            }
            Expr::Seq(list) => self.term(*p.list(list).last()?, c, within),
            Expr::Sync { body, .. } | Expr::Atomic(body) => self.term(body, c, within),
            Expr::Let { body, .. } => self.term(body, c, within).filter(|t| t.0 != Binding::Let(n)),
            Expr::If { then, otherwise: Some(otherwise), .. } => match (p.expr(then), p.expr(otherwise)) {
                (Expr::Null, _) => self.term(otherwise, c, within),
                (_, Expr::Null) => self.term(then, c, within),
                _ => {
                    let (t, o) = (self.term(then, c, within)?, self.term(otherwise, c, within)?);
                    (t == o).then_some(t)
                }
            },
            Expr::Call { recv, method, args } if self.way.on("returns") => {
                let mut agreed: Option<Term> = None;
                for h in self.a.of(recv, c) {
                    let m = self.s.resolved.method(self.a.class(self.s, &h), method).map(|m| m.1);
                    if let Some(racefree_program::MethodId::Predefined(_)) = m {
                        return None;
                    }
                }
                let targets = self.a.edges.iter().filter(|e| (e.0, &e.1, e.4) == (n, c, Edge::Call));
                for (_, _, b, d, _) in targets {
                    let (root, fields) = self.term(self.s.root[b], d, within)?;
                    let Binding::Formal(of, j) = root else { return None };
                    if of != *b {
                        return None;
                    }
                    let arg = if j == 0 { recv } else { *p.list(args).get(j - 1)? };
                    let (root, mut all) = self.term(arg, c, within)?;
                    all.extend(fields);
                    let term = (root, all);
                    if agreed.get_or_insert_with(|| term.clone()) != &term {
                        return None;
                    }
                }
                agreed
            }
            Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::New(_)
            | Expr::Assign { .. }
            | Expr::Call { .. }
            | Expr::Fork(_)
            | Expr::If { .. }
            | Expr::While { .. }
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | Expr::Special(_)
            | Expr::Qualified { .. }
            | Expr::Move(_) => None,
        }
    }

    /// Unique evidence of a lock expression.
    fn paths(&self, l: ExprId, c: &Obj) -> BTreeSet<(Obj, Vec<Name>)> {
        let mut all = BTreeSet::new();
        let of: Vec<Obj> = self.a.of(l, c).into_iter().collect();
        if let [h] = of.as_slice()
            && unique(self.s, self.a, self.order, h)
        {
            all.insert((h.clone(), Vec::new()));
        }
        match self.s.program.expr(l) {
            Expr::Field { recv, field } if self.stable(recv, c, field) => {
                for (h, mut path) in self.paths(recv, c) {
                    path.push(field);
                    all.insert((h, path));
                }
            }
            Expr::Var(_) => {
                if let Some(Means::Var(Binding::Let(e))) = self.s.means.get(&l)
                    && let Expr::Let { bound, .. } = self.s.program.expr(*e)
                {
                    all.extend(self.paths(bound, c));
                }
            }
            _ => {}
        }
        all
    }

    pub fn here(&self, locks: &[ExprId], c: &Obj) -> BTreeSet<Lock> {
        let mut all = BTreeSet::new();
        for &l in locks {
            if self.way.paper {
                let of: Vec<Obj> = self.a.of(l, c).into_iter().collect();
                if let [h] = of.as_slice() {
                    all.insert(Lock::Object(h.clone()));
                }
                continue;
            }
            if self.way.on("unique") {
                all.extend(self.paths(l, c).into_iter().map(|(h, path)| Lock::Unique(h, path)));
            }
            if self.way.on("relative")
                && let Some((root, fields)) = self.term(l, c, &mut Vec::new())
            {
                all.insert(Lock::From(root, fields.into_iter().map(|f| (f.0, false)).collect()));
            }
        }
        all
    }

    /// What an edge hands on of what is held where it begins.
    pub fn handed_on(&self, edge: &(ExprId, Obj, Body, Obj, Edge), held: &BTreeSet<Lock>) -> BTreeSet<Lock> {
        let (n, c, b, _, kind) = edge;
        let mut out = BTreeSet::new();
        for lock in held.iter().cloned().chain(self.here(&self.s.nodes[n].locks, c)) {
            let Lock::From(root, steps) = &lock else {
                out.insert(lock);
                continue;
            };
            let Expr::Call { recv, args, .. } = self.s.program.expr(*n) else { continue };
            if *kind != Edge::Call {
                continue;
            }
            let Body::Method(m) = *b else { continue };
            let formals = self.s.program.params_of(&self.s.program.methods[m]).len();
            let args = self.s.program.list(args);
            for (j, &arg) in std::iter::once(&recv).chain(args).enumerate().take(formals + 1) {
                let path = self.term(arg, c, &mut Vec::new()).and_then(|t| rel(&t, *root, steps));
                if let Some(path) = path.filter(|p| p.len() <= 8) {
                    out.insert(Lock::From(Binding::Formal(*b, j), path));
                }
            }
        }
        out
    }

    /// Held: the greatest solution, along the call and new edges from some bodies that hold nothing.
    pub fn held(&self, from: &BTreeSet<Inst>) -> BTreeMap<Inst, BTreeSet<Lock>> {
        let mut held: BTreeMap<Inst, BTreeSet<Lock>> = from.iter().map(|r| (r.clone(), BTreeSet::new())).collect();
        loop {
            let before = held.clone();
            for edge in self.a.edges.iter().filter(|e| e.4 != Edge::Fork) {
                let at = (self.s.nodes[&edge.0].body, edge.1.clone());
                let Some(now) = before.get(&at) else { continue };
                let on = self.handed_on(edge, now);
                let known = held.entry((edge.2, edge.3.clone())).or_insert_with(|| on.clone());
                known.retain(|l| on.contains(l));
            }
            if held == before {
                return held;
            }
        }
    }

    /// Every body that begins a thread.
    pub fn threads(&self) -> BTreeSet<Inst> {
        let forks = self.a.edges.iter().filter(|e| e.4 == Edge::Fork).map(|e| (e.2, e.3.clone()));
        forks.chain([main()]).collect()
    }

    /// What an access holds.
    pub fn evidence(&self, access: &Access, c: &Obj, held: &BTreeSet<Lock>) -> BTreeSet<Lock> {
        let locks = match access.site {
            Site::Expr(n) => self.s.nodes[&n].locks.clone(),
            Site::Field(_) => Vec::new(),
        };
        let target = match access.target {
            Target::Expr(m) => self.term(m, c, &mut Vec::new()),
            Target::This => Some((Binding::Formal(access.body, 0), Vec::new())),
            Target::Ghost(_) => None,
        };
        let mut out = BTreeSet::new();
        for lock in held.iter().cloned().chain(self.here(&locks, c)) {
            match &lock {
                Lock::From(root, steps) => {
                    out.extend(target.as_ref().and_then(|t| rel(t, *root, steps)).map(Lock::Relative));
                }
                _ => {
                    out.insert(lock);
                }
            }
        }
        out
    }
}

/// rel(t,u)
fn rel((of, t): &Term, root: Binding, u: &[Step]) -> Option<Vec<Step>> {
    if *of != root {
        return None;
    }
    let common = t.iter().zip(u).take_while(|(f, s)| (f.0, false) == **s).count();
    let (rest, on) = (&t[common..], &u[common..]);
    if rest.iter().any(|f| !f.1) {
        return None;
    }
    let mut path: Vec<Step> = Vec::new();
    for step in rest.iter().rev().map(|f| (f.0, true)).chain(on.iter().copied()) {
        match path.last() {
            Some(&(f, back)) if f == step.0 && back != step.1 => {
                path.pop();
            }
            _ => path.push(step),
        }
    }
    Some(path)
}
