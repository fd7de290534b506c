//! How many tokens a program has when nothing is written that may be left out, counted on the tree.

use crate::tree::{Class, E, OBJECT, Path, T, THIS, Tree};

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between braces that are there anyway, or at the end: `;` and `let` need no bracket.
    Block,
    /// In the body of a prefix form, or as the value of an assignment.
    Operand,
    /// Left of a dot or beside an operator.
    Atom,
}

fn path(l: &Path) -> usize {
    1 + 2 * l.fields.len()
}

fn row(n: usize, sizes: usize) -> usize {
    if n == 0 { 0 } else { sizes + n - 1 }
}

fn ty(t: &T) -> usize {
    match t {
        T::Class(_, args) if !args.is_empty() => 3 + row(args.len(), args.iter().map(path).sum()),
        _ => 1,
    }
}

/// The tokens of a program.
pub fn tokens(tree: &Tree) -> usize {
    tree.classes.iter().map(class).sum::<usize>() + expr(&tree.main, Place::Block)
}

fn class(c: &Class) -> usize {
    let ghosts = match c.ghosts.len() {
        0 => 0,
        n => 2 + row(n, c.ghosts.iter().map(|(t, _)| 2 + ty(t)).sum()),
    };
    let sup = if c.sup == T::plain(OBJECT) { 0 } else { 1 + ty(&c.sup) };
    let fields: usize = c
        .fields
        .iter()
        .map(|f| {
            let guard = f.guard.as_ref().map_or(0, |l| 1 + path(l));
            let init = f.init.as_ref().map_or(0, |e| 1 + expr(e, Place::Operand));
            usize::from(f.is_final) + ty(&f.ty) + 1 + guard + init
        })
        .sum();
    let methods: usize = c
        .methods
        .iter()
        .map(|m| {
            let params = row(m.params.len(), m.params.iter().map(|(t, _)| 1 + ty(t)).sum());
            let requires = match m.requires.len() {
                0 => 0,
                n => 1 + row(n, m.requires.iter().map(path).sum()),
            };
            let body = match &m.body {
                E::Sync(l, body) if **l == E::Var(THIS) => 1 + expr(body, Place::Block),
                E::Unit => 0,
                E::Seq(list) if list.is_empty() => 0,
                body => expr(body, Place::Block),
            };
            ty(&m.ret) + 3 + params + requires + 2 + body
        })
        .sum();
    4 + usize::from(c.local) + ghosts + sup + fields + methods
}

fn expr(e: &E, at: Place) -> usize {
    let bracket = |n: usize, free: bool| if free { n } else { n + 2 };
    match e {
        E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) => 1,
        E::Unit => 2,
        E::Seq(list) if list.is_empty() => 2,
        E::New(t) => 1 + ty(t),
        E::Field(a, _) => expr(a, Place::Atom) + 2,
        E::Assign(a, _, b) => bracket(expr(a, Place::Atom) + 3 + expr(b, Place::Operand), at != Place::Atom),
        E::Call(a, _, args) => {
            expr(a, Place::Atom) + 4 + row(args.len(), args.iter().map(|e| expr(e, Place::Operand)).sum())
        }
        E::Let(t, _, a, b) => bracket(4 + ty(t) + expr(a, Place::Operand) + expr(b, Place::Block), at == Place::Block),
        E::Sync(a, b) => bracket(2 + expr(a, Place::Operand) + expr(b, Place::Operand), at != Place::Atom),
        E::Fork(a) | E::Print(a) | E::Assert(a) | E::Holds(a) => {
            bracket(1 + expr(a, Place::Operand), at != Place::Atom)
        }
        E::Seq(list) => {
            let last = list.len().saturating_sub(1);
            let inner = list.iter().enumerate().map(|(i, e)| match e {
                E::Let(..) if i == last => expr(e, Place::Block),
                e => expr(e, Place::Operand),
            });
            bracket(row(list.len(), inner.sum()), at == Place::Block || list.len() == 1)
        }
        E::If(a, b, c) => {
            let otherwise = c.as_ref().map_or(0, |e| 1 + expr(e, Place::Operand));
            bracket(3 + expr(a, Place::Block) + expr(b, Place::Operand) + otherwise, at != Place::Atom)
        }
        E::While(a, b) => bracket(3 + expr(a, Place::Block) + expr(b, Place::Operand), at != Place::Atom),
        E::Un(_, a) => bracket(1 + expr(a, Place::Atom), at != Place::Atom),
        E::Bin(_, a, b) => bracket(1 + expr(a, Place::Atom) + expr(b, Place::Atom), at != Place::Atom),
    }
}
