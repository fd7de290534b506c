//! Conversion of a [`Program`] back to a tree, for programs with the names of trees.

use super::build::{CLASSES, FIELDS, METHODS, VARS};
use super::{BUILT_IN, Class, EQUALS, FIRST, Field, Method, OBJECT, Path, STRING, THIS, Tree, Type};
use racefree_grammar::Program;
use racefree_grammar::ast::{self, Dialect, ExprId, List, TypeId, TypeKind};
use racefree_grammar::name::Name;

/// The tree of a program; nothing, if there is a name or a form in it that trees do not have.
pub(super) fn read(p: &Program) -> Option<Tree> {
    if p.dialect != Dialect::Base {
        return None;
    }
    let r = Reader { p };
    let classes = p.classes.iter().map(|c| r.class(c)).collect::<Option<_>>()?;
    Some(Tree { classes, main: r.expr(p.main?)?, dialect: Dialect::Base })
}

/// A part that there may be, read; nothing, if it is there and cannot be read.
pub(super) fn all_of<A, B>(part: Option<A>, read: impl Fn(A) -> Option<B>) -> Option<Option<B>> {
    part.map_or(Some(None), |part| read(part).map(Some))
}

pub(super) struct Reader<'p> {
    pub(super) p: &'p Program,
}

impl Reader<'_> {
    pub(super) fn in_row(&self, row: &[&str], name: Name) -> Option<u8> {
        let text = self.p.text(name);
        row.iter().position(|t| *t == text).map(|i| i as u8)
    }

    pub(super) fn var(&self, name: Name) -> Option<u8> {
        if name == Name::THIS { Some(THIS) } else { self.in_row(&VARS, name).map(|i| i + 1) }
    }

    fn class_name(&self, name: Name) -> Option<u8> {
        match name {
            Name::OBJECT => Some(OBJECT),
            Name::STRING => Some(STRING),
            name => self.in_row(&CLASSES, name).map(|i| i + FIRST),
        }
    }

    pub(super) fn method(&self, name: Name) -> Option<u8> {
        self.in_row(&METHODS, name).or_else(|| self.in_row(&BUILT_IN, name).map(|i| i + EQUALS))
    }

    pub(super) fn path(&self, e: ExprId) -> Option<Path> {
        self.expr(e)?.path()
    }

    fn paths(&self, list: List) -> Option<Vec<Path>> {
        self.p.list(list).iter().map(|&e| self.path(e)).collect()
    }

    pub(super) fn ty(&self, t: TypeId) -> Option<Type> {
        Some(match self.p.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Bool,
            TypeKind::Void => Type::Void,
            TypeKind::Array { .. } => return None,
            TypeKind::Class { name, args } => Type::Class(self.class_name(name)?, self.paths(args)?.into()),
        })
    }

    fn class(&self, c: &ast::Class) -> Option<Class> {
        let typed = |ty, name| Some((self.ty(ty)?, self.var(name)?));
        let field = |f: &ast::Field| {
            let guard = all_of(f.write_guard.or(self.p.guard_of(c, f)), |l| self.path(l))?;
            let init = all_of(f.init, |e| self.expr(e))?;
            let name = self.in_row(&FIELDS, f.name)?;
            Some(Field { is_final: f.is_final, ty: self.ty(f.ty)?, name, guard, write: f.write_guard.is_some(), init })
        };
        let method = |m: &ast::Method| {
            Some(Method {
                ret: self.ty(m.ret)?,
                name: self.method(m.name)?,
                params: self.p.params_of(m).iter().map(|x| typed(x.ty, x.name)).collect::<Option<_>>()?,
                requires: self.paths(m.requires)?,
                declared: all_of(self.p.clauses_of(m).atomicity, |a| self.declared(a))?,
                body: self.expr(m.body)?,
                ..Method::default()
            })
        };
        Some(Class {
            name: self.class_name(c.name)?,
            local: c.thread_local,
            ghosts: self.p.ghosts_of(c).iter().map(|g| typed(g.ty, g.name)).collect::<Option<_>>()?,
            sup: all_of(c.extends, |t| self.ty(t))?.unwrap_or(Type::plain(OBJECT)),
            fields: self.p.fields_of(c).iter().map(field).collect::<Option<_>>()?,
            methods: self.p.methods_of(c).iter().map(method).collect::<Option<_>>()?,
            ..Class::default()
        })
    }
}
