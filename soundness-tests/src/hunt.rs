//! Hunt for a counterexample to a rule variant: the variant accepts the program, the base does not (for a change of the
//! semantics: both do), and it goes wrong.

use crate::generate::{Choices, Maker, Settings};
use crate::judge::{Judge, Kind, Verdict};
use crate::reduce;
use crate::tree::Tree;
use crate::variant::Rules;
use racefree_explore::Found;
use racefree_grammar::Program;
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::schedule::Stream;
use racefree_kernel::Options;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counterexample found by a hunt.
#[derive(Clone, Debug)]
pub struct Kill {
    /// The program.
    pub tree: Tree,
    /// Kind of failure.
    pub kind: Kind,
    /// Finding, with its schedule.
    pub found: Found,
}

/// Effort of a hunt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Programs made.
    pub programs: u64,
    /// Programs accepted by the variant.
    pub accepted: u64,
    /// Programs among those rejected by the base; for a change of the semantics, all.
    pub apart: u64,
    /// Programs among those explored in every schedule.
    pub explored: u64,
}

impl Effort {
    /// Adds the effort of another hunt.
    pub fn add(&mut self, more: Effort) {
        self.programs += more.programs;
        self.accepted += more.accepted;
        self.apart += more.apart;
        self.explored += more.explored;
    }
}

/// A hunt for one variant.
pub struct Hunt<'r> {
    rules: &'r Rules,
    maker: Maker,
    judge: Judge,
    seed: u64,
    next: u64,
    /// Programs that the variant alone accepts and that have not gone wrong yet.
    pool: Vec<Tree>,
    /// When a race is wanted: programs in which something else goes wrong.
    fired: Vec<Tree>,
    race: bool,
    /// Rules that must not accept it, beside the base.
    beyond: &'r [Rules],
    /// Effort so far.
    pub effort: Effort,
}

/// Number of programs kept for further development.
const POOL: usize = 64;
/// Largest size of a program, in expressions and declarations.
const LARGEST: usize = 70;

/// Sampling interval for exploration of programs in which one run shows nothing wrong.
const EXPLORE_ONE_IN: u64 = 16;

impl<'r> Hunt<'r> {
    /// A hunt from nothing but a seed.
    pub fn new(rules: &'r Rules, seed: u64) -> Hunt<'r> {
        let seed = Stream::new(seed).bits();
        Hunt {
            rules,
            maker: Maker::new(rules),
            judge: Judge::new(rules),
            seed,
            next: 0,
            pool: Vec::new(),
            fired: Vec::new(),
            race: false,
            beyond: &[],
            effort: Effort::default(),
        }
    }

    /// Wants a race and nothing less; what goes wrong otherwise is developed further, beginning with these programs.
    #[must_use]
    pub fn for_race(self, from: Vec<Tree>) -> Hunt<'r> {
        Hunt { race: true, fired: from, ..self }
    }

