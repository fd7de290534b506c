//! The paper's UnlockedPairs″, in which each pair of paths is looked at, beside UnlockedPairs′, which one lock of all paths decides;
//! Fact 1 and Lemma 2 of the paper, in its own mode.

use super::alias::{Alias, Edge, Inst, Obj, alias};
use super::locks::{Lock, Locks};
use super::order::order;
use super::stages::{Way, one};
use super::syntax::{Access, Site, Syntax, syntax};
use racefree_grammar::ast::Program;
use std::collections::BTreeSet;

/// What was looked at.
#[derive(Default, Debug)]
pub struct Looked {
    /// Tuples that UnlockedPairs″ has.
    pub both: u64,
    /// Tuples that UnlockedPairs′ removes.
    pub neither: u64,
    /// Tuples of UnlockedPairs′ that UnlockedPairs″ does not have: Lemma 2 speaks of these.
    pub apart: u64,
}

/// So many bodies with lock sets are gone through for an access.
const STATES: usize = 2_000;

/// The lock sets of all paths from a thread to an access; none, if there are too many.
fn lock_sets(
    s: &Syntax<'_>,
    a: &Alias,
    locks: &Locks<'_, '_>,
    x: &Access,
    c: &Obj,
) -> Option<BTreeSet<BTreeSet<Lock>>> {
    let goal: Inst = (x.body, c.clone());
    let mut states: BTreeSet<(Inst, BTreeSet<Lock>)> = BTreeSet::new();
    let mut todo: Vec<(Inst, BTreeSet<Lock>)> = locks.threads().into_iter().map(|r| (r, BTreeSet::new())).collect();
    let mut found = BTreeSet::new();
    let here = match x.site {
        Site::Expr(n) => s.nodes[&n].locks.clone(),
        Site::Field(_) => Vec::new(),
    };
    while let Some(state) = todo.pop() {
        if !states.insert(state.clone()) {
            continue;
        }
        if states.len() > STATES {
            return None;
        }
        let (at, held) = state;
        if at == goal {
            found.insert(held.union(&locks.here(&here, c)).cloned().collect());
        }
        for edge in a.edges.iter().filter(|e| e.4 != Edge::Fork) {
            if (s.nodes[&edge.0].body, &edge.1) == (at.0, &at.1) {
                todo.push(((edge.2, edge.3.clone()), locks.handed_on(edge, &held)));
            }
        }
    }
    Some(found)
}

/// Holds a program to Fact 1 and Lemma 2.
pub fn lemmas(program: &Program, k: usize, looked: &mut Looked) -> Result<(), String> {
    let way = Way { paper: true, k, off: Vec::new() };
    let s = syntax(program);
    let a = alias(&s, k, false);
    let o = order(&s, &a);
    let locks = Locks::new(&s, &a, &o, &way);
    let stages = one(&s, k, &way);
    let (escaping, unlocked) = (&stages[2], &stages[3]);
    for tuple in escaping {
        let (i, c, j, d) = tuple;
        let (Some(p), Some(q)) =
            (lock_sets(&s, &a, &locks, &s.accesses[*i], c), lock_sets(&s, &a, &locks, &s.accesses[*j], d))
        else {
            continue;
        };
        let by_pairs = p.iter().any(|l| q.iter().any(|m| l.is_disjoint(m)));
        let by_all = unlocked.contains(tuple);
        match (by_pairs, by_all) {
            (true, false) => return Err(format!("Fact 1: {tuple:?}")),
            (true, true) => looked.both += 1,
            (false, false) => looked.neither += 1,
            (false, true) => {
                looked.apart += 1;
                let several = |sets: &BTreeSet<BTreeSet<Lock>>| sets.iter().all(|l| l.len() > 1);
                if !several(&p) && !several(&q) {
                    return Err(format!("Lemma 2: {tuple:?}"));
                }
            }
        }
    }
    Ok(())
}
