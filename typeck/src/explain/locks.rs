//! A lock that is needed and not held: which one and why, what is held instead, and how to come to hold it.

use crate::cx::Cx;
use crate::error::Cause;
use crate::judgment::{Judgment, MethodId};
use crate::locks::Taken;
use crate::lookup::{FieldFound, MethodFound, Theta};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_kernel::Recorder;

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// The guard of a field is not held: \[EXP REF\], \[EXP ASSIGN\] guard-held.
    #[cold]
    pub(crate) fn guard_not_held(
        &mut self,
        e: ExprId,
        recv: ExprId,
        found: &FieldFound,
        guard: Path,
        write: bool,
    ) -> Box<Cause> {
        let program = self.program;
        let field = &program.fields[found.field as usize];
        let (lock, fd, receiver) = (self.show_path(guard), self.name(field.name), self.excerpt(recv));
        let owner = self.class_name(found.owner);
        let declared = self.classes.decl(found.owner).and_then(|c| program.guard_of(c, field));
        let declared_text = declared.map_or(String::new(), |g| self.excerpt(g));
        let doing = if write { "write" } else { "read" };
        let mut cause = Cause::new(format!("`{lock}` must be held to {doing} `{receiver}.{fd}`, and is not held here"))
            .label(format!("{doing} without the lock `{lock}`"))
            .relate(
                declared.map_or(field.span, |g| program.span(g)),
                format!("`{owner}.{fd}` is guarded by `{declared_text}`"),
            );
        let theta = self.theta(found.at, recv);
        if let Some(declared) = declared {
            let l = self.types.paths.of_expr(program, declared);
            cause = cause.note(self.substitution_steps(&theta, found.owner, l, guard, &receiver));
        }
        cause = self.held_here(cause, guard);
        if field.is_final && !write {
            cause = cause.note(format!("`{fd}` is final, but it has a guard, and so reading it needs the guard (D8)"));
        }
        let help = self.lock_help(guard, Some(e));
        cause.help(help)
    }

    /// The locks of a requires set are not all held: \[EXP INVOKE\] requires-held.
    #[cold]
    pub(crate) fn requires_not_held(
        &mut self,
        e: ExprId,
        recv: ExprId,
        found: &MethodFound,
        theta: Option<&Theta>,
        missing: &[Path],
    ) -> Box<Cause> {
        let MethodId::Declared(m) = found.method else { return Cause::reported() };
        let program = self.program;
        let method = &program.methods[m as usize];
        let (mn, receiver) = (self.name(method.name), self.excerpt(recv));
        let names: Vec<String> = missing.iter().map(|&l| format!("`{}`", self.show_path(l))).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let names = names.join(" and ");
        let mut cause = Cause::new(format!("{names} must be held to call `{receiver}.{mn}`, and {verb} not held here"))
            .label(format!("call without the lock {names}"));
        let requires = method.requires;
        for i in 0..requires.len {
            let declared = program.list(requires)[i as usize];
            let l = self.types.paths.of_expr(program, declared);
            let put = theta.map_or(l, |theta| theta.path(&mut self.types, l));
            if missing.contains(&put) {
                let text = self.excerpt(declared);
                cause = cause.relate(
                    program.span(declared),
                    format!("`{}.{mn}` requires `{text}`", self.class_name(found.owner)),
                );
                if let Some(theta) = theta {
                    cause = cause.note(self.substitution_steps(theta, found.owner, l, put, &receiver));
                }
            }
        }
        cause = self.held_here(cause, missing[0]);
        let help = self.lock_help(missing[0], Some(e));
        cause.help(help)
    }

    /// `[a/this]this = a`, step by step.
    fn substitution_steps(
        &self,
        theta: &Theta,
        owner: ClassId,
        declared: Path,
        result: Path,
        receiver: &str,
    ) -> String {
        let root = self.types.paths.root(declared);
        let steps: Vec<String> = theta
            .entries()
            .filter(|&(x, _)| root == Root::Var(x))
            .map(|(x, put)| format!("{}/{}", self.show_path(put), self.name(x)))
            .collect();
        let (before, after) = (self.show_path(declared), self.show_path(result));
        let because = match root {
            Root::Var(Name::THIS) => format!("the receiver is `{receiver}`"),
            Root::Var(x) => {
                let put = theta.entries().find(|&(y, _)| y == x).map_or(String::new(), |(_, put)| self.show_path(put));
                let ghosts = self.classes.decl(owner).map_or(&[][..], |c| self.program.ghosts_of(c));
                let ghost = ghosts.iter().any(|g| g.name == x);
                if ghost {
                    format!("the receiver's type gives `{put}` for the ghost `{}`", self.name(x))
                } else {
                    format!("the argument for `{}` is `{put}`", self.name(x))
                }
            }
            Root::Expr(_) => String::new(),
        };
        match steps.as_slice() {
            [] => format!("the lock is `{after}`, as declared"),
            steps => format!("{because}, so the lock is [{}]{before} = {after}", steps.join(", ")),
        }
    }

    /// What is held here, where each lock was taken, and which of it comes near to what is needed.
    fn held_here(&mut self, mut cause: Box<Cause>, needed: Path) -> Box<Cause> {
        let held: Vec<_> = self.locks.elements(self.locks.id()).copied().take(8).collect();
        if held.is_empty() {
            let in_fork = self.forks > 0;
            return cause.note(if in_fork {
                "no lock is held here: a new thread does not inherit the locks of the thread that forks it"
            } else {
                "no lock is held here"
            });
        }
        let names: Vec<String> = held.iter().map(|h| format!("`{}`", self.show_path(h.lock))).collect();
        cause = cause.note(format!("held here: {}", names.join(", ")));
        for (h, name) in held.iter().zip(&names) {
            let how = match h.taken {
                Taken::Sync => "is taken here",
                Taken::Requires => "is held by the method's `requires`",
                Taken::Holds => "is held because `holds` says so",
                Taken::Constructor => "is taken to be held in initialisers",
            };
            cause = cause.relate(h.span, format!("{name} {how}"));
            if self.may_be_same(h.lock, needed) {
                let needed_text = self.show_path(needed);
                cause = cause.note(format!(
                    "{name} is held and `{needed_text}` is needed: lock expressions are compared as text, so even if both denote the same object racefree does not see it. Equality of objects is undecidable; equality of text is safe"
                ));
                if self.aliased(h.lock, needed) {
                    cause = cause.help(format!(
                        "use one name for the object: `{needed_text}` and {name} were bound to each other"
                    ));
                }
            }
        }
        cause
    }

    /// Whether two locks that are different text could well be one object: their types are related.
    fn may_be_same(&mut self, a: Path, b: Path) -> bool {
        let types = self.quietly(|cx| (cx.final_path(a), cx.final_path(b)));
        match types {
            (Ok(s), Ok(t)) => s != Ty::OBJECT && t != Ty::OBJECT && (self.is_subtype(s, t) || self.is_subtype(t, s)),
            _ => false,
        }
    }

    /// Whether one of two variables was bound to the other by a let.
    fn aliased(&self, a: Path, b: Path) -> bool {
        let bound_to = |x: Path, y: Path| match (self.types.paths.step(x), self.types.paths.step(y)) {
            (Step::Root(Root::Var(x)), Step::Root(Root::Var(y))) => {
                self.env.get(x).and_then(|binding| binding.bound).is_some_and(|e| self.program.expr(e) == Expr::Var(y))
            }
            _ => false,
        };
        bound_to(a, b) || bound_to(b, a)
    }

    /// An edit that would make `lock` held.
    fn lock_help(&mut self, lock: Path, at: Option<ExprId>) -> String {
        let text = self.show_path(lock);
        if let Root::Expr(e) = self.types.paths.root(lock) {
            let receiver = self.excerpt(e);
            return format!(
                "`{receiver}` is no final expression, so its lock cannot be named: bind it first, `let … x = {receiver} in synchronized x in …`"
            );
        }
        let ghost = match self.types.paths.root(lock) {
            Root::Var(x) => self.env.get(x).is_some_and(|b| b.ghost),
            Root::Expr(_) => false,
        };
        let is_final = self.quietly(|cx| cx.final_path(lock)).is_ok();
        if !is_final {
            return format!(
                "`{text}` is not a final expression, so it can never be held: bind the object to a variable first and lock that"
            );
        }
        let code = at.map_or("…".to_owned(), |e| self.excerpt(e));
        // Callers can name `this`, the ghosts and the parameters, not what a let binds.
        let local = match self.types.paths.root(lock) {
            Root::Var(x) => self.env.get(x).is_some_and(|b| b.bound.is_some()),
            Root::Expr(_) => true,
        };
        let method = self.method.filter(|_| self.forks == 0 && !local);
        match (method, ghost) {
            (Some(m), true) => {
                format!("add `requires {text}` to the method `{}`", self.name(self.program.methods[m as usize].name))
            }
            (Some(m), false) => format!(
                "take the lock, `synchronized {text} in {code}`; or leave it to the callers by adding `requires {text}` to the method `{}`",
                self.name(self.program.methods[m as usize].name)
            ),
            (None, _) => format!("take the lock: `synchronized {text} in {code}`"),
        }
    }
}
