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
use crate::terms::{Bound, Terms};
use crate::types::Ty;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::span::Span;
use racefree_kernel::RuleId;
use racefree_kernel::condition::{Argument, Form, Predicate, Vocabulary};

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

/// The truth of a condition. One about an optional part that is not there, or about something that an error leaves unknown, says
/// nothing: it stands as if it held, so that one cause gives one error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Truth {
    False,
    Unknown,
    True,
}

impl From<Option<bool>> for Truth {
    fn from(holds: Option<bool>) -> Truth {
        match holds {
            Some(false) => Truth::False,
            None => Truth::Unknown,
            Some(true) => Truth::True,
        }
    }
}

/// A place where conditions are asked, with the terms that the rule has bound there; of several, those of a number.
struct Place<'r, 'p, 't> {
    reading: Reading<'r, 'p>,
    here: Here,
    terms: &'t Terms,
    nth: usize,
}

impl Place<'_, '_, '_> {
    /// Nesting is bounded by the parser.
    fn truth(&self, form: &Form) -> Truth {
        match form {
            Form::Atom(predicate, arguments) => {
                let terms: Vec<Bound> = arguments.iter().map(|argument| self.term(argument)).collect();
                self.atom(*predicate, &terms).into()
            }
            Form::Not(inner) => match self.truth(inner) {
                Truth::False => Truth::True,
                Truth::Unknown => Truth::Unknown,
                Truth::True => Truth::False,
            },
            // All are asked, so that what was needed does not depend on the order.
            Form::And(parts) => parts.iter().map(|part| self.truth(part)).min().unwrap_or(Truth::True),
            Form::Or(parts) => parts.iter().map(|part| self.truth(part)).max().unwrap_or(Truth::False),
        }
    }

    fn term(&self, argument: &Argument) -> Bound {
        match argument {
            Argument::Bound(key) => self.terms.get(key, self.nth).cloned().into(),
            Argument::This => Bound::Variable(Name::THIS),
            Argument::Closed(name) => Bound::Type(match *name {
                "int" => Ty::INT,
                "boolean" => Ty::BOOLEAN,
                "String" => Ty::STRING,
                _ => Ty::OBJECT,
            }),
        }
    }

    /// A predicate; none if it says nothing of these terms.
    fn atom(&self, predicate: Predicate, terms: &[Bound]) -> Option<bool> {
        let (reading, Here { env, ls, .. }) = (self.reading, self.here);
        let is_object = |&l: &Path| reading.is_final(env, l).is_ok_and(|t| t.is_class() || t.is_error());
        match (predicate, terms) {
            (Predicate::Declared, [Bound::Word(there)]) => Some(*there),
            (Predicate::Held, [l]) => Some(self.locks(l)?.iter().all(|&l| reading.holds(ls, l))),
            (Predicate::Final, [l]) => Some(self.locks(l)?.iter().all(is_object)),
            (Predicate::Shared, [Bound::Type(t)]) => Some(reading.shared(*t)),
            (Predicate::Subtype, [Bound::Type(s), Bound::Type(t)]) => Some(reading.below(env, *s, *t)),
            (Predicate::Same, [Bound::Type(s), Bound::Type(t)]) => Some(s == t),
            (Predicate::Same, [a, b]) => Some(self.locks(a)? == self.locks(b)?),
            (Predicate::NotFree, [Bound::Variable(x), of]) => self.is_free(*x, of).map(|free| !free),
            _ => None,
        }
    }

    /// A term as locks.
    fn locks(&self, bound: &Bound) -> Option<Vec<Path>> {
        Some(match bound {
            Bound::Lock(l) => vec![*l],
            Bound::Locks(ls) => ls.clone(),
            Bound::Expression(e) => vec![self.reading.path(*e)],
            Bound::Variable(x) => vec![self.reading.var(*x)],
            Bound::Nothing | Bound::Type(_) | Bound::Word(_) => return None,
        })
    }

    /// x ∈ FV(…)
    fn is_free(&self, x: Name, of: &Bound) -> Option<bool> {
        let roots = |ls: &[Path]| ls.iter().any(|&l| self.reading.root(l) == Root::Var(x));
        Some(match of {
            Bound::Expression(e) => self.reading.program.free_variables(*e).contains(&x),
            Bound::Lock(l) => roots(&[*l]),
            Bound::Locks(ls) => roots(ls),
            Bound::Type(t) => roots(&self.reading.args(*t)),
            Bound::Variable(y) => x == *y,
            Bound::Nothing | Bound::Word(_) => return None,
        })
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
        bind: impl FnOnce() -> Terms,
    ) {
        if self.options.own.concern(id) {
            self.own_premises_of(rule, (id, here), &each(), &bind());
        }
    }

    /// The premises that a variant has of its own in a rule that binds no several of anything.
    #[inline]
    pub fn own(self, rule: &Declared<'_>, id: RuleId, here: Here, bind: impl FnOnce() -> Terms) {
        self.own_premises(rule, id, here, Vec::new, bind);
    }

    #[cold]
    fn own_premises_of(self, rule: &Declared<'_>, (id, here): (RuleId, Here), each: &[Span], terms: &Terms) {
        for own in self.options.own.of(id) {
            debug_assert!(own.condition.names.iter().all(|x| terms.binds(&x.key)), "{}", own.condition.text);
            let one_of_several = own.condition.names.iter().any(|x| x.each);
            for nth in 0..terms.rounds(&own.condition) {
                let span = each.get(nth).copied().filter(|_| one_of_several).unwrap_or(rule.span());
                let place = Place { reading: self.quiet(), here, terms, nth };
                rule.check_at(own.id, span, || {
                    if place.truth(&own.condition.form) != Truth::False {
                        return Ok(());
                    }
                    let names = own.condition.names.iter();
                    let bound = names.map(|x| (x.clone(), terms.get(&x.key, nth).cloned().into()));
                    Err(Why::SideCondition { premise: own.id, bound: bound.collect() }.cause())
                });
            }
        }
    }

    /// The lock set, in the order in which the locks were taken.
    pub(crate) fn held_term(self, here: Here) -> Bound {
        Bound::Locks(self.elements(here.ls))
    }
}
