//! The stages that need no object: original pairs (the same field name, one a write) and reachable ones. They are counted
//! ([`count`]), never listed.

mod count;

use crate::facts::{AccessId, Facts, Kind};
use crate::points::InstId;
use crate::stages::{Pair, Run};
use crate::threads::{Others, Reached, Threads};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

pub use count::count;

/// The threads that reach an access, each with its clock number.
type ThreadsOf = Vec<(InstId, Option<u32>)>;

/// Threads that reach each access, for one k.
pub struct Reach {
    threads: Threads,
    reached: Vec<Reached>,
    /// Every thread of each access, where assumptions are made about threads.
    each: Option<Vec<ThreadsOf>>,
}

impl Reach {
    /// The reach of threads in a run.
    pub fn new(run: Run<'_, '_>) -> Reach {
        let mut reached = vec![Reached::NOT; run.facts.accesses.len()];
        let on = run.threads.excludes().then(|| run.threads.on(run.points, usize::MAX));
        let mut each = on.as_ref().map(|_| vec![Vec::new(); reached.len()]);
        for here in &run.here {
            let known = &mut reached[here.access.index()];
            *known = known.with(here.reached);
            if let (Some(on), Some(each)) = (&on, &mut each) {
                let threads = on[here.inst.index()].iter();
                each[here.access.index()].extend(threads.map(|&r| (r, here.reached.main.filter(|_| r == InstId(0)))));
            }
        }
        Reach { threads: run.threads, reached, each }
    }

    /// Par for some threads of two accesses.
    pub fn parallel(&self, (a, b): Pair) -> bool {
        match &self.each {
            None => self.threads.parallel(self.reached[a.index()], self.reached[b.index()]),
            Some(each) => {
                let pairs = |&r: &(InstId, Option<u32>)| each[b.index()].iter().any(|&s| self.threads.par(r, s));
                each[a.index()].iter().any(pairs)
            }
        }
    }

    /// The threads that make an access.
    pub fn of(&self, e: AccessId) -> Reached {
        self.reached[e.index()]
    }

    /// Returns true if some thread makes an access.
    fn made(&self, e: AccessId) -> bool {
        let reached = self.of(e);
        reached.main.is_some() || reached.others != Others::None
    }
}

/// The accesses that count, by field name.
pub fn by_field(facts: &Facts<'_>, counted: &[bool]) -> Vec<(Name, Vec<AccessId>)> {
    let mut groups: FxHashMap<Name, Vec<AccessId>> = FxHashMap::default();
    for e in facts.access_ids().filter(|e| counted[e.index()]) {
        groups.entry(facts.access(e).field).or_default().push(e);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable_by_key(|g| g.0);
    groups
}

/// Counts the pairs of accesses to fields of the same name, one of them a write.
pub fn original(facts: &Facts<'_>, counted: &[bool]) -> u64 {
    let of = |(_, accesses): (Name, Vec<AccessId>)| {
        let reads = accesses.iter().filter(|&&e| facts.access(e).kind == Kind::Read).count() as u64;
        let writes = accesses.len() as u64 - reads;
        writes * (writes + 1) / 2 + reads * writes
    };
    by_field(facts, counted).into_iter().map(of).sum()
}
