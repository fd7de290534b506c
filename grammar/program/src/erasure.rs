//! Erasure: a program with owners as one of ConcurrentJava, which is what runs. Owners, guards, clauses and the types of `this`
//! go; `x--` is `x`; `e.fd--` is `{ let C u = e in let T v = u.fd in { u.fd = null; v } }`. Places stay those of the source.

use crate::{ClassId, Resolved};
use racefree_grammar::ast::{Class, Dialect, Expr, ExprId, List, Mapper, Program, Run, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;

/// A program without what owners and annotations say of it.
pub fn erase(program: &Program) -> Program {
    let resolved = Resolved::new(program);
    let mut to = program.clone();
    to.dialect = Dialect::Base;
    to.exprs.clear();
    to.spans.clear();
    to.lists.clear();
    to.formals.clear();
    to.owners.clear();
    to.clauses.clear();
    to.atoms.clear();
    to.ghosts.clear();
    to.types.iter_mut().for_each(|ty| {
        if let TypeKind::Class { args, .. } = &mut ty.kind {
            *args = List::default();
        }
    });
    let mut fresh = |text: &str| to.names.intern(&program.names.unused(text));
    let names = (fresh("u"), fresh("v"));
    let mut eraser = Eraser { from: program, resolved, to, names, scope: Vec::new(), written: None };
    for i in 0..program.classes.len() {
        eraser.class(i);
    }
    eraser.scope.clear();
    eraser.to.main = program.main.map(|e| eraser.expr(e));
    eraser.to
}

struct Eraser<'p> {
    from: &'p Program,
    resolved: Resolved<'p>,
    to: Program,
    /// `u` and `v`, or like them: names that the source does not have.
    names: (Name, Name),
    /// The classes of the variables in scope.
    scope: Vec<(Name, ClassId)>,
    /// The type that the expression being copied writes.
    written: Option<TypeId>,
}

impl Eraser<'_> {
    fn class(&mut self, i: usize) {
        let class = self.to.classes[i];
        let erased = Class { ghosts: Run::default(), owners: None, guard: None, thread_local: false, ..class };
        self.to.classes[i] = erased;
        let this = self.resolved.of_declaration(i);
        for f in class.fields.indices() {
            self.scope = vec![(Name::THIS, this)];
            let init = self.from.fields[f].init.map(|e| self.expr(e));
            let field = &mut self.to.fields[f];
            (field.guard, field.write_guard, field.init) = (None, None, init);
        }
        for m in class.methods.indices() {
            self.scope = vec![(Name::THIS, this)];
            for param in self.from.params_of(&self.from.methods[m]) {
                self.scope.push((param.name, self.class_of_type(param.ty)));
            }
            let body = self.expr(self.from.methods[m].body);
            let method = &mut self.to.methods[m];
            (method.requires, method.clauses) = (List::default(), None);
            method.body = body;
        }
    }

    fn expr(&mut self, e: ExprId) -> ExprId {
        let depth = self.scope.len();
        let copy = deep(|| match self.from.expr(e) {
            Expr::Move(from) => match self.from.expr(from) {
                Expr::Field { recv, field } => self.take(e, from, recv, field),
                _ => self.expr(from),
            },
            Expr::Holds(_) => self.to.add(Expr::Unit, self.from.span(e)),
            other => {
                let copy = other.map(self);
                self.to.add(copy, self.from.span(e))
            }
        });
        self.scope.truncate(depth);
        copy
    }

    /// `e.fd--`
    fn take(&mut self, e: ExprId, access: ExprId, recv: ExprId, field: Name) -> ExprId {
        let (whole, read) = (self.from.span(e), self.from.span(access));
        let class = self.class_of(recv, &mut self.scope.clone()).unwrap_or(ClassId::OBJECT);
        let ty = self.resolved.field(class, field).map(|(_, f)| self.from.ty(self.from.fields[f.index()].ty).kind);
        let ty = ty.unwrap_or(TypeKind::Class { name: Name::OBJECT, args: List::default() });
        let kind = match ty {
            TypeKind::Class { name, .. } => TypeKind::Class { name, args: List::default() },
            other => other,
        };
        let nothing = match kind {
            TypeKind::Int => Expr::Int(0),
            TypeKind::Boolean => Expr::Bool(false),
            TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => Expr::Null,
        };
        let name = self.resolved.get(class).name;
        let (u, v) = self.names;
        let outer = self.to.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE);
        let inner = self.to.add_type(kind, Span::NONE);
        let recv = self.expr(recv);
        let to = &mut self.to;
        let from = to.add(Expr::Var(u), read);
        let value = to.add(Expr::Field { recv: from, field }, read);
        let from = to.add(Expr::Var(u), read);
        let nothing = to.add(nothing, whole);
        let cleared = to.add(Expr::Assign { recv: from, field, value: nothing }, whole);
        let taken = to.add(Expr::Var(v), whole);
        let list = to.add_list(&[cleared, taken]);
        let body = to.add(Expr::Seq(list), whole);
        let body = to.add(Expr::Let { ty: inner, var: v, bound: value, body }, whole);
        to.add(Expr::Let { ty: outer, var: u, bound: recv, body }, whole)
    }

    fn class_of_type(&self, ty: TypeId) -> ClassId {
        self.resolved.class_of_type(ty).unwrap_or(ClassId::OBJECT)
    }

    /// The static class of an expression, as far as there is one.
    fn class_of(&self, e: ExprId, scope: &mut Vec<(Name, ClassId)>) -> Option<ClassId> {
        let depth = scope.len();
        let class = match self.from.expr(e) {
            Expr::Var(x) => scope.iter().rev().find(|(y, _)| *y == x).map(|(_, class)| *class),
            form => {
                if let Expr::Let { ty, var, .. } = form {
                    scope.push((var, self.class_of_type(ty)));
                }
                self.resolved.declared_class(e, &mut |part| deep(|| self.class_of(part, scope)))
            }
        };
        scope.truncate(depth);
        class
    }
}

/// Copies the parts of an expression, in the order of evaluation.
impl Mapper for Eraser<'_> {
    fn ty(&mut self, t: TypeId) -> TypeId {
        self.written = Some(t);
        t
    }

    fn child(&mut self, e: ExprId) -> ExprId {
        let written = self.written;
        let copy = self.expr(e);
        self.written = written;
        copy
    }

    fn list(&mut self, list: List) -> List {
        let copies: Vec<ExprId> = self.from.list(list).iter().map(|&e| self.expr(e)).collect();
        self.to.add_list(&copies)
    }

    fn binder(&mut self, x: Name) -> Name {
        let class = self.written.map_or(ClassId::OBJECT, |t| self.class_of_type(t));
        self.scope.push((x, class));
        x
    }
}
