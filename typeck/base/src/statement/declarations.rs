//! Declarations as text: classes, fields and methods, instantiated where a type says what their ghosts stand for.

use super::parts::Instantiation;
use super::{Notation, Sort, Statement};
use crate::judgment::MethodId;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId, Ghost, MethodKind, Param};
use racefree_program::Predefined;

impl Notation<'_, '_> {
    /// `class cn<ghost t x> extends c { … }`
    pub(super) fn class(&self, out: &mut Statement, class: ClassId) {
        let Some(decl) = self.cx.classes.decl(class) else { return self.class_name(out, class) };
        if decl.thread_local {
            out.keyword("thread_local ");
        }
        out.keyword(if decl.interface { "interface " } else { "class " });
        self.class_name(out, class);
        let ghosts = self.program.ghosts_of(&decl);
        if !ghosts.is_empty() {
            out.plain("<");
            out.elements(ghosts, |out, ghost| self.ghost(out, ghost));
            out.plain(">");
        }
        if let Some(superclass) = decl.extends {
            out.keyword(" extends ");
            self.ty_in(out, superclass, &Instantiation::default());
        }
        self.body(out, decl.fields.is_empty() && decl.methods.is_empty());
    }

    /// `class cn<l₁…ₙ> extends [lᵢ/xᵢ]c { … }`
    pub(super) fn instantiated(&self, out: &mut Statement, c: Ty) {
        let decl = self.cx.types.class_of(c).and_then(|class| self.cx.classes.decl(class));
        if decl.is_some_and(|decl| decl.thread_local) {
            out.keyword("thread_local ");
        }
        out.keyword("class ");
        self.ty(out, c);
        if let Some(superclass) = decl.and_then(|decl| decl.extends) {
            out.keyword(" extends ");
            self.ty_in(out, superclass, &self.instance(c, std::iter::empty()));
        }
        self.body(out, decl.is_some_and(|decl| decl.fields.is_empty() && decl.methods.is_empty()));
    }

    fn body(&self, out: &mut Statement, empty: bool) {
        out.plain(" {");
        if !empty {
            out.plain(" ");
            out.omitted();
            out.plain(" ");
        }
        out.plain("}");
    }

    /// `[final] t fd [guarded_by l] = e`, as seen at a type of the class; e is left out unless it is a literal.
    pub(super) fn field(&self, out: &mut Statement, field: u32, at: Option<Ty>) {
        let decl = &self.program.fields[field as usize];
        let instance = at.map_or_else(Instantiation::default, |at| self.instance(at, std::iter::empty()));
        if decl.is_final {
            out.keyword("final ");
        }
        if decl.volatile {
            out.keyword("volatile ");
        }
        self.ty_in(out, decl.ty, &instance);
        out.plain(" ");
        self.member(out, decl.name);
        if let Some(guard) = self.guard(field) {
            out.keyword(" guarded_by ");
            self.lock_in(out, guard, &instance);
            for &more in self.program.list(decl.more_guards) {
                out.plain(", ");
                self.lock_in(out, more, &instance);
            }
        }
        let Some(init) = decl.init else { return };
        out.plain(" = ");
        match self.program.expr(init) {
            Expr::Int(_) | Expr::Bool(_) | Expr::Null => super::expressions::expression(out, self.program, init, 12),
            _ => out.omitted(),
        }
    }

    /// The guard of a field: its own, or its class's.
    pub(super) fn guard(&self, field: u32) -> Option<ExprId> {
        let owner = self.program.classes.partition_point(|class| class.fields.end <= field);
        self.program.guard_of(self.program.classes.get(owner)?, &self.program.fields[field as usize])
    }

    /// `ghost t x`
    pub(super) fn ghost(&self, out: &mut Statement, ghost: &Ghost) {
        out.keyword("ghost ");
        self.ty_in(out, ghost.ty, &Instantiation::default());
        out.plain(" ");
        self.variable(out, ghost.name);
    }

    /// `t x`
    pub(super) fn param(&self, out: &mut Statement, param: &Param, instance: &Instantiation) {
        self.ty_in(out, param.ty, instance);
        out.plain(" ");
        self.bound(out, param.name, instance);
    }

    /// `t mn(t x) requires ls { … }`, as seen at a type of the class.
    pub(super) fn method(&self, out: &mut Statement, method: MethodId, at: Option<Ty>) {
        let m = match method {
            MethodId::Declared(m) => m,
            MethodId::Predefined(i) => return self.predefined(out, i),
        };
        let decl = &self.program.methods[m as usize];
        let params = self.program.params_of(decl);
        let instance = at.map_or_else(Instantiation::default, |at| self.instance(at, params.iter().map(|p| p.name)));
        match self.program.kind_of(decl) {
            MethodKind::StaticInitializer => {
                out.keyword("static");
                return self.body(out, false);
            }
            MethodKind::Constructor => out.keyword("constructor"),
            MethodKind::Plain | MethodKind::Abstract => self.ty_in(out, decl.ret, &instance),
        }
        out.plain(" ");
        self.member(out, decl.name);
        out.plain("(");
        out.elements(params, |out, param| self.param(out, param, &instance));
        out.plain(")");
        if decl.requires.len > 0 {
            out.keyword(" requires ");
            self.locks_in(out, decl.requires, &instance);
        }
        self.body(out, false);
    }

    fn predefined(&self, out: &mut Statement, method: Predefined) {
        self.ty(out, Ty::of_predefined(method.ret()));
        out.plain(" ");
        out.push(Sort::Member, method.name());
        out.plain("(");
        out.elements(method.params(), |out, &(ty, name)| {
            self.ty(out, Ty::of_predefined(ty));
            out.plain(" ");
            out.push(Sort::Variable, name);
        });
        out.plain(")");
        self.body(out, false);
    }
}
