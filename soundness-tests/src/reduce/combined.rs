//! Edits that are several at once, where each by itself would make the program something else: two classes become one, a method goes
//! into its callers, a value that is not used is not made.

use super::edits::{bodies, each_use, named, with};
use super::walks::each_expr;
use crate::tree::{Expr, MethodName, OBJECT, Path, THIS, Tree, Type};

/// All programs one such edit away.
pub(super) fn combined(tree: &Tree, out: &mut Vec<Tree>) {
    for i in 0..tree.classes.len() {
        merged(tree, i, out);
        let class = &tree.classes[i];
        // A class confined to a thread needs no guards.
        with(tree, out, |t| {
            t.classes[i].local = true;
            t.classes[i].fields.iter_mut().for_each(|f| f.guard = None);
        });
        for f in 0..class.fields.len() {
            with(tree, out, |t| {
                let field = &mut t.classes[i].fields[f];
                (field.is_final, field.guard) = (true, None);
            });
            initialised(tree, i, f, out);
        }
        for m in (0..class.methods.len()).filter(|&m| class.methods[m].requires == [Path::var(THIS)]) {
            with(tree, out, |t| {
                let method = &mut t.classes[i].methods[m];
                method.requires.clear();
                let body = std::mem::replace(&mut method.body, Expr::Unit);
                method.body = Expr::Sync(Box::new(Expr::Var(THIS)), Box::new(body));
            });
        }
    }
    let mut names: Vec<MethodName> = tree.classes.iter().flat_map(|c| &c.methods).map(|m| m.name).collect();
    names.sort_unstable();
    names.dedup();
    for mn in names {
        void(tree, mn, out);
        inlined(tree, mn, out);
    }
}

/// The members of a class go to another one, which takes its place.
fn merged(tree: &Tree, i: usize, out: &mut Vec<Tree>) {
    let from = tree.classes[i].name;
    for j in (0..tree.classes.len()).filter(|&j| j != i) {
        let (to, ghosts) = (tree.classes[j].name, tree.classes[j].ghosts.len());
        if ghosts > tree.classes[i].ghosts.len() {
            continue;
        }
        with(tree, out, |t| {
            let class = t.classes[i].clone();
            let into = &mut t.classes[j];
            let fields: Vec<u8> = into.fields.iter().map(|f| f.name).collect();
            into.fields.extend(class.fields.into_iter().filter(|f| !fields.contains(&f.name)));
            let methods: Vec<u8> = into.methods.iter().map(|m| m.name).collect();
            into.methods.extend(class.methods.into_iter().filter(|m| !methods.contains(&m.name)));
            if matches!(into.sup, Type::Class(c, _) if c == from) {
                into.sup = match &class.sup {
                    Type::Class(c, _) if *c == to => Type::plain(OBJECT),
                    sup => *sup,
                };
            }
            t.classes.remove(i);
            each_use(t, from, &mut |c, args| {
                *c = to;
                args.truncate(ghosts);
            });
        });
    }
}

/// Makes a value that is assigned to a field somewhere its initial value.
fn initialised(tree: &Tree, i: usize, f: usize, out: &mut Vec<Tree>) {
    let fd = tree.classes[i].fields[f].name;
    let mut values: Vec<Expr> = Vec::new();
    for root in tree.roots() {
        root.walk(&mut |e| {
            if let Expr::Assign(_, to, value) = e
                && *to == fd
                && matches!(&**value, Expr::New(Type::Class(_, args)) if args.is_empty())
                && !values.contains(value)
            {
                values.push((**value).clone());
            }
        });
    }
    for value in values {
        with(tree, out, |t| {
            t.classes[i].fields[f].init = Some(value.clone());
            each_expr(t, &mut |e| {
                if let Expr::Seq(list) = e {
                    list.retain(|e| !matches!(e, Expr::Assign(_, to, v) if *to == fd && **v == value));
                }
            });
        });
    }
}

/// Makes all methods of the name return void.
fn void(tree: &Tree, mn: MethodName, out: &mut Vec<Tree>) {
    with(tree, out, |t| {
        for m in named(t, mn) {
            m.ret = Type::Void;
            thrown_away(&mut m.body);
        }
    });
}

/// Leaves out a value at the end that is not looked at.
fn thrown_away(e: &mut Expr) {
    let idle = |e: &Expr| *e != Expr::Unit && (e.is_value() || matches!(e, Expr::New(_)));
    if let Expr::Let(.., body) | Expr::Sync(_, body) = e {
        thrown_away(body);
    } else if let Expr::Seq(list) = e {
        let more = list.len() > 1;
        list.pop_if(|e| more && idle(e));
    } else if idle(e) {
        *e = Expr::Unit;
    }
}

/// The body of a method stands where it is called, everywhere, and the method goes.
fn inlined(tree: &Tree, mn: MethodName, out: &mut Vec<Tree>) {
    let which = tree.classes.iter().flat_map(|c| &c.methods).filter(|m| m.name == mn).count();
    for k in 0..which {
        with(tree, out, |t| {
            let source = t.clone();
            t.classes.iter_mut().for_each(|c| c.methods.retain(|m| m.name != mn));
            each_expr(t, &mut |e| {
                if let Expr::Call(recv, name, args) = e
                    && *name == mn
                    && let Some(body) = bodies(&source, recv, mn, args).into_iter().nth(k)
                    && !body.any(|e| matches!(e, Expr::Call(_, name, _) if *name == mn))
                {
                    *e = body;
                }
            });
        });
    }
}
