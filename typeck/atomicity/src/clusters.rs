//! Clusters of warnings (section 5, after section 8 of the paper): methods that one guard more would make atomic are warned of
//! together, and of them the lowest are reported.

use crate::algebra::is_atomic;
use crate::checker::{Checker, FieldKind, components};
use crate::locks::Lock;
use crate::names::Names;
use crate::tree::{TestOutcome, Tree, Trees};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use racefree_grammar::stack::deep;
use racefree_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Methods that are warned of together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// The guard that would make them atomic, as `Class.guard`; several that do so alike are joined by `, `. None: no lock would.
    pub guard: Option<String>,
    /// Their names.
    pub methods: Vec<String>,
    /// The lowest of them.
    pub report: Vec<String>,
}

/// The methods that each method may call, of those that call any.
type Calls = BTreeMap<u32, BTreeSet<u32>>;

/// A guard: the class that declares it, and as it is written there.
type ClassGuard = (ClassId, Lock);

/// Guards for which each lock of a method's atomicity stands.
type Origins = BTreeMap<Lock, BTreeSet<ClassGuard>>;

/// The clusters of a program.
pub(crate) fn of_program<'c, 'p>(cx: &mut Checker<'c, 'p>) -> Vec<Cluster> {
    let mut calls = Calls::new();
    for (caller, site) in cx.calls.iter().filter_map(|site| Some((site.caller.method()?, site))) {
        calls.entry(caller).or_default().insert(site.method);
    }
    let origins = origins(cx);
    let mut by_guard: BTreeMap<ClassGuard, Vec<u32>> = BTreeMap::new();
    for (m, origins) in (0..).zip(&origins) {
        let mut guards: BTreeMap<ClassGuard, Vec<Lock>> = BTreeMap::new();
        for (&lock, from) in origins {
            from.iter().for_each(|&guard| guards.entry(guard).or_default().push(lock));
        }
        let a = cx.bodies[m as usize];
        for (guard, locks) in guards {
            let mut decide = |to: TestOutcome| {
                cx.trees.rebuild(a, &mut |_, l| if locks.contains(&l) { to } else { TestOutcome::Lock(l) })
            };
            let (with, without) = (decide(TestOutcome::Held), decide(TestOutcome::Unheld));
            if tells_apart(&cx.trees, with, without) {
                by_guard.entry(guard).or_default().push(m);
            }
        }
    }
    let mut found: BTreeMap<Vec<u32>, Vec<String>> = BTreeMap::new();
    for ((class, guard), methods) in by_guard {
        let cn = cx.program.text(cx.classes().get(class).name);
        let lock = cx.trees.locks.text(guard, cx.source);
        let text = if cx.trees.locks.is_constant(guard) { lock } else { format!("{cn}.{lock}") };
        for part in connected(&methods, &calls) {
            found.entry(part).or_default().push(text.clone());
        }
    }
    let atomic: Vec<bool> = (0..cx.bodies.len()).map(|m| is_atomic(cx.with_requires(m as u32, cx.bodies[m]))).collect();
    let clustered: FxHashSet<u32> = found.keys().flatten().copied().collect();
    let alone = (0..).zip(&atomic).filter(|(m, atomic)| !**atomic && !clustered.contains(m)).map(|(m, _)| m);
    let alone: Vec<u32> = alone.filter(|&m| callees(&calls, m).all(|callee| atomic[callee as usize])).collect();
    let alone = connected(&alone, &calls).into_iter().map(|methods| (methods, Vec::new()));
    let names = |methods: &[u32]| methods.iter().map(|&m| cx.method_name(m)).collect();
    let cluster = |(methods, guards): (Vec<u32>, Vec<String>)| Cluster {
        guard: (!guards.is_empty()).then(|| guards.join(", ")),
        methods: names(&methods),
        report: names(&lowest(&methods, &calls)),
    };
    found.into_iter().chain(alone).map(cluster).collect()
}

/// True if some set of locks makes `with` atomic and not `without`.
fn tells_apart(trees: &Trees<'_>, with: Tree, without: Tree) -> bool {
    let mut todo = vec![(with, without)];
    let mut seen = FxHashSet::default();
    while let Some((a, b)) = todo.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        if let Some(lock) = trees.first(a, b) {
            let ((a1, a0), (b1, b0)) = (trees.branches(a, lock), trees.branches(b, lock));
            todo.extend([(a1, b1), (a0, b0)]);
        } else if [a, b].map(|a| is_atomic(trees.at(a, |_| false))) == [true, false] {
            return true;
        }
    }
    false
}

/// Returns the methods that a method may call.
fn callees(calls: &Calls, m: u32) -> impl Iterator<Item = u32> {
    calls.get(&m).into_iter().flatten().copied()
}

