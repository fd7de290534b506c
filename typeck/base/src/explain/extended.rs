//! Sentences about forms of the dialect of Java.

use super::Sentences;
use crate::cx::Cx;
use crate::error::{At, Missing};
use crate::extended::JavaWhy;
use crate::types::ClassId;
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_program::SuperProblem;

/// The reason for which a variable that is assigned is no lock.
const CHANGES: &str =
    "a variable declared by `let var` may be assigned, so it would denote one object now and another later";

impl<'p> Cx<'p, ()> {
    /// Sentences about an error in a form of the dialect of Java.
    pub(super) fn java(&mut self, at: At, why: &JavaWhy) -> Sentences {
        match *why {
            JavaWhy::Supertype(ty, problem) => {
                let text = self.excerpt_at(self.program.ty(ty).span);
                Sentences::new(match problem {
                    SuperProblem::Unknown => format!("there is no interface `{text}`"),
                    _ => format!("`{text}` is no interface, and a class extends one class alone"),
                })
            }
            JavaWhy::FieldTwice(one, other) => {
                let place = |f: u32| self.program.fields[f as usize].name_span;
                let text = self.name(self.program.fields[one as usize].name);
                Sentences::new(format!("the class inherits two fields `{text}`"))
                    .relate(place(one), format!("an interface declares `{text}` here"))
                    .relate(place(other), "the other one is declared here")
            }
            JavaWhy::SupertypeTwice(one, other) => {
                let (one, other) = (self.show(one), self.show(other));
                Sentences::new(format!("the class inherits from `{one}` and from `{other}`"))
                    .note("an object has one list of locks for each of its classes: what one lock guards on one way, another would guard on the other")
            }
            JavaWhy::LockIsVar { name, declared } => {
                let text = self.name(name);
                Sentences::new(format!("the variable `{text}` is assigned, so it is no final expression"))
                    .relate(declared, format!("`{text}` is declared here"))
                    .note(CHANGES)
                    .help(format!("bind what `{text}` is now to a variable of its own, and use that as the lock"))
            }
            JavaWhy::CapturedVar { name, declared } => {
                let text = self.name(name);
                Sentences::new(format!("the new thread would share the variable `{text}`, which is assigned"))
                    .relate(declared, format!("`{text}` is declared here"))
                    .help(format!("bind what `{text}` is now to a variable of its own, and use that in the fork"))
            }
            JavaWhy::NotVar { name, declared } => {
                let text = self.name(name);
                Sentences::new(format!("`{text}` is assigned, and is not declared by `let var`"))
                    .relate(declared, format!("`{text}` is declared here"))
            }
            JavaWhy::NoConstructor { class, name } => {
                let (class_text, text) = (self.class_name(class), self.name(name));
                let place = self.classes.decl(class).map_or(racefree_grammar::Span::NONE, |decl| decl.name_span);
                Sentences::new(format!("class `{class_text}` has no constructor `{text}` like that"))
                    .relate(place, format!("`{class_text}` is declared here"))
            }
            JavaWhy::NoSuperCalled => Sentences::new(
                "the class above has no constructor that can run by itself, without arguments and locks, and this one calls none",
            ),
            JavaWhy::FinalAgain(field) => {
                let text = self.name(self.program.fields[field as usize].name);
                Sentences::new(format!(
                    "the final field `{text}` may have named a lock before: it was read, or assigned already"
                ))
                .relate(self.program.fields[field as usize].name_span, format!("`{text}` is declared here"))
            }
            JavaWhy::FinalLate(field) => {
                let text = self.name(self.program.fields[field as usize].name);
                Sentences::new(format!(
                    "the final field `{text}` is assigned late: another thread may have the object by now"
                ))
                .relate(self.program.fields[field as usize].name_span, format!("`{text}` is declared here"))
                .note("a final field is read without a lock")
                .help(format!("assign `{text}` before `this` is used in any other way than to reach its fields"))
            }
            JavaWhy::OutsideConstructor => {
                Sentences::new("only a constructor, and the thread that runs it, calls another one on its object")
            }
            JavaWhy::CastLocal { found, wanted } => {
                let (found, wanted) = (self.show(found), self.show(wanted));
                Sentences::new(format!(
                    "`{found}` is shared, and `{wanted}` is thread-local: the object may be another thread's"
                ))
                .note("what is seen at a shared type may have come from any thread")
            }
            JavaWhy::CastGhosts { found, wanted } => {
                let (found, wanted) = (self.show(found), self.show(wanted));
                Sentences::new(format!("an object of type `{found}` need not have the locks that `{wanted}` names"))
                    .note("locks in types do not exist at run time, so a cast cannot compare them")
            }
            JavaWhy::CaughtAsOwn { caught, clause } => {
                let caught = self.class_name(caught);
                Sentences::new(format!(
                    "this may be another thread's `{caught}`, which is thread-local and would be caught as one's own"
                ))
                .label("thrown at a shared type")
                .relate(clause, format!("here `{caught}` is caught"))
                .note("what is seen at a shared type may have come from any thread")
            }
            JavaWhy::CatchGhosts(c) => {
                let text = self.show(c);
                Sentences::new(format!("what is caught need not have the locks that `{text}` names")).note(
                    "locks in types do not exist at run time, so they cannot be compared when an object is caught",
                )
            }
            JavaWhy::ExplicitAsMonitor(l) => {
                let text = self.show_path(l);
                Sentences::new(format!("`{text}` is an explicit lock, and has no monitor: `locked` takes it"))
            }
            JavaWhy::LocalElements(elem) => {
                let elem = self.show(elem);
                Sentences::new(format!(
                    "the array has guards, so it is shared, and its elements are of the thread-local type `{elem}`"
                ))
            }
            JavaWhy::ArrayGuard(l) => {
                let text = self.show_path(l);
                Sentences::new(format!("the guard `{text}` of the elements is not a final expression here"))
            }
            JavaWhy::NotInt { what, expr, ty } => {
                let (text, ty) = (self.excerpt(expr), self.show(ty));
                Sentences::new(format!("the {what} `{text}` is of type `{ty}`, not `int`"))
            }
            JavaWhy::NotArray { expr, ty } => {
                let (text, ty) = (self.excerpt(expr), self.show(ty));
                Sentences::new(format!("`{text}` is of type `{ty}`, which has no elements"))
            }
            JavaWhy::NoLabel(name) => {
                let text = self.name(name);
                Sentences::new(format!("there is no `label {text}` around this, in the same thread"))
            }
            JavaWhy::ExitValue { label, wanted } => {
                let text = self.name(label);
                Sentences::new(match wanted {
                    true => format!("`label {text}` has a type, so this exit needs a value"),
                    false => format!("`label {text}` has no type, so this exit has no value"),
                })
            }
            JavaWhy::ThrowsNoObject { expr, ty } => {
                let (text, ty) = (self.excerpt(expr), self.show(ty));
                Sentences::new(format!("`{text}` is of type `{ty}`, and only objects are thrown"))
            }
            JavaWhy::ElementNotHeld { access, array, missing, write } => {
                self.element_not_held(at, (access, array), missing, write)
            }
        }
    }

