//! Observations of runs (`owners.md`, section 4, steps 2 to 4), from FindLocks' maps: for each object and field the threads that
//! accessed it, the locks common to all accesses, writes after sharing, races. Objects are summed up by allocation site, fields by
//! declaration.

use crate::run::Runs;
use crate::run::kept::Cell;
use crate::run::seen::{Obj, Seen};
use crate::run::watch::watch as make;
use crate::run::watcher::Extent;
use racefree_grammar::Program;
use racefree_grammar::span::Span;
use racefree_interp::CannotRun;
use racefree_interp::machine::lower_with_scopes;
use racefree_kernel::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Protection of an object, as far as was seen: the first that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Protection {
    /// Thread-local: one thread accesses it.
    Thread,
    /// Read only: it is not written once another thread knows of it.
    Readonly,
    /// All accesses once it is shared hold its own lock.
    Own,
    /// Another lock: accesses have one in common.
    Lock,
    /// Ordered: forks and locks order the accesses.
    Ordered,
    /// Racy: none of this.
    Racy,
}

/// Observations of the objects of one allocation site, or of one field of all objects.
#[derive(Clone, Default, Debug)]
pub struct Observed {
    /// Number of objects.
    pub objects: u64,
    /// The most threads that accessed one of them, up to 64.
    pub threads: u32,
    /// Kinds of protection of the objects.
    pub protection: BTreeSet<Protection>,
    /// Final fields that name a lock common to all accesses of a field, in all objects so far that more than one thread
    /// accessed; none before the first.
    pub names: Option<FxHashSet<u32>>,
    /// Writes of a field, in the objects whose accesses have no lock in common.
    pub writes: Option<Writes>,
}

/// Observations of a field's writes, in the objects whose accesses by several threads have no lock in common.
#[derive(Clone, Default, Debug)]
pub struct Writes {
    /// True if two accesses raced.
    pub raced: bool,
    /// True if in each object all writes after sharing hold a lock in common.
    pub locked: bool,
    /// The final fields that name such a lock in all of them.
    pub names: FxHashSet<u32>,
}

impl Writes {
    fn join(self, other: Writes) -> Writes {
        let names = self.names.into_iter().filter(|f| other.names.contains(f)).collect();
        Writes { raced: self.raced || other.raced, locked: self.locked && other.locked, names }
    }
}

impl Observed {
    fn add(&mut self, protection: Protection, users: u64) {
        self.threads = self.threads.max(users.count_ones());
        self.protection.insert(protection);
    }

    /// Returns true if all writes of a racy field are locked.
    pub fn only_writes_locked(&self) -> bool {
        self.writes.as_ref().is_some_and(|writes| writes.raced && writes.locked)
    }

    /// Common protection of all objects that more than one thread accessed, or of all if there are none.
    pub fn all(&self) -> Option<Protection> {
        let mut found = self.protection.iter().copied().filter(|&p| p != Protection::Thread);
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            (Some(_), Some(_)) => None,
            (None, _) => self.protection.first().copied(),
        }
    }
}

/// Observations of all runs.
#[derive(Clone, Default, Debug)]
pub struct Observations {
    /// Objects by the place of the `new`.
    pub sites: FxHashMap<Span, Observed>,
    /// Fields by index.
    pub fields: FxHashMap<u32, Observed>,
    /// Number of runs.
    pub runs: u64,
    /// True if these were all runs, up to the order of independent steps.
    pub complete: bool,
}

impl Observations {
    fn object(&mut self, seen: &Seen, o: Obj, site: Span, cells: &[(u32, racefree_interp::ObjectId, Cell)]) {
        let finals: Vec<(u32, Obj)> = seen.finals(o).collect();
        let names = |locks: &[Obj]| -> FxHashSet<u32> {
            finals.iter().filter(|(_, lock)| locks.contains(lock)).map(|f| f.0).collect()
        };
        let (mut of_object, mut users) = (Protection::Thread, 0);
        for (field, _, cell) in cells {
            let locks = seen.later(o, cell).unwrap_or_default();
            let of_writes = seen.of_writes(o, cell);
            let found = protection(o, cell, &locks);
            let observed = self.fields.entry(*field).or_default();
            observed.add(found, cell.users);
            if cell.several {
                let common = names(&locks);
                observed.names = Some(match observed.names.take() {
                    Some(before) => &before & &common,
                    None => common,
                });
                if cell.raced || cell.written_later && locks.is_empty() {
                    let writes = Writes { raced: cell.raced, locked: !of_writes.is_empty(), names: names(&of_writes) };
                    observed.writes = Some(match observed.writes.take() {
                        Some(before) => before.join(writes),
                        None => writes,
                    });
                }
            }
            // An object with locks on writes only is protected by these.
            of_object = of_object.max(match found {
                Protection::Racy if of_writes.contains(&o) => Protection::Own,
                Protection::Racy if !of_writes.is_empty() => Protection::Lock,
                found => found,
            });
            users |= cell.users;
        }
        self.sites.entry(site).or_default().add(of_object, users);
    }
}

/// Protection of a field of an object, with the locks of all accesses once the object was shared.
fn protection(o: Obj, cell: &Cell, locks: &[Obj]) -> Protection {
    match cell {
        Cell { several: false, .. } => Protection::Thread,
        Cell { raced: true, .. } => Protection::Racy,
        _ if locks.contains(&o) => Protection::Own,
        Cell { written_later: false, .. } => Protection::Readonly,
        _ if !locks.is_empty() => Protection::Lock,
        _ => Protection::Ordered,
    }
}

/// Runs a program, and watches.
pub fn watch(program: &Program, runs: &Runs, budget: &Budget, threads: usize) -> Result<Observations, Vec<CannotRun>> {
    let lowered = lower_with_scopes(program.clone())?;
    let extent = Extent { of_writes: true, ..Extent::default() };
    let made = make(runs, &lowered, extent, budget, threads);
    let mut found = Observations { runs: made.seen.made, complete: made.complete, ..Observations::default() };
    let place = |site| lowered.tables.program.span(site);
    for (o, site, cells) in made.seen.each_object() {
        found.object(&made.seen, o, place(site), cells);
    }
    for (site, objects) in made.seen.objects_by_site().filter(|s| s.1 > 0) {
        found.sites.entry(place(site)).or_default().objects += objects;
    }
    for (&field, observed) in &mut found.fields {
        observed.objects = made.seen.counts[field as usize].1;
    }
    Ok(found)
}
