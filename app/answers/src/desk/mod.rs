//! The desk at which questions are answered: limits, host, variants, and the flag that ends a job. A question is a function of a program, its
//! options and a desk. The desk knows no question of this crate ([`protocol`](crate::protocol) hands them out), and keeps a function for the one
//! that the crate of exercises answers.
//!
//! | module | contents |
//! | --- | --- |
//! | `program`, `refusal` | from a text to a program; why a question has no answer |
//! | `exercise` | the question that a crate above answers |

mod exercise;
mod program;
mod refusal;

pub use exercise::{AnswerExercise, ChoicesRecord, ExerciseItem, ExerciseRecord, GradeRecord, MarkRecord, SheetLine};
pub use program::{parsed, ready, rules};
pub(crate) use program::{too_deep, well_formed};
pub(crate) use refusal::bad;
pub use refusal::{Failed, Failure, FailureKind, Refusal};

use crate::variant;
pub use racefree_explore::{Host, Progress, SystemHost};
use racefree_grammar::builder::MAX_DEPTH;
use racefree_kernel::System;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits on the size of a request.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of a program.
    pub text: usize,
    /// Levels of nesting.
    pub depth: u32,
    /// Steps of a run.
    pub steps: u64,
    /// States of a search.
    pub states: u64,
    /// Megabytes of a search.
    pub memory: u64,
    /// Seconds of a search.
    pub time: f64,
    /// Judgments of an answer.
    pub judgments: usize,
    /// Workers of a search.
    pub threads: usize,
}

impl Limits {
    /// Limits of a native build: memory and patience only.
    pub const NATIVE: Limits = Limits {
        text: 1 << 30,
        depth: MAX_DEPTH,
        steps: u64::MAX,
        states: u64::MAX,
        memory: 1 << 24,
        time: 1e9,
        judgments: usize::MAX,
        threads: 1,
    };
    /// Limits in a browser, whose stack does not grow.
    pub const BROWSER: Limits = Limits {
        text: 256 << 10,
        depth: 1_000,
        steps: 20_000,
        states: 2_000_000,
        memory: 512,
        time: 600.0,
        judgments: 20_000,
        threads: 1,
    };
}

/// Environment in which requests are answered.
#[derive(Clone)]
pub struct Desk {
    /// Limits on requests.
    pub limits: Limits,
    /// The program that searches run in.
    pub host: Arc<dyn Host>,
    /// The variants that there are by name.
    pub variant: FindVariant,
    /// Function that answers questions about exercises.
    pub exercise: AnswerExercise,
    /// Flag that ends the current job.
    pub interrupt: Arc<AtomicBool>,
}

/// The variant of a name, or as it is written.
pub type FindVariant = fn(&'static dyn System, &str) -> Result<variant::Variant, String>;

impl Desk {
    /// A desk that knows variants by built-in names, and as they are written in TOML.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Desk {
        Desk { limits, host, variant: written_variant, exercise: exercise::none, interrupt: Arc::default() }
    }

    /// Returns true if the current job is to end.
    pub fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::SeqCst)
    }

    /// Returns a predicate that is true once the job is interrupted or its time in seconds has passed.
    pub fn until(&self, time: Option<f64>) -> impl Fn() -> bool + Sync + '_ {
        let start = self.host.now();
        move || self.interrupted() || time.is_some_and(|time| (self.host.now() - start).as_secs_f64() >= time)
    }

    /// Seconds of an analysis that looks at the clock of the system. A page has none: it ends an analysis by ending the worker.
    pub fn clocked(&self, time: Option<f64>) -> Option<f64> {
        time.filter(|_| self.host.starts_threads())
    }
}

/// A variant by name, or as it is written.
fn written_variant(system: &'static dyn System, name: &str) -> Result<variant::Variant, String> {
    match name.contains('=') && !name.contains(":=") {
        true => variant::from_toml(system, "variant", name),
        false => crate::options::find_variant(system, name),
    }
}
