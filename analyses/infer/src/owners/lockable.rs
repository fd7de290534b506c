//! Paths that may be locks: those to objects of classes that the program locks somewhere.

use super::positions::Positions;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_owners::owner::Owner;
use racefree_program::{ClassId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

impl Positions<'_> {
    /// The paths that start with a variable and may be locked: it, and its final fields.
    pub(super) fn paths_of(&mut self, x: Name, class: ClassId) -> Vec<Owner> {
        let start = self.clauses.paths.var(x);
        let mut found = Vec::new();
        let mut at = vec![(start, class, 0)];
        while let Some((path, class, depth)) = at.pop() {
            if self.lockable.contains(&class) {
                found.push(Owner::Path(path));
            }
            if depth == 2 {
                continue;
            }
            let ancestors: Vec<ClassId> = self.resolved.ancestors(class).collect();
            for decl in ancestors.into_iter().filter_map(|c| self.resolved.decl(c)) {
                for f in self.program.fields_of(&decl).iter().filter(|f| f.is_final) {
                    if let Some(class) = self.class_of(f.ty) {
                        at.push((self.clauses.paths.field(path, f.name), class, depth + 1));
                    }
                }
            }
        }
        found
    }
}

/// The classes of locked objects, by the names of the variables and fields that the locks end with; and their
/// superclasses and subclasses.
pub(super) fn lockable(resolved: &Resolved<'_>) -> FxHashSet<ClassId> {
    let p = resolved.program;
    let mut of: FxHashMap<Name, Vec<ClassId>> = FxHashMap::default();
    let mut tell = |name: Name, ty: TypeId| of.entry(name).or_default().extend(resolved.class_of_type(ty));
    p.fields.iter().for_each(|f| tell(f.name, f.ty));
    p.params.iter().for_each(|x| tell(x.name, x.ty));
    for &e in &p.exprs {
        if let Expr::Let { ty, var, .. } = e {
            tell(var, ty);
        }
    }
    let mut locked: FxHashSet<ClassId> = FxHashSet::default();
    let locks = |e: ExprId| match p.expr(e) {
        Expr::Sync { lock, .. } | Expr::Holds(lock) => Some(lock),
        _ => None,
    };
    for (i, class) in p.classes.iter().enumerate() {
        for m in p.methods_of(class) {
            let this = |e| locks(e).is_some_and(|l| p.expr(l) == Expr::Var(Name::THIS));
            if p.within(m.body).any(this) {
                locked.insert(resolved.of_declaration(i));
            }
        }
    }
    for lock in (0..p.exprs.len() as u32).filter_map(|e| locks(ExprId::new(e))) {
        if let Expr::Var(x) | Expr::Field { field: x, .. } = p.expr(lock) {
            locked.extend(of.get(&x).into_iter().flatten().copied());
        }
    }
    let all: Vec<ClassId> = resolved.iter().map(|(id, _)| id).collect();
    let near = |c: ClassId, l: ClassId| l != ClassId::OBJECT && (resolved.below(c, l) || resolved.below(l, c));
    let related = |c: ClassId| locked.iter().any(|&l| l == c || near(c, l));
    all.into_iter().filter(|&c| c != ClassId::STRING && related(c)).collect()
}
