//! The rules of `owners.md`, section 2, as clauses: what must hold of the owners of all positions together, so that the program
//! checks. Each demand has a selector: if it cannot be met, it is given up, and the checker will say so.

use super::positions::{Head, Positions, Ty};
use super::symbols::{NAMELESS, READONLY, Sym, Theta};
use super::uses::{Taken, Uses, takes};
use crate::sat::solver::L;
use racefree_grammar::ast::{Expr, ExprId, Special, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::stack::deep;
use racefree_owners::owner::Owner;
use racefree_program::{ClassId, FieldId, MethodId, Predefined};
use rustc_hash::FxHashMap;

/// Who else holds a value.
#[derive(Clone)]
pub(crate) enum Owned {
    /// Nobody.
    Yes,
    /// A variable or field.
    No,
    /// Nobody, if these occurrences are moves.
    If(Vec<ExprId>),
}

/// What is known of an expression.
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

/// A mode of holding a lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mode {
    Read,
    Write,
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
pub(crate) struct System<'p> {
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
    /// What a variable is bound to, if it is a new object.
    pub(crate) bound_to: FxHashMap<TypeId, TypeId>,
}

/// Paths of required locks have so many fields at most.
const DEPTH: usize = 3;

impl<'p> System<'p> {
    /// All that the rules ask for.
    pub(crate) fn new(at: Positions<'p>) -> System<'p> {
        let program = at.program;
        let mut uses = Uses::default();
        let bodies = program.methods.iter().map(|m| m.body).chain(program.fields.iter().filter_map(|f| f.init));
        bodies.chain(program.main).for_each(|e| uses.look(program, e));
        let mut it = System {
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
            for (list, mode) in [(method.requires, Mode::Write), (method.reads, Mode::Read)] {
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

    /// The one parameter whose first owner a formal is.
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

    /// `where f != self`: where a type of the class is written, f is not self, nor a formal without such a clause.
    fn well_formed_where(&mut self) {
        let program = self.at.program;
        let mut written: Vec<(ClassId, Vec<Sym>, Option<ClassId>)> = Vec::new();
        for i in 0..program.classes.len() {
            let class = self.at.resolved.of_declaration(i);
            let decl = &program.classes[i];
            if let Some(up) = self.at.resolved.get(class).superclass {
                written.push((up, self.at.supers[class.index()].clone(), Some(class)));
            }
            let mut types: Vec<TypeId> = program.fields_of(decl).iter().map(|f| f.ty).collect();
            let mut bodies: Vec<ExprId> = program.fields_of(decl).iter().filter_map(|f| f.init).collect();
            for m in program.methods_of(decl) {
                types.extend(program.params_of(m).iter().map(|p| p.ty).chain([m.ret]));
                bodies.push(m.body);
            }
            types.extend(bodies.iter().flat_map(|&e| program.within(e)).filter_map(|e| program.parts(e).ty));
            for ty in types {
                if let (Some(of), Some(owners)) = (self.at.class_of(ty), self.at.types.get(&ty)) {
                    written.push((of, owners.clone(), Some(class)));
                }
            }
        }
        for e in program.main.into_iter().flat_map(|e| program.within(e)) {
            if let Some(ty) = program.parts(e).ty
                && let (Some(of), Some(owners)) = (self.at.class_of(ty), self.at.types.get(&ty))
            {
                written.push((of, owners.clone(), None));
            }
        }
        for (of, owners, around) in written {
            for (i, f) in self.at.formals[of.index()].clone().into_iter().enumerate() {
                let Some(&clause) = self.at.not_self.get(&(of, f)) else { continue };
                for &(o, l) in owners.get(i).map_or(&[][..], |sym| &sym[..]) {
                    match o {
                        Owner::Special(Special::Own) => self.at.clauses.add(&[!clause, !l]),
                        Owner::Formal(g) => {
                            let theirs = around.and_then(|c| self.at.not_self.get(&(c, g)).copied());
                            match theirs {
                                Some(theirs) => self.at.clauses.add(&[!clause, !l, theirs]),
                                None => self.at.clauses.add(&[!clause, !l]),
                            }
                        }
                        _ => {}
                    }
                }
            }
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
            class = self.at.resolved.get(class).superclass?;
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
        let (Ty::Class(c, s), Ty::Class(d, t)) = (&value.ty, to) else { return };
        let Some(seen) = self.seen(*c, s, *d) else { return };
        let or = self.demand(e);
        let not_self = self.at.where_of(self.around.class);
        for (a, b) in seen.iter().zip(t).skip(1) {
            self.at.clauses.equal(a, b, &not_self, &[or]);
        }
        let (Some(a), Some(b)) = (seen.first(), t.first()) else { return };
        for &(o, l) in a.iter() {
            match (&value.owned, o) {
                (Owned::Yes, Owner::UNIQUE) => {}
                (Owned::If(at), Owner::UNIQUE) => self.moves.push(Moves { if_all: vec![l], at: at.clone() }),
                (Owned::No, Owner::UNIQUE) => self.at.clauses.add(&[!l, or]),
                _ => self.at.clauses.among(o, l, b, &not_self, &[or]),
            }
        }
    }

    /// An argument, or the receiver: it is given, or lent.
    fn argument(&mut self, value: &Value, declared: &Ty, wanted: &Ty, or: L) {
        let (Ty::Class(c, s), Ty::Class(d, t), Ty::Class(_, head)) = (&value.ty, wanted, declared) else { return };
        let Some(seen) = self.seen(*c, s, *d) else { return };
        let not_self = self.at.where_of(self.around.class);
        for (a, b) in seen.iter().zip(t).skip(1) {
            self.at.clauses.equal(a, b, &not_self, &[or]);
        }
        let (Some(a), Some(b), Some(head)) = (seen.first(), t.first(), head.first()) else { return };
        for &(o, l) in a.iter() {
            if o != Owner::UNIQUE {
                self.at.clauses.among(o, l, b, &not_self, &[or]);
                continue;
            }
            let unique = self.at.clauses.is(b, Owner::UNIQUE);
            for &(o, is) in head.iter() {
                match (&value.owned, o) {
                    (Owned::Yes, _) => {}
                    (_, Owner::Formal(_)) => self.at.clauses.add(&[!l, !is, unique, or]),
                    (Owned::If(at), _) => self.moves.push(Moves { if_all: vec![l, is], at: at.clone() }),
                    (Owned::No, _) => self.at.clauses.add(&[!l, !is, or]),
                }
            }
        }
    }

    // Locks.

    /// A lock that a method may require, as its root names it.
    fn require(&mut self, m: u32, lock: Owner, mode: Mode) -> L {
        let root = self.at.heads[m as usize].root;
        let lock = self.renamed(lock, m, root);
        if let Some(known) = self.required.iter().find(|r| r.root == root && r.lock == lock && r.mode == mode) {
            return known.is;
        }
        let is = self.at.clauses.solver.fresh();
        let number = self.required.len();
        self.required.push(Required { root, lock, mode, is });
        if let Owner::Qualified(f, _) = lock
            && let Some(brings) = self.at.brings(root, f)
        {
            self.at.clauses.add(&[!is, brings]);
        }
        self.todo.extend((0..self.calls.len()).filter(|&c| self.calls[c].root == root).map(|c| (number, c)));
        is
    }

    /// A lock with the parameters of one method's relative put for its own.
    pub(crate) fn renamed(&mut self, lock: Owner, from: u32, to: u32) -> Owner {
        if from == to {
            return lock;
        }
        let (Owner::Path(p) | Owner::Qualified(_, p)) = lock else { return lock };
        let (ours, theirs) = (self.at.heads[from as usize].names.clone(), self.at.heads[to as usize].names.clone());
        let Root::Var(x) = self.at.clauses.paths.root(p) else { return lock };
        let Some(i) = ours.iter().position(|&name| name == x) else { return lock };
        let Some(&name) = theirs.get(i) else { return lock };
        let start = self.at.clauses.paths.var(name);
        let p = self.at.clauses.paths.with_fields_of(start, p);
        match lock {
            Owner::Qualified(f, _) => Owner::Qualified(f, p),
            _ => Owner::Path(p),
        }
    }

    /// If `l` holds, the lock is held, unless `or` holds.
    fn held(&mut self, around: &Around, lock: Owner, l: L, mode: Mode, or: L) {
        let free = match lock {
            Owner::Special(Special::ThisThread | Special::Unique) => true,
            READONLY => mode == Mode::Read,
            Owner::Path(p) => around.locks.contains(&p),
            _ => false,
        };
        if free {
            return;
        }
        let mut clause = vec![!l, or];
        if let (Some(m), true) = (around.head, around.requires)
            && let Owner::Path(p) | Owner::Qualified(_, p) = lock
            && self.can_name(m, p)
        {
            clause.push(self.require(m, lock, Mode::Write));
            if mode == Mode::Read {
                clause.push(self.require(m, lock, Mode::Read));
            }
            clause.extend(self.under_another_name(around, m, lock, mode));
        }
        self.at.clauses.add(&clause);
    }

    /// With `where f != self`, `f$p` is held if `f$this` is.
    fn under_another_name(&mut self, around: &Around, m: u32, lock: Owner, mode: Mode) -> Vec<L> {
        let Owner::Qualified(f, p) = lock else { return Vec::new() };
        let this = self.at.clauses.paths.var(Name::THIS);
        let clause = around.class.and_then(|c| self.at.not_self.get(&(c, f)).copied());
        let Some(clause) = clause.filter(|_| p != this) else { return Vec::new() };
        let modes: &[Mode] = if mode == Mode::Read { &[Mode::Write, Mode::Read] } else { &[Mode::Write] };
        let mut found = Vec::new();
        for &mode in modes {
            let is = self.require(m, Owner::Qualified(f, this), mode);
            let both = self.at.clauses.solver.fresh();
            self.at.clauses.add(&[!both, is]);
            self.at.clauses.add(&[!both, clause]);
            found.push(both);
        }
        found
    }

    /// Whether the head of a method can name a path.
    fn can_name(&self, m: u32, p: Path) -> bool {
        let mut length = 0;
        let mut at = p;
        while let Step::Field(before, _) = self.at.clauses.paths.step(at) {
            length += 1;
            at = before;
        }
        let Root::Var(x) = self.at.clauses.paths.root(p) else { return false };
        length <= DEPTH && (x == Name::THIS || self.at.heads[m as usize].names.contains(&x))
    }

    fn all_held(&mut self, lock: &Sym, mode: Mode, or: L) {
        let around = self.around.clone();
        for &(o, l) in lock.iter() {
            self.held(&around, o, l, mode, or);
        }
    }

    /// Each required lock with each call of its method, until there is nothing new.
    fn meet(&mut self) {
        while let Some((r, c)) = self.todo.pop() {
            let (lock, mode, is, root) = {
                let r = &self.required[r];
                (r.lock, r.mode, r.is, r.root)
            };
            let Call { member, ref theta, ref around, or, .. } = self.calls[c];
            let (theta, around) = (theta.clone(), around.clone());
            let lock = self.renamed(lock, root, member);
            let sym: Sym = [(lock, is)].into();
            let put = self.at.clauses.put(&sym, &theta);
            for &(o, l) in put.iter() {
                self.held(&around, o, l, mode, or);
            }
        }
    }

    // Expressions.

    fn plain() -> Value {
        Value { ty: Ty::Plain, owned: Owned::Yes, path: None }
    }

    fn expr(&mut self, e: ExprId) -> Value {
        deep(|| self.form(e))
    }

    fn form(&mut self, e: ExprId) -> Value {
        let program = self.at.program;
        if let Some(Taken { recv, field }) = self.takes.get(&e).copied() {
            return self.take(e, recv, field);
        }
        match program.expr(e) {
            Expr::Var(x) => self.variable(e, x),
            Expr::Null => Value { ty: Ty::Null, ..Self::plain() },
            Expr::New(ty) => {
                let ty = self.code_type(ty);
                Value { ty, ..Self::plain() }
            }
            Expr::Move(of) => match program.expr(of) {
                Expr::Field { recv, field } => self.take(e, recv, field),
                _ => {
                    let value = self.expr(of);
                    Value { owned: Owned::Yes, path: None, ..value }
                }
            },
            Expr::Field { recv, field } => self.read(e, recv, field),
            Expr::Assign { recv, field, value } => self.assign(e, recv, field, value),
            Expr::Call { recv, method, .. } => self.call(e, recv, method),
            Expr::Let { ty, var, bound, body } => self.bind(e, ty, var, bound, body),
            Expr::Sync { lock, body } => {
                let path = self.path(lock);
                self.around.locks.extend(path);
                let value = self.expr(body);
                if path.is_some() {
                    self.around.locks.pop();
                }
                Value { path: None, ..value }
            }
            Expr::Fork(body) => self.fork(e, body),
            Expr::Seq(list) => {
                let locks = self.around.locks.len();
                let mut last = Self::plain();
                for &e in program.list(list) {
                    if let Expr::Holds(l) = program.expr(e) {
                        let path = self.path(l);
                        self.around.locks.extend(path);
                    }
                    last = self.expr(e);
                }
                self.around.locks.truncate(locks);
                Value { path: None, ..last }
            }
            Expr::If { cond, then, otherwise } => {
                self.expr(cond);
                let a = self.expr(then);
                let Some(otherwise) = otherwise else { return Self::plain() };
                let b = self.expr(otherwise);
                self.join(a, b)
            }
            Expr::Atomic(body) => self.expr(body),
            Expr::Holds(_) | Expr::Special(_) | Expr::Qualified { .. } => Self::plain(),
            _ => {
                let children: Vec<ExprId> = program.parts(e).children().collect();
                children.into_iter().for_each(|child| drop(self.expr(child)));
                Self::plain()
            }
        }
    }

    fn code_type(&mut self, ty: TypeId) -> Ty {
        let class = |v: &Var| match &v.ty {
            Ty::Class(class, _) => Some((v.name, *class)),
            _ => None,
        };
        let scope: Vec<(Name, ClassId)> = self.scope.iter().filter_map(class).collect();
        self.at.in_code(ty, self.around.head, &scope)
    }

    fn variable(&mut self, e: ExprId, x: Name) -> Value {
        let Some(var) = self.var(x) else { return Self::plain() };
        let ty = self.type_of(var);
        let owned = if self.uses.used_again.contains(&e) { Owned::No } else { Owned::If(vec![e]) };
        let owned = if x == Name::THIS { Owned::No } else { owned };
        let path = matches!(ty, Ty::Class(..)).then(|| self.at.clauses.paths.var(x));
        Value { ty, owned, path }
    }

    /// A final path, without judging it.
    fn path(&mut self, e: ExprId) -> Option<Path> {
        fn class(it: &mut System<'_>, e: ExprId) -> Option<(Path, ClassId)> {
            match it.at.program.expr(e) {
                Expr::Var(x) => match &it.var(x)?.ty {
                    Ty::Class(class, _) => {
                        let class = *class;
                        Some((it.at.clauses.paths.var(x), class))
                    }
                    _ => None,
                },
                Expr::Field { recv, field } => {
                    let (path, of) = deep(|| class(it, recv))?;
                    let (_, f) = it.at.resolved.field(of, field)?;
                    let decl = &it.at.program.fields[f.index()];
                    let found = it.at.class_of(decl.ty).filter(|_| decl.is_final)?;
                    Some((it.at.clauses.paths.field(path, field), found))
                }
                _ => None,
            }
        }
        class(self, e).map(|(path, _)| path)
    }

    /// A field at a receiver: what it is, and θ.
    fn at_field(&mut self, recv: &Value, field: Name) -> Option<(FieldId, Theta)> {
        let Ty::Class(class, owners) = &recv.ty else { return None };
        let (of, f) = self.at.resolved.field(*class, field)?;
        let seen = self.seen(*class, owners, of)?;
        let mut theta = self.instance(of, &seen);
        theta.vars.push((Name::THIS, recv.path));
        Some((f, theta))
    }

    fn read(&mut self, e: ExprId, recv: ExprId, field: Name) -> Value {
        let value = self.expr(recv);
        let Some((f, theta)) = self.at_field(&value, field) else { return Self::plain() };
        let declared = self.field_type(f);
        let or = self.demand(e);
        if let Some(guard) = self.at.guards.get(&f).cloned()
            && !self.at.program.fields[f.index()].is_final
        {
            let lock = self.at.clauses.put(&guard, &theta);
            self.all_held(&lock, Mode::Read, or);
        }
        if let Ty::Class(_, owners) = &declared
            && let Some(first) = owners.first()
        {
            let unique = self.at.clauses.is(first, Owner::UNIQUE);
            self.at.clauses.add(&[!unique, or]);
        }
        let ty = self.put(&declared, &theta);
        self.well_formed(&ty, or);
        let path = self.path(e);
        Value { ty, owned: Owned::No, path }
    }

    fn take(&mut self, e: ExprId, recv: ExprId, field: Name) -> Value {
        let value = self.expr(recv);
        let Some((f, theta)) = self.at_field(&value, field) else { return Self::plain() };
        let declared = self.field_type(f);
        let or = self.demand(e);
        self.write(f, &theta, or);
        if let Ty::Class(_, owners) = &declared
            && let Some(first) = owners.first()
        {
            let unique = self.at.clauses.is(first, Owner::UNIQUE);
            self.at.clauses.add(&[unique, or]);
        }
        let ty = self.put(&declared, &theta);
        self.well_formed(&ty, or);
        Value { ty, ..Self::plain() }
    }

    fn write(&mut self, f: FieldId, theta: &Theta, or: L) {
        let guard = self.at.guards.get(&f).or_else(|| self.at.write_guards.get(&f)).cloned();
        if let Some(guard) = guard {
            let lock = self.at.clauses.put(&guard, theta);
            self.all_held(&lock, Mode::Write, or);
        }
    }

    fn assign(&mut self, e: ExprId, recv: ExprId, field: Name, value: ExprId) -> Value {
        let to = self.expr(recv);
        let from = self.expr(value);
        let Some((f, theta)) = self.at_field(&to, field) else { return Self::plain() };
        let or = self.demand(e);
        self.write(f, &theta, or);
        let declared = self.field_type(f);
        let ty = self.put(&declared, &theta);
        self.well_formed(&ty, or);
        self.give(&from, &ty, value);
        Value { ty, owned: Owned::No, path: None }
    }

    fn bind(&mut self, e: ExprId, ty: TypeId, x: Name, bound: ExprId, body: ExprId) -> Value {
        let value = self.expr(bound);
        let path = value.path;
        if let Expr::New(of) = self.at.program.expr(bound) {
            self.bound_to.insert(ty, of);
        }
        let t = self.code_type(ty);
        self.give(&value, &t, e);
        self.scope.push(Var { name: x, ty: t, level: self.around.level });
        let found = self.expr(body);
        self.scope.pop();
        let theta = Theta { formals: Vec::new(), vars: vec![(x, path)] };
        let ty = self.put(&found.ty, &theta);
        Value { ty, owned: found.owned, path: None }
    }

    fn fork(&mut self, e: ExprId, body: ExprId) -> Value {
        for x in self.uses.captured.get(&e).cloned().unwrap_or_default() {
            if self.uses.used_after_fork.contains(&(e, x))
                && let Some(Ty::Class(_, owners)) = self.var(x).map(|v| self.type_of(v))
                && let Some(first) = owners.first()
            {
                let unique = self.at.clauses.is(first, Owner::UNIQUE);
                let or = self.demand(e);
                self.at.clauses.add(&[!unique, or]);
            }
        }
        let around = self.around.clone();
        self.around.locks.clear();
        self.around.level += 1;
        self.around.requires = false;
        self.expr(body);
        self.around = around;
        Self::plain()
    }

    fn join(&mut self, a: Value, b: Value) -> Value {
        let owned = match (a.owned, b.owned) {
            (Owned::No, _) | (_, Owned::No) => Owned::No,
            (Owned::Yes, other) | (other, Owned::Yes) => other,
            (Owned::If(mut a), Owned::If(b)) => {
                a.extend(b);
                Owned::If(a)
            }
        };
        let ty = match (a.ty, b.ty) {
            (Ty::Null, ty) | (ty, Ty::Null) => ty,
            (Ty::Class(c, s), Ty::Class(d, t)) => {
                let above: Vec<ClassId> = self.at.resolved.ancestors(c).collect();
                let Some(up) = above.into_iter().find(|&up| self.at.resolved.below(d, up)) else {
                    return Self::plain();
                };
                let (Some(s), Some(t)) = (self.seen(c, &s, up), self.seen(d, &t, up)) else { return Self::plain() };
                let one = |it: &mut Self, a: &Sym, b: &Sym| -> Sym {
                    let mut all: Vec<(Owner, L)> = a.to_vec();
                    for &(o, l) in b.iter() {
                        match all.iter_mut().find(|(known, _)| *known == o) {
                            Some((_, both)) if *both != l => {
                                let any = it.at.clauses.solver.fresh();
                                it.at.clauses.add(&[!*both, any]);
                                it.at.clauses.add(&[!l, any]);
                                it.at.clauses.add(&[!any, *both, l]);
                                *both = any;
                            }
                            Some(_) => {}
                            None => all.push((o, l)),
                        }
                    }
                    all.into()
                };
                Ty::Class(up, s.iter().zip(&t).map(|(a, b)| one(self, a, b)).collect())
            }
            _ => Ty::Plain,
        };
        Value { ty, owned, path: None }
    }

    fn call(&mut self, e: ExprId, recv: ExprId, mn: Name) -> Value {
        let program = self.at.program;
        let mut values = vec![self.expr(recv)];
        let args: Vec<ExprId> = program.parts(e).children().skip(1).collect();
        for &arg in &args {
            let value = self.expr(arg);
            values.push(value);
        }
        let Ty::Class(class, owners) = values[0].ty.clone() else { return Self::plain() };
        let Some((of, method)) = self.at.resolved.method(class, mn) else { return Self::plain() };
        let m = match method {
            MethodId::Declared(m) => m,
            MethodId::Predefined(m) => {
                let _: Predefined = m;
                return Self::plain();
            }
        };
        let Some(seen) = self.seen(class, &owners, of) else { return Self::plain() };
        values[0].ty = Ty::Class(of, seen.clone());
        let head = self.at.heads[m as usize].clone();
        let or = self.demand(e);
        let mut theta = self.instance(of, &seen);
        theta.vars.push((Name::THIS, values[0].path));
        for (&x, value) in head.names.iter().zip(&values[1..]) {
            theta.vars.push((x, value.path));
        }
        for formal in &head.formals {
            let given = self.matched(&head, formal.at, &values);
            theta.formals.push((formal.name, given));
        }
        let declared: Vec<Ty> =
            std::iter::once(Ty::Class(of, head.this.clone())).chain(head.params.iter().cloned()).collect();
        self.unique_once(&head, &declared, &theta, or);
        for (value, t) in values.iter().zip(&declared) {
            let wanted = self.put(t, &theta);
            self.argument(value, t, &wanted, or);
        }
        let number = self.calls.len();
        self.todo.extend((0..self.required.len()).filter(|&r| self.required[r].root == head.root).map(|r| (r, number)));
        self.calls.push(Call { root: head.root, member: m, theta: theta.clone(), around: self.around.clone(), or });
        let ty = self.put(&head.ret, &theta);
        self.well_formed(&ty, or);
        // A unique result is owned if it was declared so; a formal that stands for unique is not.
        let owned = match &head.ret {
            Ty::Class(_, declared)
                if declared.first().is_some_and(|sym| sym.iter().any(|&(o, _)| o == Owner::UNIQUE)) =>
            {
                Owned::Yes
            }
            _ => Owned::No,
        };
        Value { ty, owned, path: None }
    }

    /// What an argument has where the formal stands.
    fn matched(&mut self, head: &Head, (j, p): (usize, usize), values: &[Value]) -> Sym {
        let thread = self.at.clauses.constant(Owner::THIS_THREAD);
        let (Some(value), Some(Ty::Class(wanted, _))) = (values.get(j), head.params.get(j - 1)) else { return thread };
        let Ty::Class(class, owners) = &value.ty else { return thread };
        match self.seen(*class, owners, *wanted) {
            Some(seen) => seen.get(p).cloned().unwrap_or(thread),
            None => thread,
        }
    }

    /// A formal that stands for unique is in one type only, and not in the result's.
    fn unique_once(&mut self, head: &Head, declared: &[Ty], theta: &Theta, or: L) {
        for (f, sym) in &theta.formals {
            let unique = self.at.clauses.is(sym, Owner::UNIQUE);
            if unique == !self.at.clauses.truth {
                continue;
            }
            let at = head.formals.iter().find(|known| known.name == *f).map_or(0, |known| known.at.0);
            let others = declared.iter().enumerate().filter(|(j, _)| *j != at).map(|(_, t)| t).chain([&head.ret]);
            let mut mentions: Vec<L> = Vec::new();
            for ty in others {
                let Ty::Class(_, owners) = ty else { continue };
                let of = |o: Owner| matches!(o, Owner::Formal(g) | Owner::Qualified(g, _) if g == *f);
                mentions.extend(owners.iter().flat_map(|sym| sym.iter()).filter(|(o, _)| of(*o)).map(|&(_, l)| l));
            }
            for l in mentions {
                self.at.clauses.add(&[!unique, !l, or]);
            }
        }
    }
}
