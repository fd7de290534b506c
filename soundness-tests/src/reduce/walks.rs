//! Traversals of trees, and substitution of variables.

use crate::tree::{Expr, FieldName, Path, THIS, Tree, Type, Var};
use racefree_grammar::stack::deep;

pub(super) fn each_expr(tree: &mut Tree, f: &mut dyn FnMut(&mut Expr)) {
    for root in tree.roots_mut() {
        root.walk_mut(f);
    }
}

pub(super) fn each_type(tree: &mut Tree, f: &mut dyn FnMut(&mut Type)) {
    for class in &mut tree.classes {
        class.ghosts.iter_mut().for_each(|(t, _)| f(t));
        f(&mut class.sup);
        class.fields.iter_mut().for_each(|x| f(&mut x.ty));
        for m in &mut class.methods {
            f(&mut m.ret);
            m.params.iter_mut().for_each(|(t, _)| f(t));
        }
    }
    each_expr(tree, &mut |e| e.ty_mut().into_iter().for_each(&mut *f));
}

pub(super) fn each_path(tree: &mut Tree, f: &mut dyn FnMut(&mut Path)) {
    for class in &mut tree.classes {
        class.fields.iter_mut().filter_map(|x| x.guard.as_mut()).for_each(&mut *f);
        class.methods.iter_mut().flat_map(|m| &mut m.requires).for_each(&mut *f);
        class.methods.iter_mut().filter_map(|m| m.declared.as_mut()).for_each(|a| a.locks_mut(f));
    }
    each_type(tree, &mut |t| {
        if let Type::Class(_, args) = t {
            args.change(&mut *f);
        }
    });
}

/// `this` and the variables of a program, each once, as they first occur.
pub(super) fn variables(tree: &Tree) -> Vec<Var> {
    let mut all = vec![THIS];
    let mut note = |x| all.extend((!all.contains(&x)).then_some(x));
    for class in &tree.classes {
        class.ghosts.iter().for_each(|(_, x)| note(*x));
        class.methods.iter().flat_map(|m| &m.params).for_each(|(_, x)| note(*x));
    }
    for root in tree.roots() {
        root.walk(&mut |e| e.var().into_iter().for_each(&mut note));
    }
    all
}

/// Puts a name in the place of another.
pub(super) fn swap(name: &mut u8, from: u8, to: u8) {
    if *name == from {
        *name = to;
    }
}

/// Another name for a field, everywhere but where it is declared.
pub(super) fn rename_field(tree: &mut Tree, from: FieldName, to: FieldName) {
    each_expr(tree, &mut |e| {
        if let Expr::Field(_, fd) | Expr::Assign(_, fd, _) = e {
            swap(fd, from, to);
        }
    });
    each_path(tree, &mut |l| l.fields.change(|fd| swap(fd, from, to)));
}

pub(super) fn rename_type(t: &mut Type, from: Var, to: Var) {
    if let Type::Class(_, args) = t {
        args.change(|l| swap(&mut l.root, from, to));
    }
}

/// Another name for a variable, where it is bound and where it is used.
pub(super) fn rename(e: &mut Expr, from: Var, to: Var) {
    e.walk_mut(&mut |e| {
        e.ty_mut().into_iter().for_each(|t| rename_type(t, from, to));
        if let Expr::Var(x) | Expr::Let(_, x, ..) = e {
            swap(x, from, to);
        }
    });
}

pub(super) fn rename_in_class(tree: &mut Tree, i: usize, from: Var, to: Var) {
    let class = &mut tree.classes[i];
    let fix = |x: &mut Var| swap(x, from, to);
    class.ghosts.iter_mut().for_each(|(t, x)| {
        rename_type(t, from, to);
        if to != THIS {
            fix(x);
        }
    });
    rename_type(&mut class.sup, from, to);
    for f in &mut class.fields {
        rename_type(&mut f.ty, from, to);
        f.guard.iter_mut().for_each(|l| fix(&mut l.root));
        f.init.iter_mut().for_each(|e| rename(e, from, to));
    }
    for m in &mut class.methods {
        rename_type(&mut m.ret, from, to);
        m.params.iter_mut().for_each(|(t, x)| {
            rename_type(t, from, to);
            fix(x);
        });
        m.requires.iter_mut().for_each(|l| fix(&mut l.root));
        m.declared.iter_mut().for_each(|a| a.locks_mut(&mut |l| fix(&mut l.root)));
        rename(&mut m.body, from, to);
    }
}

/// Replaces a variable by an expression, and in types by a path. The substituted expression is not looked at again.
pub(super) fn replace(e: &mut Expr, x: Var, put: &Expr) {
    if *e == Expr::Var(x) {
        *e = put.clone();
        return;
    }
    if let (Some(Type::Class(_, args)), Some(path)) = (e.ty_mut(), put.path()) {
        args.change(|l| {
            if l.root == x {
                *l = l.after(&path);
            }
        });
    }
    for child in e.children_mut() {
        deep(|| replace(child, x, put));
    }
}