    /// A guard of the elements of an array is not held.
    fn element_not_held(&self, at: At, (access, array): (ExprId, ExprId), missing: Missing, write: bool) -> Sentences {
        let (lock, text) = (self.show_path(missing.lock), self.excerpt(array));
        let doing = if write { "write" } else { "read" };
        let said =
            Sentences::new(format!("`{lock}` must be held to {doing} an element of `{text}`, and is not held here"))
                .label(format!("{doing} without the lock `{lock}`"));
        self.held_here(at, said, missing).help(self.lock_help(at, missing, access))
    }

    /// A call of a method or of a constructor: what its `this` is, the receiver, the call in messages, and the arguments.
    pub(super) fn called(&mut self, call: ExprId, owner: ClassId) -> Option<(Path, String, String, &'p [ExprId])> {
        let program = self.program;
        let constructor = |it: &Self| format!("the constructor of `{}`", it.class_name(owner));
        match program.expr(call) {
            Expr::Call { recv, method, args } => {
                let (this, receiver) = (self.types.paths.of_expr(program, recv), self.excerpt(recv));
                let called = format!("`{receiver}.{}`", self.name(method));
                Some((this, receiver, called, program.list(args)))
            }
            Expr::Extended(Extended::Make { args, .. }) => {
                let (this, text) = (self.types.paths.of_expr(program, call), self.excerpt(call));
                // Java has objects that are made without a word: the constants of an enum.
                let called = if text.starts_with("new ") { format!("`{text}`") } else { constructor(self) };
                Some((this, text, called, program.list(args)))
            }
            Expr::Extended(Extended::Delegate { args, .. }) => {
                let this = self.types.paths.var(Name::THIS);
                Some((this, "this".to_owned(), constructor(self), program.list(args)))
            }
            _ => None,
        }
    }
}
