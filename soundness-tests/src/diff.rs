//! Two rule sets compared: the smallest programs that only one of them accepts, each labelled by what becomes of it, and the
//! share of race-free programs that each accepts.

mod kept;

use crate::enumerate::{EnumerationBudget, Memory, Parts, Skeleton, Universe, complete, with_body, with_main};
use crate::generate::Maker;
use crate::judge::Judge;
use crate::tree::{Expr, Tree};
use crate::variant::Rules;
use racefree_explore::{Algorithm, Budget, Options, explore};
use racefree_grammar::Program;
use racefree_interp::machine::lower;
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::Limits;
use serde::Serialize;

/// Subject and extent of a comparison.
pub struct Comparison<'r> {
    /// A
    pub a: &'r Rules,
    /// B
    pub b: &'r Rules,
    /// Universe enumerated first; none if enumerated programs lack the subject of the system.
    pub universe: Option<Universe>,
    /// Number of programs generated then, half with the freedom of A, half with that of B; with owners, 3 of 4 near
    /// misses.
    pub generated: u64,
    /// The seed of the generated ones.
    pub seed: u64,
    /// Number of programs kept for each label.
    pub keep: usize,
    /// Memory for lists of bodies.
    pub memory: &'r Memory,
}

/// Outcome of a program that only one of the two accepts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// Failure in some schedule.
    GoesWrong,
    /// All schedules were explored, and it never does.
    NeverWrong,
    /// Unknown: not all schedules were explored, and none of those explored goes wrong.
    Unknown,
}

/// A program that separates the two: only one of them accepts it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct SeparatingProgram {
    /// Its tokens.
    pub tokens: usize,
    /// Its source.
    pub program: String,
    /// Kind of failure.
    pub kind: Option<String>,
    /// A schedule in which it does.
    pub schedule: Option<String>,
    /// The field, if what goes wrong is a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Beside a race: the monitor that fires first, and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monitor: Option<FiringMonitor>,
    /// True if it was generated; false if enumerated.
    pub generated: bool,
}

/// A monitor that fires.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct FiringMonitor {
    /// Name of the monitor.
    pub monitor: String,
    /// A schedule in which it does.
    pub schedule: String,
}

impl SeparatingProgram {
    /// Description of the failure, in a few words; empty, if there is none.
    pub fn wrong(&self) -> String {
        let what = match (&self.kind, &self.field) {
            (Some(kind), Some(field)) => format!("{kind} on {field}"),
            (Some(kind), None) => kind.clone(),
            (None, _) => return String::new(),
        };
        match &self.monitor {
            Some(fires) => format!("{what}; monitor {}", fires.monitor),
            None => what,
        }
    }
}

/// The programs that only one of the two accepts.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Side {
    /// Number of programs that go wrong.
    pub goes_wrong: u64,
    /// Number of programs that never go wrong.
    pub never_wrong: u64,
    /// Number of programs without a known outcome.
    pub unknown: u64,
    /// The smallest that go wrong.
    pub wrong: Vec<SeparatingProgram>,
    /// The smallest program with a race, whatever else goes wrong in smaller ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<SeparatingProgram>,
    /// The smallest that never do.
    pub right: Vec<SeparatingProgram>,
}

/// Result of a comparison.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Difference {
    /// Accepted by A alone.
    pub only_a: Side,
    /// Accepted by B alone.
    pub only_b: Side,
    /// Programs enumerated, well typed or not.
    pub enumerated: u64,
    /// Number of programs without a race in any schedule.
    pub race_free: u64,
    /// Number of race-free programs accepted by A.
    pub race_free_a: u64,
    /// Number of race-free programs accepted by B.
    pub race_free_b: u64,
    /// Enumerated programs that cannot run, or for which it is unknown whether they have a race.
    pub race_unknown: u64,
    /// Skeletons of enumerated programs that are finished.
    pub skeletons: u64,
    /// Programs generated.
    pub generated: u64,
    /// True if the whole comparison was done.
    pub complete: bool,
    /// True if it was cut short because the lists of bodies take too much memory.
    pub out_of_memory: bool,
}

