//! Outcomes that need store buffers: of runs in which writes wait, and of no run under sequential consistency.

use super::{outcomes, words};
use crate::json::{Place, Places};
use crate::options::{By, ExploreOptions, MemoryWord, budget};
use crate::running::buffered::written_out;
use crate::running::{Again, Loaded};
use racefree_explore::plain::{Reached, Turn, Waited, buffered};
use racefree_explore::{Algorithm, Budget, Cut, Options, Outcome};
use racefree_interp::options::Semantics;
use racefree_interp::program::element_number;
use racefree_interp::reduction::Execution;
use std::collections::BTreeSet;

/// The outcomes with store buffers that there are not without.
pub struct Beyond {
    /// The memory model.
    pub model: MemoryWord,
    /// Projection that tells outcomes apart.
    pub by: By,
    /// The outcomes, projected, each with a run in which as few writes wait as can be.
    pub outcomes: Vec<Reached>,
    /// Number of states.
    pub states: u64,
    /// The reason why not every run was covered, if so.
    pub cut: Option<Cut>,
    /// The command that replays each of the outcomes.
    pub commands: Vec<Option<String>>,
    semantics: Semantics,
}

impl Beyond {
    /// Searches the runs with store buffers, if a memory model was asked for that has them.
    pub fn of(loaded: &Loaded, wants: &ExploreOptions, options: &Options) -> Option<Beyond> {
        let (model, by) = (wants.memory_model, wants.outcomes_by.unwrap_or(By::All));
        let order = model.order()?;
        let states = budget(&wants.exploring, Algorithm::Plain);
        let budget = Budget { states, ..options.budget };
        let options = Options { algorithm: Algorithm::Plain, budget, ..options.clone() };
        let all = buffered(&loaded.program, &options, order);
        let (mut known, mut found) = (BTreeSet::<Outcome>::new(), Vec::new());
        // States in which nothing waits come first.
        for one in all.reached {
            let outcome = outcomes::projected(&one.outcome, by);
            if known.insert(outcome.clone()) && !one.waited.is_empty() {
                found.push(Reached { outcome, ..one });
            }
        }
        let run = Execution::new(&loaded.program.tables, options.semantics);
        let again = Again::exploring(&loaded.source.name, &wants.exploring, wants.monitors);
        let command = |one: &Reached| Some(again.with_buffers(model, &written_out(run, order, one)?));
        let commands = found.iter().map(command).collect();
        let semantics = options.semantics;
        Some(Beyond { model, by, outcomes: found, states: all.states, cut: all.cut, commands, semantics })
    }

    /// A write that waits: `M#1.x = 1 of thread 1`, of an element of an array `int[]#1[0] = 1 of thread 1`.
    pub fn waits(loaded: &Loaded, w: &Waited) -> String {
        let place = match element_number(w.field) {
            Some(n) => format!("{}[{n}]", w.object),
            None => format!(
                "{}.{}",
                w.object,
                loaded.program.tables.field_name(w.field).rsplit('.').next().unwrap_or_default()
            ),
        };
        format!("{place} = {} of thread {}", w.value, w.thread.0)
    }

    /// `all 81 states were covered`
    pub fn extent(&self) -> String {
        let states = crate::source::count(self.states, "state");
        match self.cut {
            None => format!("every run was covered: {states}"),
            Some(cut) => format!("NOT every run was covered: stopped after {states} ({})", words::cut_name(cut)),
        }
    }

    /// The object `beyond`.
    pub(super) fn json(&self, loaded: &Loaded, most: usize) -> BeyondRecord {
        let places = Places::new(&loaded.source.text);
        let (program, tables) = (&loaded.program.tables.program, &loaded.program.tables);
        let run = Execution::new(tables, self.semantics);
        let one = |one: &Reached| NeedsRecord {
            output: one.outcome.output.clone(),
            heap: one.outcome.heap.clone(),
            threads: one.outcome.threads.clone(),
            waits: one
                .waited
                .iter()
                .map(|w| WaitRecord {
                    thread: w.thread.0,
                    object: w.object.clone(),
                    field: tables.field_name(w.field),
                    value: w.value.clone(),
                    span: places.place(w.site.span(program)),
                })
                .collect(),
            turns: turns(loaded, &one.turns),
            schedule: self.model.order().and_then(|order| written_out(run, order, one)),
        };
        BeyondRecord {
            model: self.model.name(),
            by: self.by.name(),
            complete: self.cut.is_none(),
            cut: self.cut.map(words::cut_name),
            states: self.states,
            different: self.outcomes.len(),
            outcomes: self.outcomes.iter().take(most).map(one).collect(),
        }
    }
}

/// `0*13,1*4,2*6,1!M.x`: 13 steps of the main thread, 4 of thread 1, 6 of thread 2; then the write of `M.x` by thread 1, which has waited.
fn turns(loaded: &Loaded, turns: &[Turn]) -> String {
    let one = |turn: &Turn| match *turn {
        Turn::Steps(thread, 1) => thread.0.to_string(),
        Turn::Steps(thread, steps) => format!("{}*{steps}", thread.0),
        Turn::Performs(thread, field) => match element_number(field) {
            Some(n) => format!("{}![{n}]", thread.0),
            None => format!("{}!{}", thread.0, loaded.program.tables.field_name(field)),
        },
    };
    turns.iter().map(one).collect::<Vec<_>>().join(",")
}

records! {
    /// The outcomes with store buffers that there are not under sequential consistency.
    pub struct BeyondRecord {
        /// Memory model, `tso` or `pso`.
        pub model: &'static str,
        /// Projection that tells outcomes apart.
        pub by: &'static str,
        /// True if every run was covered.
        pub complete: bool,
        /// Bound that cut the search short.
        pub cut: Option<&'static str>,
        /// Number of states with their buffers.
        pub states: u64,
        /// Number of different outcomes.
        pub different: usize,
        /// The outcomes, those with the fewest waiting writes first.
        pub outcomes: Vec<NeedsRecord>,
    }

    /// An outcome that needs writes that wait.
    pub struct NeedsRecord {
        /// Output, sorted; null if outcomes are not told apart by it.
        pub output: Option<Vec<String>>,
        /// Objects at the end.
        pub heap: Vec<String>,
        /// Endings of the threads.
        pub threads: Vec<String>,
        /// Writes that wait in a run that ends so; no run with fewer does.
        pub waits: Vec<WaitRecord>,
        /// The run: `0*13,1*4,1!M.x`; steps of threads, and writes that are performed after they have waited.
        pub turns: String,
        /// The run as `state` takes it, each write performed at a turn of its own: `0*13,1*4,2*6,1!0`.
        pub schedule: Option<String>,
    }

    /// A write that waits.
    pub struct WaitRecord {
        /// Thread that makes it.
        pub thread: u32,
        /// Object, as in `Account#1`.
        pub object: String,
        /// Field, `Class.field`.
        pub field: String,
        /// Value written.
        pub value: String,
        /// Place of the write.
        pub span: Place,
    }
}
