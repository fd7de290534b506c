//! Sentences for errors: what is wrong, what was compared with what, and an edit that would help.

use crate::cx::Cx;
use crate::error::Cause;
use crate::judgment::{Judgment, MethodId};
use crate::locks::Taken;
use crate::lookup::{FieldFound, MethodFound, Theta};
use crate::rules::exp_invoke;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, Recorder};

/// `1 parameter`, `2 parameters`.
pub(crate) fn count(n: usize, of: &str) -> String {
    format!("{n} {of}{}", if n == 1 { "" } else { "s" })
}

/// The candidate that differs from `text` by one or two letters, if there is one.
pub(crate) fn similar<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = if text.len() < 4 { 1 } else { 2 };
    candidates
        .filter(|c| c.len().abs_diff(text.len()) <= most)
        .take(10_000)
        .map(|c| (distance(text, c), c))
        .filter(|&(d, _)| d <= most && d > 0)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

/// The number of letters to add, drop or change.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y && !x.eq_ignore_ascii_case(&y));
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// The name of a class.
    pub(crate) fn class_name(&self, class: ClassId) -> &'p str {
        self.name(self.classes.info(class).name)
    }

    /// A variable that means nothing here.
    #[cold]
    pub(crate) fn not_in_scope(&mut self, x: Name) -> Box<Cause> {
        let text = self.name(x);
        if x == Name::THIS {
            return Cause::new("there is no `this` here")
                .note("`this` exists in methods and, as a ghost, in field declarations");
        }
        let mut cause = Cause::new(format!("the variable `{text}` is not in scope here"));
        let this = self.env.get(Name::THIS).map(|b| b.ty);
        let is_field = this.and_then(|t| self.types.class_of(t)).is_some_and(|c| self.classes.field(c, x).is_some());
        let env = self.env.id();
        let near = similar(text, self.env.bindings(env).map(|b| self.program.text(b.name)));
        if is_field {
            cause = cause.help(format!("`{text}` is a field: write `this.{text}`"));
        } else if let Some(near) = near {
            cause = cause.help(format!("there is a variable `{near}`"));
        } else if let Some(class) = self.classes.find(x) {
            cause = cause.help(format!("`{}` is a class; an object of it is made by `new`", self.class_name(class)));
        }
        cause
    }

    /// A name that is taken.
    #[cold]
    pub(crate) fn not_fresh(&mut self, x: Name, first: Span) -> Box<Cause> {
        let text = self.name(x);
        Cause::new(format!("`{text}` is declared already where this declaration stands"))
            .relate(first, format!("`{text}` is declared here"))
            .note("variables may not be shadowed (D10): lock sets and types compare variables by name, so one name in scope must be one object")
            .help("choose another name")
    }

    /// A type that is not the one expected.
    #[cold]
    pub(crate) fn wrong_type(&mut self, e: ExprId, s: Ty, t: Ty, wanted: &str) -> Box<Cause> {
        let (text, s_text, t_text) = (self.excerpt(e), self.show(s), self.show(t));
        let mut cause = Cause::new(format!("{wanted} is of type `{t_text}`, and `{text}` is of type `{s_text}`"))
            .label(format!("of type `{s_text}`"));
        let (c, d) = (self.types.class_of(s), self.types.class_of(t));
        if let (Some(c), Some(d)) = (c, d) {
            if self.classes.inherits(c, d) {
                let up = self.classes.as_ancestor(s, d, &mut self.types);
                let up = self.show(up);
                let seen = if up == s_text { String::new() } else { format!(" (seen as `{up}`)") };
                cause = cause.note(format!(
                    "ghost arguments are compared as text: `{s_text}`{seen} and `{t_text}` name different locks, and the locks that guard an object's fields do not change with the point of view"
                ));
            } else if self.classes.inherits(d, c) {
                cause = cause.note(format!("`{t_text}` is a subclass of `{s_text}`; there are no casts"));
            }
        } else if s == Ty::VOID {
            cause = cause.note("what is of type `void` has no value: an `if` without `else`, a `while`, a `print`, a call of a `void` method");
        }
        cause
    }

    /// No such field.
    #[cold]
    pub(crate) fn no_field(&mut self, c: Ty, fd: Name) -> Box<Cause> {
        let (class, text) = (self.show(c), self.name(fd));
        let mut cause = Cause::new(format!("class `{class}` has no field `{text}`"));
        let Some(id) = self.types.class_of(c) else { return cause };
        if self.classes.method(id, fd).is_some() || self.predefined_in(id, fd).is_some() {
            return cause.help(format!("`{text}` is a method: call it as `{text}(…)`"));
        }
        let fields = self.classes.decl(id).map_or(&[][..], |d| self.program.fields_of(d));
        if let Some(near) = similar(text, fields.iter().map(|f| self.name(f.name))) {
            cause = cause.help(format!("there is a field `{near}`"));
        }
        if id == ClassId::OBJECT {
            cause = cause.note("the static type here is `Object`; what the object really is does not count");
        }
        cause
    }

    /// The premise `field-known` fails, unless what the class inherits is unknown anyway.
    #[cold]
    pub(crate) fn unknown_field(&mut self, premise: PremiseId, e: ExprId, c: Ty, fd: Name) {
        let broken = self.types.class_of(c).is_some_and(|c| self.classes.info(c).broken);
        if !broken {
            let cause = self.no_field(c, fd);
            self.fail(premise, self.program.span(e), cause);
        }
    }

    /// The premise `method-known` fails, unless what the class inherits is unknown anyway.
    #[cold]
    pub(crate) fn unknown_method(&mut self, e: ExprId, c: Ty, mn: Name) {
        let Some(id) = self.types.class_of(c) else { return };
        if self.classes.info(id).broken {
            return;
        }
        let (class, text) = (self.show(c), self.name(mn));
        let mut cause = Cause::new(format!("class `{class}` has no method `{text}`"));
        if self.classes.field(id, mn).is_some() {
            cause = cause.help(format!("`{text}` is a field: write it without brackets"));
        } else {
            let methods = self.classes.decl(id).map_or(&[][..], |d| self.program.methods_of(d));
            if let Some(near) = similar(text, methods.iter().map(|m| self.name(m.name))) {
                cause = cause.help(format!("there is a method `{near}`"));
            }
        }
        if id == ClassId::OBJECT {
            cause = cause.note("the static type here is `Object`; what the object really is does not count");
        }
        self.fail(exp_invoke::METHOD_KNOWN, self.program.span(e), cause);
    }

    /// Too many or too few arguments.
    #[cold]
    pub(crate) fn wrong_arity(&mut self, found: &MethodFound, mn: Name, given: usize) -> Box<Cause> {
        let wanted = self.arity(found.method);
        let cause = Cause::new(format!("`{}` takes {} and is given {given}", self.name(mn), count(wanted, "argument")));
        match found.method {
            MethodId::Declared(m) => cause.relate(self.program.methods[m as usize].name_span, "declared here"),
            MethodId::Predefined(_) => cause,
        }
    }

    /// A final field is assigned.
    #[cold]
    pub(crate) fn assigns_final(&mut self, fd: Name, declared: Span) -> Box<Cause> {
        let text = self.name(fd);
        Cause::new(format!("the field `{text}` is final and cannot be assigned"))
            .relate(declared, format!("`{text}` is declared `final` here"))
            .note("final fields name locks: if one changed, the lock that is held would no longer be the lock that is named")
    }

    /// The type of a member, after substitution, is not well formed.
    #[cold]
    pub(crate) fn type_of_member(&mut self, e: ExprId, recv: ExprId, t: Ty, cause: Box<Cause>) -> Box<Cause> {
        let (text, ty, receiver) = (self.excerpt(e), self.show(t), self.excerpt(recv));
        let bad = self.types.args(t).iter().map(|&l| self.types.paths.root(l)).find(|r| matches!(r, Root::Expr(_)));
        let mut cause = cause;
        if bad.is_some() || cause.premise.is_some() {
            cause = cause.note(format!(
                "the type of `{text}` mentions the receiver or an argument, so it is `{ty}` here; what is put in must be a final expression"
            ));
        }
        if !matches!(self.program.expr(recv), Expr::Var(_)) {
            cause = cause.help(format!("bind `{receiver}` to a variable first: `let … x = {receiver} in …`"));
        }
        cause
    }

    /// A variable of a thread-local type is used in a fork's body.
    #[cold]
    pub(crate) fn not_shared(&mut self, x: Name, ty: Ty, fork: Span) -> Box<Cause> {
        let (text, ty_text) = (self.name(x), self.show(ty));
        let declared = self.env.get(x).map_or(Span::NONE, |b| b.span);
        let local = self.types.class_of(ty).and_then(|c| self.classes.decl(c)).map_or(Span::NONE, |c| c.name_span);
        Cause::new(format!("the new thread would share `{text}`, which is of the thread-local type `{ty_text}`"))
            .label(format!("`{text}` belongs to the thread that forks"))
            .relate(Span::new(fork.start, fork.start + 4), "the new thread starts here")
            .relate(declared, format!("`{text}` is bound here"))
            .relate(local, "declared `thread_local` here")
            .note("an object of a thread-local class has fields without guards, so only one thread may reach it")
            .help("make the object inside the fork; or drop `thread_local` and guard the class's fields")
    }

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
            let in_fork = !self.forks.is_empty();
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
        let mark = self.recorder.mark();
        let types = (self.final_path(a), self.final_path(b));
        self.rewind(mark);
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
        let mark = self.recorder.mark();
        let is_final = self.final_path(lock).is_ok();
        self.rewind(mark);
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
        let method = self.method.filter(|_| self.forks.is_empty() && !local);
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
