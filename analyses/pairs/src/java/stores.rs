//! Stores of constructors: in Java a field has its first value from there, where the calculus has an initialiser. A store to an object that
//! nobody else knows yet is none that changes a field under a reader's eyes.

use crate::facts::{BodyKind, Facts, Kind, Site};
use racefree_grammar::ast::{Dialect, Expr, ExprId, Program};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// First stores of a program.
#[derive(Default)]
pub(crate) struct First {
    /// True for a program that was Java.
    pub java: bool,
    /// Stores of constructors to `this`, before others know it.
    pub stores: FxHashSet<ExprId>,
    /// Fields all of whose stores are of new objects.
    pub made: FxHashSet<Name>,
}

/// Finds the first stores.
pub(crate) fn first_stores(facts: &Facts<'_>) -> First {
    let program = facts.program();
    if program.dialect != Dialect::Java {
        return First::default();
    }
    let constructors = super::constructors(program);
    let is_constructor = |b: crate::facts::BodyId| match facts.body(b).kind {
        BodyKind::Method(m) => constructors.contains_key(&program.methods[m as usize].name),
        BodyKind::Main | BodyKind::Init(_) | BodyKind::Fork(_) => false,
    };
    let mut found = First { java: true, ..First::default() };
    let mut others: FxHashSet<Name> = FxHashSet::default();
    let bound = variables(program);
    for access in &facts.accesses {
        let (Kind::Write, Site::Expr(n)) = (access.kind, access.site) else { continue };
        let Expr::Assign { recv, value, .. } = program.expr(n) else { continue };
        if access.fresh && is_constructor(access.body) && program.expr(recv) == Expr::Var(Name::THIS) {
            found.stores.insert(n);
        }
        if is_new(program, &bound, value) {
            found.made.insert(access.field);
        } else {
            others.insert(access.field);
        }
    }
    found.made.retain(|f| !others.contains(f));
    found
}

/// The variables that a `let` binds to a new object. Their names are of no other variable.
fn variables(program: &Program) -> FxHashMap<Name, bool> {
    let mut all = FxHashMap::default();
    for e in &program.exprs {
        if let Expr::Let { var, bound, .. } = e {
            let made = matches!(program.expr(*bound), Expr::New(_));
            all.entry(*var).and_modify(|known: &mut bool| *known &= made).or_insert(made);
        }
    }
    all
}

/// True for an expression whose value is an object that nobody had before.
fn is_new(program: &Program, bound: &FxHashMap<Name, bool>, mut e: ExprId) -> bool {
    loop {
        e = match program.expr(e) {
            Expr::New(_) => return true,
            Expr::Seq(list) => match program.list(list).last() {
                Some(&last) => last,
                None => return false,
            },
            // The translation names the object while its constructor runs; nothing else of that name follows.
            Expr::Let { var, body, .. } if program.text(var).starts_with("new$") => {
                let Some(&last) = (match program.expr(body) {
                    Expr::Seq(list) => program.list(list).last(),
                    _ => None,
                }) else {
                    return false;
                };
                return matches!(program.expr(last), Expr::Var(x) if x == var && bound.get(&x) == Some(&true));
            }
            _ => return false,
        };
    }
}
