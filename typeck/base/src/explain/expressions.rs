//! Sentences about expressions: sections 5.7 and 6.

use super::{count, similar};
use crate::Sentences;
use crate::cx::Cx;
use crate::error::Role;
use crate::judgment::MethodId;
use crate::language::operands;
use crate::lookup::arity;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{BinOp, Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::words::instead_of_method;

/// Explanation of the static type `Object`.
const STATIC: &str = "the static type here is `Object`; what the object really is does not count";

impl Cx<'_, ()> {
    /// A type that is not the one expected.
    pub(super) fn wrong_type(&mut self, e: ExprId, (s, t): (Ty, Ty), role: Role) -> Sentences {
        let wanted = match role {
            Role::Field(fd) => format!("the field `{}`", self.name(fd)),
            Role::Param(j, mn) => format!("parameter {} of `{}`", j + 1, self.name(mn)),
            Role::Variable(x) => format!("the variable `{}`", self.name(x)),
            Role::Result(mn) => format!("the result of `{}`", self.name(mn)),
            Role::Element => "the element".to_owned(),
        };
        let (text, s_text, t_text) = (self.excerpt(e), self.show(s), self.show(t));
        let said = Sentences::new(format!("{wanted} is of type `{t_text}`, and `{text}` is of type `{s_text}`"))
            .label(format!("of type `{s_text}`"));
        match (self.types.class_of(s), self.types.class_of(t)) {
            (Some(c), Some(d)) if self.classes.below(c, d) => {
                let up = self.classes.as_ancestor(s, d, &mut self.types);
                let up = self.show(up);
                let seen = if up == s_text { String::new() } else { format!(" (seen as `{up}`)") };
                said.note(format!(
                    "ghost arguments are compared as text: `{s_text}`{seen} and `{t_text}` name different locks, and the locks that guard an object's fields do not change with the point of view"
                ))
            }
            (Some(c), Some(d)) if self.classes.below(d, c) && !self.casts => {
                said.note(format!("`{t_text}` is a subclass of `{s_text}`; there are no casts"))
            }
            (None, _) | (_, None) if s == Ty::VOID => said.note("what is of type `void` has no value: an `if` without `else`, a `while`, a `print`, a call of a `void` method"),
            _ => said,
        }
    }

    /// No such field.
    pub(super) fn no_field(&mut self, c: Ty, fd: Name) -> Sentences {
        let (class, text) = (self.show(c), self.name(fd));
        let said = Sentences::new(format!("class `{class}` has no field `{text}`"));
        let Some(id) = self.types.class_of(c) else { return said };
        if self.classes.method(id, fd).is_some() {
            return said.help(format!("`{text}` is a method: call it as `{text}(…)`"));
        }
        let fields = self.classes.decl(id).map_or(&[][..], |d| self.program.fields_of(&d));
        let said = match similar(text, fields.iter().map(|f| self.name(f.name))) {
            Some(near) => said.help(format!("there is a field `{near}`")),
            None => said,
        };
        if id == ClassId::OBJECT { said.note(STATIC) } else { said }
    }

    /// No such method.
    pub(super) fn no_method(&mut self, c: Ty, mn: Name) -> Sentences {
        let (class, text) = (self.show(c), self.name(mn));
        let mut said = Sentences::new(format!("class `{class}` has no method `{text}`"));
        let Some(id) = self.types.class_of(c) else { return said };
        if self.classes.field(id, mn).is_some() {
            said = said.help(format!("`{text}` is a field: write it without brackets"));
        } else {
            let methods = self.classes.decl(id).map_or(&[][..], |d| self.program.methods_of(&d));
            if let Some(instead) = instead_of_method(text) {
                said = said.help(instead);
            } else if let Some(near) = similar(text, methods.iter().map(|m| self.name(m.name))) {
                said = said.help(format!("there is a method `{near}`"));
            }
        }
        if id == ClassId::OBJECT { said.note(STATIC) } else { said }
    }

    /// Too many or too few arguments.
    pub(super) fn wrong_arity(&self, method: MethodId, mn: Name, given: u32) -> Sentences {
        let wanted = arity(self.program, method);
        let place = match method {
            MethodId::Declared(m) => self.program.methods[m as usize].name_span,
            MethodId::Predefined(_) => Span::NONE,
        };
        Sentences::new(format!("`{}` takes {} and is given {given}", self.name(mn), count(wanted, "argument")))
            .relate(place, "declared here")
    }

    /// A final field is assigned.
    pub(super) fn assigns_final(&self, field: u32) -> Sentences {
        let field = &self.program.fields[field as usize];
        let text = self.name(field.name);
        let word = if field.readonly { "readonly" } else { "final" };
        Sentences::new(format!("the field `{text}` is {word} and cannot be assigned"))
            .relate(field.span, format!("`{text}` is declared `{word}` here"))
            .note("final fields name locks: if one changed, the lock that is held would no longer be the lock that is named")
    }

    /// A variable of a thread-local type is free in a fork.
    pub(super) fn not_shared(&self, x: Name, ty: Ty, declared: Span, fork: ExprId) -> Sentences {
        let (text, ty_text, fork) = (self.name(x), self.show(ty), self.program.span(fork));
        Sentences::new(format!("the new thread would share `{text}`, which is of the thread-local type `{ty_text}`"))
            .label(format!("`{text}` belongs to the thread that forks"))
            .relate(Span::new(fork.start, fork.start + 4), "the new thread starts here")
            .relate(declared, format!("`{text}` is bound here"))
            .relate(self.class_span(ty), "this class is thread-local")
            .note("an object of a thread-local class has fields without guards, so only one thread may reach it")
            .help("make the object inside the fork; or drop `thread_local` and guard the class's fields")
    }

    pub(super) fn operands(&self, op: BinOp, s: Ty, t: Ty) -> Sentences {
        let (s, t) = (self.show(s), self.show(t));
        Sentences::new(format!("`{}` takes {}, not `{s}` and `{t}`", op.text(), operands(op)))
    }

    pub(super) fn condition_is_none(&self, form: &str, cond: ExprId, ty: Ty) -> Sentences {
        let (text, ty) = (self.excerpt(cond), self.show(ty));
        let said = Sentences::new(format!("the condition of `{form}` must be a `boolean`; `{text}` is of type `{ty}`"));
        match self.program.expr(cond) {
            Expr::Assign { .. } => said.help("equality is written `==`"),
            _ => said,
        }
    }
}
