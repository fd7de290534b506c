//! The terms that a rule has bound at a place, by its metavariables: side conditions of variants are about these.

use crate::types::Ty;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::Condition;

/// The term that a metavariable stands for at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is unknown, or an optional part that is not there.
    Nothing,
    /// A lock, after the rule's substitution.
    Lock(Path),
    /// A type, after the rule's substitution.
    Type(Ty),
    /// A lock set, after the rule's substitution.
    Locks(Vec<Path>),
    /// An expression.
    Expression(ExprId),
    /// A variable.
    Variable(Name),
    /// True if a declaration has a word that it may leave out.
    Word(bool),
}

impl From<Ty> for Bound {
    fn from(t: Ty) -> Bound {
        if t.is_error() { Bound::Nothing } else { Bound::Type(t) }
    }
}

impl<T: Into<Bound>> From<Option<T>> for Bound {
    fn from(bound: Option<T>) -> Bound {
        bound.map_or(Bound::Nothing, T::into)
    }
}

/// The terms that a rule has bound, by [`racefree_kernel::condition::Metavariable::key`].
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    one: Vec<(&'static str, Bound)>,
    each: Vec<(&'static str, Vec<Bound>)>,
}

impl Terms {
    /// Binds one.
    #[must_use]
    pub(crate) fn bind(mut self, key: &'static str, bound: impl Into<Bound>) -> Terms {
        self.one.push((key, bound.into()));
        self
    }

    /// Binds several that go by one name.
    #[must_use]
    pub(crate) fn each(mut self, key: &'static str, bound: Vec<Bound>) -> Terms {
        self.each.push((key, bound));
        self
    }

    fn several(&self, key: &str) -> Option<&Vec<Bound>> {
        self.each.iter().find(|(known, _)| *known == key).map(|(_, list)| list)
    }

    /// The term that a name stands for; of several, the one of a number.
    pub(crate) fn get(&self, key: &str, nth: usize) -> Option<&Bound> {
        let one = self.one.iter().find(|(known, _)| *known == key).map(|(_, bound)| bound);
        one.or_else(|| self.several(key)?.get(nth))
    }

    /// True if a name is bound at all.
    pub(crate) fn binds(&self, key: &str) -> bool {
        self.one.iter().any(|(known, _)| *known == key) || self.several(key).is_some()
    }

    /// Number of times that a condition is demanded: once, or for each of several.
    pub(crate) fn rounds(&self, condition: &Condition) -> usize {
        let lists = condition.names.iter().filter(|x| x.each);
        lists.map(|x| self.several(&x.key).map_or(0, Vec::len)).max().unwrap_or(1)
    }
}
