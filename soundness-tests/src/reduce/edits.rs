//! The reduction steps: every edit that can make a program smaller.

use super::names::names;
use super::walks::{each_expr, each_type, rename, rename_field, rename_in_class, rename_type, replace, variables};
use crate::tree::{Args, ClassName, Declared, Expr, FIRST, Method, MethodName, OBJECT, Path, THIS, Tree, Type, Var};
use racefree_grammar::ast::Basic;

/// All programs one edit away.
pub fn candidates(tree: &Tree) -> Vec<Tree> {
    let mut out = Vec::new();
    declarations(tree, &mut out);
    types(tree, &mut out);
    expressions(tree, &mut out);
    super::combined::combined(tree, &mut out);
    super::paths::paths(tree, &mut out);
    names(tree, &mut out);
    out
}

/// A copy with a change.
pub(super) fn with(tree: &Tree, out: &mut Vec<Tree>, change: impl FnOnce(&mut Tree)) {
    let mut copy = tree.clone();
    change(&mut copy);
    if copy != *tree {
        out.push(copy);
    }
}

fn declarations(tree: &Tree, out: &mut Vec<Tree>) {
    for (i, of) in tree.classes.iter().enumerate() {
        class(tree, i, out);
        (0..of.ghosts.len()).for_each(|g| ghost(tree, i, g, out));
        (0..of.fields.len()).for_each(|f| field(tree, i, f, out));
        (0..of.methods.len()).for_each(|m| method(tree, i, m, out));
        for f in 0..of.fields.len() {
            for j in others(tree, i) {
                with(tree, out, |t| {
                    let field = t.classes[i].fields.remove(f);
                    t.classes[j].fields.push(field);
                });
            }
        }
    }
}

/// The classes but one.
fn others(tree: &Tree, i: usize) -> impl Iterator<Item = usize> + use<> {
    (0..tree.classes.len()).filter(move |&j| j != i)
}

/// Calls `f` with every type that names a class: the class and its arguments.
pub(super) fn each_use(tree: &mut Tree, name: ClassName, f: &mut dyn FnMut(&mut ClassName, &mut Args)) {
    each_type(tree, &mut |ty| {
        if let Type::Class(c, args) = ty
            && *c == name
        {
            f(c, args);
        }
    });
}

fn class(tree: &Tree, i: usize, out: &mut Vec<Tree>) {
    let class = &tree.classes[i];
    let (name, sup) = (class.name, class.sup);
    // The class goes; its superclass, or `Object`, takes its place.
    for put in [&sup, &Type::plain(OBJECT)] {
        with(tree, out, |t| {
            t.classes.remove(i);
            each_type(t, &mut |ty| {
                if matches!(ty, Type::Class(c, _) if *c == name) {
                    *ty = *put;
                }
            });
        });
    }
    // Another class takes its place.
    for other in tree.classes.iter().filter(|c| c.name != name && c.ghosts.len() <= class.ghosts.len()) {
        with(tree, out, |t| {
            t.classes.remove(i);
            each_use(t, name, &mut |c, args| {
                *c = other.name;
                args.truncate(other.ghosts.len());
            });
        });
    }
    if sup != Type::plain(OBJECT) {
        with(tree, out, |t| t.classes[i].sup = Type::plain(OBJECT));
    }
    with(tree, out, |t| t.classes[i].local = false);
}

fn ghost(tree: &Tree, i: usize, g: usize, out: &mut Vec<Tree>) {
    let class = &tree.classes[i];
    let (name, x) = (class.name, class.ghosts[g].1);
    let drop = |t: &mut Tree| {
        t.classes[i].ghosts.remove(g);
        each_use(t, name, &mut |_, args| {
            if g < args.len() {
                args.remove(g);
            }
        });
    };
    with(tree, out, drop);
    // Occurrences of the ghost are renamed to `this`, or to another ghost.
    for y in std::iter::once(THIS).chain(class.ghosts.iter().map(|(_, y)| *y).filter(|y| *y != x)) {
        with(tree, out, |t| {
            rename_in_class(t, i, x, y);
            drop(t);
        });
    }
}

fn field(tree: &Tree, i: usize, f: usize, out: &mut Vec<Tree>) {
    let fields = &tree.classes[i].fields;
    with(tree, out, |t| drop(t.classes[i].fields.remove(f)));
    with(tree, out, |t| t.classes[i].fields[f].guard = None);
    with(tree, out, |t| t.classes[i].fields[f].init = None);
    with(tree, out, |t| t.classes[i].fields[f].is_final = false);
    with(tree, out, |t| t.classes[i].fields[f].guard = Some(Path::var(THIS)));
    for g in (0..fields.len()).filter(|&g| g != f) {
        let (from, to) = (fields[f].name, fields[g].name);
        with(tree, out, |t| {
            t.classes[i].fields.remove(f);
            rename_field(t, from, to);
        });
    }
}

