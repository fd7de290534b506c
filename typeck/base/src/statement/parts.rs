//! The parts that statements are made of: paths, types, lock sets.

use super::expressions;
use super::{Notation, Sort, Statement};
use crate::locks::LocksId;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{ExprId, List, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::stack::deep;
use racefree_kernel::statement::LONGEST;

/// The ghosts of a class with the arguments of one of its types, to be put in for them while a declaration is written;
/// and the names that the declaration binds, where one of the arguments starts with such a name.
///
/// `this` in an argument is the caller's, `this` in the declaration its own; where both occur the latter is written `this′`.
#[derive(Clone, Default)]
pub struct Instantiation {
    pub(super) puts: Vec<(Name, Path)>,
    /// Expressions for `this` and the parameters, where the declaration is seen from a use.
    pub(super) used: Vec<(Name, ExprId)>,
    pub(super) clashes: Vec<Name>,
}

impl Notation<'_, '_> {
    /// l
    pub(super) fn path(&self, out: &mut Statement, path: Path) {
        let paths = &self.cx.types.paths;
        let mut fields = Vec::new();
        let mut at = path;
        while fields.len() < LONGEST
            && let Step::Field(before, field) = paths.step(at)
        {
            fields.push(field);
            at = before;
        }
        match paths.root(path) {
            Root::Var(x) => self.variable(out, x),
            Root::Expr(e) => {
                out.plain("(");
                expressions::expression(out, self.program, e, self.limits.expression);
                out.plain(")");
            }
            Root::Open(number) => out.plain(&format!("?{number}")),
        }
        if matches!(paths.step(at), Step::Field(..)) {
            out.plain(".");
            out.omitted();
        }
        self.fields(out, fields);
    }

    /// `.fd₁….fdₙ`, the last first.
    fn fields(&self, out: &mut Statement, fields: Vec<Name>) {
        for field in fields.into_iter().rev() {
            out.plain(".");
            self.member(out, field);
        }
    }

    pub(super) fn variable(&self, out: &mut Statement, x: Name) {
        out.push(Sort::Variable, self.program.text(x));
    }

    pub(super) fn member(&self, out: &mut Statement, name: Name) {
        out.push(Sort::Member, self.program.text(name));
    }

    pub(super) fn class_name(&self, out: &mut Statement, class: ClassId) {
        out.push(Sort::Class, self.program.text(self.cx.classes.get(class).name));
    }

    /// t
    pub(super) fn ty(&self, out: &mut Statement, ty: Ty) {
        match ty {
            Ty::ERROR => out.push(Sort::Omitted, "?"),
            Ty::INT => out.keyword("int"),
            Ty::BOOLEAN => out.keyword("boolean"),
            Ty::VOID => out.keyword("void"),
            Ty::NULL => out.keyword("null"),
            _ => {
                if let Some((elem, guards)) = self.cx.types.elements(ty) {
                    deep(|| self.ty(out, elem));
                    out.plain("[]");
                    return self.list(out, ("<", ">"), guards, |out, &path| self.path(out, path));
                }
                let Some(class) = self.cx.types.class_of(ty) else { return out.push(Sort::Omitted, "?") };
                self.class_name(out, class);
                self.list(out, ("<", ">"), self.cx.types.args(ty), |out, &path| self.path(out, path));
            }
        }
    }

    /// Elements between brackets, separated by commas; nothing, not even brackets, if there are none.
    fn list<T>(&self, out: &mut Statement, brackets: (&str, &str), of: &[T], write: impl Fn(&mut Statement, &T)) {
        if of.is_empty() {
            return;
        }
        out.plain(brackets.0);
        out.elements(of, write);
        out.plain(brackets.1);
    }

    /// ls: as `{this, a.lock}`, the lock taken last standing last; or ∅.
    pub(super) fn lock_set(&self, out: &mut Statement, locks: LocksId) {
        let mut held: Vec<Path> = Vec::new();
        let mut more = false;
        for element in self.cx.locks.elements(locks).take(2 * LONGEST) {
            if held.len() == LONGEST {
                more = true;
                break;
            }
            if !held.contains(&element.lock) {
                held.push(element.lock);
            }
        }
        held.reverse();
        self.set(out, more, &held);
    }

    /// A set of locks, or ∅; with `more`, there are others.
    pub(super) fn set(&self, out: &mut Statement, more: bool, locks: &[Path]) {
        if locks.is_empty() {
            return out.meta("∅");
        }
        out.meta("{");
        if more {
            out.omitted();
            out.plain(", ");
        }
        out.elements(locks, |out, &path| self.path(out, path));
        out.meta("}");
    }

    /// Substitution for the ghosts of the class of `at` when one of its declarations is instantiated, where the
    /// declaration itself binds `this` and `params`.
    pub(super) fn instance(&self, at: Ty, params: impl Iterator<Item = Name>) -> Instantiation {
        let (cx, program) = (self.cx, self.program);
        let args = cx.types.args(at);
        let Some(class) = cx.types.class_of(at).and_then(|c| cx.classes.decl(c)).filter(|_| !args.is_empty()) else {
            return Instantiation::default();
        };
        let puts = program.ghosts_of(&class).iter().map(|ghost| ghost.name).zip(args.iter().copied()).collect();
        let starts = |x| args.iter().any(|&path| cx.types.paths.root(path) == Root::Var(x));
        let clashes = std::iter::once(Name::THIS).chain(params).filter(|&x| starts(x)).collect();
        Instantiation { puts, used: Vec::new(), clashes }
    }

    /// A lock expression of a declaration, instantiated.
    pub(super) fn lock_in(&self, out: &mut Statement, l: ExprId, instance: &Instantiation) {
        use racefree_grammar::ast::Expr;
        let mut fields = Vec::new();
        let mut at = l;
        while fields.len() < LONGEST
            && let Expr::Field { recv, field } = self.program.expr(at)
        {
            fields.push(field);
            at = recv;
        }
        match self.program.expr(at) {
            Expr::Var(x) => match instance.puts.iter().find(|put| put.0 == x) {
                Some(&(_, path)) => self.path(out, path),
                None => match instance.used.iter().find(|used| used.0 == x) {
                    Some(&(_, e)) => expressions::expression(out, self.program, e, self.limits.locks),
                    None => self.bound(out, x, instance),
                },
            },
            _ => expressions::expression(out, self.program, at, self.limits.locks),
        }
        self.fields(out, fields);
    }

    /// A name that a declaration binds.
    pub(super) fn bound(&self, out: &mut Statement, x: Name, instance: &Instantiation) {
        self.variable(out, x);
        if instance.clashes.contains(&x) {
            out.push(Sort::Variable, "′");
        }
    }

    /// A list of lock expressions of a declaration, instantiated.
    pub(super) fn locks_in(&self, out: &mut Statement, list: List, instance: &Instantiation) {
        out.elements(self.program.list(list), |out, &l| self.lock_in(out, l, instance));
    }

    /// A type as written in a declaration, instantiated.
    pub(super) fn ty_in(&self, out: &mut Statement, ty: TypeId, instance: &Instantiation) {
        match self.program.ty(ty).kind {
            TypeKind::Int => out.keyword("int"),
            TypeKind::Boolean => out.keyword("boolean"),
            TypeKind::Void => out.keyword("void"),
            TypeKind::Class { name, args } => {
                out.push(Sort::Class, self.program.text(name));
                let args = self.program.list(args);
                self.list(out, ("<", ">"), args, |out, &l| self.lock_in(out, l, instance));
            }
            TypeKind::Array { elem, .. } => {
                deep(|| self.ty_in(out, elem, instance));
                out.plain("[]");
                let guards = self.program.guards_of_array(ty);
                self.list(out, ("<", ">"), guards, |out, &l| self.lock_in(out, l, instance));
            }
        }
    }
}
