//! Waits for other threads that keep a lock meanwhile, and the places where those threads may take it. A repair that makes a new pair of
//! them trades a race for a deadlock.
//!
//! Locks are told apart by declared types alone, as in the nesting of locks: two may be taken for one. A wait of which nothing says whom it
//! is for is one for every thread.
//!
//! | module | contents |
//! | --- | --- |
//! | `calls` | calls that wait, and whom they wait for |
//! | `locks` | the locks that an expression may denote |
//! | `units` | code that runs as a whole: methods, lambdas, method references |

mod calls;
mod locks;
mod units;

use crate::Java;
use crate::tree::{Member, MethodNo, Nesting, Origin};
use locks::Lock;
use racefree_grammar::Span;
use std::collections::{BTreeSet, HashMap};
use units::Unit;

/// A wait for other threads.
struct Wait {
    at: Span,
    /// Locks around it that it does not give back.
    held: Vec<Lock>,
    /// The locks that it gives back while it waits, of those of its callers.
    given_back: Option<Lock>,
    /// The expressions that make whom it waits for; none, if nothing says so.
    of: Option<Vec<Span>>,
}

/// Code of the sources, with the locks that a caller may hold at its start.
struct Units {
    all: Vec<Unit>,
    by_method: HashMap<MethodNo, usize>,
    entered_with: Vec<Vec<Lock>>,
}

/// The pairs of a wait with a lock and a place where who is waited for may take that lock, by where both begin.
pub fn pairs(java: &mut Java) -> BTreeSet<(u32, u32)> {
    let units = Units::of(java);
    let jobs: Vec<usize> = (0..units.all.len()).filter(|u| units.all[*u].is_job).collect();
    let of_jobs = units.reached(&jobs);
    let everything: Vec<usize> = (0..units.all.len()).collect();
    let mut found = BTreeSet::new();
    for (u, unit) in units.all.iter().enumerate() {
        for wait in &unit.waits {
            let by_callers = units.entered_with[u].iter().filter(|lock| match &wait.given_back {
                Some(given) => !given.may_be(lock, java),
                None => true,
            });
            let held: Vec<&Lock> = wait.held.iter().chain(by_callers).collect();
            if held.is_empty() {
                continue;
            }
            let own = wait.of.as_ref().map(|of| units.made_in(of, java)).filter(|own| !own.is_empty());
            let others = match own {
                Some(own) => units.reached(&own),
                // A thread that waits may wait for `main`.
                None if of_jobs.contains(&u) => everything.iter().copied().collect(),
                None => of_jobs.clone(),
            };
            for (lock, at) in others.iter().flat_map(|other| &units.all[*other].takes) {
                let is_own = unit.span.contains(*at) && at.contains(wait.at);
                if !is_own && held.iter().any(|held| held.may_be(lock, java)) {
                    found.insert((wait.at.start, at.start));
                }
            }
        }
    }
    found
}

impl Units {
    fn of(java: &mut Java) -> Units {
        let mut all = Vec::new();
        let in_code = |java: &Java, mut class| loop {
            let it: &crate::tree::Class = &java.classes[crate::tree::ClassNo::index(class)];
            match (it.nesting, it.outer) {
                (Nesting::Local | Nesting::Anonymous, _) => break true,
                (Nesting::Top | Nesting::Member, Some(outer)) => class = outer,
                (Nesting::Top | Nesting::Member, None) => break false,
            }
        };
        let classes = (0..java.classes.len() as u32).map(crate::tree::ClassNo);
        let sources: Vec<_> = classes
            .filter(|class| java.classes[class.index()].origin == Origin::Source && !in_code(java, *class))
            .collect();
        for class in sources {
            for member in java.classes[class.index()].members.clone() {
                let body = java.attribute(member);
                units::collect(java, &body, &mut all);
            }
        }
        let of_method = |(u, unit): (usize, &Unit)| match unit.member {
            Some(Member::Method(m)) => Some((m, u)),
            Some(Member::Field(_) | Member::Initializer(_)) | None => None,
        };
        let by_method = all.iter().enumerate().filter_map(of_method).collect();
        let mut units = Units { entered_with: vec![Vec::new(); all.len()], all, by_method };
        units.override_calls(java);
        units.enter();
        units
    }

    /// Adds the methods that override what is called.
    fn override_calls(&mut self, java: &Java) {
        let named = |m: MethodNo| {
            let data = &java.methods[m.index()];
            (data.name, data.parameters.len())
        };
        let mut alike: HashMap<_, Vec<MethodNo>> = HashMap::new();
        for m in self.by_method.keys() {
            alike.entry(named(*m)).or_default().push(*m);
        }
        let class = |m: MethodNo| java.methods[m.index()].class;
        for unit in &mut self.all {
            for call in std::mem::take(&mut unit.calls) {
                let others = alike.get(&named(call.0)).into_iter().flatten();
                let below = others.filter(|m| **m != call.0 && locks::is_below(java, class(**m), class(call.0)));
                unit.calls.extend(below.map(|m| (*m, call.1.clone())));
                unit.calls.push(call);
            }
        }
    }

    /// The units that a unit calls, or runs on the spot, with the locks that it holds there.
    fn next(&self, u: usize) -> impl Iterator<Item = (usize, &Vec<Lock>)> {
        let unit = &self.all[u];
        let called = unit.calls.iter().filter_map(|(m, held)| Some((*self.by_method.get(m)?, held)));
        let is_inner = move |(_, inner): &(usize, &Unit)| {
            !inner.is_job && inner.member.is_none() && inner.within.is_some_and(|within| within == unit.span)
        };
        let inner = self.all.iter().enumerate().filter(is_inner).map(|(n, inner)| (n, &inner.held));
        called.chain(inner)
    }

    /// Notes the locks of callers, and of theirs.
    fn enter(&mut self) {
        let mut work: Vec<usize> = (0..self.all.len()).collect();
        while let Some(u) = work.pop() {
            let mut added = Vec::new();
            for (next, held) in self.next(u) {
                let known = &self.entered_with[next];
                let all = held.iter().chain(&self.entered_with[u]);
                let new: Vec<Lock> = all.filter(|lock| !known.contains(lock)).cloned().collect();
                added.push((next, new));
            }
            for (next, new) in added.into_iter().filter(|(_, new)| !new.is_empty()) {
                self.entered_with[next].extend(new);
                work.push(next);
            }
        }
    }

    /// Units that run once some of them do.
    fn reached(&self, first: &[usize]) -> BTreeSet<usize> {
        let (mut found, mut work) = (BTreeSet::new(), first.to_vec());
        while let Some(u) = work.pop() {
            if found.insert(u) {
                work.extend(self.next(u).map(|(next, _)| next));
            }
        }
        found
    }

    /// The code that threads and tasks run which some expressions make.
    fn made_in(&self, of: &[Span], java: &Java) -> Vec<usize> {
        let is_in = |unit: &Unit| of.iter().any(|span| span.contains(unit.span));
        let own = self.all.iter().enumerate().filter(|(_, unit)| match unit.member {
            None => is_in(unit),
            Some(Member::Method(m)) => {
                let class = java.methods[m.index()].class;
                let made = |unit: &Unit| {
                    let spans = || of.iter().any(|span| unit.made.iter().any(|(_, at)| span.contains(*at)));
                    spans() && unit.made.iter().any(|(made, at)| *made == class && of.iter().any(|s| s.contains(*at)))
                };
                unit.is_job && self.all.iter().any(made)
            }
            Some(Member::Field(_) | Member::Initializer(_)) => false,
        });
        own.map(|(u, _)| u).collect()
    }
}