fn method(tree: &Tree, i: usize, m: usize, out: &mut Vec<Tree>) {
    let method = &tree.classes[i].methods[m];
    with(tree, out, |t| drop(t.classes[i].methods.remove(m)));
    for r in 0..method.requires.len() {
        with(tree, out, |t| {
            t.classes[i].methods[m].requires.remove(r);
        });
    }
    if let Some(declared) = &method.declared {
        let mut simpler = vec![None];
        simpler.extend([Basic::Const, Basic::Mover].map(|basic| Some(Declared::Is(basic))));
        if let Declared::Held(_, a, b) = declared {
            simpler.extend([Some((**a).clone()), Some((**b).clone())]);
        }
        for put in simpler.into_iter().filter(|put| *put != method.declared) {
            with(tree, out, |t| t.classes[i].methods[m].declared = put);
        }
    }
    (0..method.params.len()).for_each(|p| parameter(tree, method, p, out));
    // The method is in the class above instead, or in another class.
    for j in others(tree, i) {
        with(tree, out, |t| {
            let method = t.classes[i].methods.remove(m);
            t.classes[j].methods.push(method);
        });
    }
}

/// The methods of a name, in all classes.
pub(super) fn named(tree: &mut Tree, mn: MethodName) -> impl Iterator<Item = &mut Method> {
    tree.classes.iter_mut().flat_map(|c| &mut c.methods).filter(move |m| m.name == mn)
}

/// A parameter goes from every method of the name, and from every call.
fn parameter(tree: &Tree, method: &Method, p: usize, out: &mut Vec<Tree>) {
    let mn = method.name;
    let gone = |t: &mut Tree| {
        for m in named(t, mn).filter(|m| p < m.params.len()) {
            m.params.remove(p);
        }
        each_expr(t, &mut |e| {
            if let Expr::Call(_, name, args) = e
                && *name == mn
                && p < args.len()
            {
                args.remove(p);
            }
        });
    };
    with(tree, out, gone);
    let x = method.params[p].1;
    for y in method.params.iter().map(|(_, y)| *y).filter(|&y| y != x).chain([THIS]) {
        with(tree, out, |t| {
            for m in named(t, mn) {
                rename(&mut m.body, x, y);
                m.requires.iter_mut().filter(|l| l.root == x).for_each(|l| l.root = y);
                let put = &mut |l: &mut Path| l.root = if l.root == x { y } else { l.root };
                m.declared.iter_mut().for_each(|a| a.locks_mut(put));
                let params = m.params.iter_mut().map(|(t, _)| t);
                params.chain([&mut m.ret]).for_each(|t| rename_type(t, x, y));
            }
            gone(t);
        });
    }
}

/// Simpler types, everywhere that a type is written, and shorter paths.
fn types(tree: &Tree, out: &mut Vec<Tree>) {
    let mut written = Vec::new();
    each_type(&mut tree.clone(), &mut |t| written.push(*t));
    let classes: Vec<(ClassName, usize, Type)> = tree.classes.iter().map(|c| (c.name, c.ghosts.len(), c.sup)).collect();
    for (k, old) in written.into_iter().enumerate() {
        let mut puts = vec![Type::Int, Type::plain(OBJECT)];
        puts.extend(classes.iter().filter(|c| c.1 == 0).map(|c| Type::plain(c.0)));
        if let Type::Class(c, args) = &old {
            if *c >= FIRST {
                puts.extend(classes.iter().filter(|d| d.0 == *c).map(|d| d.2));
                let fewer = classes.iter().filter(|d| d.1 > 0 && d.1 <= args.len() && d.0 != *c);
                puts.extend(fewer.map(|d| Type::Class(d.0, args[..d.1].into())));
            }
            for a in 0..args.len() {
                let path = &args[a];
                for path in std::iter::once(Path::var(THIS)).chain(prefixes(path)) {
                    let mut args = args.to_vec();
                    args[a] = path;
                    puts.push(Type::Class(*c, args.into()));
                }
            }
        }
        for put in puts {
            with(tree, out, |tree| {
                let mut at = 0..;
                each_type(tree, &mut |t| {
                    if at.next() == Some(k) {
                        *t = put;
                    }
                });
            });
        }
    }
    for i in 0..tree.classes.len() {
        for f in 0..tree.classes[i].fields.len() {
            let Some(guard) = &tree.classes[i].fields[f].guard else { continue };
            for put in prefixes(guard) {
                with(tree, out, |t| t.classes[i].fields[f].guard = Some(put));
            }
        }
        for m in 0..tree.classes[i].methods.len() {
            with(tree, out, |t| t.classes[i].methods[m].ret = Type::Void);
            for r in 0..tree.classes[i].methods[m].requires.len() {
                with(tree, out, |t| t.classes[i].methods[m].requires[r] = Path::var(THIS));
            }
        }
    }
}

