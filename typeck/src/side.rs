//! Premises that a variant has of its own: side conditions over what a rule binds ([`racefree_kernel::condition`]).
//!
//! A rule function says at its end what it has bound, in its own E and ls; a condition about one of several (`tᵢ`) is looked at for
//! each. The definition is `model/side.rs`, by the same [`Condition::fails`](racefree_kernel::Condition::fails).

use crate::cx::Cx;
use crate::error::Why;
use crate::open::Asked;
use crate::rules::{
    class3, env_x, exp_assign, exp_fork2, exp_if, exp_invoke, exp_let, exp_new, exp_ref, exp_sync, exp_var, exp_while,
    field, local_class, method, shareable_final_field, shareable_guarded_field,
};
use crate::statement::TEMPLATES;
use crate::types::Ty;
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::span::Span;
use racefree_kernel::RuleId;
use racefree_kernel::condition::{Bound, Judged, Terms, Truth, Vocabulary};

/// The rules to which a variant may add premises, with the templates that say what they bind.
pub(crate) fn vocabulary() -> Vocabulary {
    Vocabulary { templates: &TEMPLATES, rules: RULES }
}

/// The rules whose functions, here and in the model, look at premises of variants.
const RULES: &[RuleId] = &[
    class3::RULE,
    local_class::RULE,
    env_x::RULE,
    field::RULE,
    method::RULE,
    shareable_guarded_field::RULE,
    shareable_final_field::RULE,
    exp_new::RULE,
    exp_var::RULE,
    exp_ref::RULE,
    exp_assign::RULE,
    exp_invoke::RULE,
    exp_let::RULE,
    exp_sync::RULE,
    exp_fork2::RULE,
    exp_if::RULE,
    exp_while::RULE,
];

/// What a rule binds here.
pub(crate) type Bindings = Terms<Path, Ty>;
/// What a metavariable stands for here.
pub(crate) type Term = Bound<Path, Ty>;

impl<R: Asked> Judged for Cx<'_, R> {
    type Lock = Path;
    type Type = Ty;

    fn program(&self) -> &Program {
        self.program
    }

    fn lock(&mut self, e: ExprId) -> Path {
        self.types.paths.of_expr(self.program, e)
    }

    fn variable(&mut self, x: Name) -> Path {
        self.types.paths.var(x)
    }

    fn root(&self, l: &Path) -> Option<Name> {
        match self.types.paths.root(*l) {
            Root::Var(x) => Some(x),
            Root::Expr(_) | Root::Open(_) => None,
        }
    }

    fn closed(&self, name: &str) -> Ty {
        match name {
            "int" => Ty::INT,
            "boolean" => Ty::BOOLEAN,
            "String" => Ty::STRING,
            _ => Ty::OBJECT,
        }
    }

    fn arguments(&self, t: &Ty) -> Vec<Path> {
        self.types.args(*t).into()
    }

    fn held(&mut self, l: &Path) -> bool {
        self.locks.holds(*l)
    }

    fn is_final(&mut self, l: &Path) -> bool {
        self.quietly(|cx| cx.final_path(*l)).is_ok_and(|t| t.is_class() || t.is_error())
    }

    fn is_shared(&mut self, t: &Ty) -> Truth {
        if t.is_error() { Truth::Unknown } else { self.quietly(|cx| cx.shared(*t)).into() }
    }

    fn is_subtype(&mut self, s: &Ty, t: &Ty) -> Truth {
        if s.is_error() || t.is_error() { Truth::Unknown } else { self.quietly(|cx| cx.subtype(*s, *t)).into() }
    }

    fn is_same_type(&mut self, s: &Ty, t: &Ty) -> Truth {
        if s.is_error() || t.is_error() { Truth::Unknown } else { (s == t).into() }
    }
}

impl<R: Asked> Cx<'_, R> {
    /// Looks at the premises that a variant has of its own in a rule: about the rule's place, or for each of several about theirs.
    #[inline]
    pub(crate) fn own_premises(
        &mut self,
        rule: RuleId,
        place: Span,
        each: impl FnOnce(&mut Self) -> Vec<Span>,
        bind: impl FnOnce(&mut Self) -> Bindings,
    ) {
        if self.options.own.concern(rule) {
            let each = each(self);
            let terms = bind(self);
            self.own_premises_of(rule, place, &each, &terms);
        }
    }

    /// Likewise, for a rule that binds no several of anything.
    #[inline]
    pub(crate) fn own(&mut self, rule: RuleId, place: Span, bind: impl FnOnce(&mut Self) -> Bindings) {
        self.own_premises(rule, place, |_| Vec::new(), bind);
    }

    #[cold]
    fn own_premises_of(&mut self, rule: RuleId, place: Span, each: &[Span], terms: &Bindings) {
        for own in self.options.own.of(rule) {
            debug_assert!(own.condition.names.iter().all(|x| terms.binds(&x.key)), "{}", own.condition.text);
            for nth in 0..terms.rounds(&own.condition) {
                let one_of_several = own.condition.names.iter().any(|x| x.each);
                let span = each.get(nth).copied().filter(|_| one_of_several).unwrap_or(place);
                self.recorder.at(own.id, span, self.method);
                self.premise(own.id);
                if !own.condition.fails(self, terms, nth) {
                    self.recorder.holds();
                    continue;
                }
                let names = own.condition.names.iter();
                let bound = names.map(|x| (x.clone(), terms.get(&x.key, nth).cloned().unwrap_or(Bound::Nothing)));
                let cause = Why::SideCondition { premise: own.id, bound: bound.collect() }.cause();
                self.fail(own.id, span, cause);
            }
        }
    }

    /// A type as what a metavariable stands for.
    pub(crate) fn ty_term(t: Ty) -> Term {
        if t.is_error() { Bound::Nothing } else { Bound::Type(t) }
    }

    /// The lock set, in the order in which the locks were taken.
    pub(crate) fn held_term(&self) -> Term {
        let mut held: Vec<Path> = self.locks.elements(self.locks.id()).map(|held| held.lock).collect();
        held.reverse();
        Bound::Locks(held)
    }
}
