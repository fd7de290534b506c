//! Symbolic terms (section 6): an expression as a variable and steps, `f` through a stable field, `~f` back to the only holder.
//! Variables never change, locks are lexical, a held lock is not null, and a stable field that is not null has its final value:
//! so equal terms in one activation are one object.

use crate::facts::{BodyKind, Callee, Facts, VarId};
use crate::objects::ObjId;
use crate::options::{Mistake, Options, Refinement};
use crate::points::{EdgeKind, InstId, Points};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// A step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The field.
    pub field: Name,
    /// From its value to its holder.
    pub back: bool,
}

/// A variable and the fields that lead from it, each with true if it is owning there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The variable.
    pub root: VarId,
    /// The fields.
    pub fields: Vec<(Name, bool)>,
}

/// Maximum length of a term.
const LONGEST: usize = 64;

/// A memo of terms; none while the term is being found, so that recursion has none.
type Known = FxHashMap<(InstId, ExprId), Option<Term>>;

/// The terms of a program.
pub struct Terms<'a, 'p> {
    facts: &'a Facts<'p>,
    points: &'a Points,
    /// The fields of objects that a reached store writes.
    written: FxHashSet<(ObjId, Name)>,
    returns: bool,
    own: bool,
    all_stable: bool,
    all_owning: bool,
    known: RefCell<Known>,
    /// Of Java, fields that get new objects alone.
    made: FxHashSet<Name>,
}

impl<'a, 'p> Terms<'a, 'p> {
    /// Finds the fields of objects that are written.
    pub fn new(facts: &'a Facts<'p>, points: &'a Points, options: &Options) -> Terms<'a, 'p> {
        let mut written = FxHashSet::default();
        let first = crate::java::first_stores(facts);
        let is_final = |h: ObjId, f: Name| {
            facts.has(points.objects.class(h), f).is_some_and(|f| facts.program().fields[f.index()].is_final)
        };
        for i in points.inst_ids() {
            for &r in facts.body(points.inst(i).body).regions.iter().filter(|&&r| points.live(facts, i, r)) {
                for &n in &facts.region(r).nodes {
                    let Expr::Assign { recv, field, .. } = facts.program().expr(n) else { continue };
                    if first.stores.contains(&n) || facts.cells.contains(&n) {
                        continue;
                    }
                    // A program of the calculus that assigns a final field runs as well; Java has none.
                    let again = |&&h: &&ObjId| !first.java || !is_final(h, field);
                    written.extend(points.node(facts, i, recv).iter().filter(again).map(|&h| (h, field)));
                }
            }
        }
        Terms {
            facts,
            points,
            written,
            returns: options.on(Refinement::Returns),
            own: options.on(Refinement::Own),
            all_stable: options.errs(Mistake::AllStable),
            all_owning: options.errs(Mistake::AllOwning),
            known: RefCell::default(),
            made: first.made,
        }
    }

    /// Returns true if `so` holds for all objects of `m` that have the field.
    fn of_all(&self, i: InstId, m: ExprId, f: Name, so: impl Fn(ObjId) -> bool) -> bool {
        let has = |h| self.facts.has(self.points.objects.class(h), f).is_some();
        self.points.path(self.facts, i, m).iter().all(|&h| !has(h) || so(h))
    }

    /// A load `m.f` in c is stable if no reached store writes f of an object that m may be.
    pub fn stable(&self, i: InstId, m: ExprId, f: Name) -> bool {
        self.all_stable || self.of_all(i, m, f, |h| !self.written.contains(&(h, f)))
    }

    /// Owning: stable, and every initialiser of f for these objects is a `new`, so no two holders share the value.
    fn owning(&self, i: InstId, m: ExprId, f: Name) -> bool {
        let program = self.facts.program();
        let is_new = |h: ObjId| {
            let field = self.facts.has(self.points.objects.class(h), f);
            let init = field.and_then(|f| program.fields[f.index()].init);
            match init {
                Some(e) => matches!(program.expr(e), Expr::New(_)),
                None => self.made.contains(&f),
            }
        };
        self.own && (self.all_owning || self.of_all(i, m, f, is_new))
    }

    /// The (b,c) that a variable belongs to, seen from a body in it.
    fn home(&self, mut i: InstId, v: VarId) -> InstId {
        let body = self.facts.var(v).body;
        while self.points.inst(i).body != body {
            match self.points.inst(i).outer {
                Some(outer) => i = outer,
                None => break,
            }
        }
        i
    }

