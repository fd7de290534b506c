//! Equality of programs as syntax: spans, ids, the numbers of names and the order of tables do not count, and neither
//! does how the fields of a class stand between its methods.

use crate::ast::*;
use crate::name::Name;

impl Program {
    /// Returns true if two programs are the same syntax.
    pub fn same_syntax(&self, other: &Program) -> bool {
        let mut comparison = Comparison { left: self, right: other, todo: Vec::new() };
        self.classes.len() == other.classes.len()
            && self.classes.iter().zip(other.classes.iter()).all(|(a, b)| comparison.class(a, b))
            && comparison.optional(self.main, other.main)
            && comparison.finish()
    }
}

/// Two programs, and the pairs of expressions that are still to be compared.
struct Comparison<'p> {
    left: &'p Program,
    right: &'p Program,
    todo: Vec<(ExprId, ExprId)>,
}

impl Comparison<'_> {
    fn name(&self, a: Name, b: Name) -> bool {
        self.left.text(a) == self.right.text(b)
    }

    fn class(&mut self, a: &Class, b: &Class) -> bool {
        let (left, right) = (self.left, self.right);
        let (ghosts, other_ghosts) = (left.ghosts_of(a), right.ghosts_of(b));
        let (fields, other_fields) = (left.fields_of(a), right.fields_of(b));
        let (methods, other_methods) = (left.methods_of(a), right.methods_of(b));
        self.name(a.name, b.name)
            && a.thread_local == b.thread_local
            && ghosts.len() == other_ghosts.len()
            && ghosts.iter().zip(other_ghosts).all(|(a, b)| self.name(a.name, b.name) && self.ty(a.ty, b.ty))
            && match (a.extends, b.extends) {
                (Some(a), Some(b)) => self.ty(a, b),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
            && left.formals_of(a).len() == right.formals_of(b).len()
            && left.formals_of(a).iter().zip(right.formals_of(b)).all(|(a, b)| self.name(a.name, b.name))
            && self.list(left.owners_of(a).not_self, right.owners_of(b).not_self)
            && (a.interface, a.more_supertypes.len()) == (b.interface, b.more_supertypes.len())
            && a.more_supertypes
                .indices()
                .zip(b.more_supertypes.indices())
                .all(|(a, b)| self.ty(type_at(a), type_at(b)))
            && self.optional(a.guard, b.guard)
            && self.list(a.more_guards, b.more_guards)
            && fields.len() == other_fields.len()
            && fields.iter().zip(other_fields).all(|(a, b)| self.field(a, b))
            && methods.len() == other_methods.len()
            && methods.iter().zip(other_methods).all(|(a, b)| self.method(a, b))
    }

    fn field(&mut self, a: &Field, b: &Field) -> bool {
        (a.is_final, a.readonly, a.volatile) == (b.is_final, b.readonly, b.volatile)
            && self.list(a.more_guards, b.more_guards)
            && self.name(a.name, b.name)
            && self.ty(a.ty, b.ty)
            && self.optional(a.guard, b.guard)
            && self.optional(a.write_guard, b.write_guard)
            && self.optional(a.init, b.init)
    }

    fn method(&mut self, a: &Method, b: &Method) -> bool {
        let (params, others) = (self.left.params_of(a), self.right.params_of(b));
        let (clauses, other_clauses) = (self.left.clauses_of(a), self.right.clauses_of(b));
        (a.atomic, a.synchronized, clauses.kind) == (b.atomic, b.synchronized, other_clauses.kind)
            && self.name(a.name, b.name)
            && self.ty(a.ret, b.ret)
            && params.len() == others.len()
            && params.iter().zip(others).all(|(a, b)| self.name(a.name, b.name) && self.ty(a.ty, b.ty))
            && self.list(a.requires, b.requires)
            && self.list(clauses.reads, other_clauses.reads)
            && match (clauses.receiver, other_clauses.receiver) {
                (Some(a), Some(b)) => self.ty(a, b),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
            && self.atoms(clauses.atomicity, other_clauses.atomicity)
            && self.later(a.body, b.body)
    }

    /// Compares the declared atomicities of two methods; their locks are compared later.
    fn atoms(&mut self, a: Option<AtomId>, b: Option<AtomId>) -> bool {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            match (a.map(|a| self.left.atom(a)), b.map(|b| self.right.atom(b))) {
                (
                    Some(Atom::Held { lock: a, then, otherwise }),
                    Some(Atom::Held { lock: b, then: t, otherwise: o }),
                ) => {
                    self.todo.push((a, b));
                    todo.extend([(Some(then), Some(t)), (Some(otherwise), Some(o))]);
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    fn ty(&mut self, a: TypeId, b: TypeId) -> bool {
        match (self.left.ty(a).kind, self.right.ty(b).kind) {
            (TypeKind::Class { name: a, args }, TypeKind::Class { name: b, args: others }) => {
                self.name(a, b) && self.list(args, others)
            }
            (
                TypeKind::Array { elem, locks, guards },
                TypeKind::Array { elem: other, locks: others, guards: other_guards },
            ) => guards == other_guards && self.list(locks, others) && crate::stack::deep(|| self.ty(elem, other)),
            (a, b) => a == b,
        }
    }

    /// Puts two expressions down to be compared; true, so that it can stand in a conjunction.
    fn later(&mut self, a: ExprId, b: ExprId) -> bool {
        self.todo.push((a, b));
        true
    }

    fn optional(&mut self, a: Option<ExprId>, b: Option<ExprId>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.later(a, b),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    fn list(&mut self, a: List, b: List) -> bool {
        let (a, b) = (self.left.list(a), self.right.list(b));
        self.todo.extend(a.iter().copied().zip(b.iter().copied()));
        a.len() == b.len()
    }

    /// Compares the postponed expressions.
    fn finish(&mut self) -> bool {
        while let Some((a, b)) = self.todo.pop() {
            if !self.expr(a, b) {
                return false;
            }
        }
        true
    }

    /// Two expressions are of one form and write the same names; their parts are put down to be compared.
    fn expr(&mut self, a: ExprId, b: ExprId) -> bool {
        let (left, right) = (self.left, self.right);
        let names = |x| right.names.find(left.text(x)).unwrap_or(NOWHERE);
        let form = left.expr(a).map(&mut Bare(names)) == right.expr(b).map(&mut Bare(|x| x));
        let (a, b) = (left.parts(a), right.parts(b));
        let types = match (a.ty, b.ty) {
            (Some(a), Some(b)) => self.ty(a, b),
            (a, b) => a == b,
        };
        self.todo.extend(a.children().zip(b.children()));
        form && types
    }
}

/// The written type of an index.
fn type_at(index: usize) -> TypeId {
    TypeId::new(index as u32)
}

/// Name that is in no table.
const NOWHERE: Name = Name(u32::MAX);

/// Takes the children and types out of an expression, and puts other names in.
struct Bare<F>(F);

impl<F: Fn(Name) -> Name> Mapper for Bare<F> {
    fn ty(&mut self, _: TypeId) -> TypeId {
        TypeId::new(0)
    }
    fn child(&mut self, _: ExprId) -> ExprId {
        ExprId::new(0)
    }
    fn list(&mut self, list: List) -> List {
        List { start: 0, ..list }
    }
    fn binder(&mut self, x: Name) -> Name {
        self.0(x)
    }
    fn var(&mut self, x: Name) -> Name {
        self.0(x)
    }
    fn label(&mut self, x: Name) -> Name {
        self.0(x)
    }
}
