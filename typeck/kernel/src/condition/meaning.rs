//! When a condition holds.

use super::{Argument, Condition, Form, Predicate};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;

/// What a condition amounts to. What is about an optional part that is not there, or about what an error leaves unknown, says
/// nothing: a condition that is neither true nor false stands as if it held, so that one cause gives one error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It says nothing.
    Unknown,
    /// It holds.
    True,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        if holds { Truth::True } else { Truth::False }
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
            Truth::True => Truth::False,
        }
    }
}

/// What a metavariable stands for at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound<L, T> {
    /// It is unknown, or an optional part that is not there.
    Nothing,
    /// A lock, after the rule's substitution.
    Lock(L),
    /// A type, likewise.
    Type(T),
    /// A lock set, likewise.
    Locks(Vec<L>),
    /// An expression.
    Expression(ExprId),
    /// A variable.
    Variable(Name),
    /// Whether a declaration has a word that it may leave out.
    Word(bool),
}

impl<L, T> From<Option<Bound<L, T>>> for Bound<L, T> {
    fn from(bound: Option<Bound<L, T>>) -> Bound<L, T> {
        bound.unwrap_or(Bound::Nothing)
    }
}

/// What a rule has bound at a place, by [`super::Metavariable::key`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms<L, T> {
    one: Vec<(&'static str, Bound<L, T>)>,
    each: Vec<(&'static str, Vec<Bound<L, T>>)>,
}

impl<L, T> Default for Terms<L, T> {
    fn default() -> Terms<L, T> {
        Terms { one: Vec::new(), each: Vec::new() }
    }
}

impl<L, T> Terms<L, T> {
    /// Binds one.
    #[must_use]
    pub fn bind(mut self, key: &'static str, bound: Bound<L, T>) -> Terms<L, T> {
        self.one.push((key, bound));
        self
    }

    /// Binds several that go by one name.
    #[must_use]
    pub fn each(mut self, key: &'static str, bound: Vec<Bound<L, T>>) -> Terms<L, T> {
        self.each.push((key, bound));
        self
    }

    /// What a name stands for; of several, the one of a number.
    pub fn get(&self, key: &str, nth: usize) -> Option<&Bound<L, T>> {
        let one = self.one.iter().find(|(known, _)| *known == key).map(|(_, bound)| bound);
        one.or_else(|| self.each.iter().find(|(known, _)| *known == key)?.1.get(nth))
    }

    /// Whether a name is bound at all.
    pub fn binds(&self, key: &str) -> bool {
        self.one.iter().any(|(known, _)| *known == key) || self.each.iter().any(|(known, _)| *known == key)
    }

    /// How often a condition is demanded: once, or for each of several.
    pub fn rounds(&self, condition: &Condition) -> usize {
        let of = |key: &str| self.each.iter().find(|(known, _)| *known == key).map_or(0, |(_, list)| list.len());
        let lists = condition.names.iter().filter(|x| x.each);
        lists.map(|x| of(&x.key)).max().unwrap_or(1)
    }
}

/// The judgments of a system that conditions speak of. What is asked of something unknown says nothing.
pub trait Judged {
    /// A lock expression.
    type Lock: Clone + PartialEq;
    /// A type.
    type Type: Clone + PartialEq;

    /// P
    fn program(&self) -> &Program;
    /// An expression as a lock.
    fn lock(&mut self, e: ExprId) -> Self::Lock;
    /// A variable as a lock.
    fn variable(&mut self, x: Name) -> Self::Lock;
    /// The variable that a lock starts from, if it is a path.
    fn root(&self, l: &Self::Lock) -> Option<Name>;
    /// `int`, `boolean`, `String` or `Object`.
    fn closed(&self, name: &str) -> Self::Type;
    /// The ghost arguments of a type.
    fn arguments(&self, t: &Self::Type) -> Vec<Self::Lock>;
    /// l ∈ ls
    fn held(&mut self, l: &Self::Lock) -> bool;
    /// P; E ⊢final l : c for some class type c.
    fn is_final(&mut self, l: &Self::Lock) -> bool;
    /// P ⊢ t shared
    fn is_shared(&mut self, t: &Self::Type) -> Truth;
    /// P; E ⊢ s <: t
    fn is_subtype(&mut self, s: &Self::Type, t: &Self::Type) -> Truth;
    /// s = t
    fn is_same_type(&mut self, s: &Self::Type, t: &Self::Type) -> Truth;
}

/// What stands between brackets, at a place.
type Put<J> = Bound<<J as Judged>::Lock, <J as Judged>::Type>;

impl Condition {
    /// Whether the condition does not hold, for what is bound; of several, for those of a number.
    pub fn fails<J: Judged>(&self, judged: &mut J, terms: &Terms<J::Lock, J::Type>, nth: usize) -> bool {
        truth(&self.form, judged, terms, nth) == Truth::False
    }
}

/// Nesting is bounded by the parser.
fn truth<J: Judged>(form: &Form, judged: &mut J, terms: &Terms<J::Lock, J::Type>, nth: usize) -> Truth {
    match form {
        Form::Atom(predicate, arguments) => {
            let put: Vec<Put<J>> = arguments.iter().map(|a| put(a, judged, terms, nth)).collect();
            atom(*predicate, judged, &put)
        }
        Form::Not(inner) => !truth(inner, judged, terms, nth),
        // All are asked, so that what was needed does not depend on the order.
        Form::And(parts) => parts.iter().map(|p| truth(p, judged, terms, nth)).min().unwrap_or(Truth::True),
        Form::Or(parts) => parts.iter().map(|p| truth(p, judged, terms, nth)).max().unwrap_or(Truth::False),
    }
}

fn put<J: Judged>(argument: &Argument, judged: &J, terms: &Terms<J::Lock, J::Type>, nth: usize) -> Put<J> {
    match argument {
        Argument::Bound(key) => terms.get(key, nth).cloned().unwrap_or(Bound::Nothing),
        Argument::This => Bound::Variable(Name::THIS),
        Argument::Closed(name) => Bound::Type(judged.closed(name)),
    }
}

/// What stands for a lock, or for several, as locks.
fn locks<J: Judged>(judged: &mut J, bound: &Put<J>) -> Option<Vec<J::Lock>> {
    Some(match bound {
        Bound::Lock(l) => vec![l.clone()],
        Bound::Locks(ls) => ls.clone(),
        Bound::Expression(e) => vec![judged.lock(*e)],
        Bound::Variable(x) => vec![judged.variable(*x)],
        Bound::Nothing | Bound::Type(_) | Bound::Word(_) => return None,
    })
}

fn atom<J: Judged>(predicate: Predicate, judged: &mut J, put: &[Put<J>]) -> Truth {
    match (predicate, put) {
        (Predicate::Declared, [Bound::Word(there)]) => Truth::from(*there),
        (Predicate::Held, [l]) => {
            locks(judged, l).map_or(Truth::Unknown, |ls| ls.iter().all(|l| judged.held(l)).into())
        }
        (Predicate::Final, [l]) => {
            locks(judged, l).map_or(Truth::Unknown, |ls| ls.iter().all(|l| judged.is_final(l)).into())
        }
        (Predicate::Shared, [Bound::Type(t)]) => judged.is_shared(t),
        (Predicate::Subtype, [Bound::Type(s), Bound::Type(t)]) => judged.is_subtype(s, t),
        (Predicate::Same, [Bound::Type(s), Bound::Type(t)]) => judged.is_same_type(s, t),
        (Predicate::Same, [a, b]) => match (locks(judged, a), locks(judged, b)) {
            (Some(a), Some(b)) => Truth::from(a == b),
            _ => Truth::Unknown,
        },
        (Predicate::NotFree, [Bound::Variable(x), of]) => not_free(judged, *x, of),
        _ => Truth::Unknown,
    }
}

/// x ∉ FV(…)
fn not_free<J: Judged>(judged: &mut J, x: Name, of: &Put<J>) -> Truth {
    let roots = |judged: &J, ls: &[J::Lock]| ls.iter().any(|l| judged.root(l) == Some(x));
    let free = match of {
        Bound::Expression(e) => judged.program().free_variables(*e).contains(&x),
        Bound::Lock(l) => roots(judged, std::slice::from_ref(l)),
        Bound::Locks(ls) => roots(judged, ls),
        Bound::Type(t) => roots(judged, &judged.arguments(t)),
        Bound::Variable(y) => x == *y,
        Bound::Nothing | Bound::Word(_) => return Truth::Unknown,
    };
    Truth::from(!free)
}
