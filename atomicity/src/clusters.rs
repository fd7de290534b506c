//! Clusters of warnings (section 5, after section 8 of the paper): methods that one guard more would make atomic are warned of
//! together, and of them the lowest are reported.

use crate::algebra::below;
use crate::checker::{Checker, FieldKind, components};
use crate::judgment::Judgment;
use crate::tree::{Put, Tree, Trees};
use racefree_grammar::ast::{Basic, Expr, ExprId};
use racefree_grammar::path::{Path, Substitution};
use racefree_kernel::Recorder;
use racefree_program::ClassId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Methods that are warned of together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cluster {
    /// The guards that each would make all of them atomic, as `Class.guard`; empty: no lock would.
    pub guards: Vec<String>,
    /// The methods.
    pub methods: Vec<u32>,
    /// The lowest of them.
    pub report: Vec<u32>,
}

/// Which guards each lock of a method's atomicity stands for.
type Origins = BTreeMap<Path, BTreeSet<(u32, Path)>>;

/// The clusters of a program.
pub(crate) fn of_program<'c, 'p, R: Recorder<Judgment>>(cx: &mut Checker<'c, 'p, R>) -> Vec<Cluster> {
    let calls = call_graph(cx);
    let origins = origins(cx);
    let mut by_guard: BTreeMap<(u32, Path), Vec<u32>> = BTreeMap::new();
    for m in 0..cx.program.methods.len() as u32 {
        let a = cx.bodies[m as usize];
        let mut guards: BTreeMap<(u32, Path), Vec<Path>> = BTreeMap::new();
        for (&lock, from) in &origins[m as usize] {
            from.iter().for_each(|&guard| guards.entry(guard).or_default().push(lock));
        }
        for (guard, locks) in guards {
            let decide = |trees: &mut Trees<'p>, to: Put| {
                trees.rebuild(a, &mut |_, l| if locks.contains(&l) { to } else { Put::Lock(l) })
            };
            let (with, without) = (decide(&mut cx.trees, Put::Held), decide(&mut cx.trees, Put::Unheld));
            if tells_apart(&mut cx.trees, with, without) {
                by_guard.entry(guard).or_default().push(m);
            }
        }
    }
    let mut found: BTreeMap<Vec<u32>, Vec<String>> = BTreeMap::new();
    for ((class, guard), methods) in by_guard {
        let cn = cx.program.text(cx.classes().get(ClassId(class)).name);
        let text = format!("{cn}.{}", cx.trees.locks.text(guard, cx.source));
        for part in connected(&methods, &calls) {
            found.entry(part).or_default().push(text.clone());
        }
    }
    let atomic = |cx: &mut Checker<'c, 'p, R>, m: u32| {
        let held = cx.requires_of(m);
        below(cx.trees.at(cx.bodies[m as usize], |l| held.contains(&l)), Basic::Atomic)
    };
    let alone: Vec<u32> = (0..cx.program.methods.len() as u32)
        .filter(|&m| !found.keys().any(|methods| methods.contains(&m)))
        .filter(|&m| !atomic(cx, m) && calls[m as usize].iter().all(|&callee| atomic(cx, callee)))
        .collect();
    let mut clusters: Vec<Cluster> = found
        .into_iter()
        .map(|(methods, guards)| Cluster { report: lowest(&methods, &calls), guards, methods })
        .collect();
    let parts = connected(&alone, &calls);
    clusters.extend(parts.into_iter().map(|methods| Cluster {
        report: lowest(&methods, &calls),
        guards: Vec::new(),
        methods,
    }));
    clusters
}

/// Whether some other locks make `with` atomic and not `without`.
fn tells_apart(trees: &mut Trees<'_>, with: Tree, without: Tree) -> bool {
    let mut todo = vec![(with, without)];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some((a, b)) = todo.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        if let (Some(a), Some(b)) = (a.as_basic(), b.as_basic()) {
            if below(a, Basic::Atomic) && !below(b, Basic::Atomic) {
                return true;
            }
            continue;
        }
        let Some(lock) = trees.first_lock(a, b) else { continue };
        let ((a1, a0), (b1, b0)) = (trees.ways(a, lock), trees.ways(b, lock));
        todo.extend([(a1, b1), (a0, b0)]);
    }
    false
}

