//! A path is another one, everywhere at once: in types, guards, requires clauses, and in code. A lock that is named in several places
//! can be changed in no other way, for where one place names another lock than the rest, the program is another one.

use super::edits::with;
use super::walks::{each_expr, each_path, variables};
use crate::tree::{Expr, Path, Tree};

/// All programs one such edit away: a path of a field or more is one that is shorter by a field, or a variable.
pub(super) fn paths(tree: &Tree, out: &mut Vec<Tree>) {
    let vars = variables(tree);
    for from in locks(tree) {
        let mut puts: Vec<Path> = vars.iter().map(|x| Path::var(*x)).collect();
        let shorter = Path { root: from.root, fields: from.fields[..from.fields.len() - 1].into() };
        if !puts.contains(&shorter) {
            puts.push(shorter);
        }
        for put in puts {
            with(tree, out, |t| replaced(t, &from, &put));
        }
    }
}

/// The paths of a field or more that are locks or are in declarations and types, and those that they begin with.
fn locks(tree: &Tree) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    let mut note = |l: &Path| {
        for n in 1..=l.fields.len() {
            let part = Path { root: l.root, fields: l.fields[..n].into() };
            if !found.contains(&part) {
                found.push(part);
            }
        }
    };
    each_path(&mut tree.clone(), &mut |l| note(l));
    for root in tree.roots() {
        root.walk(&mut |e| {
            if let Expr::Sync(lock, _) = e {
                lock.path().iter().for_each(&mut note);
            }
        });
    }
    found
}

fn replaced(tree: &mut Tree, from: &Path, put: &Path) {
    each_path(tree, &mut |l| {
        if l.root == from.root && l.fields.starts_with(&from.fields) {
            *l = Path { root: put.root, fields: l.fields[from.fields.len()..].into() }.after(put);
        }
    });
    each_expr(tree, &mut |e| {
        if matches!(e, Expr::Field(..)) && e.path().as_ref() == Some(from) {
            *e = put.expr();
        }
    });
}
