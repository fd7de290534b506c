//! Overhead of race detectors: runs with none, one or both, with all accesses or with those to watched fields alone,
//! each with the observers chosen statically, so that nothing but them is measured.

use super::run::drive_coarse;
use super::{Detectors, RunOptions};
use crate::detect::{HappensBefore, Lockset};
use crate::machine::{Lowered, Machine};
use crate::observe::{Observer, Place, Touch};
use crate::schedule::Stream;
use std::sync::Arc;

/// Amount of work of a run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Work {
    /// Reduction steps.
    pub steps: u64,
    /// Accesses to fields, init-writes among them.
    pub accesses: u64,
    /// Accesses that are watched.
    pub watched: u64,
}

/// A program that is run again and again.
pub struct Overhead {
    all: Machine,
    some: Machine,
    /// True if some field is watched.
    any: bool,
    options: RunOptions,
}

#[derive(Default)]
struct PointCount(u64);

impl Observer for PointCount {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TOUCHES: bool = true;

    fn touch<'a>(&mut self, _: Place<'a>, _: impl Fn() -> Touch<'a> + Copy) {
        self.0 += 1;
    }

    fn stops(&self) -> bool {
        false
    }
}

impl Overhead {
    /// Runs of a program with these fields watched where types are used; none: all.
    pub fn new(program: &Arc<Lowered>, options: &RunOptions) -> Overhead {
        let machine = |program: Arc<Lowered>| Machine::new(program, options.semantics, options.limits);
        let any = options.watched.as_ref().is_none_or(|fields| fields.contains(&true));
        let some = machine(super::run::watching(program, options));
        Overhead { all: machine(program.clone()), some, any, options: options.clone() }
    }

    /// Returns the work of `runs` runs.
    pub fn work(&mut self, runs: u64) -> Work {
        let mut work = Work::default();
        for run in 0..runs {
            let (mut all, mut some) = (PointCount::default(), PointCount::default());
            one(&mut self.all, &self.options, run, &mut all);
            one(&mut self.some, &self.options, run, &mut some);
            work.steps += self.all.steps();
            work.accesses += all.0;
            work.watched += some.0;
        }
        work
    }

    /// Makes `runs` runs under these detectors, of all or of watched accesses. Returns the number of races found.
    pub fn runs(&mut self, detectors: Detectors, with_types: bool, runs: u64) -> usize {
        let mut found = 0;
        for run in 0..runs {
            found += match (with_types, self.any) {
                (false, _) => watched(&mut self.all, &self.options, detectors, run),
                (true, true) => watched(&mut self.some, &self.options, detectors, run),
                (true, false) => watched(&mut self.some, &self.options, Detectors::NONE, run),
            };
        }
        found
    }
}

fn one<O: Observer>(machine: &mut Machine, options: &RunOptions, run: u64, obs: &mut O) {
    machine.reset();
    let options = RunOptions { seed: Stream::seed_of_run(options.seed, run), ..options.clone() };
    drive_coarse(machine, &options, obs, &mut || true);
}

fn watched(machine: &mut Machine, options: &RunOptions, detectors: Detectors, run: u64) -> usize {
    let (mut hb, mut lockset) = (HappensBefore::new(), Lockset::new());
    match (detectors.happens_before, detectors.lockset) {
        (false, false) => one(machine, options, run, &mut ()),
        (true, false) => one(machine, options, run, &mut hb),
        (false, true) => one(machine, options, run, &mut lockset),
        (true, true) => {
            let mut both = (hb, lockset);
            one(machine, options, run, &mut both);
            (hb, lockset) = both;
        }
    }
    hb.races().len() + lockset.races().len()
}
