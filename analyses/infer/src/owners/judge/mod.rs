//! The rules of `owners.md`, section 2, as clauses: what must hold of the owners of all positions together, so that the program
//! checks. Each demand has a selector: if it cannot be met, it is given up, and the checker will say so.
//!
//! Second statement of these rules, and the only one: the reading of `typeck/owners` is not asked for constraints as the base's is. In
//! the base an unknown lock is only compared, so that a premise about it becomes a constraint and the rule goes on as if it held. An
//! unknown owner decides how a rule goes on:
//!
//! | in the reading | with unknown owners |
//! | --- | --- |
//! | `is_unique` is a branch in \[GIVE\], the three accesses, \[EXP INVOKE\] (order of σ, lending, result), \[EXP FORK\] and \[EXP MOVE\] | both branches, under literals |
//! | `owned` is true or false | a third value, [`Owned::If`]: the moves are what is looked for, and not in the text |
//! | σ matches the formals that a signature has | which formals it has depends on its owners; each has one place that may bring it |
//! | \[EXP IF\] has the supertype that both branches have | the owners of either |
//! | a fork sees `thisThread` as `kᵢ`, \[EXP LET\] tries supertypes until one is well formed | renaming under literals; no search |
//! | OverridesOK renames formals | methods that override one another share one head |
//!
//! So a reading of open programs would carry a condition with every type and every value: a symbolic execution, and no longer the rules.
//! The clauses leave out what a solution cannot get wrong (names in scope, since only these are offered; M and D, since liveness comes
//! first; `apart`). No answer rests on them: the checker judges each one.

mod calls;
mod clauses;
mod code;
mod locks;

use super::positions::{Head, Positions, Ty};
use super::symbols::{NAMELESS, Sym, Theta};
use super::uses::{Taken, Uses, takes};
use crate::sat::solver::L;
use racefree_grammar::ast::{ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_owners::owner::Owner;
use racefree_owners::typing::Mode;
use racefree_program::{ClassId, FieldId};
use rustc_hash::FxHashMap;

/// Other holders of a value.
#[derive(Clone)]
pub(crate) enum Owned {
    /// None.
    Yes,
    /// A variable or field.
    No,
    /// None, if these occurrences are moves.
    If(Vec<ExprId>),
}

/// Type, ownership and path of an expression.
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) ty: Ty,
    pub(crate) owned: Owned,
    pub(crate) path: Option<Path>,
}

/// A variable.
#[derive(Clone)]
struct Var {
    name: Name,
    ty: Ty,
    level: u32,
}

/// ls, and in which method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    head: Option<u32>,
    class: Option<ClassId>,
    locks: Vec<Path>,
    level: u32,
    /// Not in another thread, which holds none of them.
    requires: bool,
}

/// A call, as far as clauses are concerned.
struct Call {
    root: u32,
    member: u32,
    theta: Theta,
    around: Around,
    or: L,
}

/// A lock that a method may require.
pub(crate) struct Required {
    pub(crate) root: u32,
    pub(crate) lock: Owner,
    pub(crate) mode: Mode,
    pub(crate) is: L,
}

/// Moves that are made if all of some literals hold.
pub(crate) struct Moves {
    pub(crate) if_all: Vec<L>,
    pub(crate) at: Vec<ExprId>,
}

/// The constraint system of a program.
pub(crate) struct OwnerConstraints<'p> {
    pub(crate) at: Positions<'p>,
    pub(crate) takes: FxHashMap<ExprId, Taken>,
    uses: Uses,
    scope: Vec<Var>,
    around: Around,
    /// Each demand's selector, which holds if it is given up, and what made it.
    pub(crate) demands: Vec<(L, Option<ExprId>)>,
    pub(crate) moves: Vec<Moves>,
    pub(crate) required: Vec<Required>,
    calls: Vec<Call>,
    /// Required locks and calls that have not met yet.
    todo: Vec<(usize, usize)>,
    /// Type of the `let` that binds a new object, by the type of the object.
    pub(crate) bound_to: FxHashMap<TypeId, TypeId>,
}

/// Bound on the fields in paths of required locks.
const DEPTH: u32 = 3;