    /// Restricts the hunt to failures due to all premises that are off together: these rules, each with fewer premises
    /// off, reject the program, and no edits make it one that they accept and that goes wrong in the same way.
    #[must_use]
    pub fn beyond(self, fewer: &'r [Rules]) -> Hunt<'r> {
        Hunt { beyond: fewer, ..self }
    }

    /// Goes on until something is found or the time is up.
    pub fn run(&mut self, time: Duration) -> Option<Kill> {
        let start = Instant::now();
        while !self.next.is_multiple_of(64) || start.elapsed() < time {
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
        self.effort.programs += 1;
        let mut c = Choices::seeded(seed);
        let fired = !self.fired.is_empty() && c.percent(70);
        let pool = if fired { &self.fired } else { &self.pool };
        let tree = match pool.len() {
            _ if !fired && self.pool.is_empty() => self.maker.program(self.settings(), seed),
            _ if !fired && c.percent(60) => self.maker.program(self.settings(), seed),
            n => {
                // The smaller of two, so that there is room to grow.
                let (i, j) = (c.below(n), c.below(n));
                let i = if pool[i].size() <= pool[j].size() { i } else { j };
                let mut tree = pool[i].clone();
                for k in 0..1 + c.below(2) as u64 {
                    let choices = Choices::seeded(seed.rotate_left(17).wrapping_add(k));
                    tree = self.maker.edited(&tree, self.settings(), choices);
                }
                if tree.size() > LARGEST {
                    return None;
                }
                tree
            }
        };
        self.look(tree)
    }

    /// Keeps a program to develop it further, in the place of any other.
    fn keep(&mut self, tree: Tree, fired: bool) {
        let pool = if fired { &mut self.fired } else { &mut self.pool };
        if pool.len() < POOL {
            pool.push(tree);
            return;
        }
        let i = (self.seed ^ self.next.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 40;
        pool[i as usize % POOL] = tree;
    }

    fn settings(&self) -> Settings {
        let by_call = if self.race { 40 } else { 20 };
        match self.next % 4 {
            0 => Settings { ghosts: 2, methods: 2, by_call, ..Settings::small() },
            _ => Settings { by_call, ..Settings::small() },
        }
    }

    /// Checks whether a program is a counterexample.
    pub fn look(&mut self, tree: Tree) -> Option<Kill> {
        let program = tree.program();
        if !self.rules.accepts(&program) {
            return None;
        }
        self.effort.accepted += 1;
        if !self.rules.only_semantics() && self.rules.system.failures(&program, &Options::default()).is_empty() {
            return None;
        }
        if self.beyond.iter().any(|fewer| fewer.accepts(&program)) {
            return None;
        }
        self.effort.apart += 1;
        let lowered = Judge::lower(program)?;
        if self.race {
            if !self.judge.fails_in_one_run(&lowered) {
                self.keep(tree, false);
                return None;
            }
            self.effort.explored += 1;
            let Some(found) = self.judge.race(&lowered) else {
                self.keep(tree, true);
                return None;
            };
            return Some(Kill { tree, kind: Kind::Race, found });
        }
        if !self.judge.fails_in_one_run(&lowered) && !self.effort.apart.is_multiple_of(EXPLORE_ONE_IN) {
            self.keep(tree, false);
            return None;
        }
        self.effort.explored += 1;
        match self.judge.explore(&lowered) {
            Verdict::Wrong(kind, found) if self.of_all(&tree, &found) => Some(Kill { tree, kind, found }),
            _ => {
                self.keep(tree, false);
                None
            }
        }
    }

    /// Returns true if no edits give a program that fewer premises let through and that goes wrong in the same way.
    /// Type errors are edited away one after the other: several may have nothing to do with the failure.
    fn of_all(&mut self, tree: &Tree, found: &Found) -> bool {
        if self.beyond.is_empty() {
            return true;
        }
        let system = self.rules.system;
        let errors = |program: &Program| system.failures(program, &Options::default()).len();
        let (mut tree, mut left) = (tree.clone(), errors(&tree.program()));
        loop {
            let mut next = None;
            for edited in reduce::candidates(&tree).into_iter().filter(Tree::is_syntax) {
                let program = edited.program();
                let by_fewer = self.beyond.iter().any(|fewer| fewer.accepts(&program));
                let errors = errors(&program);
                if !by_fewer && (errors >= left || !self.rules.accepts(&program)) {
                    continue;
                }
                if Judge::lower(program).is_some_and(|program| self.likewise(&program, found)) {
                    if by_fewer {
                        return false;
                    }
                    next = Some((edited, errors));
                    break;
                }
            }
            let Some(better) = next else { return true };
            (tree, left) = better;
        }
    }

    /// Returns true if a program goes wrong in the same way.
    fn likewise(&mut self, program: &Arc<Lowered>, found: &Found) -> bool {
        let what = |found: &Found| match &found.key {
            Key::Monitor(monitor, _) => Some(*monitor),
            _ => None,
        };
        match self.judge.explore(program) {
            Verdict::Wrong(kind, other) => Kind::of(&found.key) == Some(kind) && what(found) == what(&other),
            _ => false,
        }
    }

    /// Kind of failure of a program, if it is a counterexample for the hunt.
    pub fn still(&mut self, tree: &Tree) -> Option<Kind> {
        let program = tree.program();
        if !self.rules.sets_apart(&program) || self.beyond.iter().any(|fewer| fewer.accepts(&program)) {
            return None;
        }
        let lowered = Judge::lower(program)?;
        if self.race {
            return self.judge.race(&lowered).map(|_| Kind::Race);
        }
        match self.judge.explore(&lowered) {
            Verdict::Wrong(kind, found) => self.of_all(tree, &found).then_some(kind),
            _ => None,
        }
    }

    /// Returns true if a program has a race.
    pub fn race_in(&mut self, tree: &Tree) -> bool {
        Judge::lower(tree.program()).is_some_and(|p| self.judge.race(&p).is_some())
    }
}

/// Number of the programs found that are shrunk to the end.
const KEPT: usize = 3;

/// Of many programs found one after the other, each from a seed of its own and made small in a hurry, the smallest are made as
/// small as can be. The first may take as long as `first`; then half of `time` goes to finding more, half to making small, and at most `proof` to showing that each is 1-minimal. Gives
/// the smallest, and whether it is 1-minimal.
pub fn smallest(
    rules: &Rules,
    race: Option<&[Tree]>,
    seed: u64,
    (first, time, proof): (Duration, Duration, Duration),
    effort: &mut Effort,
) -> Option<(Tree, bool)> {
    let mut found: Vec<Tree> = Vec::new();
    let hunt_from = |seed| match race {
        Some(from) => Hunt::new(rules, seed).for_race(from.to_vec()),
        None => Hunt::new(rules, seed),
    };
    let mut until = None;
    for n in 0.. {
        let left = match until {
            None => first,
            Some(until) => Instant::saturating_duration_since(&until, Instant::now()),
        };
        if left.is_zero() {
            break;
        }
        let mut hunt = hunt_from(seed.wrapping_mul(1_000).wrapping_add(n));
        let kill = hunt.run(left);
        effort.add(hunt.effort);
        let Some(kill) = kill else { break };
        until.get_or_insert_with(|| Instant::now() + time / 2);
        let hurry = Instant::now() + time / 8;
        let (small, _) = reduce::minimal(&kill.tree, &mut |t| hunt.still(t).is_some(), hurry);
        if !found.contains(&small) {
            found.push(small);
            found.sort_by_key(reduce::cost);
            found.truncate(KEPT);
        }
    }
    let mut best: Option<(Tree, bool)> = None;
    let share = time / 2 / found.len().max(1) as u32;
    for (i, tree) in found.iter().enumerate() {
        let mut hunt = hunt_from(seed);
        let keeps: &mut dyn FnMut(&Tree) -> bool = &mut |t| hunt.still(t).is_some();
        let small = reduce::smallest(tree, &Maker::new(rules), keeps, seed.wrapping_add(i as u64), (share, proof));
        if best.as_ref().is_none_or(|b| reduce::cost(&small.0) < reduce::cost(&b.0)) {
            best = Some(small);
        }
    }
    best
}
