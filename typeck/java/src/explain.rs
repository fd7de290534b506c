//! Sentences about forms of the dialect of Java.

use crate::why::JavaWhy;
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_program::SuperProblem;
use racefree_typeck::Sentences;
use racefree_typeck::cx::Cx;
use racefree_typeck::error::{At, Lacking, Missing, Reason};

/// The reason for which a variable that is assigned is no lock.
const CHANGES: &str =
    "a variable declared by `let var` may be assigned, so it would denote one object now and another later";

impl Reason for JavaWhy {
    fn lacks(&self) -> Option<(ExprId, Vec<Path>, Missing)> {
        match self {
            JavaWhy::ElementNotHeld { access, missing, .. } => Some((*access, vec![missing.lock], *missing)),
            JavaWhy::ConstructorNotHeld(lacking) => Some((lacking.call, lacking.locks.clone(), lacking.missing)),
            _ => None,
        }
    }

    fn sentences(&self, cx: &mut Cx<'_, ()>, at: At) -> Sentences {
        match *self {
            JavaWhy::Supertype(ty, problem) => {
                let text = cx.excerpt_at(cx.program.ty(ty).span);
                Sentences::new(match problem {
                    SuperProblem::Unknown => format!("there is no interface `{text}`"),
                    _ => format!("`{text}` is no interface, and a class extends one class alone"),
                })
            }
            JavaWhy::FieldTwice(one, other) => {
                let place = |f: u32| cx.program.fields[f as usize].name_span;
                let text = cx.name(cx.program.fields[one as usize].name);
                Sentences::new(format!("the class inherits two fields `{text}`"))
                    .relate(place(one), format!("an interface declares `{text}` here"))
                    .relate(place(other), "the other one is declared here")
            }
            JavaWhy::SupertypeTwice(one, other) => {
                let (one, other) = (cx.show(one), cx.show(other));
                Sentences::new(format!("the class inherits from `{one}` and from `{other}`"))
                    .note("an object has one list of locks for each of its classes: what one lock guards on one way, another would guard on the other")
            }
            JavaWhy::LockIsVar { name, declared } => {
                let text = cx.name(name);
                Sentences::new(format!("the variable `{text}` is assigned, so it is no final expression"))
                    .relate(declared, format!("`{text}` is declared here"))
                    .note(CHANGES)
                    .help(format!("bind what `{text}` is now to a variable of its own, and use that as the lock"))
            }
            JavaWhy::CapturedVar { name, declared } => {
                let text = cx.name(name);
                Sentences::new(format!("the new thread would share the variable `{text}`, which is assigned"))
                    .relate(declared, format!("`{text}` is declared here"))
                    .help(format!("bind what `{text}` is now to a variable of its own, and use that in the fork"))
            }
            JavaWhy::NotVar { name, declared } => {
                let text = cx.name(name);
                Sentences::new(format!("`{text}` is assigned, and is not declared by `let var`"))
                    .relate(declared, format!("`{text}` is declared here"))
            }
            JavaWhy::NoConstructor { class, name } => {
                let (class_text, text) = (cx.class_name(class), cx.name(name));
                let place = cx.classes.decl(class).map_or(racefree_grammar::Span::NONE, |decl| decl.name_span);
                Sentences::new(format!("class `{class_text}` has no constructor `{text}` like that"))
                    .relate(place, format!("`{class_text}` is declared here"))
            }
            JavaWhy::NoSuperCalled => Sentences::new(
                "the class above has no constructor that can run by itself, without arguments and locks, and this one calls none",
            ),
            JavaWhy::FinalAgain(field) => {
                let text = cx.name(cx.program.fields[field as usize].name);
                Sentences::new(format!(
                    "the final field `{text}` may have named a lock before: it was read, or assigned already"
                ))
                .relate(cx.program.fields[field as usize].name_span, format!("`{text}` is declared here"))
            }
            JavaWhy::FinalLate(field) => {
                let text = cx.name(cx.program.fields[field as usize].name);
                Sentences::new(format!(
                    "the final field `{text}` is assigned late: another thread may have the object by now"
                ))
                .relate(cx.program.fields[field as usize].name_span, format!("`{text}` is declared here"))
                .note("a final field is read without a lock")
                .help(format!("assign `{text}` before `this` is used in any other way than to reach its fields"))
            }
            JavaWhy::OutsideConstructor => {
                Sentences::new("only a constructor, and the thread that runs it, calls another one on its object")
            }
            JavaWhy::CastLocal { found, wanted } => {
                let (found, wanted) = (cx.show(found), cx.show(wanted));
                Sentences::new(format!(
                    "`{found}` is shared, and `{wanted}` is thread-local: the object may be another thread's"
                ))
                .note("what is seen at a shared type may have come from any thread")
            }
            JavaWhy::CastGhosts { found, wanted } => {
                let (found, wanted) = (cx.show(found), cx.show(wanted));
                Sentences::new(format!("an object of type `{found}` need not have the locks that `{wanted}` names"))
                    .note("locks in types do not exist at run time, so a cast cannot compare them")
            }
            JavaWhy::CaughtAsOwn { caught, clause } => {
                let caught = cx.class_name(caught);
                Sentences::new(format!(
                    "this may be another thread's `{caught}`, which is thread-local and would be caught as one's own"
                ))
                .label("thrown at a shared type")
                .relate(clause, format!("here `{caught}` is caught"))
                .note("what is seen at a shared type may have come from any thread")
            }
            JavaWhy::CatchGhosts(c) => {
                let text = cx.show(c);
                Sentences::new(format!("what is caught need not have the locks that `{text}` names")).note(
                    "locks in types do not exist at run time, so they cannot be compared when an object is caught",
                )
            }
            JavaWhy::ExplicitAsMonitor(l) => {
                let text = cx.show_path(l);
                Sentences::new(format!("`{text}` is an explicit lock, and has no monitor: `locked` takes it"))
            }
            JavaWhy::LocalElements(elem) => {
                let elem = cx.show(elem);
                Sentences::new(format!(
                    "the array has guards, so it is shared, and its elements are of the thread-local type `{elem}`"
                ))
            }
            JavaWhy::ArrayGuard(l) => {
                let text = cx.show_path(l);
                Sentences::new(format!("the guard `{text}` of the elements is not a final expression here"))
            }
            JavaWhy::NotInt { what, expr, ty } => {
                let (text, ty) = (cx.excerpt(expr), cx.show(ty));
                Sentences::new(format!("the {what} `{text}` is of type `{ty}`, not `int`"))
            }
            JavaWhy::NotArray { expr, ty } => {
                let (text, ty) = (cx.excerpt(expr), cx.show(ty));
                Sentences::new(format!("`{text}` is of type `{ty}`, which has no elements"))
            }
            JavaWhy::NoLabel(name) => {
                let text = cx.name(name);
                Sentences::new(format!("there is no `label {text}` around this, in the same thread"))
            }
            JavaWhy::ExitValue { label, wanted } => {
                let text = cx.name(label);
                Sentences::new(match wanted {
                    true => format!("`label {text}` has a type, so this exit needs a value"),
                    false => format!("`label {text}` has no type, so this exit has no value"),
                })
            }
            JavaWhy::ThrowsNoObject { expr, ty } => {
                let (text, ty) = (cx.excerpt(expr), cx.show(ty));
                Sentences::new(format!("`{text}` is of type `{ty}`, and only objects are thrown"))
            }
            JavaWhy::ElementNotHeld { access, array, missing, write } => {
                element_not_held(cx, at, (access, array), missing, write)
            }
            JavaWhy::ConstructorNotHeld(ref lacking) => constructor_not_held(cx, at, lacking),
        }
    }
}

