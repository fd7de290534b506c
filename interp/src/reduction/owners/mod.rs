//! Run-time owners (`owners.md`, section 3): ghosts beside the reference engine, which runs the erasure of a program with owners. It is
//! handed the program that was erased, whose types, fields and methods have the same numbers; it knows no typing rule.
//!
//! `ω ::= self | thread i | readonly | object | ρ | ρ$o`. `new` evaluates the owners of its type in the frame's
//! formals, which a call binds: the formals of the class to the receiver's owners, others to the owners of the
//! arguments, those of objects held by one thread alone last. `unique` makes a region ρ with a holder. Where a value is
//! stored, bound or passed with another first owner than the region that it has, the region becomes that owner. A fork
//! makes the child the holder of the unique variables that it captures; an object stored in a unique field has none; a
//! take makes the taker the holder.
//!
//! | monitor | condition |
//! | --- | --- |
//! | owner | at an access that is no init-write and not to a final field: the guard, evaluated, is held |
//! | requires | at a call: the locks of `requires` and `reads`, evaluated, are held |
//! | value | a value stored, bound, passed or returned has its declared owners, evaluated |

mod calls;
mod captures;
mod omega;
mod regions;

use super::context::{Binding, Env, GhostPath};
use super::redex::Redex;
use super::{Execution, State};
use crate::event::{Event, EventKind, Site};
use crate::options::Semantics;
use crate::program::{ClassId, FieldId, MethodId, Tables};
use crate::value::{ObjectId, ThreadId, Value};
use calls::Open;
use omega::{Mode, Omega, OwnerScope};
use racefree_grammar::ast::{Expr, ExprId, Program, Special, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use regions::Regions;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Monitor of run-time owners that fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// owner: a field is accessed without its guard.
    Owner(FieldId),
    /// requires: a method, by its number, is called without a lock.
    Requires(u32),
    /// value: a value has other owners than are declared.
    Value,
}

/// A monitor that fired, and the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FiredBreach {
    /// The monitor.
    pub breach: Breach,
    /// The thread of the step.
    pub thread: ThreadId,
    /// The place.
    pub site: Site,
    /// Number of steps of the run after which it had happened.
    pub steps: u64,
}

/// Name of the activation's number in the environment of a method's body: a name that no program has.
const ACTIVATION: Name = Name(u32::MAX - 7);

/// Number of times that a run used owners: without them, silent monitors say little.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Exercised {
    /// A unique object was lent: a formal of a method stood for its region.
    pub lent: u64,
    /// A unique object was given with a change of owner.
    pub given: u64,
    /// The object in a unique field was taken by a thread that held a lock.
    pub taken: u64,
    /// A readonly object was read by a thread after another one had read it.
    pub read_by_two: u64,
    /// A thread was forked with a variable of a type that names another thread: the owner kᵢ.
    pub other_thread: u64,
    /// `f$p` was evaluated with f = self.
    pub self_qualified: u64,
    /// A value was a `C<g, f>` in the code of a class `C<f, g>`: two formals swapped.
    pub swapped: u64,
}

impl Exercised {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: Exercised) {
        self.lent += other.lent;
        self.given += other.given;
        self.taken += other.taken;
        self.read_by_two += other.read_by_two;
        self.other_thread += other.other_thread;
        self.self_qualified += other.self_qualified;
        self.swapped += other.swapped;
    }

    /// The counts by their names.
    pub fn counts(&self) -> [(&'static str, u64); 7] {
        let Exercised { lent, given, taken, read_by_two, other_thread, self_qualified, swapped } = *self;
        [
            ("lent", lent),
            ("given", given),
            ("taken", taken),
            ("read_by_two", read_by_two),
            ("other_thread", other_thread),
            ("self_qualified", self_qualified),
            ("swapped", swapped),
        ]
    }
}

/// Findings of the monitors in a run.
#[derive(Clone, Default, Debug)]
pub struct Watched {
    /// Monitors that fired, once for each monitor and place.
    pub fired: Vec<FiredBreach>,
    /// The uses of owners in it.
    pub exercised: Exercised,
}

/// Watches a run of the erasure `tables` of `source`: the threads that make each step, one after the other.
pub fn watch(
    source: &Program,
    tables: &Tables,
    semantics: Semantics,
    steps: impl IntoIterator<Item = ThreadId>,
) -> Watched {
    let run = Execution::new(tables, semantics);
    let mut state = run.first();
    let mut owners = Owners::new(source, run, &state);
    for (n, thread) in steps.into_iter().enumerate() {
        match owners.step(&state, thread, n as u64 + 1) {
            Some(next) => state = next,
            None => break,
        }
    }
    let self_qualified = owners.self_qualified.get();
    Watched { fired: owners.found, exercised: Exercised { self_qualified, ..owners.exercised } }
}

