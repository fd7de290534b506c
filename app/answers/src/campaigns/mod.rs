//! Campaigns: programs that are generated or enumerated, and what rules make of them. Each can be asked about as any program can; what
//! reads and writes files, goes on with earlier results and joins shards is the command line's part in it, its [`Hooks`].
//!
//! | module | questions |
//! | --- | --- |
//! | [`fuzz`] | `fuzz`: does a well-typed program go wrong? |
//! | [`certify`] | `certify`: does any, of all up to a size? |
//! | [`diff`] | `diff`: what does only one of two rule sets accept? |
//! | [`curve`] | `curve`: which share of programs does each rule set accept? |
//! | [`matrix`] | `matrix`: what is each premise and variant for? |

pub mod certify;
pub mod curve;
pub mod diff;
pub mod fuzz;
pub mod matrix;

use crate::desk::Desk;
use crate::source::Ending;
use racefree_soundness::enumerate::Universe;

/// Progress of a job in words, given the seconds so far.
pub type ProgressText<'w> = &'w dyn Fn(u64) -> String;

/// The company of a job that takes long: it is told how far the job is, and may keep what there is so far.
pub struct Hooks<'c, T> {
    /// Callback with the progress of the job, in words that are made on demand.
    pub tell: &'c (dyn Fn(ProgressText<'_>) + Sync),
    /// Keeps what there is, which is made if it is wanted.
    pub keep: &'c (dyn Fn(&dyn Fn() -> T) + Sync),
}

impl<T: 'static> Hooks<'_, T> {
    /// Nobody listens, and nothing is kept.
    pub const NONE: Hooks<'static, T> = Hooks { tell: &|_| (), keep: &|_| () };
}

/// Seconds that counting for a line of progress may take.
const COUNTING: f64 = 3.0;

/// Number of skeletons of a universe: all, or as many as are counted in little time.
#[derive(Clone, Copy)]
struct Skeletons {
    counted: u64,
    complete: bool,
}

impl Skeletons {
    /// Number of all of them, if it is known.
    fn all(self) -> Option<u64> {
        self.complete.then_some(self.counted)
    }

    /// `3 of 5 skeletons done, `
    fn words(self, done: u64) -> String {
        let more = if self.complete { "" } else { "more than " };
        format!("{done} of {more}{} skeletons done, ", self.counted)
    }
}

fn skeletons_of(desk: &Desk, universe: &Universe) -> Skeletons {
    let over = desk.until(Some(COUNTING));
    let (mut all, mut complete) = (0_u64, true);
    universe.skeletons(&mut |_| {
        all += 1;
        complete = !all.is_multiple_of(64) || !over();
        complete
    });
    Skeletons { counted: all, complete }
}

impl Desk {
    /// Ending of a job that found nothing wrong, or was not asked to.
    fn ending(&self, complete: bool) -> Ending {
        match complete {
            true => Ending::Fine,
            false if self.interrupted() => Ending::Interrupted,
            false => Ending::Budget,
        }
    }
}