/// A guard of the elements of an array is not held.
fn element_not_held(
    cx: &Cx<'_, ()>,
    at: At,
    (access, array): (ExprId, ExprId),
    missing: Missing,
    write: bool,
) -> Sentences {
    let (lock, text) = (cx.show_path(missing.lock), cx.excerpt(array));
    let doing = if write { "write" } else { "read" };
    let said = Sentences::new(format!("`{lock}` must be held to {doing} an element of `{text}`, and is not held here"))
        .label(format!("{doing} without the lock `{lock}`"));
    cx.held_here(at, said, missing).help(cx.lock_help(at, missing, access))
}

/// The locks that a constructor requires are not all held. Objects may be made without a word: the constants of an enum.
fn constructor_not_held(cx: &mut Cx<'_, ()>, at: At, lacking: &Lacking) -> Sentences {
    let (program, call) = (cx.program, lacking.call);
    let constructor = format!("the constructor of `{}`", cx.class_name(lacking.found.owner));
    match program.expr(call) {
        Expr::Extended(Extended::Make { args, .. }) => {
            let (this, text) = (cx.types.paths.of_expr(program, call), cx.excerpt(call));
            let called = if text.starts_with("new ") { format!("`{text}`") } else { constructor };
            cx.requires_not_held(at, lacking, (this, &text), &called, program.list(args))
        }
        Expr::Extended(Extended::Delegate { args, .. }) => {
            let this = cx.types.paths.var(Name::THIS);
            cx.requires_not_held(at, lacking, (this, "this"), &constructor, program.list(args))
        }
        _ => Sentences::default(),
    }
}