/// The parts of a set of methods, in order, that calls connect.
fn connected(methods: &[u32], calls: &Calls) -> Vec<Vec<u32>> {
    let mut near: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for &m in methods {
        for callee in callees(calls, m).filter(|callee| methods.binary_search(callee).is_ok()) {
            near.entry(m).or_default().push(callee);
            near.entry(callee).or_default().push(m);
        }
    }
    let (mut seen, mut parts) = (FxHashSet::default(), Vec::new());
    for &start in methods {
        let (mut part, mut todo) = (Vec::new(), vec![start]);
        while let Some(m) = todo.pop() {
            if seen.insert(m) {
                part.push(m);
                todo.extend(near.get(&m).into_iter().flatten());
            }
        }
        if !part.is_empty() {
            part.sort_unstable();
            parts.push(part);
        }
    }
    parts
}

/// Returns the methods of a cluster that call no other of it; of a cycle all.
fn lowest(methods: &[u32], calls: &Calls) -> Vec<u32> {
    let edges = |i: usize| -> Vec<usize> {
        callees(calls, methods[i]).filter_map(|m| methods.binary_search(&m).ok()).collect()
    };
    let mut lowest: Vec<u32> = Vec::new();
    for (mut part, _) in components(methods.len(), edges) {
        part.sort_unstable();
        if part.iter().all(|&i| edges(i).iter().all(|to| part.binary_search(to).is_ok())) {
            lowest.extend(part.into_iter().map(|i| methods[i]));
        }
    }
    lowest.sort_unstable();
    lowest
}

/// Returns for each method the guards of the locks that its atomicity tests: those of its accesses, and those of the
/// methods that it calls, carried along with the substitutions of lets and calls.
fn origins<'c, 'p>(cx: &mut Checker<'c, 'p>) -> Vec<Origins> {
    let mut origins = vec![Origins::new(); cx.program.methods.len()];
    for (component, itself) in std::mem::take(&mut cx.components) {
        loop {
            let mut changed = false;
            // A method whose atomicity tests no lock needs no guard.
            for &m in &component {
                if cx.bodies[m as usize].as_basic().is_some() {
                    continue;
                }
                let not_self = cx.types.not_self(cx.owners[m as usize], Some(m));
                let mut found = Origins::new();
                let body = cx.program.methods[m as usize].body;
                Collect { cx, names: Names::new(not_self), known: &origins }.expr(body, &mut found);
                changed |= found != origins[m as usize];
                origins[m as usize] = found;
            }
            if !changed || !itself {
                break;
            }
        }
    }
    origins
}

/// A walk over a body that collects guards.
struct Collect<'w, 'c, 'p> {
    cx: &'w mut Checker<'c, 'p>,
    /// Substitution of the variables bound by lets, as a caller of the method sees them.
    names: Names,
    known: &'w [Origins],
}

impl Collect<'_, '_, '_> {
    fn expr(&mut self, e: ExprId, found: &mut Origins) {
        deep(|| {
            let program = self.cx.program;
            match program.expr(e) {
                Expr::Fork(_) => return,
                Expr::Let { var, bound, body, .. } => {
                    self.expr(bound, found);
                    let path = self.cx.trees.locks.of(bound);
                    let hidden = self.names.bind(&mut self.cx.trees.locks.paths, var, path);
                    self.expr(body, found);
                    return self.names.unbind(var, hidden);
                }
                Expr::Field { recv, .. } | Expr::Assign { recv, .. } => self.access(e, recv, found),
                Expr::Move(of) if matches!(program.expr(of), Expr::Field { .. }) => {
                    let Expr::Field { recv, .. } = program.expr(of) else { return };
                    self.access(e, recv, found);
                    return self.expr(recv, found);
                }
                Expr::Call { recv, .. } => self.call(e, recv, found),
                Expr::Var(_) | Expr::New(_) | forms!(literal | block | operator | owned | extended) => {}
            }
            program.children(e).for_each(|child| self.expr(child, found));
        });
    }

    fn access(&mut self, e: ExprId, recv: ExprId, found: &mut Origins) {
        let l = match self.cx.field_kind(e, recv) {
            Some(FieldKind::Guarded(all)) => all.first().map(|needed| needed.lock),
            Some(FieldKind::WriteGuarded(l)) => Some(l),
            Some(FieldKind::Final | FieldKind::Local | FieldKind::Plain) | None => None,
        };
        if let Some(l) = l
            && let Some(guard) = self.cx.guard_as_written(e)
            && let TestOutcome::Lock(l) = self.names.of_put(&mut self.cx.trees.locks, l)
        {
            found.entry(l).or_default().insert(guard);
        }
    }

    fn call(&mut self, e: ExprId, recv: ExprId, found: &mut Origins) {
        for (m, theta) in self.cx.targets(e, recv) {
            for (&lock, guards) in &self.known[m as usize] {
                let locks = &mut self.cx.trees.locks;
                let here = theta.of(locks, lock);
                if let TestOutcome::Lock(here) = self.names.of_put(locks, here)
                    && locks.is_short(here)
                {
                    found.entry(here).or_default().extend(guards.iter().copied());
                }
            }
        }
    }
}
