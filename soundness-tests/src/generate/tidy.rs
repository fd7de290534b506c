//! What a program does not use is left out, so that programs are small: methods that nobody calls, fields and classes that nobody
//! mentions, values that are thrown away.

use crate::tree::{Cn, E, EQUALS, Fd, Mn, Path, T, Tree};

/// Leaves out what is not used.
pub fn tidy(tree: &mut Tree) {
    for root in tree.roots_mut() {
        root.walk_mut(&mut |e| {
            if let E::Seq(list) = e {
                let last = list.len().saturating_sub(1);
                let mut at = 0;
                list.retain(|e| {
                    at += 1;
                    at > last || !idle(e)
                });
            }
        });
    }
    methods(tree);
    fields(tree);
    // A class may be mentioned by another one that goes.
    while classes(tree) {}
}

/// Whether an expression does nothing.
fn idle(e: &E) -> bool {
    match e {
        E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit => true,
        E::Fork(e) | E::Sync(_, e) => matches!(**e, E::Int(_) | E::Null | E::Str(_) | E::Unit),
        _ => false,
    }
}

fn methods(tree: &mut Tree) {
    let mut called = [false; 256];
    let mut todo: Vec<Mn> = Vec::new();
    let mut look = |e: &E, todo: &mut Vec<Mn>| {
        e.walk(&mut |e| {
            if let E::Call(_, mn, _) = e
                && *mn < EQUALS
                && !std::mem::replace(&mut called[*mn as usize], true)
            {
                todo.push(*mn);
            }
        });
    };
    look(&tree.main, &mut todo);
    tree.classes.iter().flat_map(|c| &c.fields).filter_map(|f| f.init.as_ref()).for_each(|e| look(e, &mut todo));
    while let Some(mn) = todo.pop() {
        tree.classes.iter().flat_map(|c| &c.methods).filter(|m| m.name == mn).for_each(|m| look(&m.body, &mut todo));
    }
    for class in &mut tree.classes {
        class.methods.retain(|m| called[m.name as usize]);
    }
}

/// Calls `f` with every path that is no expression, and `t` with every class that is mentioned.
fn mentions(tree: &Tree, f: &mut dyn FnMut(&Path), t: &mut dyn FnMut(Cn)) {
    let mut ty = |of: &T, f: &mut dyn FnMut(&Path)| {
        if let T::Class(c, args) = of {
            t(*c);
            args.iter().for_each(f);
        }
    };
    for class in &tree.classes {
        class.ghosts.iter().for_each(|(t, _)| ty(t, f));
        ty(&class.sup, f);
        for field in &class.fields {
            ty(&field.ty, f);
            field.guard.iter().for_each(&mut *f);
        }
        for m in &class.methods {
            ty(&m.ret, f);
            m.params.iter().for_each(|(t, _)| ty(t, f));
            m.requires.iter().for_each(&mut *f);
        }
    }
    for root in tree.roots() {
        root.walk(&mut |e| match e {
            E::New(t) | E::Let(t, ..) => ty(t, f),
            _ => {}
        });
    }
}

fn fields(tree: &mut Tree) {
    let mut used: Vec<Fd> = Vec::new();
    for root in tree.roots() {
        root.walk(&mut |e| match e {
            E::Field(_, fd) | E::Assign(_, fd, _) => used.push(*fd),
            _ => {}
        });
    }
    mentions(tree, &mut |l| used.extend(&l.fields), &mut |_| {});
    for class in &mut tree.classes {
        class.fields.retain(|f| f.init.is_some() || used.contains(&f.name));
    }
}

fn classes(tree: &mut Tree) -> bool {
    let mut used = [false; 256];
    mentions(tree, &mut |_| {}, &mut |c| used[c as usize] = true);
    let before = tree.classes.len();
    // A class that only mentions itself is not used either, but that is rare.
    tree.classes.retain(|c| used[c.name as usize]);
    tree.classes.len() < before
}
