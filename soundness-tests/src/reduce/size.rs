//! Number of tokens of a program, without optional ones, counted on the tree.

use crate::tree::{Class, Expr, OBJECT, Path, THIS, Tree, Type};
use racefree_grammar::ast::UnOp;

/// Position of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between braces that are there anyway, or at the end: `;` and `let` need no bracket.
    Block,
    /// Operand position: the body of a prefix form, or the value of an assignment.
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

fn ty(t: &Type) -> usize {
    match t {
        Type::Class(_, args) if !args.is_empty() => 3 + row(args.len(), args.iter().map(path).sum()),
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
    let formals: usize = c.formals.iter().map(|(_, clause)| 2 + 4 * usize::from(*clause)).sum();
    let sup = if c.sup == Type::plain(OBJECT) { 0 } else { 1 + ty(&c.sup) };
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
            let locks = |list: &[Path]| match list.len() {
                0 => 0,
                n => 1 + row(n, list.iter().map(path).sum()),
            };
            let requires = locks(&m.requires) + locks(&m.reads);
            let (claimed, body) = match &m.body {
                Expr::Atomic(body) => (1, &**body),
                body => (0, body),
            };
            let body = match body {
                Expr::Sync(l, body) if **l == Expr::Var(THIS) => 1 + expr(body, Place::Block),
                Expr::Unit => 0,
                Expr::Seq(list) if list.is_empty() => 0,
                body => expr(body, Place::Block),
            };
            let declared = m.declared.as_ref().map_or(0, |a| 1 + a.tokens());
            ty(&m.ret) + 3 + params + requires + declared + 2 + claimed + body
        })
        .sum();
    4 + usize::from(c.local) + ghosts + formals + sup + fields + methods
}

fn expr(e: &Expr, at: Place) -> usize {
    let parts = |place: Place| e.children().map(|part| expr(part, place)).sum::<usize>();
    let (parts, free) = match e {
        Expr::Field(..) | Expr::Move(_) => (parts(Place::Atom), true),
        Expr::Call(a, _, args) => {
            (expr(a, Place::Atom) + args.iter().map(|e| expr(e, Place::Operand)).sum::<usize>(), true)
        }
        Expr::Assign(a, _, b) => (expr(a, Place::Atom) + expr(b, Place::Operand), at != Place::Atom),
        Expr::Atomic(a) if matches!(**a, Expr::Binary(..) | Expr::Unary(UnOp::Neg, _) | Expr::Int(..0)) => {
            (parts(Place::Atom), at != Place::Atom)
        }
        Expr::Unary(..) | Expr::Binary(..) => (parts(Place::Atom), at != Place::Atom),
        Expr::Let(_, _, a, b) => (expr(a, Place::Operand) + expr(b, Place::Block), at == Place::Block),
        Expr::Seq(list) => {
            let last = list.last().filter(|e| matches!(e, Expr::Let(..))).map_or(0, braces);
            (parts(Place::Operand) - last, at == Place::Block || braces(e) == 0)
        }
        // The condition is in brackets already, and needs none.
        Expr::If(a, ..) | Expr::While(a, _) => (parts(Place::Operand) - braces(a), at != Place::Atom),
        // A value has no parts.
        Expr::Var(_)
        | Expr::Int(_)
        | Expr::Bool(_)
        | Expr::Null
        | Expr::Str(_)
        | Expr::Unit
        | Expr::New(_)
        | Expr::Sync(..)
        | Expr::Fork(_)
        | Expr::Atomic(_)
        | Expr::Print(_)
        | Expr::Assert(_)
        | Expr::Holds(_) => (parts(Place::Operand), at != Place::Atom || e.children().next().is_none()),
    };
    e.words() + e.ty().map_or(0, ty) + parts + if free { 0 } else { 2 }
}

/// The tokens of the braces around statements that stand as an operand.
fn braces(e: &Expr) -> usize {
    match e {
        Expr::Let(..) => 2,
        Expr::Seq(list) if list.len() > 1 => 2,
        _ => 0,
    }
}
