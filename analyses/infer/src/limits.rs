//! Limits of a search: annotations that it must not propose. A program with a main expression has all its callers in it; a library has
//! not, and a `requires` on a method that anybody may call is a promise without anybody to keep it.

use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root, Step};
use rustc_hash::FxHashSet;

/// Name of the pseudo-field for the explicit lock of an object (dialect of Java).
pub(crate) const EXPLICIT: &str = "locked$";

/// Name of the one for its read lock.
pub(crate) const READ: &str = "read$";

/// Requires sets that a method may get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Promise {
    /// Any.
    #[default]
    Free,
    /// Locks that every call in the program holds: other callers may exist.
    Kept,
    /// None: code outside the program calls it, or one that it overrides.
    Never,
}

/// Annotations that a search leaves out. The default leaves out none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// True for a program that others call: a method that no expression calls requires nothing, fields that are locks get no guard, and
    /// errors that no annotation mends stay, without ending the search.
    pub library: bool,
    /// By method; [`Promise::Free`] where there is none.
    pub promises: Vec<Promise>,
    /// Fields that get no guard; none where there is no entry.
    pub unguarded: Vec<bool>,
}

impl Limits {
    /// Promise of a method.
    pub fn promise(&self, method: u32) -> Promise {
        self.promises.get(method as usize).copied().unwrap_or_default()
    }

    /// Returns true for a field that gets no guard.
    pub fn is_unguarded(&self, field: u32) -> bool {
        self.unguarded.get(field as usize).is_some_and(|&none| none)
    }
}

/// The fields through which the program takes locks, by their names and the classes that may declare them.
pub fn lock_fields(program: &Program) -> Vec<bool> {
    let resolved = racefree_program::Resolved::new(program);
    let mut found = vec![false; program.fields.len()];
    for (c, class) in program.classes.iter().enumerate() {
        for method in program.methods_of(class) {
            for e in program.within(method.body) {
                let (Expr::Sync { lock, .. } | Expr::Extended(Extended::Locked { lock, .. })) = program.expr(e) else {
                    continue;
                };
                let Some((owner, name)) = last_step(program, lock) else { continue };
                // Of another object the class is not known here: any field of the name may be it.
                let own = match owner {
                    Some(_) => resolved.field(resolved.of_declaration(c), name).map(|(_, f)| f.index()),
                    None => None,
                };
                match own {
                    Some(f) => found[f] = true,
                    None => (0..program.fields.len())
                        .filter(|&f| program.fields[f].name == name)
                        .for_each(|f| found[f] = true),
                }
            }
        }
    }
    found
}

/// The last field of a lock's path, and `this` if it is one of that.
fn last_step(program: &Program, lock: ExprId) -> Option<(Option<Name>, Name)> {
    match program.expr(lock) {
        Expr::Field { recv, field } if program.text(field) == READ => last_step(program, recv),
        Expr::Field { recv, field } => {
            let own = matches!(program.expr(recv), Expr::Var(x) if x == Name::THIS);
            Some((own.then_some(Name::THIS), field))
        }
        _ => None,
    }
}

/// The last names of the explicit locks that a program takes: fields and variables.
pub(crate) fn explicit_names(program: &Program) -> FxHashSet<Name> {
    let of = |lock: ExprId| {
        let lock = match program.expr(lock) {
            Expr::Field { recv, field } if program.text(field) == READ => recv,
            _ => lock,
        };
        match program.expr(lock) {
            Expr::Field { field, .. } => Some(field),
            Expr::Var(x) => Some(x),
            _ => None,
        }
    };
    let locks = program.exprs.iter().filter_map(|e| match *e {
        Expr::Extended(Extended::Locked { lock, .. }) => of(lock),
        _ => None,
    });
    locks.collect()
}

/// Returns true for a path that ends in one of some names.
pub(crate) fn ends_in(paths: &Paths, path: Path, names: &FxHashSet<Name>) -> bool {
    match paths.step(path) {
        Step::Field(_, field) => names.contains(&field),
        Step::Root(Root::Var(x)) => names.contains(&x),
        Step::Root(_) => false,
    }
}

/// Names of `let` variables with which no lock of the program begins: none of them is ever held, so as arguments of ghosts all are alike.
pub(crate) fn idle_names(program: &Program) -> FxHashSet<Name> {
    let mut idle: FxHashSet<Name> = FxHashSet::default();
    let mut busy: FxHashSet<Name> = FxHashSet::default();
    let mut root = |mut lock: ExprId| {
        while let Expr::Field { recv, .. } = program.expr(lock) {
            lock = recv;
        }
        if let Expr::Var(x) = program.expr(lock) {
            busy.insert(x);
        }
    };
    for e in &program.exprs {
        match *e {
            Expr::Let { var, .. } | Expr::Extended(Extended::LetVar { var, .. }) => drop(idle.insert(var)),
            Expr::Sync { lock, .. } | Expr::Holds(lock) | Expr::Extended(Extended::Locked { lock, .. }) => root(lock),
            // The locks of a method's receiver and arguments are those that it requires, or takes.
            Expr::Call { recv, args, .. } => program.list(args).iter().copied().chain([recv]).for_each(&mut root),
            Expr::Var(_)
            | Expr::New(_)
            | Expr::Field { .. }
            | Expr::Assign { .. }
            | forms!(literal | owned | extended)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | Expr::Fork(_)
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | Expr::If { .. }
            | Expr::While { .. } => {}
        }
    }
    for t in &program.types {
        if let racefree_grammar::ast::TypeKind::Class { args, .. } = t.kind {
            program.list(args).iter().copied().for_each(&mut root);
        }
    }
    let params = program.methods.iter().flat_map(|m| program.params_of(m)).map(|p| p.name);
    busy.extend(params.chain(program.ghosts.iter().map(|ghost| ghost.name)));
    idle.retain(|x| !busy.contains(x));
    idle
}