/// Of each method, those that it may call.
fn call_graph<R: Recorder<Judgment>>(cx: &Checker<'_, '_, R>) -> Vec<BTreeSet<u32>> {
    let mut calls = vec![BTreeSet::new(); cx.program.methods.len()];
    for called in &cx.calls {
        if let Some(caller) = called.caller {
            calls[caller as usize].insert(called.method);
        }
    }
    calls
}

/// The parts of a set of methods that calls connect.
fn connected(methods: &[u32], calls: &[BTreeSet<u32>]) -> Vec<Vec<u32>> {
    let within: BTreeSet<u32> = methods.iter().copied().collect();
    let mut near: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for &m in methods {
        for &callee in calls[m as usize].intersection(&within) {
            near.entry(m).or_default().push(callee);
            near.entry(callee).or_default().push(m);
        }
    }
    let (mut seen, mut parts) = (BTreeSet::new(), Vec::new());
    for &start in methods {
        let (mut part, mut todo) = (BTreeSet::new(), vec![start]);
        while let Some(m) = todo.pop() {
            if seen.insert(m) {
                part.insert(m);
                todo.extend(near.get(&m).into_iter().flatten());
            }
        }
        if !part.is_empty() {
            parts.push(part.into_iter().collect());
        }
    }
    parts
}

/// Those of a cluster that call no other of it; of a cycle all.
fn lowest(methods: &[u32], calls: &[BTreeSet<u32>]) -> Vec<u32> {
    let at: FxHashMap<u32, usize> = methods.iter().enumerate().map(|(i, &m)| (m, i)).collect();
    let edges = |i: usize| calls[methods[i] as usize].iter().filter_map(|m| at.get(m).copied()).collect::<Vec<_>>();
    let mut lowest: Vec<u32> = Vec::new();
    for (part, _) in components(methods.len(), edges) {
        if part.iter().all(|&i| edges(i).iter().all(|to| part.contains(to))) {
            lowest.extend(part.into_iter().map(|i| methods[i]));
        }
    }
    lowest.sort_unstable();
    lowest
}

/// Carries guards along with the substitutions of lets and calls.
fn origins<'c, 'p, R: Recorder<Judgment>>(cx: &mut Checker<'c, 'p, R>) -> Vec<Origins> {
    let mut origins = vec![Origins::new(); cx.program.methods.len()];
    for component in cx.components.clone() {
        loop {
            let mut changed = false;
            for &m in &component {
                let mut found = Origins::new();
                let body = cx.program.methods[m as usize].body;
                collect(cx, body, &Substitution::default(), &origins, &mut found);
                changed |= found != origins[m as usize];
                origins[m as usize] = found;
            }
            if !changed
                || component.len() == 1
                    && !cx.calls.iter().any(|c| c.caller == Some(component[0]) && c.method == component[0])
            {
                break;
            }
        }
    }
    origins
}

fn collect<'c, 'p, R: Recorder<Judgment>>(
    cx: &mut Checker<'c, 'p, R>,
    body: ExprId,
    names: &Substitution,
    known: &[Origins],
    found: &mut Origins,
) {
    let mut todo = vec![(body, names.clone())];
    while let Some((e, names)) = todo.pop() {
        match cx.program.expr(e) {
            Expr::Fork(_) => continue,
            Expr::Let { var, bound, body, .. } => {
                let path = cx.trees.locks.of(bound);
                let path = cx.trees.locks.paths.substitute(path, &names);
                let mut inner = Substitution::default();
                inner.add(var, path);
                names.entries().iter().for_each(|&(x, l)| inner.add(x, l));
                todo.push((bound, names));
                todo.push((body, inner));
                continue;
            }
            Expr::Field { recv, .. } | Expr::Assign { recv, .. } => {
                if let Some(FieldKind::Guarded(l) | FieldKind::WriteGuarded(l)) = cx.field_kind(e, recv)
                    && let Some(guard) = cx.guard_as_written(e)
                {
                    let l = cx.trees.locks.paths.substitute(l, &names);
                    found.entry(l).or_default().insert((guard.0.0, guard.1));
                }
            }
            Expr::Call { recv, .. } => {
                for (m, theta) in cx.targets(e, recv) {
                    for (&lock, guards) in &known[m as usize] {
                        let here = cx.trees.locks.paths.substitute(lock, &theta);
                        let here = cx.trees.locks.paths.substitute(here, &names);
                        if cx.trees.locks.is_short(here) {
                            found.entry(here).or_default().extend(guards.iter().copied());
                        }
                    }
                }
            }
            _ => {}
        }
        todo.extend(cx.program.children(e).map(|child| (child, names.clone())));
    }
}
