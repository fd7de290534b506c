//! Sentences for errors: what is wrong, and what would help. They are made from the data of a [`Failure`] alone, when an error is
//! shown.
//!
//! | module | what its sentences are about |
//! | --- | --- |
//! | `declarations` | classes, members, types, owners, paths |
//! | `values` | values that do not fit, members, moves |
//! | `locks` | a lock that is needed and not held |
//!
//! `fixes` makes repairs of the same data, as edits of the source.

mod declarations;
mod fixes;
mod locks;
mod values;

use crate::error::{At, Failure, Why};
use crate::typing::Typing;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, TypeError};
use racefree_typeck::Sentences;

/// Name in messages of an owner that is another thread, before its number.
pub(crate) const OTHER_THREAD: &str = "otherThread#";

impl Typing<'_> {
    /// The errors in words, with their repairs.
    pub(crate) fn explain(&self, failures: &[Failure], source: &str) -> Vec<TypeError> {
        let locks = failures.iter().any(|failure| matches!(failure.cause.why, Why::NotHeld(_)));
        let parents = locks.then(|| Parents::new(self.program));
        failures.iter().map(|failure| self.type_error(failure, source, parents.as_ref())).collect()
    }

    fn type_error(&self, failure: &Failure, source: &str, parents: Option<&Parents>) -> TypeError {
        let Failure { premise, span, at, cause } = failure;
        let mut said = self.sentences(&cause.why, *premise);
        let below = cause.premises.iter().filter(|&below| below != premise);
        let mut because: Vec<_> = below.map(|&below| (below, said.message.clone())).collect();
        if let Some(role) = cause.role {
            said.message = format!("{}: {}", self.role(role), said.message);
            because.last_mut().into_iter().for_each(|last| last.1.clone_from(&said.message));
        }
        let related = self.other_threads(*at, &said.message);
        said.related.splice(..0, related);
        let fixes = self.fixes(&cause.why, source, parents);
        TypeError { because, fixes, ..said.into_error(*premise, *span) }
    }

    /// The sentences for a cause, as a failure of this premise.
    fn sentences(&self, why: &Why, premise: PremiseId) -> Sentences {
        let message = match *why {
            Why::NotHeld(ref missing) => return self.not_held(missing, premise),
            Why::Moved(x, at) => return self.moved(x, at),
            Why::Declared(problem) => self.problem(problem),
            Why::OverridesType(m, owner) => self.overrides_other(m, owner, "has other types or owners"),
            Why::OverridesLocks(m, owner) => self.overrides_other(m, owner, "requires or reads other locks"),
            Why::FormalTwice(f) => format!("the formal owner `{}` is declared twice", self.program.text(f)),
            Why::NoSuchFormal(f) => {
                format!("the class has no formal owner `{}` of which `where` could speak", self.program.text(f))
            }
            Why::UnknownSuper => "there is no such class to extend".to_owned(),
            Why::StringSuper => "`String` cannot be extended".to_owned(),
            Why::SuperOwner(theirs, ours) => self.super_owner(theirs, ours),
            Why::ThisThread => {
                "`thisThread` is not the same thread for every reader of a declaration: give the class another \
                formal owner, and say `thisThread` where it is used"
                    .to_owned()
            }
            Why::Unguarded { field, only_writes } => self.unguarded(field, only_writes),
            Why::UnboundFormal(f) => self.unbound_formal(f),
            Why::ThisType(t) => {
                format!("`this` is an object of the class, and cannot be of type `{}`", self.show(t))
            }
            Why::NotFresh(x) => format!("`{}` is in scope here already, and may not be shadowed", self.program.text(x)),
            Why::OnlyResult => "void is the type of a method's result only".to_owned(),
            Why::NoClass(name) => format!("there is no class `{}`", self.program.text(name)),
            Why::Arity { class, wants, has, .. } => self.wrong_arity(class, wants, has),
            Why::UniqueSecond => {
                "`unique` says that there is one reference to the object itself: it can be the first owner \
                only"
                    .to_owned()
            }
            Why::MayBeSelf(f, o) => self.may_be_self(f, o),
            Why::NoFormal(f) => self.no_formal(f),
            Why::NoLock(l) => format!("`{}` is no lock: write a final path, or a formal owner", self.show_owner(l)),
            Why::Unqualified { formal, params, .. } => self.unqualified(formal, params),
            Why::NotObject(p, t) => {
                format!("`{}` is of type `{}`, and only an object has a lock", self.show_path(p), self.show(t))
            }
            Why::NotAPath(p) => {
                format!("`{}` is no path of final fields: what it denotes may change", self.show_path(p))
            }
            Why::PathNotInScope { name, formal } => self.path_not_in_scope(name, formal),
            Why::NoFields(p, t) => {
                format!("`{}` is of type `{}`, which has no fields", self.show_path(p), self.show(t))
            }
            Why::NoField(t, fd) => format!("`{}` has no field `{}`", self.show(t), self.program.text(fd)),
            Why::NotFinal(fd) => format!(
                "the field `{}` is not final: it may denote one object now and another later",
                self.program.text(fd)
            ),
            Why::Circular(p) => format!("the type of `{}` depends on itself", self.show_path(p)),
            Why::Unlike(..)
            | Why::Keeps { .. }
            | Why::NotInScope { .. }
            | Why::GhostRuns
            | Why::NotUnique { .. }
            | Why::NewString
            | Why::NoMembers(..)
            | Why::Borrows(..)
            | Why::TakesShared(..)
            | Why::TakesFinal(_)
            | Why::AssignsFinal(_)
            | Why::NotApart(_)
            | Why::NoMethod(..)
            | Why::Arguments { .. }
            | Why::UniqueTwice(..)
            | Why::MovedInLoop(_)
            | Why::Condition(_)
            | Why::Operands(..)
            | Why::Operand(..)
            | Why::NoValue => self.value(why),
        };
        Sentences::new(message)
    }

    /// The fork for each `otherThread#n` in a message, with a note that this name is of the thread that forks.
    fn other_threads(&self, at: At, message: &str) -> Vec<(Span, String)> {
        let fork = |At(fork)| fork.checked_sub(1).map(|i| self.forks[i as usize]);
        let mut around: Vec<Span> =
            std::iter::successors(fork(at), |&(outer, _)| fork(outer)).map(|(_, span)| span).collect();
        around.reverse();
        let mut found: Vec<(Span, String)> = Vec::new();
        for named in message.split(OTHER_THREAD).skip(1) {
            let digits = named.find(|c: char| !c.is_ascii_digit()).unwrap_or(named.len());
            let number = named[..digits].parse::<usize>().unwrap_or(0);
            let Some(&fork) = number.checked_sub(1).and_then(|i| around.get(i)) else { continue };
            let text = format!("this fork starts another thread; `{OTHER_THREAD}{number}` is the one that forks");
            if !found.iter().any(|(_, known)| *known == text) {
                found.push((fork, text));
            }
        }
        found
    }
}