/// The paths with fewer fields that a path begins with, the shortest first.
fn prefixes(path: &Path) -> impl Iterator<Item = Path> {
    (0..path.fields.len()).map(|n| Path { root: path.root, fields: path.fields[..n].into() })
}

/// The expressions of a program by number.
pub(super) fn nth(tree: &mut Tree, k: usize) -> Option<&mut Expr> {
    fn walk<'e>(e: &'e mut Expr, k: &mut usize) -> Option<&'e mut Expr> {
        if *k == 0 {
            return Some(e);
        }
        *k -= 1;
        e.children_mut().find_map(|child| walk(child, k))
    }
    let mut k = k;
    tree.roots_mut().into_iter().find_map(|root| walk(root, &mut k))
}

fn expressions(tree: &Tree, out: &mut Vec<Tree>) {
    let n: usize = tree.roots().into_iter().map(Expr::size).sum();
    let vars = variables(tree);
    for k in 0..n {
        let mut copy = tree.clone();
        let Some(e) = nth(&mut copy, k) else { continue };
        let old = e.clone();
        let mut puts: Vec<Expr> = old.children().cloned().collect();
        puts.extend([Expr::Int(0), Expr::Null, Expr::Unit, Expr::New(Type::plain(OBJECT))]);
        puts.extend(vars.iter().map(|&x| Expr::Var(x)));
        match &old {
            Expr::Seq(list) => {
                for i in 0..list.len() {
                    let mut rest = list.clone();
                    rest.remove(i);
                    puts.push(Expr::Seq(rest));
                    if let Expr::Seq(inner) = &list[i] {
                        let mut flat = list.clone();
                        flat.splice(i..=i, inner.iter().cloned());
                        puts.push(Expr::Seq(flat));
                    }
                }
                // An expression done in a let's scope anyway needs no bracket.
                if let Some((Expr::Let(t, x, bound, body), rest)) = list.split_first() {
                    let mut all = vec![(**body).clone()];
                    all.extend(rest.iter().cloned());
                    puts.push(Expr::Let(*t, *x, bound.clone(), Box::new(Expr::Seq(all))));
                }
                for i in 1..list.len() {
                    let mut swapped = list.clone();
                    swapped.swap(i - 1, i);
                    if matches!(list[i - 1], Expr::Let(..)) {
                        puts.push(Expr::Seq(swapped));
                    }
                }
            }
            Expr::Let(_, x, bound, body) => {
                let mut inlined = (**body).clone();
                replace(&mut inlined, *x, bound);
                puts.push(inlined);
                puts.push(Expr::Seq(vec![(**bound).clone(), (**body).clone()]));
                for &y in vars.iter().filter(|&&y| y != *x) {
                    let mut renamed = (**body).clone();
                    replace(&mut renamed, *x, &Expr::Var(y));
                    puts.push(renamed);
                }
            }
            Expr::Call(recv, mn, args) => puts.extend(bodies(tree, recv, *mn, args)),
            Expr::Sync(_, body) => puts.push(Expr::Sync(Box::new(Expr::Var(THIS)), body.clone())),
            Expr::Fork(body) => {
                if let Expr::Let(t, x, bound, inner) = &**body {
                    let fork = Expr::Fork(inner.clone());
                    puts.push(Expr::Let(*t, *x, bound.clone(), Box::new(fork)));
                }
            }
            Expr::If(cond, then, Some(_)) => puts.push(Expr::If(cond.clone(), then.clone(), None)),
            Expr::Assign(recv, fd, _) => puts.push(Expr::Field(recv.clone(), *fd)),
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::New(_)
            | Expr::Field(..)
            | Expr::Atomic(_)
            | Expr::If(..)
            | Expr::While(..)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | Expr::Move(_) => {}
        }
        // Grandchildren.
        for child in old.children() {
            puts.extend(child.children().cloned());
        }
        for put in puts.into_iter().filter(|put| *put != old) {
            with(tree, out, |t| {
                if let Some(e) = nth(t, k) {
                    *e = put;
                }
            });
        }
    }
}

/// The bodies of the methods of a name, with a call's arguments put in for their parameters.
pub(super) fn bodies(tree: &Tree, recv: &Expr, mn: MethodName, args: &[Expr]) -> Vec<Expr> {
    let methods = tree.classes.iter().flat_map(|c| &c.methods).filter(|m| m.name == mn && m.params.len() == args.len());
    methods
        .map(|m| {
            let mut body = m.body.clone();
            // All at once: by names that occur nowhere.
            let spare = |i: usize| 200 + i as Var;
            rename(&mut body, THIS, spare(0));
            for (i, (_, x)) in m.params.iter().enumerate() {
                rename(&mut body, *x, spare(i + 1));
            }
            replace(&mut body, spare(0), recv);
            for (i, arg) in args.iter().enumerate() {
                replace(&mut body, spare(i + 1), arg);
            }
            body
        })
        .collect()
}
