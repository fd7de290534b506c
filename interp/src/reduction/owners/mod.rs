//! Run-time owners (`owners.md`, section 3): ghosts beside the reference engine, which runs the erasure of a program with owners. It is
//! handed the program that was erased, whose types, fields and methods have the same numbers; it knows no typing rule.
//!
//! `ω ::= self | thread i | readonly | object | ρ | ρ$o`. `new` evaluates the owners of its type in the frame's formals, which a call
//! binds: those of the class to the receiver's owners, others to what the arguments have there, those that are held by one thread alone
//! last. `unique` makes a region ρ with a holder. Where a value is stored, bound or passed with another first owner than the region that
//! it has, the region becomes that owner. A fork makes the child the holder of the unique variables that it captures; what is stored
//! in a unique field has none; a take makes the taker the holder.
//!
//! | monitor | what it checks |
//! | --- | --- |
//! | owner | at an access that is no init-write and not to a final field: the guard, evaluated, is held |
//! | requires | at a call: the locks of `requires` and `reads`, evaluated, are held |
//! | value | what is stored, bound or passed has the owners that are declared, evaluated |

mod omega;
mod regions;

use super::context::{Binding, Control, Env, GhostPath, Redex};
use super::{Execution, State};
use crate::event::{Event, EventKind, Site};
use crate::options::Semantics;
use crate::program::{ClassId, FieldId, MethodId, Tables};
use crate::value::{ObjectId, ThreadId, Value};
use omega::{Mode, Omega, Scope};
use racefree_grammar::ast::{Expr, ExprId, Program, Special, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use regions::Regions;
use rustc_hash::FxHashMap;

/// Which monitor of run-time owners fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// owner: a field is accessed without its guard.
    Owner(FieldId),
    /// requires: a method, by its number, is called without a lock.
    Requires(u32),
    /// value: a value has other owners than are declared.
    Value,
}

/// A monitor that fired, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fired {
    /// Which.
    pub breach: Breach,
    /// In whose step.
    pub thread: ThreadId,
    /// Where.
    pub site: Site,
    /// By when it had happened: after so many steps of the run.
    pub steps: u64,
}

/// Where the number of the activation stands in the environment of a method's body: a name that no program has.
const ACTIVATION: Name = Name(u32::MAX - 7);

/// Watches a run of the erasure `tables` of `source`: the threads that make each step, one after the other. What fires, once for each
/// monitor and place.
pub fn watch(
    source: &Program,
    tables: &Tables,
    semantics: Semantics,
    steps: impl IntoIterator<Item = ThreadId>,
) -> Vec<Fired> {
    let run = Execution::new(tables, semantics);
    let mut state = run.first();
    let mut owners = Owners::new(source, run, &state);
    for (n, thread) in steps.into_iter().enumerate() {
        match owners.step(&state, thread, n as u64 + 1) {
            Some(next) => state = next,
            None => break,
        }
    }
    owners.found
}