impl<'p> OwnerConstraints<'p> {
    /// All that the rules ask for.
    pub(crate) fn new(at: Positions<'p>) -> OwnerConstraints<'p> {
        let program = at.program;
        let mut uses = Uses::default();
        let bodies = program.methods.iter().map(|m| m.body).chain(program.fields.iter().filter_map(|f| f.init));
        bodies.chain(program.main).for_each(|e| uses.look(program, e));
        let mut it = OwnerConstraints {
            at,
            takes: takes(program),
            uses,
            scope: Vec::new(),
            around: Around::default(),
            demands: Vec::new(),
            moves: Vec::new(),
            required: Vec::new(),
            calls: Vec::new(),
            todo: Vec::new(),
            bound_to: FxHashMap::default(),
        };
        it.given_clauses();
        for i in 0..program.classes.len() {
            it.class(i);
        }
        if let Some(main) = program.main {
            it.around = Around::default();
            it.scope.clear();
            it.expr(main);
        }
        it.meet();
        it.well_formed_where();
        it
    }

    /// `requires` and `reads` that are written.
    fn given_clauses(&mut self) {
        let program = self.at.program;
        for (m, method) in program.methods.iter().enumerate() {
            let head = self.at.heads[m].clone();
            for (list, mode) in [(method.requires, Mode::Write), (program.clauses_of(method).reads, Mode::Read)] {
                for &l in program.list(list) {
                    let lock = match self.at.written(l, &head.names) {
                        Owner::Formal(f) => Owner::Qualified(f, self.whose(&head, f)),
                        other => other,
                    };
                    let is = self.require(m as u32, lock, mode);
                    self.at.clauses.add(&[is]);
                }
            }
        }
    }

    /// The one parameter that has a formal as its first owner.
    fn whose(&mut self, head: &Head, f: Name) -> Path {
        let of_class = self.at.formals[head.class.index()].contains(&f);
        let at = head.formals.iter().find(|known| known.name == f).map_or(0, |known| known.at.0);
        let x = if of_class || at == 0 { Name::THIS } else { head.names[at - 1] };
        self.at.clauses.paths.var(x)
    }

    fn class(&mut self, i: usize) {
        let program = self.at.program;
        let class = self.at.resolved.of_declaration(i);
        let decl = &program.classes[i];
        let formals = self.at.formals[class.index()].clone();
        let own: Vec<Sym> = formals.iter().map(|&f| self.at.clauses.constant(Owner::Formal(f))).collect();
        for f in decl.fields.indices() {
            let field = &program.fields[f];
            let Some(init) = field.init else { continue };
            self.around = Around { class: Some(class), ..Around::default() };
            self.scope = vec![Var { name: Name::THIS, ty: Ty::Class(class, own.clone()), level: 0 }];
            let value = self.expr(init);
            let ty = self.field_type(FieldId(f as u32));
            self.give(&value, &ty, init);
        }
        for m in decl.methods.indices() {
            let head = self.at.heads[m].clone();
            let method = &program.methods[m];
            self.around = Around { head: Some(m as u32), class: Some(class), requires: true, ..Around::default() };
            self.scope = vec![Var { name: Name::THIS, ty: Ty::Class(class, head.this.clone()), level: 0 }];
            for (ty, &name) in head.params.iter().zip(&head.names) {
                self.scope.push(Var { name, ty: ty.clone(), level: 0 });
                if let Ty::Class(_, owners) = ty {
                    self.at.in_head(m as u32, owners);
                }
            }
            if let Ty::Class(_, owners) = &head.ret {
                self.at.in_head(m as u32, owners);
            }
            let value = self.expr(method.body);
            self.give(&value, &head.ret, method.body);
        }
    }

    /// A new demand.
    fn demand(&mut self, e: ExprId) -> L {
        let selector = self.at.clauses.solver.fresh();
        self.demands.push((selector, Some(e)));
        selector
    }

    fn var(&self, x: Name) -> Option<&Var> {
        self.scope.iter().rev().find(|v| v.name == x)
    }

    /// E(x), as the current thread sees it.
    fn type_of(&self, var: &Var) -> Ty {
        match &var.ty {
            Ty::Class(class, owners) if var.level < self.around.level => {
                let other = Owner::Other(var.level + 1);
                let seen = |sym: &Sym| -> Sym {
                    sym.iter().map(|&(o, l)| (if o == Owner::THIS_THREAD { other } else { o }, l)).collect()
                };
                Ty::Class(*class, owners.iter().map(seen).collect())
            }
            ty => ty.clone(),
        }
    }

    fn field_type(&self, f: FieldId) -> Ty {
        let ty = self.at.program.fields[f.index()].ty;
        match (self.at.class_of(ty), self.at.types.get(&ty)) {
            (Some(class), Some(owners)) => Ty::Class(class, owners.clone()),
            _ => Ty::Plain,
        }
    }

    /// The owners of an object of a class, seen as one of a class above.
    fn seen(&mut self, class: ClassId, owners: &[Sym], above: ClassId) -> Option<Vec<Sym>> {
        if !self.at.resolved.below(class, above) {
            return None;
        }
        let (mut class, mut owners) = (class, owners.to_vec());
        while class != above {
            let theta = self.instance(class, &owners);
            let up = self.at.supers[class.index()].clone();
            owners = up.iter().map(|sym| self.at.clauses.put(sym, &theta)).collect();
            class = self.at.resolved.get(class).superclass()?;
        }
        Some(owners)
    }

    /// \[oᵢ/fᵢ\]
    fn instance(&self, class: ClassId, owners: &[Sym]) -> Theta {
        let formals = self.at.formals[class.index()].iter().copied().zip(owners.iter().cloned()).collect();
        Theta { formals, vars: Vec::new() }
    }

    fn put(&mut self, ty: &Ty, theta: &Theta) -> Ty {
        match ty {
            Ty::Class(class, owners) => {
                Ty::Class(*class, owners.iter().map(|sym| self.at.clauses.put(sym, theta)).collect())
            }
            other => other.clone(),
        }
    }

    /// P; E ⊢ t of what θ gave.
    fn well_formed(&mut self, ty: &Ty, or: L) {
        let Ty::Class(_, owners) = ty else { return };
        for (i, sym) in owners.iter().enumerate() {
            for &(o, l) in sym.iter() {
                if o == NAMELESS || i > 0 && o == Owner::UNIQUE {
                    self.at.clauses.add(&[!l, or]);
                }
            }
        }
    }

    /// \[GIVE\]
    fn give(&mut self, value: &Value, to: &Ty, e: ExprId) {
        let Some((seen, wanted)) = self.seen_alike(&value.ty, to) else { return };
        let or = self.demand(e);
        let Some((a, b, not_self)) = self.same_but_first(&seen, &wanted, or) else { return };
        for &(o, l) in a.iter() {
            match (&value.owned, o) {
                (Owned::Yes, Owner::UNIQUE) => {}
                (Owned::If(at), Owner::UNIQUE) => self.moves.push(Moves { if_all: vec![l], at: at.clone() }),
                (Owned::No, Owner::UNIQUE) => self.at.clauses.add(&[!l, or]),
                _ => self.at.clauses.among(o, l, &b, &not_self, &[or]),
            }
        }
    }

    /// The owners of a value seen as one of the class that is wanted, and the owners wanted.
    fn seen_alike(&mut self, found: &Ty, wanted: &Ty) -> Option<(Vec<Sym>, Vec<Sym>)> {
        let (Ty::Class(c, s), Ty::Class(d, t)) = (found, wanted) else { return None };
        Some((self.seen(*c, s, *d)?, t.clone()))
    }

    /// Demands that all owners but the first are the same. Returns the first ones, and the clauses by which formals are the same.
    fn same_but_first(&mut self, seen: &[Sym], wanted: &[Sym], or: L) -> Option<(Sym, Sym, FxHashMap<Name, L>)> {
        let not_self = self.at.where_of(self.around.class);
        for (a, b) in seen.iter().zip(wanted).skip(1) {
            self.at.clauses.equal(a, b, &not_self, &[or]);
        }
        Some((seen.first()?.clone(), wanted.first()?.clone(), not_self))
    }
}
