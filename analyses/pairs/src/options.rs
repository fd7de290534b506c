//! Options of an analysis: the mode, k, refinements that are switched off, assumptions, budgets.

use crate::budget::Watch;
use racefree_grammar::span::Span;
use std::sync::Arc;

/// Rules of the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Mode {
    /// A pair that is removed never races.
    #[default]
    Sound,
    /// The paper's own rules, which miss races.
    Paper,
}

impl Mode {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A refinement of the sound mode (section 7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, strum::IntoStaticStr, strum::EnumString, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Refinement {
    /// Two accesses of one thread race only if it is many.
    Once,
    /// The clock: main's actions before it forks a thread are over when the thread begins.
    Clock,
    /// No other thread knows an object yet.
    Fresh,
    /// Locks that are one concrete object.
    Unique,
    /// Locks by their path from the accessed object.
    Relative,
    /// A `synchronized` on an expression that is always null has a dead body.
    Dead,
    /// Steps back from a part to its only holder.
    Own,
    /// A call is named by the term of its result.
    Returns,
    /// Locks by the paths of one thread alone.
    Threads,
}

impl Refinement {
    /// Every refinement, in the order of the stages.
    pub const ALL: &[Refinement] = <Refinement as strum::VariantArray>::VARIANTS;

    /// The name that `--off` takes.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The largest k.
pub const MAX_K: u32 = 16;

/// Options of an analysis.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules.
    pub mode: Mode,
    /// k for the stages reachable, aliasing, escaping, unlocked.
    pub k: [u32; 4],
    /// Number of bodies in contexts, as k = 0 predicts them, above which a larger k is not begun.
    pub contexts: Option<u64>,
    /// Refinements that are switched off.
    pub off: Vec<Refinement>,
    /// Assumptions.
    pub hints: Hints,
    /// Time, and the flag that stops the analysis, for all of its parts.
    pub watch: Watch,
    /// Bytes of facts at which to stop.
    pub memory: Option<usize>,
    /// Statements of `main`, of a program that was Java, that run while there is no other thread.
    pub alone: Vec<Span>,
    /// Progress of the analysis, for the caller to watch.
    pub progress: Arc<Progress>,
    /// A deliberate mistake, for tests of the tests.
    pub mistake: Option<Mistake>,
    /// Slots that are copied in a circle become one at once, for tests: small programs end before that pays.
    pub eager: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            mode: Mode::Sound,
            k: [3; 4],
            contexts: None,
            off: Vec::new(),
            hints: Hints::default(),
            watch: Watch::default(),
            memory: None,
            alone: Vec::new(),
            progress: Arc::default(),
            mistake: None,
            eager: false,
        }
    }
}

impl Options {
    /// Returns true if a refinement is in force.
    pub fn on(&self, refinement: Refinement) -> bool {
        self.mode == Mode::Sound && !self.off.contains(&refinement)
    }

    /// Returns true if the analysis makes this mistake.
    pub fn errs(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }
}

/// Assumptions: with any of them the answer is no proof.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Pairs of threads that never run in parallel, each named by the method that it calls or the line of its fork.
    pub not_parallel: Vec<(String, String)>,
    /// Classes (`C`) or fields (`C.f`) that no two threads access at the same time.
    pub local: Vec<String>,
    /// Accesses that hold the guard of their field, by their places.
    pub guarded: rustc_hash::FxHashSet<racefree_grammar::Span>,
    /// Objects of `thread_local` classes do not escape.
    pub thread_local: bool,
    /// The rest of the block behind a `holds` holds the lock that it names.
    pub holds: bool,
    /// The lines of the program's forks, by where they start.
    pub lines: rustc_hash::FxHashMap<u32, u32>,
}

/// Progress of an analysis.
#[derive(Debug, Default)]
pub struct Progress {
    /// The k under way.
    pub k: std::sync::atomic::AtomicU32,
    /// Facts derived so far.
    pub facts: std::sync::atomic::AtomicU64,
}

/// Deliberate mistakes (section 10, 2): each makes the analysis unsound in one way, and a campaign must notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Mistake {
    /// Locks as in the paper.
    PaperLocks,
    /// Init-writes are no accesses.
    NoInitWrites,
    /// Initialisers leak nothing.
    InitialisersLeakNothing,
    /// Only forks leak a fresh object.
    OnlyForksLeak,
    /// Forks leak no fresh object.
    ForksLeakNothing,
    /// Every field is stable.
    AllStable,
    /// Every stable field is owning.
    AllOwning,
    /// Every site makes one object.
    SitesAreUnique,
    /// Every body is entered once.
    BodiesEnteredOnce,
    /// A fork inherits locks.
    ForksInheritLocks,
    /// Objects in fields of escaping objects do not escape.
    EscapeWithoutFields,
    /// Ghosts read nothing.
    GhostsReadNothing,
    /// Loops are not widened in the clock.
    NarrowLoops,
    /// A `new` is over, for the clock, before the initialisers of its superclass run.
    NewIsOverEarly,
}

impl Mistake {
    /// Every mistake.
    pub const ALL: [Mistake; 14] = [
        Mistake::PaperLocks,
        Mistake::NoInitWrites,
        Mistake::InitialisersLeakNothing,
        Mistake::OnlyForksLeak,
        Mistake::ForksLeakNothing,
        Mistake::AllStable,
        Mistake::AllOwning,
        Mistake::SitesAreUnique,
        Mistake::BodiesEnteredOnce,
        Mistake::ForksInheritLocks,
        Mistake::EscapeWithoutFields,
        Mistake::GhostsReadNothing,
        Mistake::NarrowLoops,
        Mistake::NewIsOverEarly,
    ];
}
