//! Canonical names: the first that there are, so that programs that differ in names only are reduced to one.

use super::edits::{nth, with};
use super::walks::{each_expr, each_type, rename, rename_field, rename_in_class, swap, variables};
use crate::tree::{Expr, FIRST, Tree, Type};

/// Earlier names for variables, fields, methods and classes.
pub(super) fn names(tree: &Tree, out: &mut Vec<Tree>) {
    let vars = variables(tree);
    for &x in &vars {
        for y in (1..x).filter(|y| !vars.contains(y)).take(1) {
            with(tree, out, |t| {
                for i in 0..t.classes.len() {
                    rename_in_class(t, i, x, y);
                }
                rename(&mut t.main, x, y);
            });
        }
    }
    // Renames the variable of one place alone.
    let n: usize = tree.roots().into_iter().map(Expr::size).sum();
    for k in 0..n {
        let mut copy = tree.clone();
        let Some(Expr::Let(_, x, _, body)) = nth(&mut copy, k) else { continue };
        let from = *x;
        if from > 1 {
            *x = from - 1;
            rename(body, from, from - 1);
            out.push(copy);
        }
    }
    let fields: Vec<u8> = tree.classes.iter().flat_map(|c| &c.fields).map(|f| f.name).collect();
    for &from in &fields {
        for to in (0..from).filter(|to| !fields.contains(to)).take(1) {
            with(tree, out, |t| {
                t.classes.iter_mut().flat_map(|c| &mut c.fields).for_each(|f| swap(&mut f.name, from, to));
                rename_field(t, from, to);
            });
        }
    }
    let methods: Vec<u8> = tree.classes.iter().flat_map(|c| &c.methods).map(|m| m.name).collect();
    for &from in &methods {
        for to in (0..from).filter(|to| !methods.contains(to)).take(1) {
            with(tree, out, |t| {
                t.classes.iter_mut().flat_map(|c| &mut c.methods).for_each(|m| swap(&mut m.name, from, to));
                each_expr(t, &mut |e| {
                    if let Expr::Call(_, mn, _) = e {
                        swap(mn, from, to);
                    }
                });
            });
        }
    }
    for (i, class) in tree.classes.iter().enumerate() {
        let (from, to) = (class.name, FIRST + i as u8);
        if from > to && tree.classes.iter().all(|c| c.name != to) {
            with(tree, out, |t| {
                t.classes[i].name = to;
                each_type(t, &mut |ty| {
                    if let Type::Class(c, _) = ty {
                        swap(c, from, to);
                    }
                });
            });
        }
    }
}
