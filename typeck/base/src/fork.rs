//! \[EXP FORK₂\].

use crate::captures::Capture;
use crate::error::Why;
use crate::open::Question;
use crate::reading::{Around, Here, OfExpr, Reading};
use crate::rules::exp_fork2;
use crate::terms::{Bound, Terms};
use crate::types::Ty;
use racefree_grammar::ast::ExprId;
use racefree_grammar::free::Occurrence;

impl<'r> Reading<'r, '_> {
    /// \[EXP FORK₂\], with what a language asks of each variable that is free in the fork.
    pub fn exp_fork2(self, here: Here, e: ExprId, body: ExprId, further: impl Fn(&OfExpr<'r>, &Capture)) -> Ty {
        let rule = self.of(exp_fork2::RULE, here, e);
        let empty = rule.in_force(exp_fork2::EMPTY_LOCK_SET);
        let ls = if empty { self.locks.borrow().forked(here.ls) } else { here.ls };
        self.captures.borrow_mut().enter(self.program, e, self.listeners.all_captures());
        let inner = Here { forked: true, around: Around::NOTHING, ..here.holding(ls) };
        let t = self.part(&rule, inner, exp_fork2::BODY, body);
        let captures = self.captures.borrow().of(e);
        if captures.is_empty() {
            rule.check(exp_fork2::FV_SHARED, || Ok(()));
        }
        for capture in captures {
            self.captured(&rule, &capture);
            further(&rule, &capture);
        }
        self.captures.borrow_mut().leave();
        self.own(&rule, exp_fork2::RULE, here, || {
            let terms = Terms::default().bind("e", Bound::Expression(body)).bind("t", t);
            terms.bind("ls", self.held_term(here))
        });
        rule.concludes(Ty::INT)
    }

    /// The premise `fv-shared`, for a variable that is free in the fork.
    fn captured(self, rule: &OfExpr<'r>, &Capture { occurrence: Occurrence { name, at }, own, .. }: &Capture) {
        let (here, span) = (rule.here, self.place(at));
        let Some(bound) = self.lookup(here.env, name) else {
            let l = self.path(at);
            if rule.constrained(exp_fork2::FV_SHARED, span) {
                self.subject_to(|_| true, || Question::CapturedLock(l, here.env));
            }
            return;
        };
        rule.check_at(exp_fork2::FV_SHARED, span, || match self.may_be_shared(bound.ty) {
            true => Ok(()),
            false if own => Err(Why::NotShared { name, ty: bound.ty, declared: bound.span, fork: rule.e }.cause()),
            false => Err(Why::Reported.cause()),
        });
    }

    /// P ⊢ t shared, or the class may be made so.
    fn may_be_shared(self, t: Ty) -> bool {
        let open = self.class_of(t).is_some_and(|c| self.subject_to(|open| open.local(c), || Question::Captured(c)));
        open || self.shared(t)
    }
}
