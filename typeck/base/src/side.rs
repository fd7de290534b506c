//! Premises that a variant has of its own: side conditions over what a rule binds ([`racefree_kernel::condition`]).
//!
//! A rule function says at its end what it has bound, in its own E and ls; a condition about one of several (`tᵢ`) is looked at for
//! each.

use crate::error::Why;
use crate::reading::{Declared, Here, Reading};
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

/// The rules whose functions look at premises of variants.
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

/// Metavariables with their values.
pub(crate) type Bindings = Terms<Path, Ty>;
/// The value of a metavariable.
pub(crate) type Term = Bound<Path, Ty>;

/// A place where a condition is asked.
struct Place<'r, 'p> {
    reading: Reading<'r, 'p>,
    here: Here,
}

/// Unless one of the types is unknown.
fn known(types: [Ty; 2], holds: impl FnOnce() -> bool) -> Truth {
    if types.iter().any(|t| t.is_error()) { Truth::Unknown } else { holds().into() }
}

impl Judged for Place<'_, '_> {
    type Lock = Path;
    type Type = Ty;

    fn program(&self) -> &Program {
        self.reading.program
    }

    fn lock(&mut self, e: ExprId) -> Path {
        self.reading.path(e)
    }

    fn variable(&mut self, x: Name) -> Path {
        self.reading.var(x)
    }

    fn root(&self, l: &Path) -> Option<Name> {
        match self.reading.root(*l) {
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
        self.reading.args(*t).to_vec()
    }

    fn held(&mut self, l: &Path) -> bool {
        self.reading.holds(self.here.ls, *l)
    }

    fn is_final(&mut self, l: &Path) -> bool {
        self.reading.is_final(self.here.env, *l).is_ok_and(|t| t.is_class() || t.is_error())
    }

    fn is_shared(&mut self, &t: &Ty) -> Truth {
        known([t, t], || self.reading.shared(t))
    }

    fn is_subtype(&mut self, &s: &Ty, &t: &Ty) -> Truth {
        known([s, t], || self.reading.below(self.here.env, s, t))
    }

    fn is_same_type(&mut self, &s: &Ty, &t: &Ty) -> Truth {
        known([s, t], || s == t)
    }
}

impl Reading<'_, '_> {
    /// The premises that a variant has of its own in a rule: about the rule's place, or for each of several about theirs.
    #[inline]
    pub(crate) fn own_premises(
        self,
        rule: &Declared<'_>,
        id: RuleId,
        here: Here,
        each: impl FnOnce() -> Vec<Span>,
        bind: impl FnOnce() -> Bindings,
    ) {
        if self.options.own.concern(id) {
            self.own_premises_of(rule, (id, here), &each(), &bind());
        }
    }

    /// The premises that a variant has of its own in a rule that binds no several of anything.
    #[inline]
    pub(crate) fn own(self, rule: &Declared<'_>, id: RuleId, here: Here, bind: impl FnOnce() -> Bindings) {
        self.own_premises(rule, id, here, Vec::new, bind);
    }

    #[cold]
    fn own_premises_of(self, rule: &Declared<'_>, (id, here): (RuleId, Here), each: &[Span], terms: &Bindings) {
        let mut place = Place { reading: self.quiet(), here };
        for own in self.options.own.of(id) {
            debug_assert!(own.condition.names.iter().all(|x| terms.binds(&x.key)), "{}", own.condition.text);
            let one_of_several = own.condition.names.iter().any(|x| x.each);
            for nth in 0..terms.rounds(&own.condition) {
                let span = each.get(nth).copied().filter(|_| one_of_several).unwrap_or(rule.span());
                rule.check_at(own.id, span, || {
                    if !own.condition.fails(&mut place, terms, nth) {
                        return Ok(());
                    }
                    let names = own.condition.names.iter();
                    let bound = names.map(|x| (x.clone(), terms.get(&x.key, nth).cloned().unwrap_or(Bound::Nothing)));
                    Err(Why::SideCondition { premise: own.id, bound: bound.collect() }.cause())
                });
            }
        }
    }

    /// A type as what a metavariable stands for.
    pub(crate) fn ty_term(t: Ty) -> Term {
        if t.is_error() { Bound::Nothing } else { Bound::Type(t) }
    }

    /// The lock set, in the order in which the locks were taken.
    pub(crate) fn held_term(self, here: Here) -> Term {
        Bound::Locks(self.elements(here.ls))
    }
}
