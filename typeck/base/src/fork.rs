//! \[EXP FORK₂\], and FV(e) of the forks of a program.
//!
//! FV(e) is a function of the syntax ([`racefree_grammar::free`]). An outermost fork is walked through once, which finds what is free in
//! each fork within it, so that nested forks cost no more than others.

use crate::error::Why;
use crate::extended::{JavaWhy, LabelScope};
use crate::open::Question;
use crate::reading::{Here, OfExpr, Reading};
use crate::rules::exp_fork2;
use crate::terms::{Bound, Terms};
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::free::{Occurrence, Scopes, Visitor};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// The first occurrence of a variable that is free in a fork.
#[derive(Clone, Copy)]
struct Capture {
    fork: ExprId,
    occurrence: Occurrence,
    /// It is in no fork within this one. Otherwise it is the first there too, and that fork reports it.
    own: bool,
}

/// Free variables of the forks within an outermost one.
#[derive(Default)]
pub(crate) struct Captures {
    scopes: Scopes<u32>,
    /// By fork; for each in source order.
    found: Vec<Capture>,
    /// The number of open forks that were walked through.
    open: u32,
}

/// Finds the captures of a fork and of all forks within it, in one walk.
struct Walk {
    /// Every capture; otherwise only those that are their fork's own, which are no more than there are occurrences.
    all: bool,
    found: Vec<Capture>,
    /// The forks around the current place, with when they began. Time goes on with each binding, fork and occurrence.
    forks: Vec<(ExprId, u32)>,
    now: u32,
    /// For each variable, when it was bound and when it occurred last.
    variables: Vec<(u32, u32)>,
    /// The variables that are bound outside the outermost fork.
    outer: FxHashMap<Name, u32>,
}

impl Visitor for Walk {
    type Binding = u32;

    fn enter(&mut self, e: ExprId, expr: Expr) {
        if let Expr::Fork(_) = expr {
            self.now += 1;
            self.forks.push((e, self.now));
        }
    }

    fn leave(&mut self, _: ExprId, expr: Expr) {
        if let Expr::Fork(_) = expr {
            self.forks.pop();
        }
    }

    fn bind(&mut self, _: ExprId, _: Name) -> u32 {
        self.now += 1;
        self.variables.push((self.now, 0));
        self.variables.len() as u32 - 1
    }

    fn var(&mut self, occurrence: Occurrence, binding: Option<u32>) {
        let Walk { variables, outer, found, .. } = self;
        let variable = binding.unwrap_or_else(|| {
            *outer.entry(occurrence.name).or_insert_with(|| {
                variables.push((0, 0));
                variables.len() as u32 - 1
            })
        });
        let (bound, last) = &mut variables[variable as usize];
        let mut own = true;
        for &(fork, began) in self.forks.iter().rev() {
            // Bound within the fork, or met in it before: so it is for the forks around it.
            if began < *bound || began < *last || !(own || self.all) {
                break;
            }
            found.push(Capture { fork, occurrence, own });
            own = false;
        }
        self.now += 1;
        *last = self.now;
    }
}

impl Captures {
    /// A fork begins. Unless a fork around it was walked through, the captures are found.
    fn enter(&mut self, program: &Program, fork: ExprId, all: bool) {
        if self.open == 0 {
            let found = std::mem::take(&mut self.found);
            let (forks, variables, outer) = (Vec::new(), Vec::new(), FxHashMap::default());
            let mut walk = Walk { all, found, forks, now: 0, variables, outer };
            self.scopes.walk(program, fork, &mut walk);
            self.found = walk.found;
            self.found.sort_by_key(|capture| capture.fork);
        }
        self.open += 1;
    }

    /// The captures of a fork.
    fn of(&self, fork: ExprId) -> Vec<Capture> {
        let first = self.found.partition_point(|capture| capture.fork < fork);
        self.found[first..].iter().take_while(|capture| capture.fork == fork).copied().collect()
    }

    /// A fork ends.
    fn leave(&mut self) {
        self.open = self.open.saturating_sub(1);
        if self.open == 0 {
            self.found.clear();
        }
    }
}