/// The ghosts of a run.
struct Owners<'p> {
    source: &'p Program,
    run: Execution<'p>,
    /// The owners of each object; a string has none.
    objects: Vec<Vec<Omega>>,
    regions: Regions,
    /// The owners bound to formals, by activation.
    activations: Vec<Vec<(Name, Omega)>>,
    /// The calls of each thread that have not returned, the last one at the end.
    open: Vec<Vec<Open>>,
    /// The unique variables that forks capture, by the places of the forks.
    captured: FxHashMap<Span, Vec<Name>>,
    /// The classes of the initialisers that expressions stand in.
    inits: FxHashMap<ExprId, ClassId>,
    /// The thread that read a readonly object first.
    readers: FxHashMap<ObjectId, ThreadId>,
    found: Vec<FiredBreach>,
    exercised: Exercised,
    /// Count for [`Exercised`], in a cell, since owners are evaluated by reference.
    self_qualified: Cell<u64>,
}

impl<'p> Owners<'p> {
    fn new(source: &'p Program, run: Execution<'p>, first: &State) -> Owners<'p> {
        let mut inits = FxHashMap::default();
        for field in &run.tables.fields {
            let within = field.init.into_iter().flat_map(|e| run.tables.program.within(e));
            inits.extend(within.map(|e| (e, field.owner)));
        }
        let mut owners = Owners {
            source,
            run,
            objects: vec![Vec::new(); first.heap.len()],
            regions: Regions::default(),
            activations: Vec::new(),
            open: Vec::new(),
            captured: FxHashMap::default(),
            inits,
            readers: FxHashMap::default(),
            found: Vec::new(),
            exercised: Exercised::default(),
            self_qualified: Cell::new(0),
        };
        owners.find_captured();
        owners
    }

    /// One step of a thread, and its effect on the ghosts.
    fn step(&mut self, state: &State, thread: ThreadId, steps: u64) -> Option<State> {
        let redex = state.threads.get(thread.index())?.redex()?;
        let mut next = state.clone();
        let event = self.run.reduce(&mut next, thread)?;
        for breach in self.look(&redex, &event, &mut next) {
            self.fire(FiredBreach { breach, thread, site: event.site, steps });
        }
        let mut values = Vec::new();
        self.run.focus_telling(next.thread_mut(thread)?, &mut |depth, value| values.push((depth, value)));
        for (depth, value) in values {
            for m in self.returned(&next, thread, depth, value) {
                let site = Site::expr(self.run.tables.program.methods[m as usize].body);
                self.fire(FiredBreach { breach: Breach::Value, thread, site, steps });
            }
        }
        Some(next)
    }

    fn fire(&mut self, fired: FiredBreach) {
        if !self.found.iter().any(|f| f.site == fired.site && f.breach == fired.breach) {
            self.found.push(fired);
        }
    }

    fn look(&mut self, redex: &Redex, event: &Event, next: &mut State) -> Vec<Breach> {
        let thread = event.thread;
        let mut breaches = Vec::new();
        match (event.kind, redex) {
            (EventKind::Alloc { object, .. }, Redex::Whole { at, env }) => self.made(next, thread, object, *at, env),
            (EventKind::Local(_), Redex::Let { at, value, env }) => {
                breaches.extend(self.bound(next, thread, *at, *value, env));
            }
            (EventKind::InitWrite { object, field, value }, _) => {
                breaches.extend(self.stored(next, thread, object, field, value));
            }
            (EventKind::Write { object, field, value, .. }, _) => {
                breaches.extend(self.accessed(next, thread, object, field, Mode::Write));
                breaches.extend(self.stored(next, thread, object, field, value));
            }
            (EventKind::Read { object, field, value }, redex) => {
                breaches.extend(self.accessed(next, thread, object, field, Mode::Read));
                if let (Redex::Ref { at, .. }, Value::Object(taken)) = (redex, value)
                    && self.takes(*at)
                {
                    self.exercised.taken += u64::from(!self.run.held(next, thread).is_empty());
                    self.hold(taken, Some(thread));
                }
            }
            (EventKind::Call { object, method: MethodId::Declared(m) }, Redex::Invoke { args, .. }) => {
                breaches.extend(self.called(next, thread, object, m, args));
            }
            (EventKind::Fork { child }, Redex::Whole { at, env }) => {
                self.exercised.other_thread += u64::from(self.shows_another_threads(*at, env));
                let fork = self.run.tables.program.span(*at);
                for x in self.captured.get(&fork).cloned().unwrap_or_default() {
                    if let Some(Binding::Value(Value::Object(o))) = env.get(&x) {
                        self.hold(*o, Some(child));
                    }
                }
            }
            _ => {}
        }
        // Strings that a step made have no owners.
        self.objects.resize(next.heap.len().max(self.objects.len()), Vec::new());
        breaches
    }

    /// \[RED NEW\]
    fn made(&mut self, state: &State, thread: ThreadId, object: ObjectId, at: ExprId, env: &Env) {
        let Expr::New(ty) = self.run.tables.program.expr(at) else { return };
        let formals = self.formals_at(state, at, env);
        let scope = OwnerScope { state, env, formals: &formals, thread };
        let mut owners = self.owners_of(ty, &scope);
        for o in &mut owners {
            if *o == Omega::Unique {
                *o = self.regions.make(thread);
            }
        }
        self.objects.resize(object.index() + 1, Vec::new());
        self.objects[object.index()] = owners;
    }

    /// \[RED LET\]
    fn bound(&mut self, state: &State, thread: ThreadId, at: ExprId, value: Value, env: &Env) -> Option<Breach> {
        let Expr::Let { ty, .. } = self.run.tables.program.expr(at) else { return None };
        let formals = self.formals_at(state, at, env);
        let scope = OwnerScope { state, env, formals: &formals, thread };
        self.receives(ty, value, &scope)
    }

    /// A value in a field.
    fn stored(&mut self, state: &State, thread: ThreadId, o: ObjectId, f: FieldId, value: Value) -> Option<Breach> {
        let (env, formals) = self.inside(state, o, f)?;
        let ty = self.source.fields[f.index()].ty;
        let breach = self.receives(ty, value, &OwnerScope { state, env: &env, formals: &formals, thread });
        let unique = self.source.locks_of(ty).first().map(|&o| self.source.expr(o));
        if let (Some(Expr::Special(Special::Unique)), Value::Object(given)) = (unique, value) {
            self.hold(given, None);
        }
        breach
    }

    /// The guard of an accessed field.
    fn accessed(&mut self, state: &State, thread: ThreadId, o: ObjectId, f: FieldId, mode: Mode) -> Option<Breach> {
        let field = &self.source.fields[f.index()];
        let class = self.run.tables.classes.declared(self.run.tables.fields[f.index()].owner)?;
        let class = &self.source.classes[class as usize];
        let guard = self.source.guard_of(class, field).or(field.write_guard.filter(|_| mode == Mode::Write))?;
        if field.is_final {
            return None;
        }
        let (env, formals) = self.inside(state, o, f)?;
        let scope = OwnerScope { state, env: &env, formals: &formals, thread };
        let lock = self.lock(guard, Some(o), &scope);
        let held = self.held(lock, mode, &scope);
        if (mode, self.regions.resolve(lock)) == (Mode::Read, Omega::Readonly) {
            let first = *self.readers.entry(o).or_insert(thread);
            self.exercised.read_by_two += u64::from(first != thread);
        }
        (!held).then_some(Breach::Owner(f))
    }

    /// Returns `this` and the formals in the declaration of a field.
    fn inside(&self, state: &State, o: ObjectId, f: FieldId) -> Option<(Env, Vec<(Name, Omega)>)> {
        let owner = self.run.tables.fields[f.index()].owner;
        let env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
        Some((env, self.formals_of(state, o, owner)?))
    }

    /// Returns true if a read is the first half of a take.
    fn takes(&self, at: ExprId) -> bool {
        let program = &self.run.tables.program;
        let Expr::Field { recv, .. } = program.expr(at) else { return false };
        matches!(program.expr(recv), Expr::Var(u) if u.index() >= self.source.names.len())
    }

    fn hold(&mut self, o: ObjectId, holder: Option<ThreadId>) {
        if let Some(first) = self.objects.get(o.index()).and_then(|owners| owners.first()) {
            self.regions.hold(*first, holder);
        }
    }

    /// The class of a written type.
    fn class_of(&self, ty: TypeId) -> Option<ClassId> {
        match self.source.types.get(ty.index())?.kind {
            TypeKind::Class { name, .. } => self.run.tables.classes.find(name),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => None,
        }
    }

    /// Returns the owners bound to formals at an expression.
    fn formals_at(&self, state: &State, at: ExprId, env: &Env) -> Vec<(Name, Omega)> {
        if let Some(Binding::Value(Value::Int(n))) = env.get(&ACTIVATION) {
            return self.activations.get(*n as usize).cloned().unwrap_or_default();
        }
        match (env.get(&Name::THIS), self.inits.get(&at)) {
            (Some(Binding::Value(Value::Object(o))), Some(class)) => {
                self.formals_of(state, *o, *class).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn names_of(&self, class: ClassId) -> Vec<Name> {
        let declared = self.run.tables.classes.declared(class);
        declared.map_or(Vec::new(), |c| {
            self.source.formals_of(&self.source.classes[c as usize]).iter().map(|f| f.name).collect()
        })
    }

    fn denote(&self, state: &State, path: &GhostPath) -> Option<ObjectId> {
        self.run.denote(state, path)?.object()
    }
}