    /// term(x)
    fn variable(&self, i: InstId, v: VarId) -> Term {
        let bound = self.facts.var(v).bound.and_then(|e| self.term(self.home(i, v), e));
        bound.unwrap_or(Term { root: v, fields: Vec::new() })
    }

    /// term(n) in c; none, if it has no name.
    pub fn term(&self, i: InstId, n: ExprId) -> Option<Term> {
        if let Some(known) = self.known.borrow().get(&(i, n)) {
            return known.clone();
        }
        // A term that is met again before it is known is recursive.
        self.known.borrow_mut().insert((i, n), None);
        let term = deep(|| self.find(i, n)).filter(|t| t.fields.len() <= LONGEST);
        self.known.borrow_mut().insert((i, n), term.clone());
        term
    }

    fn find(&self, i: InstId, n: ExprId) -> Option<Term> {
        let program = self.facts.program();
        match program.expr(n) {
            Expr::Var(_) if self.facts.ghosts.contains_key(&n) => None,
            Expr::Var(_) => self.facts.meant(n).map(|v| self.variable(i, v)),
            Expr::Field { recv, .. } if self.facts.is_of_cell(n, recv) => None,
            Expr::Field { recv, field } => {
                let mut term = self.term(i, recv).filter(|_| self.stable(i, recv, field))?;
                term.fields.push((field, self.owning(i, recv, field)));
                Some(term)
            }
            Expr::Seq(list) => self.term(i, *program.list(list).last()?),
            Expr::Sync { body, .. } | Expr::Atomic(body) => self.term(i, body),
            Expr::Let { body, .. } => self.term(i, body).filter(|t| Some(t.root) != self.facts.node(n).var),
            Expr::If { then, otherwise: Some(otherwise), .. } => match (program.expr(then), program.expr(otherwise)) {
                (Expr::Null, _) => self.term(i, otherwise),
                (_, Expr::Null) => self.term(i, then),
                _ => self.term(i, then).filter(|t| self.term(i, otherwise).as_ref() == Some(t)),
            },
            Expr::Call { recv, method, args } if self.returns => self.result(i, n, recv, method, program.list(args)),
            Expr::New(_) | forms!(literal | member | block | operator | owned | extended) => None,
        }
    }

    /// A call has the result's term, formals replaced, if all its targets agree.
    fn result(&self, i: InstId, n: ExprId, recv: ExprId, method: Name, args: &[ExprId]) -> Option<Term> {
        let class = |&h: &ObjId| self.points.objects.class(h);
        let predefined = |c| matches!(self.facts.target(c, method), Some(Callee::Predefined(_)));
        if self.points.node(self.facts, i, recv).iter().map(class).any(predefined) {
            return None;
        }
        let edges = self.points.edges_out_of(i);
        let mut agreed: Option<Term> = None;
        for edge in edges.filter(|e| e.node == n && e.kind == EdgeKind::Call) {
            let body = self.facts.body(self.points.inst(edge.to).body);
            debug_assert!(matches!(body.kind, BodyKind::Method(_)));
            let result = self.term(edge.to, body.root?)?;
            let formal = self.facts.var(result.root).formal? as usize;
            let arg = if formal == 0 { recv } else { *args.get(formal - 1)? };
            let mut term = self.term(i, arg)?;
            term.fields.extend(result.fields);
            if agreed.get_or_insert_with(|| term.clone()) != &term {
                return None;
            }
        }
        agreed
    }
}

/// rel(t,u), for one root: the path from t to u. Strip the common prefix, go back over the rest of t, along the rest of u.
pub fn rel(t: &Term, root: VarId, u: &[Step]) -> Option<Vec<Step>> {
    if t.root != root {
        return None;
    }
    let common = t.fields.iter().zip(u).take_while(|(f, s)| !s.back && s.field == f.0).count();
    let rest = &t.fields[common..];
    if rest.iter().any(|&(_, owning)| !owning) {
        return None;
    }
    let mut path: Vec<Step> = Vec::new();
    let back = rest.iter().rev().map(|&(field, _)| Step { field, back: true });
    for step in back.chain(u[common..].iter().copied()) {
        match path.last() {
            Some(last) if last.field == step.field && last.back != step.back => {
                path.pop();
            }
            _ => path.push(step),
        }
    }
    Some(path)
}

impl Term {
    /// Its steps.
    pub fn steps(&self) -> Vec<Step> {
        self.fields.iter().map(|&(field, _)| Step { field, back: false }).collect()
    }
}