impl<'r> Reading<'r, '_> {
    /// \[EXP FORK₂\]
    pub(crate) fn exp_fork2(self, here: Here, e: ExprId, body: ExprId) -> Ty {
        let rule = self.of(exp_fork2::RULE, here, e);
        let empty = rule.in_force(exp_fork2::EMPTY_LOCK_SET);
        let ls = if empty { self.locks.borrow().forked(here.ls) } else { here.ls };
        self.captures.borrow_mut().enter(self.program, e, self.listeners.all_captures());
        let inner = Here { forked: true, labels: LabelScope::NONE, ..here.holding(ls) };
        let t = self.part(&rule, inner, exp_fork2::BODY, body);
        let captures = self.captures.borrow().of(e);
        if captures.is_empty() {
            rule.check(exp_fork2::FV_SHARED, || Ok(()));
        }
        for capture in captures {
            self.captured(&rule, capture);
        }
        self.captures.borrow_mut().leave();
        self.own(&rule, exp_fork2::RULE, here, || {
            let terms = Terms::default().bind("e", Bound::Expression(body)).bind("t", t);
            terms.bind("ls", self.held_term(here))
        });
        rule.concludes(Ty::INT)
    }

    /// The premise `fv-shared`, for a variable that is free in the fork.
    fn captured(self, rule: &OfExpr<'r>, Capture { occurrence: Occurrence { name, at }, own, .. }: Capture) {
        let (here, span) = (rule.here, self.place(at));
        let Some(bound) = self.lookup(here.env, name) else {
            let l = self.path(at);
            if !rule.takes(exp_fork2::FV_SHARED) {
                rule.asks_for(exp_fork2::FV_SHARED, span);
                self.subject_to(|_| true, || Question::CapturedLock(l, here.env));
            }
            return;
        };
        rule.check_at(exp_fork2::FV_SHARED, span, || match self.may_be_shared(bound.ty) {
            true => Ok(()),
            false if own => Err(Why::NotShared { name, ty: bound.ty, declared: bound.span, fork: rule.e }.cause()),
            false => Err(Why::Reported.cause()),
        });
        if bound.var {
            let captured = JavaWhy::CapturedVar { name, declared: bound.span };
            let why = if own { Why::Java(captured) } else { Why::Reported };
            rule.check_at(exp_fork2::FV_NOT_VAR, span, || Err(why.cause()));
        }
    }

    /// P ⊢ t shared, or the class may be made so.
    fn may_be_shared(self, t: Ty) -> bool {
        let open = self.class_of(t).is_some_and(|c| self.subject_to(|open| open.local(c), || Question::Captured(c)));
        open || self.shared(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use racefree_grammar::parse;

    /// Each capture of each fork: where the fork stands, what it captures and where, and whether that is its own.
    fn captures(source: &str, all: bool) -> Vec<(u32, &str, u32, bool)> {
        let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
        let outermost = (0..program.exprs.len() as u32).rev().map(ExprId::new);
        let outermost = outermost.filter(|&e| matches!(program.expr(e), Expr::Fork(_))).max_by_key(|&e| {
            let span = program.span(e);
            span.end - span.start
        });
        let mut captures = Captures::default();
        captures.enter(&program, outermost.expect("a fork"), all);
        let start = |e| program.span(e).start;
        let text = |at| program.span(at).text(source);
        let one = |c: &Capture| (start(c.fork), text(c.occurrence.at), start(c.occurrence.at), c.own);
        let mut found: Vec<_> = captures.found.iter().map(one).collect();
        found.sort();
        found
    }

    #[test]
    fn a_variable_is_captured_where_it_is_used_first() {
        assert_eq!(captures("fork { x; x }", false), [(0, "x", 7, true)]);
        assert_eq!(captures("fork { let C<x> y = x in { y; x } }", false), [(0, "x", 13, true)]);
    }

    #[test]
    fn what_is_bound_within_a_fork_is_captured_by_the_forks_within() {
        assert_eq!(
            captures("fork { let C y = z in { y; fork { y } } }", false),
            [(0, "z", 17, true), (27, "y", 34, true)]
        );
        // A let hides a variable, and ends.
        assert_eq!(captures("fork { (let C x = null in x); x }", false), [(0, "x", 30, true)]);
    }

    #[test]
    fn a_capture_of_a_nest_is_the_innermost_forks_own() {
        let nest = "fork { fork { x }; x; fork { x } }";
        assert_eq!(captures(nest, false), [(7, "x", 14, true), (22, "x", 29, true)]);
        assert_eq!(captures(nest, true), [(0, "x", 14, false), (7, "x", 14, true), (22, "x", 29, true)]);
        assert_eq!(captures("fork { x; fork { x } }", true), [(0, "x", 7, true), (10, "x", 17, true)]);
    }

    #[test]
    fn a_nest_has_no_more_own_captures_than_occurrences() {
        let deep = 2_000;
        let source = format!("{}{}{}", "fork { x; ".repeat(deep), "x", " }".repeat(deep));
        assert_eq!(captures(&source, false).len(), deep);
        let source = format!("{}{}{}", "fork { ".repeat(deep), "x; y", " }".repeat(deep));
        assert_eq!((captures(&source, false).len(), captures(&source, true).len()), (2, 2 * deep));
    }
}
