//! Sentences for errors: what is wrong, what was compared with what, and an edit that would help.

mod locks;

use crate::cx::Cx;
use crate::error::Cause;
use crate::judgment::{Judgment, MethodId};
use crate::lookup::MethodFound;
use crate::rules::exp_invoke;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
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
}
