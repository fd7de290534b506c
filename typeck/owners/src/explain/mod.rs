//! Sentences for errors: what is wrong, and what would help. They are made from the data of a [`Failure`] alone, when an error is
//! shown.
//!
//! | module | what its sentences are about |
//! | --- | --- |
//! | this | every cause in turn |
//! | `declarations` | those about classes, members, types, owners and paths that take more than a line |
//! | `locks` | a lock that is needed and not held |
//!
//! `fixes` makes repairs of the same data, as edits of the source.

mod declarations;
mod fixes;
mod locks;

use crate::error::{At, Failure, Role, Why};
use crate::owner::Owner;
use crate::typing::Typing;
use racefree_grammar::ast::Expr;
use racefree_grammar::name::Name;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, TypeError};
use racefree_typeck::Sentences;
use racefree_typeck::language::operands;

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
        let text = |x| self.program.text(x);
        let formal = |f| self.show_owner(Owner::Formal(f));
        let message = match *why {
            Why::NotHeld(ref missing) => return self.not_held(missing, premise),
            Why::Moved(x, at) => return self.moved(x, at),
            Why::Declared(problem) => self.problem(problem),
            Why::OverridesType(m, owner) => self.overrides_other(m, owner, "has other types or owners"),
            Why::OverridesLocks(m, owner) => self.overrides_other(m, owner, "requires or reads other locks"),
            Why::FormalTwice(f) => format!("the formal owner `{}` is declared twice", text(f)),
            Why::NoSuchFormal(f) => {
                format!("the class has no formal owner `{}` of which `where` could speak", text(f))
            }
            Why::UnknownSuper => "there is no such class to extend".to_owned(),
            Why::StringSuper => "`String` cannot be extended".to_owned(),
            Why::SuperOwner(theirs, ours) => {
                let show = |o: Option<Owner>| o.map_or("?".to_owned(), |o| self.show_owner(o));
                let (theirs, ours) = (show(theirs), show(ours));
                format!("an object has one owner: the superclass's first is `{theirs}`, the class's `{ours}`")
            }
            Why::ThisThread => {
                "`thisThread` is not the same thread for every reader of a declaration: give the class another \
                formal owner, and say `thisThread` where it is used"
                    .to_owned()
            }
            Why::Unguarded { field, only_writes } => self.unguarded(field, only_writes),
            Why::UnboundFormal(f) => {
                format!(
                    "no call could find out what `{}` stands for: it is itself no owner of a parameter's type",
                    formal(f)
                )
            }
            Why::ThisType(t) => {
                format!("`this` is an object of the class, and cannot be of type `{}`", self.show(t))
            }
            Why::NotFresh(x) => format!("`{}` is in scope here already, and may not be shadowed", text(x)),
            Why::OnlyResult => "void is the type of a method's result only".to_owned(),
            Why::NoClass(name) => format!("there is no class `{}`", text(name)),
            Why::Arity(ty) => self.wrong_arity(ty),
            Why::UniqueSecond => {
                "`unique` says that there is one reference to the object itself: it can be the first owner \
                only"
                    .to_owned()
            }
            Why::MayBeSelf(f, o) => {
                let (f, o) = (text(f), self.show_owner(o));
                format!("the class says `where {f} != self`, and `{o}` is or may become `self`")
            }
            Why::NoFormal(f) => {
                format!(
                    "there is no formal owner `{}` here: neither the class nor the type of a parameter has it",
                    formal(f)
                )
            }
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
            Why::NoField(t, fd) => format!("`{}` has no field `{}`", self.show(t), text(fd)),
            Why::NotFinal(fd) => {
                format!("the field `{}` is not final: it may denote one object now and another later", text(fd))
            }
            Why::Circular(p) => format!("the type of `{}` depends on itself", self.show_path(p)),
            Why::Unlike(s, t) => {
                format!("this is of type `{}`, and `{}` is expected", self.show(s), self.show(t))
            }
            Why::Keeps(value, ty) => {
                let (text, ty) = (self.text_of(value), self.show(ty));
                format!("`{text}` is of type `{ty}`, and keeps its reference: write `{text}--` to move it")
            }
            Why::NotInScope { name, formal: true } => format!("`{}` is a formal owner, and no value", text(name)),
            Why::NotInScope { name, formal: false } => format!("there is no variable `{}` here", text(name)),
            Why::GhostRuns => {
                "`this` is no value in an initialiser: the object would escape while it is built".to_owned()
            }
            Why::NotUnique(moved, ty) => {
                let x = if let Expr::Move(x) = self.program.expr(moved) { x } else { moved };
                let (x, t) = (self.text_of(x), self.show(ty));
                format!("`{x}` is of type `{t}`: only what is `unique` is moved; leave the `--` out")
            }
            Why::NewString => "a string is made by a literal or an operation, not by `new`".to_owned(),
            Why::NoMembers(t, what) => format!("this is of type `{}`, which has no {what}", self.show(t)),
            Why::Borrows(e, fd) => {
                let (name, text) = (text(fd), self.text_of(e));
                format!("`{name}` holds the one reference to its object: write `{text}--` to take it out")
            }
            Why::TakesShared(_, fd, t) => {
                let (name, t) = (text(fd), self.show(t));
                format!("`{name}` is declared as `{t}`: only what is `unique` is taken; leave the `--` out")
            }
            Why::TakesFinal(fd) => format!("`{}` is final, and a take would set it to null", text(fd)),
            Why::AssignsFinal(fd) => format!("`{}` is final: its initialiser alone sets it", text(fd)),
            Why::NotApart(x) => {
                format!("`{}` is used before it is moved here, and what it denotes is still needed", text(x))
            }
            Why::NoMethod(t, mn) => format!("`{}` has no method `{}`", self.show(t), text(mn)),
            Why::Arguments { method, wants, has } => {
                format!("`{}` takes {wants} arguments, and is given {has}", text(method))
            }
            Why::UniqueTwice(f, mn) => {
                let (f, name) = (formal(f), text(mn));
                format!("`{f}` stands for `unique` in this call, and `{name}` uses it in more than one place")
            }
            Why::MovedInLoop(x) => {
                format!("`{}` is moved in the loop: in the next round it has another holder", text(x))
            }
            Why::Condition(t) => format!("a condition is a `boolean`, and this is of type `{}`", self.show(t)),
            Why::Operands(op, s, t) => {
                let (s, t) = (self.show(s), self.show(t));
                format!("`{}` takes {}, not `{s}` and `{t}`", op.text(), operands(op))
            }
            Why::Operand(op, t, s) => {
                format!("`{}` takes one `{}`, not `{}`", op.text(), self.show(t), self.show(s))
            }
            Why::NoValue => "there is no value to print".to_owned(),
        };
        Sentences::new(message)
    }

    /// The use of a value that does not fit.
    fn role(&self, role: Role) -> String {
        let text = |x| self.program.text(x);
        match role {
            Role::Variable(x) => format!("`{}` cannot be bound to this", text(x)),
            Role::Initialiser(fd) => format!("the field `{}` cannot hold this", text(fd)),
            Role::Field(fd) => format!("`{}` cannot hold this", text(fd)),
            Role::Result(mn) => format!("the result of `{}` cannot be this", text(mn)),
            Role::This(mn) => format!("the `this` of `{}` cannot be this", text(mn)),
            Role::Parameter(j, mn) => format!("parameter {j} of `{}` cannot be this", text(mn)),
        }
    }

    fn moved(&self, x: Name, at: Span) -> Sentences {
        let x = self.program.text(x);
        let said = Sentences::new(format!("`{x}` was moved, and what it denotes has another holder"));
        said.relate(at, "it is moved here")
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
