//! The skeleton: an owner variable for each owner position of each written type, for each guard, and the formals that classes and
//! methods may get; what is in the text already is as it is.

use super::lockable::lockable;
use super::symbols::{Sym, SymbolClauses};
use crate::sat::solver::L;
use racefree_grammar::ast::{Class, Expr, ExprId, Field, Method, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::Budget;
use racefree_owners::owner::{OBJECTS_OWNER, Owner};
use racefree_program::{ClassId, FieldId, MethodId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// A formal that a parameter may bring with it.
#[derive(Clone, Debug)]
pub(crate) struct MethodFormal {
    /// Its name.
    pub(crate) name: Name,
    /// The parameter and the position in its type that it is at; 0 is `this`.
    pub(crate) at: (usize, usize),
}

/// The head of a method.
#[derive(Clone)]
pub(crate) struct Head {
    /// Its class.
    pub(crate) class: ClassId,
    /// The owners of `this`.
    pub(crate) this: Vec<Sym>,
    /// The parameters' types, their owners if they are classes.
    pub(crate) params: Vec<Ty>,
    /// The result type.
    pub(crate) ret: Ty,
    /// The names of the parameters.
    pub(crate) names: Vec<Name>,
    /// The formals that its parameters may bring.
    pub(crate) formals: Vec<MethodFormal>,
    /// The method that it overrides in the end; itself, if none.
    pub(crate) root: u32,
}

/// A type with owners that may not be known yet.
#[derive(Clone)]
pub(crate) enum Ty {
    /// Type other than of a class with owners.
    Plain,
    /// `null`
    Null,
    /// `cn<…>`
    Class(ClassId, Vec<Sym>),
}

/// All positions of a program.
pub(crate) struct Positions<'p> {
    pub(crate) program: &'p Program,
    pub(crate) resolved: &'p Resolved<'p>,
    pub(crate) clauses: SymbolClauses,
    /// The formals of each class, by [`ClassId`].
    pub(crate) formals: Vec<Vec<Name>>,
    /// The owners that each class gives its superclass.
    pub(crate) supers: Vec<Vec<Sym>>,
    /// `where f != self`, by class and formal.
    pub(crate) not_self: FxHashMap<(ClassId, Name), L>,
    /// The owners of each written type.
    pub(crate) types: FxHashMap<TypeId, Vec<Sym>>,
    pub(crate) guards: FxHashMap<FieldId, Sym>,
    pub(crate) write_guards: FxHashMap<FieldId, Sym>,
    pub(crate) heads: Vec<Head>,
    /// Classes whose objects may be locked.
    pub(crate) lockable: FxHashSet<ClassId>,
}

/// Fresh names for the further formals of classes, and for those of methods.
pub(crate) struct Fresh {
    pub(crate) of_classes: Vec<Name>,
    pub(crate) of_methods: Vec<Name>,
}

/// Fresh names for given numbers of formals of classes and methods.
pub(crate) fn fresh(program: &mut Program, classes: usize, methods: usize) -> Fresh {
    let mut name = |prefix: &str, i: usize| {
        let text = program.names.unused(&format!("{prefix}{i}"));
        program.names.intern(&text)
    };
    let of_classes = (2..2 + classes).map(|i| name("owner", i)).collect();
    Fresh { of_classes, of_methods: (1..=methods).map(|i| name("o", i)).collect() }
}

impl<'p> Positions<'p> {
    /// Positions with a given number of formals for each class whose text leaves it open. A field of `only_writes` may
    /// get a guard of its writes alone.
    pub(crate) fn new(
        resolved: &'p Resolved<'p>,
        fresh: &Fresh,
        only_writes: &FxHashSet<FieldId>,
        budget: &Budget,
    ) -> Positions<'p> {
        let program = resolved.program;
        let formals = (0..resolved.len() as u32).map(|c| formals_of(resolved, ClassId(c), &fresh.of_classes)).collect();
        let mut it = Positions {
            program,
            resolved,
            clauses: SymbolClauses::new(budget),
            formals,
            supers: Vec::new(),
            not_self: FxHashMap::default(),
            types: FxHashMap::default(),
            guards: FxHashMap::default(),
            write_guards: FxHashMap::default(),
            heads: Vec::new(),
            lockable: lockable(resolved),
        };
        it.clauses_where();
        it.superclasses();
        for i in 0..program.classes.len() {
            it.fields(i, only_writes);
        }
        let mut next = fresh.of_methods.iter().copied();
        let classes = resolved.classes_of_methods().into_iter();
        it.heads = (0..).zip(classes).map(|(m, class)| it.blank(m, class)).collect();
        let (roots, others): (Vec<u32>, Vec<u32>) =
            (0..program.methods.len() as u32).partition(|&m| it.heads[m as usize].root == m);
        for m in roots.into_iter().chain(others) {
            it.head(m, &mut next);
        }
        it
    }

    /// The guards of all fields, of either kind.
    pub(crate) fn all_guards(&self) -> impl Iterator<Item = (FieldId, &Sym)> {
        self.guards.iter().chain(&self.write_guards).map(|(&f, sym)| (f, sym))
    }

    /// The guard of a field, of either kind.
    pub(crate) fn guard_of(&self, f: FieldId) -> Option<&Sym> {
        self.guards.get(&f).or_else(|| self.write_guards.get(&f))
    }

    fn this(&mut self) -> Path {
        self.clauses.paths.var(Name::THIS)
    }

    /// The class of a written type that has owners.
    pub(crate) fn class_of(&self, ty: TypeId) -> Option<ClassId> {
        self.resolved.class_of_type(ty).filter(|&c| c != ClassId::STRING)
    }

    /// The types among these that have owners, with their owners.
    pub(super) fn with_owners(&self, types: impl Iterator<Item = TypeId>) -> impl Iterator<Item = (ClassId, Vec<Sym>)> {
        types.filter_map(|ty| Some((self.class_of(ty)?, self.types.get(&ty)?.clone())))
    }

    /// Number of owners of a class's types.
    pub(crate) fn arity(&self, class: ClassId) -> usize {
        self.formals[class.index()].len()
    }

    fn clauses_where(&mut self) {
        for i in 0..self.program.classes.len() {
            let class = self.resolved.of_declaration(i);
            let decl = &self.program.classes[i];
            let given: Vec<Expr> = self.program.not_self_of(decl).iter().map(|&e| self.program.expr(e)).collect();
            for f in self.formals[class.index()].clone() {
                let l = if given.contains(&Expr::Var(f)) { self.clauses.truth } else { self.clauses.solver.fresh() };
                self.not_self.insert((class, f), l);
            }
        }
    }

    /// The formals of a class with a clause `where`, if the literal holds.
    pub(crate) fn where_of(&self, class: Option<ClassId>) -> FxHashMap<Name, L> {
        let Some(class) = class else { return FxHashMap::default() };
        let formals = &self.formals[class.index()];
        formals.iter().filter_map(|&f| Some((f, *self.not_self.get(&(class, f))?))).collect()
    }

    fn superclasses(&mut self) {
        for c in 0..self.resolved.len() as u32 {
            let class = ClassId(c);
            let owners = self.super_owners(class);
            self.supers.push(owners);
        }
    }

    fn super_owners(&mut self, class: ClassId) -> Vec<Sym> {
        let Some(up) = self.resolved.get(class).superclass() else { return Vec::new() };
        let own = self.formals[class.index()].clone();
        let written = self.resolved.decl(class).and_then(|decl| decl.extends);
        if let Some(given) = written.and_then(|ty| self.given(ty, &[])) {
            return given;
        }
        let overrides = self.resolved.decl(class).is_some_and(|decl| {
            let mut methods = self.program.methods_of(&decl).iter();
            methods.any(|m| matches!(self.resolved.method(up, m.name), Some((_, MethodId::Declared(_)))))
        });
        let mut owners = Vec::new();
        for i in 0..self.arity(up) {
            let same = own.get(i).map(|&f| Owner::Formal(f));
            owners.push(match same {
                Some(o) if i == 0 || overrides => self.clauses.constant(o),
                None if i == 0 => self.clauses.constant(Owner::OWN),
                _ => {
                    let all: Vec<Owner> =
                        own.iter().map(|&f| Owner::Formal(f)).chain([Owner::OWN, Owner::READONLY]).collect();
                    self.clauses.choice(&all)
                }
            });
        }
        owners
    }

    /// The owners that a type is written with, where these names are variables.
    pub(super) fn given(&mut self, ty: TypeId, variables: &[Name]) -> Option<Vec<Sym>> {
        let class = self.class_of(ty)?;
        let args = self.program.locks_of(ty).to_vec();
        if args.is_empty() || args.len() != self.arity(class) {
            return None;
        }
        Some(
            args.into_iter()
                .map(|o| {
                    let o = self.written(o, variables);
                    self.clauses.constant(o)
                })
                .collect(),
        )
    }

    /// The owner that is written.
    pub(crate) fn written(&mut self, o: ExprId, variables: &[Name]) -> Owner {
        let is_formal = matches!(self.program.expr(o), Expr::Var(x) if x != Name::THIS && !variables.contains(&x));
        Owner::written(self.program, &mut self.clauses.paths, o, is_formal)
    }

    fn fields(&mut self, i: usize, only_writes: &FxHashSet<FieldId>) {
        let class = self.resolved.of_declaration(i);
        let decl = &self.program.classes[i];
        let this = self.this();
        let formals = self.formals[class.index()].clone();
        let qualified: Vec<Owner> = formals.iter().map(|&f| Owner::Qualified(f, this)).collect();
        let paths = self.paths_of(Name::THIS, class);
        for f in decl.fields.indices() {
            let (id, field) = (FieldId(f as u32), &self.program.fields[f]);
            if let Some(of) = self.class_of(field.ty) {
                let owners = match self.given(field.ty, &[]) {
                    Some(given) => given,
                    None => {
                        let all = |unique: bool| {
                            let special =
                                [Owner::OWN, Owner::READONLY].into_iter().chain(unique.then_some(Owner::UNIQUE));
                            let formal = formals.iter().map(|&f| Owner::Formal(f));
                            special
                                .chain(formal)
                                .chain(qualified.iter().copied())
                                .chain(paths.iter().copied())
                                .collect::<Vec<_>>()
                        };
                        (0..self.arity(of)).map(|p| self.clauses.choice(&all(p == 0))).collect()
                    }
                };
                self.types.insert(field.ty, owners);
            }
            let given = self.program.guard_of(decl, field);
            let lock = |it: &mut Self, l: ExprId| match it.written(l, &[]) {
                Owner::Formal(f) => Owner::Qualified(f, this),
                other => other,
            };
            if let Some(l) = given {
                let o = lock(self, l);
                let sym = self.clauses.constant(o);
                self.guards.insert(id, sym);
            } else if let Some(l) = field.write_guard {
                let o = lock(self, l);
                let sym = self.clauses.constant(o);
                self.write_guards.insert(id, sym);
            } else if !field.is_final {
                let mut all = qualified.clone();
                all.extend(paths.iter().copied());
                let sym = self.clauses.choice(&all);
                let guards = if only_writes.contains(&id) { &mut self.write_guards } else { &mut self.guards };
                guards.insert(id, sym);
            }
        }
    }

    pub(super) fn specials(&self) -> Vec<Owner> {
        vec![Owner::OWN, Owner::THIS_THREAD, Owner::READONLY, Owner::UNIQUE]
    }

    pub(super) fn in_class(&mut self, class: ClassId) -> Vec<Owner> {
        let this = self.this();
        let formals = self.formals[class.index()].clone();
        formals.into_iter().flat_map(|f| [Owner::Formal(f), Owner::Qualified(f, this)]).collect()
    }

    pub(super) fn choices(&mut self, class: ClassId, all: &[Owner]) -> Vec<Sym> {
        let first = self.clauses.choice(all);
        let rest: Vec<Owner> = all.iter().copied().filter(|&o| o != Owner::UNIQUE).collect();
        let mut owners = vec![first];
        owners.extend((1..self.arity(class)).map(|_| self.clauses.choice(&rest)));
        owners.truncate(self.arity(class));
        owners
    }

    /// The owners of a type in code: names in scope there.
    pub(crate) fn in_code(&mut self, ty: TypeId, head: Option<u32>, scope: &[(Name, ClassId)]) -> Ty {
        let Some(class) = self.class_of(ty) else { return Ty::Plain };
        if let Some(known) = self.types.get(&ty) {
            return Ty::Class(class, known.clone());
        }
        let variables: Vec<Name> = scope.iter().map(|v| v.0).collect();
        let owners = match self.given(ty, &variables) {
            Some(given) => given,
            None => {
                let mut all = self.specials();
                if let Some(m) = head {
                    let Head { class, formals, names, .. } = self.heads[m as usize].clone();
                    all.extend(self.in_class(class));
                    for f in formals {
                        all.push(Owner::Formal(f.name));
                        if let (1.., 0) = f.at {
                            let x = self.clauses.paths.var(names[f.at.0 - 1]);
                            all.push(Owner::Qualified(f.name, x));
                        }
                    }
                }
                for &(x, class) in scope {
                    let paths = self.paths_of(x, class);
                    all.extend(paths);
                }
                let owners = self.choices(class, &all);
                if let Some(m) = head {
                    self.in_head(m, &owners);
                }
                owners
            }
        };
        self.types.insert(ty, owners.clone());
        Ty::Class(class, owners)
    }
}

fn formals_of(resolved: &Resolved<'_>, class: ClassId, more: &[Name]) -> Vec<Name> {
    match resolved.decl(class) {
        Some(decl) => {
            let formals = resolved.program.formals_of(&decl);
            let implied = formals.iter().all(|f| f.implied);
            formals.iter().map(|f| f.name).chain(more.iter().copied().filter(|_| implied)).collect()
        }
        None if class == ClassId::OBJECT => vec![OBJECTS_OWNER],
        None => Vec::new(),
    }
}

/// The types written in a class, but for its superclass.
pub(super) fn types_in(program: &Program, class: &Class) -> impl Iterator<Item = TypeId> {
    let of_code = |e: ExprId| program.within(e).filter_map(|e| program.parts(e).ty);
    let of_field = move |f: &Field| std::iter::once(f.ty).chain(f.init.into_iter().flat_map(of_code));
    let of_method = move |m: &Method| {
        let head = program.params_of(m).iter().map(|p| p.ty).chain([m.ret]);
        head.chain(of_code(m.body))
    };
    let fields = program.fields_of(class).iter().flat_map(of_field);
    fields.chain(program.methods_of(class).iter().flat_map(of_method))
}
