//! Fields: one may have several guards, a read lock is enough to read, and an object under construction may be unknown to other threads.

use crate::reading::JavaReading;
use crate::rules::{exp_assign, exp_ref};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_typeck::access::{ASSIGN, REF, Used};
use racefree_typeck::error::Role;
use racefree_typeck::reading::{Here, Outcome};
use racefree_typeck::types::Ty;

impl JavaReading<'_, '_> {
    /// θl for each guard l of a field.
    fn guards(self, used: &Used) -> Vec<Path> {
        let Some(class) = self.classes.decl(used.found.owner) else { return Vec::new() };
        let guards = self.program.guards_of(&class, self.declaration(used));
        guards.map(|l| self.put_in_lock(&used.theta, l)).collect()
    }

    /// The premise `guard-held`: no other thread can access the field now, or P; E ⊢ θl ∈ ls.
    fn guard_held(self, here: Here, access: (ExprId, ExprId), used: &Used, l: Path, write: bool) -> Outcome {
        if self.is_alone(here, access.0, access.1, used.found.owner) {
            return Ok(());
        }
        self.guards_access(here, l, write).map_err(|_| self.guard_missing(here, access, used, l, write))
    }

    /// \[EXP REF\]
    pub(crate) fn exp_ref(self, here: Here, whole: ExprId, e: ExprId, fd: Name) -> Ty {
        let rule = self.of(exp_ref::RULE, here, whole);
        let Some(used) = self.used(&rule, REF, e, fd) else { return rule.concludes(Ty::ERROR) };
        let guards = self.guards(&used);
        for &l in &guards {
            rule.check(exp_ref::GUARD_HELD, || self.guard_held(here, (whole, e), &used, l, false));
        }
        let t = self.field_type(&used);
        rule.check(exp_ref::TYPE, || self.member_type(here, whole, e, t));
        self.own(&rule, exp_ref::RULE, here, || self.ref_terms(here, e, &used, guards.first().copied(), t));
        rule.concludes(t)
    }

    /// \[EXP ASSIGN\]
    pub(crate) fn exp_assign(self, here: Here, whole: ExprId, (e, fd): (ExprId, Name), e2: ExprId) -> Ty {
        let rule = self.of(exp_assign::RULE, here, whole);
        let Some(used) = self.used(&rule, ASSIGN, e, fd) else {
            self.part(&rule, here, exp_assign::VALUE, e2);
            return rule.concludes(Ty::ERROR);
        };
        let (found, is_final) = (used.found, self.declaration(&used).is_final);
        rule.check(exp_assign::NOT_FINAL, || match is_final {
            true => self.assigns_final(here, (whole, e), found),
            false => Ok(()),
        });
        if is_final && self.builds(here, e, found.owner) {
            rule.check(exp_assign::EARLY, || self.assigns_early(whole, found));
        }
        let guards = self.guards(&used);
        for &l in &guards {
            rule.check(exp_assign::GUARD_HELD, || self.guard_held(here, (whole, e), &used, l, true));
        }
        let t = self.field_type(&used);
        self.has_type(&rule, here, exp_assign::VALUE, e2, t, Role::Field(fd));
        rule.check(exp_assign::TYPE, || self.member_type(here, whole, e, t));
        self.own(&rule, exp_assign::RULE, here, || self.assign_terms(here, (e, e2), &used, guards.first().copied(), t));
        rule.concludes(t)
    }
}