/// Compares two rule sets until all is done, `go_on` says `false`, or `over` says so, which is asked while programs are listed.
pub fn compare(
    comparison: &Comparison<'_>,
    over: &dyn Fn() -> bool,
    go_on: &mut dyn FnMut(&Difference) -> bool,
) -> Difference {
    let mut comparing = Comparing {
        c: comparison,
        reduced: [[0; 2]; 2],
        raced: [0; 2],
        judges: [Judge::new(comparison.a), Judge::new(comparison.b)],
        makers: [Maker::new(comparison.a), Maker::new(comparison.b)],
        found: Difference { complete: true, ..Difference::default() },
    };
    let mut stopped = false;
    if let Some(universe) = comparison.universe {
        universe.skeletons(&mut |skeleton| {
            stopped = !comparing.skeleton(&universe, &skeleton, over, go_on);
            comparing.found.skeletons += u64::from(!stopped);
            !stopped
        });
    }
    for i in 0..comparison.generated {
        if stopped {
            break;
        }
        comparing.generated(i, over);
        stopped = !go_on(&comparing.found);
    }
    comparing.found.complete = !stopped;
    comparing.found
}

/// Acceptance by each of the two.
type Acceptance = [bool; 2];

fn and(x: Acceptance, y: Acceptance) -> Acceptance {
    [x[0] && y[0], x[1] && y[1]]
}

/// Greatest number of generated programs shrunk for each side and label.
const REDUCED: u32 = 20;
/// Greatest number of those with a race.
const RACED: u32 = 4;

struct Comparing<'c> {
    c: &'c Comparison<'c>,
    /// Number shrunk so far, by side and label.
    reduced: [[u32; 2]; 2],
    /// Number with a race, by side.
    raced: [u32; 2],
    judges: [Judge; 2],
    makers: [Maker; 2],
    found: Difference,
}

impl Comparing<'_> {
    fn accept(&self, tree: &Tree) -> Acceptance {
        self.accept_program(&tree.program())
    }

    fn accept_program(&self, program: &Program) -> Acceptance {
        [self.c.a.accepts(program), self.c.b.accepts(program)]
    }

    /// All completions of a skeleton. Which rule set accepts a whole program is known from its parts.
    fn skeleton(
        &mut self,
        universe: &Universe,
        skeleton: &Skeleton,
        over: &dyn Fn() -> bool,
        go_on: &mut dyn FnMut(&Difference) -> bool,
    ) -> bool {
        let here = self.accept(&skeleton.tree);
        let limit = EnumerationBudget::until(over).within(self.c.memory);
        let parts = universe.parts_until(skeleton, &limit);
        if limit.ran_out() {
            self.found.out_of_memory = limit.starved();
            return false;
        }
        // Bodies are shared, so a place in memory is a name of one.
        let mut bodies = rustc_hash::FxHashMap::default();
        for (m, sizes) in parts.bodies.iter().enumerate() {
            for body in sizes.iter().flatten() {
                let accepted = self.accept(&with_body(skeleton, m, body));
                bodies.insert((m, std::rc::Rc::as_ptr(body)), accepted);
            }
        }
        parts.mains().all(|(main, room)| {
            let accepted = and(here, self.accept(&with_main(skeleton, main)));
            let all_of_it = Parts::products(&parts.bodies, room, &mut |chosen| {
                let beside = chosen.iter().enumerate().map(|(m, b)| bodies[&(m, std::rc::Rc::as_ptr(b))]);
                self.enumerated(&complete(skeleton, chosen, main), beside.fold(accepted, and));
                !over()
            });
            all_of_it && go_on(&self.found)
        })
    }

    fn enumerated(&mut self, tree: &Tree, accepted: Acceptance) {
        self.found.enumerated += 1;
        match self.has_race(tree) {
            Some(false) => {
                self.found.race_free += 1;
                self.found.race_free_a += u64::from(accepted[0]);
                self.found.race_free_b += u64::from(accepted[1]);
            }
            Some(true) => {}
            None => self.found.race_unknown += 1,
        }
        self.one_sided(tree, accepted, false, &|| false);
    }

    /// Returns whether a program has a race by 9.2 in some schedule, if that is known.
    fn has_race(&mut self, tree: &Tree) -> Option<bool> {
        let program = lower(tree.program()).ok()?;
        if !tree.roots().iter().any(|root| root.any(|e| matches!(e, Expr::Fork(_)))) {
            return Some(false);
        }
        let options = Options {
            algorithm: Algorithm::States,
            limits: Limits { steps: 10_000, calls: 100, threads: 16, objects: 500 },
            budget: Budget { states: 20_000, ..Budget::default() },
            monitors: MonitorSet::NONE,
            // A stuck thread is no race, so it is no reason to stop.
            until_unsound: false,
            outcomes: false,
            ..Options::default()
        };
        let found = explore(&program, &options);
        let race = found.races().next().is_some();
        (race || found.complete()).then_some(race)
    }
}