/// The ghosts of a run.
struct Owners<'p> {
    source: &'p Program,
    run: Execution<'p>,
    /// The owners of each object; a string has none.
    objects: Vec<Vec<Omega>>,
    regions: Regions,
    /// What formals stand for, by activation.
    activations: Vec<Vec<(Name, Omega)>>,
    /// The unique variables that forks capture.
    captured: FxHashMap<ExprId, Vec<Name>>,
    /// The classes of the initialisers that expressions stand in.
    inits: FxHashMap<ExprId, ClassId>,
    found: Vec<Fired>,
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
            captured: FxHashMap::default(),
            inits,
            found: Vec::new(),
        };
        owners.find_captured();
        owners
    }

    /// One step of a thread, and what it means for the ghosts.
    fn step(&mut self, state: &State, thread: ThreadId, steps: u64) -> Option<State> {
        let redex = state.threads.get(thread.index())?.redex()?;
        let mut next = state.clone();
        let event = self.run.reduce(&mut next, thread)?;
        let breaches = self.look(&redex, &event, &mut next);
        for breach in breaches {
            let fired = Fired { breach, thread, site: event.site, steps };
            let same = |f: &Fired| f.site == fired.site && f.breach == breach;
            if !self.found.iter().any(same) {
                self.found.push(fired);
            }
        }
        let t = next.threads.get_mut(thread.index())?;
        *t = self.run.focus(t.clone());
        Some(next)
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
                    self.hold(taken, Some(thread));
                }
            }
            (EventKind::Call { object, method: MethodId::Declared(m) }, Redex::Invoke { args, .. }) => {
                breaches.extend(self.called(next, thread, object, m, args));
            }
            (EventKind::Fork { child }, Redex::Whole { at, env }) => {
                for x in self.captured.get(at).cloned().unwrap_or_default() {
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
        let scope = Scope { state, env, formals: &formals, thread };
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
        let scope = Scope { state, env, formals: &formals, thread };
        self.receives(ty, value, &scope)
    }

    /// A value in a field.
    fn stored(&mut self, state: &State, thread: ThreadId, o: ObjectId, f: FieldId, value: Value) -> Option<Breach> {
        let (env, formals) = self.inside(state, o, f)?;
        let ty = self.source.fields[f.index()].ty;
        let breach = self.receives(ty, value, &Scope { state, env: &env, formals: &formals, thread });
        let unique = self.source.locks_of(ty).first().map(|&o| self.source.expr(o));
        if let (Some(Expr::Special(Special::Unique)), Value::Object(given)) = (unique, value) {
            self.hold(given, None);
        }
        breach
    }

    /// The guard of an accessed field.
    fn accessed(&self, state: &State, thread: ThreadId, o: ObjectId, f: FieldId, mode: Mode) -> Option<Breach> {
        let field = &self.source.fields[f.index()];
        let class = self.run.tables.classes.get(self.run.tables.fields[f.index()].owner).declared?;
        let class = &self.source.classes[class as usize];
        let guard = self.source.guard_of(class, field).or(field.write_guard.filter(|_| mode == Mode::Write))?;
        if field.is_final {
            return None;
        }
        let (env, formals) = self.inside(state, o, f)?;
        let scope = Scope { state, env: &env, formals: &formals, thread };
        let lock = self.lock(guard, Some(o), &scope);
        (!self.held(lock, mode, &scope)).then_some(Breach::Owner(f))
    }

    /// What `this` and the formals are in the declaration of a field.
    fn inside(&self, state: &State, o: ObjectId, f: FieldId) -> Option<(Env, Vec<(Name, Omega)>)> {
        let owner = self.run.tables.fields[f.index()].owner;
        let env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
        Some((env, self.formals_of(state, o, owner)?))
    }

    /// \[RED INVOKE\]: binds the formals, looks at the clauses and at the arguments.
    fn called(&mut self, state: &mut State, thread: ThreadId, o: ObjectId, m: u32, args: &[Value]) -> Vec<Breach> {
        let method = &self.source.methods[m as usize];
        let owner = self.run.tables.method_owner[m as usize];
        let params = self.source.params_of(method);
        let mut formals = match method.receiver {
            None => self.formals_of(state, o, owner).unwrap_or_default(),
            Some(_) => Vec::new(),
        };
        let mut given: Vec<(TypeId, Value)> = method.receiver.map(|t| (t, Value::Object(o))).into_iter().collect();
        given.extend(params.iter().zip(args).map(|(p, v)| (p.ty, *v)));
        let variable = |x: Name| x == Name::THIS || params.iter().any(|p| p.name == x);
        for alone in [false, true] {
            for &(ty, value) in &given {
                self.match_formals(state, ty, value, alone, &variable, &mut formals);
            }
        }
        let mut env = Env::unit(Name::THIS, Binding::Value(Value::Object(o)));
        params.iter().zip(args).for_each(|(p, v)| _ = env.insert(p.name, Binding::Value(*v)));
        let mut breaches = Vec::new();
        let seen = state.clone();
        let scope = Scope { state: &seen, env: &env, formals: &formals, thread };
        for (list, mode) in [(method.requires, Mode::Write), (method.reads, Mode::Read)] {
            for &l in self.source.list(list) {
                let lock = self.lock(l, self.qualifier(m, l, o, args), &scope);
                breaches.extend((!self.held(lock, mode, &scope)).then_some(Breach::Requires(m)));
            }
        }
        for (ty, value) in given {
            breaches.extend(self.receives(ty, value, &scope));
        }
        self.activations.push(formals);
        let number = Value::Int(self.activations.len() as i32 - 1);
        if let Some(t) = state.threads.get_mut(thread.index())
            && let Control::Eval(_, env) = &mut t.control
        {
            env.insert(ACTIVATION, Binding::Value(number));
        }
        breaches
    }

    /// What a formal alone in a clause of a method is qualified by: `this`, or the one parameter whose first owner it is.
    fn qualifier(&self, m: u32, l: ExprId, o: ObjectId, args: &[Value]) -> Option<ObjectId> {
        let Expr::Var(f) = self.source.expr(l) else { return Some(o) };
        let method = &self.source.methods[m as usize];
        let first = |t: TypeId| self.source.locks_of(t).first().is_some_and(|&o| self.source.expr(o) == Expr::Var(f));
        let params = self.source.params_of(method).iter().zip(args);
        let found = params.filter(|(p, _)| first(p.ty)).map(|(_, v)| v.object()).next();
        let class = self.run.tables.classes.get(self.run.tables.method_owner[m as usize]).declared;
        let own = class.is_some_and(|c| {
            self.source.formals_of(&self.source.classes[c as usize]).iter().any(|formal| formal.name == f)
        });
        if own || method.receiver.is_some_and(first) { Some(o) } else { found.unwrap_or(Some(o)) }
    }

    /// Where a type has a formal that is not bound yet, it stands for what the value has there.
    fn match_formals(
        &self,
        state: &State,
        ty: TypeId,
        value: Value,
        alone: bool,
        variable: &dyn Fn(Name) -> bool,
        formals: &mut Vec<(Name, Omega)>,
    ) {
        let (Some(o), Some(class)) = (value.object(), self.class_of(ty)) else { return };
        let Some(seen) = self.seen(state, o, class) else { return };
        if seen.first().is_some_and(|o| self.regions.is_open(*o)) != alone {
            return;
        }
        for (&o, has) in self.source.locks_of(ty).iter().zip(seen) {
            if let Expr::Var(f) = self.source.expr(o)
                && !variable(f)
                && formals.iter().all(|(g, _)| *g != f)
            {
                formals.push((f, has));
            }
        }
    }

    /// Whether a read is the first half of a take.
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

    /// The unique variables of each fork's body, by the declared types of those in scope.
    fn find_captured(&mut self) {
        let program = &self.run.tables.program;
        let unique = |t: TypeId| {
            let first = (t.0 as usize) < self.source.types.len();
            let first = first.then(|| self.source.locks_of(t).first().map(|&o| self.source.expr(o))).flatten();
            first == Some(Expr::Special(Special::Unique))
        };
        let mut found = FxHashMap::default();
        let mut walk = Captures { program, unique: &unique, scope: Vec::new(), found: &mut found };
        for (method, erased) in self.source.methods.iter().zip(&program.methods) {
            let params = self.source.params_of(method).iter().map(|p| (p.name, unique(p.ty)));
            walk.scope = method.receiver.map(|t| (Name::THIS, unique(t))).into_iter().chain(params).collect();
            walk.expr(erased.body);
        }
        walk.scope.clear();
        program.fields.iter().filter_map(|f| f.init).chain(program.main).for_each(|e| walk.expr(e));
        self.captured = found;
    }

    /// The class of a written type.
    fn class_of(&self, ty: TypeId) -> Option<ClassId> {
        match self.source.types.get(ty.0 as usize)?.kind {
            TypeKind::Class { name, .. } => self.run.tables.classes.find(name),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void => None,
        }
    }

    /// What formals stand for at an expression.
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
        let declared = self.run.tables.classes.get(class).declared;
        declared.map_or(Vec::new(), |c| {
            self.source.formals_of(&self.source.classes[c as usize]).iter().map(|f| f.name).collect()
        })
    }

    fn denote(&self, state: &State, path: &GhostPath) -> Option<ObjectId> {
        self.run.denote(state, path)?.object()
    }
}

/// Finds what forks capture, with the variables in scope and whether each is unique.
struct Captures<'c> {
    program: &'c Program,
    unique: &'c dyn Fn(TypeId) -> bool,
    scope: Vec<(Name, bool)>,
    found: &'c mut FxHashMap<ExprId, Vec<Name>>,
}

impl Captures<'_> {
    fn expr(&mut self, e: ExprId) {
        if let Expr::Fork(body) = self.program.expr(e) {
            let is_unique = |x: &Name| self.scope.iter().rev().find(|(y, _)| y == x).is_some_and(|(_, unique)| *unique);
            let free = self.program.free_variables(body);
            self.found.insert(e, free.into_iter().filter(is_unique).collect());
        }
        let parts = self.program.parts(e);
        let last = parts.last();
        for child in parts.children() {
            let depth = self.scope.len();
            if let (Some(x), true, Some(t)) = (parts.binds, Some(child) == last, parts.ty) {
                self.scope.push((x, (self.unique)(t)));
            }
            deep(|| self.expr(child));
            self.scope.truncate(depth);
        }
    }
}
