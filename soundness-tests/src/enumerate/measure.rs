//! The nodes of any program as they are counted here, and a least signature for a program.

use super::signature::Signature;
use crate::tree::{Expr, OBJECT, Path, Tree, Type};
use racefree_grammar::stack::deep;

fn path(l: &Path) -> usize {
    1 + l.fields.len()
}

fn args(t: &Type) -> usize {
    match t {
        Type::Class(_, args) => args.iter().map(path).sum(),
        Type::Int | Type::Bool | Type::Void | Type::Null => 0,
    }
}

fn expr(e: &Expr) -> usize {
    let own = match e {
        Expr::Seq(list) => list.len().saturating_sub(1),
        e => 1 + e.ty().map_or(0, args),
    };
    own + deep(|| e.children().map(expr).sum::<usize>())
}

/// The nodes of a program, as the module's head says; parts outside the normal form count one for each operator, too.
pub fn nodes(tree: &Tree) -> usize {
    let mut nodes = expr(&tree.main);
    for class in &tree.classes {
        nodes += 1 + class.formals.len() + class.ghosts.iter().map(|(t, _)| 1 + args(t)).sum::<usize>();
        nodes += if class.sup == Type::plain(OBJECT) { 0 } else { 1 + args(&class.sup) };
        for f in &class.fields {
            nodes += 1 + args(&f.ty) + f.guard.as_ref().map_or(0, path) + f.init.as_ref().map_or(0, expr);
        }
        for m in &class.methods {
            nodes += 1 + args(&m.ret) + m.params.iter().map(|(t, _)| 1 + args(t)).sum::<usize>();
            nodes += m.requires.iter().chain(&m.reads).map(path).sum::<usize>() + expr(&m.body);
            nodes += m.declared.as_ref().map_or(0, |a| a.tokens().div_ceil(2));
        }
    }
    nodes
}

/// A signature with little more than a program needs: `void` and booleans become int, and whether a variable has a
/// superclass of its value's class is guessed.
pub fn least(tree: &Tree) -> Signature {
    let mut s = Signature { classes: tree.classes.len().max(1), ..Signature::default() };
    for class in &tree.classes {
        s.ghosts = s.ghosts.max(class.ghosts.len());
        s.formals = s.formals.max(class.formals.len());
        s.fields = s.fields.max(class.fields.len());
        s.methods = s.methods.max(class.methods.len());
        s.inherit |= class.sup != Type::plain(OBJECT);
        s.local |= class.local;
        lock_args(&class.sup, &mut s);
        for (t, _) in &class.ghosts {
            s.dependent |= args(t) > 0;
            ty(t, &mut s);
        }
        for f in &class.fields {
            s.finals |= f.is_final;
            s.guards |= f.guard.is_some();
            s.init |= f.init.is_some();
            ty(&f.ty, &mut s);
            f.guard.iter().for_each(|l| lock(l, &mut s));
        }
        for m in &class.methods {
            s.params = s.params.max(m.params.len());
            s.requires = s.requires.max(m.requires.len());
            ty(&m.ret, &mut s);
            m.params.iter().for_each(|(t, _)| ty(t, &mut s));
            m.requires.iter().for_each(|l| lock(l, &mut s));
        }
    }
    s.values = idle(&tree.main);
    for root in tree.roots() {
        root.walk(&mut |e| s.values |= matches!(e, Expr::Fork(body) if idle(body)));
        s.locals = s.locals.max(depth(root));
        let mut forks = 0;
        root.walk(&mut |e| {
            e.ty().into_iter().for_each(|t| ty(t, &mut s));
            forks += usize::from(matches!(e, Expr::Fork(_)));
            s.int |= matches!(e, Expr::Int(_) | Expr::Bool(_) | Expr::Unit);
            s.null |= matches!(e, Expr::Null);
            if let Expr::Let(t, _, bound, _) = e {
                s.upcast |= !matches!(&**bound, Expr::New(made) if made == t) && !matches!(**bound, Expr::Null);
            }
            if let Expr::Sync(l, _) = e {
                l.path().iter().for_each(|l| lock(l, &mut s));
            }
        });
        s.forks = s.forks.max(forks);
    }
    s
}

/// Returns true if an expression made for its effect is a value somewhere.
fn idle(e: &Expr) -> bool {
    if let Expr::Let(_, _, _, body) | Expr::Sync(_, body) = e {
        return deep(|| idle(body));
    }
    if let Expr::Seq(list) = e {
        return deep(|| list.iter().any(idle));
    }
    !matches!(e, Expr::Field(..) | Expr::Assign(..) | Expr::Call(..) | Expr::Fork(_))
}

fn depth(e: &Expr) -> usize {
    let below = deep(|| e.children().map(depth).max().unwrap_or(0));
    below + usize::from(matches!(e, Expr::Let(..)))
}

fn lock(l: &Path, s: &mut Signature) {
    s.path = s.path.max(l.fields.len());
}

fn lock_args(t: &Type, s: &mut Signature) {
    if let Type::Class(_, args) = t {
        args.iter().for_each(|l| lock(l, s));
    }
}

fn ty(t: &Type, s: &mut Signature) {
    s.object |= *t == Type::plain(OBJECT);
    s.int |= matches!(t, Type::Int | Type::Bool | Type::Void);
    lock_args(t, s);
}
