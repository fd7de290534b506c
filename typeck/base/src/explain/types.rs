//! Sentences about names, types and final expressions: sections 5.2 and 5.6.

use super::{count, similar};
use crate::Sentences;
use crate::cx::Cx;
use crate::error::{At, Cause};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;

impl Cx<'_, ()> {
    /// A variable that means nothing here.
    pub(super) fn not_in_scope(&mut self, at: At, x: Name) -> Sentences {
        let text = self.name(x);
        if x == Name::THIS {
            return Sentences::new("there is no `this` here")
                .note("`this` exists in methods and, as a ghost, in field declarations");
        }
        let said = Sentences::new(format!("the variable `{text}` is not in scope here"));
        let this = self.env.bindings(at.env).find(|binding| binding.name == Name::THIS);
        let this = this.and_then(|binding| self.types.class_of(binding.ty));
        if this.is_some_and(|c| self.classes.field(c, x).is_some()) {
            return said.help(format!("`{text}` is a field: write `this.{text}`"));
        }
        if let Some(near) = similar(text, self.env.bindings(at.env).map(|b| self.program.text(b.name))) {
            return said.help(format!("there is a variable `{near}`"));
        }
        match self.classes.find(x) {
            Some(class) => {
                said.help(format!("`{}` is a class; an object of it is made by `new`", self.class_name(class)))
            }
            None => said,
        }
    }

    /// A name that is taken.
    pub(super) fn not_fresh(&self, x: Name, first: Span) -> Sentences {
        let text = self.name(x);
        Sentences::new(format!("`{text}` is declared already where this declaration stands"))
            .relate(first, format!("`{text}` is declared here"))
            .note("variables may not be shadowed (D10): lock sets and types compare variables by name, so one name in scope must be one object")
            .help("choose another name")
    }

    /// A ghost in code that runs (D4), or `this` in an initialiser (D2).
    pub(super) fn ghost_runs(&self, x: Name, declared: Span) -> Sentences {
        if x == Name::THIS {
            return Sentences::new("`this` is not available in an initialiser")
                .label("the object is still being built")
                .note("an object that escaped during its construction would show its final fields before they are set (D2); `this` may only occur in type annotations here, as in `new Node<this>`")
                .help("leave the field without this initial value and set it in a method");
        }
        let text = self.name(x);
        Sentences::new(format!("the ghost variable `{text}` occurs in code that runs"))
            .label("does not exist at run time")
            .relate(declared, format!("`{text}` is declared a ghost here"))
            .note(
                "ghosts are there for the type system alone: they may occur in types, guards and requires clauses (D4)",
            )
            .help("pass the object itself, as a parameter or in a final field, where the code needs it")
    }

    pub(super) fn no_class(&self, name: Name) -> Sentences {
        let text = self.name(name);
        let said = Sentences::new(format!("there is no class `{text}`"));
        match self.similar_class(text) {
            Some(near) => said.help(format!("there is a class `{near}`")),
            None => said,
        }
    }

    pub(super) fn ghost_arity(&self, class: ClassId, given: u32) -> Sentences {
        let (text, wanted) = (self.class_name(class), self.classes.ghosts(class));
        let declared = self.classes.decl(class).map_or(Span::NONE, |decl| decl.name_span);
        let said =
            Sentences::new(format!("class `{text}` has {} and is given {given}", count(wanted, "ghost parameter")))
                .relate(declared, format!("`{text}` is declared here"));
        if wanted == 0 || given > 0 {
            return said;
        }
        let locks = if wanted == 1 { "lock" } else { "locks" };
        said.help(format!("write the {locks} in angle brackets, as in `{text}<this>`"))
    }

    pub(super) fn ghost_type(&self, class: ClassId, ghost: u32, arg: Path, (s, wanted): (Ty, Ty)) -> Sentences {
        let (text, s, wanted) = (self.show_path(arg), self.show(s), self.show(wanted));
        let class = self.class_name(class);
        Sentences::new(format!("the ghost argument `{text}` is of type `{s}`, where class `{class}` wants `{wanted}`"))
            .relate(self.program.ghosts[ghost as usize].span, "the ghost parameter")
    }

    pub(super) fn not_final(&self, path: Path, owner: ClassId, field: u32) -> Sentences {
        let field = &self.program.fields[field as usize];
        let (owner, fd, text) = (self.class_name(owner), self.name(field.name), self.show_path(path));
        let ty = self.program.ty(field.ty).span.text(self.source);
        Sentences::new(format!("`{text}` is not final: the field `{fd}` of class `{owner}` can be assigned"))
            .relate(field.span, format!("`{fd}` is declared without `final`"))
            .help(format!("declare it `final {ty} {fd}`, if it never changes"))
            .note("a lock is named by a final expression: a variable, or final fields of one, so that the name keeps denoting the same object")
    }

    /// An expression that no rule of ⊢final is for.
    pub(super) fn not_a_path(&self, path: Path, lock: Option<ExprId>) -> Sentences {
        let what = match self.code_in(path).map(|e| self.program.expr(e)) {
            None => "this",
            Some(Expr::Call { .. }) => "the result of a call",
            Some(Expr::New(_)) => "a new object",
            Some(Expr::Assign { .. }) => "an assignment",
            Some(Expr::Null) => "`null`",
            Some(Expr::Int(_) | Expr::Bool(_) | Expr::Str(_)) => "a literal",
            Some(Expr::Var(_) | Expr::Unit | Expr::Field { .. } | forms!(block | operator | owned | extended)) => {
                "what this computes"
            }
        };
        let message = match lock {
            None => format!("{what} is no final expression"),
            Some(l) => {
                format!("the lock `{}` is not a final expression: {what} is no final expression", self.excerpt(l))
            }
        };
        Sentences::new(message)
            .note("a final expression is a variable, or a path of final fields that starts from one: only that is sure to denote the same object each time")
    }

    /// The type of a member, after substitution, is not well formed.
    pub(super) fn type_of_member(
        &self,
        mut said: Sentences,
        cause: &Cause,
        (used, receiver): (ExprId, ExprId),
        t: Ty,
    ) -> Sentences {
        let (text, ty) = (self.excerpt(used), self.show(t));
        if cause.premise.is_some() || self.types.args(t).iter().any(|&l| self.code_in(l).is_some()) {
            said = said.note(format!(
                "the type of `{text}` mentions the receiver or an argument, so it is `{ty}` here; what is put in must be a final expression"
            ));
        }
        if self.is_variable(receiver) {
            return said;
        }
        let receiver = self.excerpt(receiver);
        said.help(format!("bind `{receiver}` to a variable first: `let … x = {receiver} in …`"))
    }
}
