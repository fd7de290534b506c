//! Finding a program that shows what a rule variant lets through: the variant accepts it, the base does not (for a change of the
//! semantics: both do), and it goes wrong.

use crate::generate::{self, Settings};
use crate::judge::{Judge, Kind, Verdict};
use crate::tree::Tree;
use crate::variant::Rules;
use racefree_explore::Found;
use racefree_interp::schedule::Stream;
use racefree_typeck::{Options, check};
use std::time::{Duration, Instant};

/// What a hunt has found.
#[derive(Clone, Debug)]
pub struct Kill {
    /// The program.
    pub tree: Tree,
    /// What goes wrong.
    pub kind: Kind,
    /// In which schedule.
    pub found: Found,
}

/// What a hunt has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Programs made.
    pub programs: u64,
    /// Of those, accepted by the variant.
    pub accepted: u64,
    /// Of those, rejected by the base; for a change of the semantics, all.
    pub apart: u64,
    /// Of those, explored in every schedule.
    pub explored: u64,
}

/// A hunt for one variant.
pub struct Hunt<'r> {
    rules: &'r Rules,
    judge: Judge,
    seed: u64,
    next: u64,
    /// What was done so far.
    pub effort: Effort,
}

/// Of the programs that one run shows nothing wrong with, every so many is explored.
const EXPLORE_ONE_IN: u64 = 16;

impl<'r> Hunt<'r> {
    /// A hunt from nothing but a seed.
    pub fn new(rules: &'r Rules, seed: u64) -> Hunt<'r> {
        let seed = Stream::new(seed).bits();
        Hunt { rules, judge: Judge::new(rules), seed, next: 0, effort: Effort::default() }
    }

    /// Goes on until something is found or the time is up.
    pub fn run(&mut self, time: Duration) -> Option<Kill> {
        let start = Instant::now();
        while self.next % 64 != 0 || start.elapsed() < time {
            if let Some(kill) = self.step() {
                return Some(kill);
            }
        }
        None
    }

    /// Looks at one more program.
    pub fn step(&mut self) -> Option<Kill> {
        let seed = self.seed.wrapping_add(self.next);
        self.next += 1;
        let tree = generate::program(&self.rules.options, self.settings(), seed);
        self.effort.programs += 1;
        self.look(tree)
    }

    fn settings(&self) -> Settings {
        match self.next % 4 {
            0 => Settings { ghosts: 2, methods: 2, ..Settings::small() },
            _ => Settings::small(),
        }
    }

    /// Looks whether a program is what is hunted for.
    pub fn look(&mut self, tree: Tree) -> Option<Kill> {
        let program = tree.program();
        if !self.rules.accepts(&program) {
            return None;
        }
        self.effort.accepted += 1;
        if !self.rules.only_semantics() && check(&program, "", &Options::default()).is_ok() {
            return None;
        }
        self.effort.apart += 1;
        let lowered = Judge::lower(program)?;
        if !self.judge.glance(&lowered) && self.effort.apart % EXPLORE_ONE_IN != 0 {
            return None;
        }
        self.effort.explored += 1;
        match self.judge.explore(&lowered) {
            Verdict::Wrong(kind, found) => Some(Kill { tree, kind, found }),
            _ => None,
        }
    }
}
