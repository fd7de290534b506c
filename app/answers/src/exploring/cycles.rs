//! Blocks that are not serializable: the cycle that a schedule closes, with its steps; whether steps of other threads alone
//! interrupt the block; and whether that does harm.

use super::search::Searched;
use crate::json::{Place, Places};
use crate::problem::Problem;
use crate::running::Loaded;
use crate::running::json::ids;
use racefree_explore::harm::{Difference, Harm, Part, harm};
use racefree_explore::{Options, explore};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_interp::drive::{Key, end_steps, start_steps, step};
use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::{Lowered, Machine};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::schedule::Schedule;
use racefree_interp::serial::{Graph, plain};
use std::sync::Arc;
use std::time::Duration;

/// A step of a cycle.
pub struct CycleStep {
    /// Thread of the step.
    pub thread: u32,
    /// Enclosing block, if any.
    pub block: Option<ExprId>,
    /// `reads Account.balance of Account#1`
    pub what: String,
    /// Place of the step.
    pub span: Span,
}

/// Findings about the blocks of a program that are not serializable.
#[derive(Default)]
pub struct Serial {
    /// Blocks interrupted by single steps of other threads; empty if unknown.
    parted: Vec<ExprId>,
    /// True if these are all.
    all: bool,
    /// Search for an outcome that no serial run has.
    harm: Option<Harm>,
}

/// The events of a schedule, and the machine that has made them.
pub fn events(program: &Arc<Lowered>, semantics: Semantics, schedule: &Schedule) -> (Vec<Event>, Machine) {
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let mut machine = Machine::new(program.clone(), semantics, limits);
    start_steps(&mut machine);
    let events = schedule.ids().map_while(|thread| step(&mut machine, thread)).collect();
    end_steps(&mut machine);
    (events, machine)
}

/// The block of a finding, if it is that a cycle is closed.
pub fn block(key: &Key) -> Option<ExprId> {
    match key {
        Key::Monitor(Monitor::Serializable, site) => site.as_expr(),
        _ => None,
    }
}

/// Name of a block: the method whose body it is, or `line 6`.
pub fn name(loaded: &Loaded, block: ExprId) -> String {
    let tables = &loaded.program.tables;
    match tables.program.methods.iter().position(|m| m.atomic && m.body == block) {
        Some(m) => tables.declared_method(m),
        None => format!("line {}", Places::new(&loaded.source.text).line(span(&loaded.program, block))),
    }
}

/// Place of a block: for a method, its head up to its name.
pub fn span(program: &Lowered, block: ExprId) -> Span {
    let program = &program.tables.program;
    let method = program.methods.iter().find(|m| m.atomic && m.body == block);
    method.map_or_else(|| program.span(block), |m| Span::new(m.span.start, m.name_span.end))
}

/// The block that is claimed at a place.
pub fn claimed_at(program: &Lowered, at: Span) -> Option<ExprId> {
    let is_block = |e: &ExprId| matches!(program.tables.program.expr(*e), Expr::Atomic(_));
    (0..program.tables.program.exprs.len() as u32)
        .map(ExprId::new)
        .filter(is_block)
        .find(|&block| span(program, block) == at)
}

/// A step on a lock, a fork, or any other step that accesses no field, in words.
pub fn lock_step(machine: &Machine, event: &Event) -> String {
    match event.kind {
        EventKind::Acquire { object, .. } => format!("acquires {}", machine.object_name(object)),
        EventKind::Release { object, .. } => format!("releases {}", machine.object_name(object)),
        EventKind::Fork { child } => format!("forks thread {child}"),
        kind => kind.name().to_owned(),
    }
}

/// The cycle through a block that a schedule closes.
pub fn cycle(loaded: &Loaded, semantics: Semantics, schedule: &Schedule, block: ExprId) -> Vec<CycleStep> {
    let (events, machine) = events(&loaded.program, semantics, schedule);
    let tables = &loaded.program.tables;
    let step = |(event, block): (Event, Option<ExprId>)| {
        let access = |verb: &str, object, field| {
            format!("{verb} {} of {}", tables.field_name(field), machine.object_name(object))
        };
        let what = match event.kind {
            EventKind::Read { object, field, .. } => access("reads", object, field),
            EventKind::Write { object, field, .. } => access("writes", object, field),
            EventKind::InitWrite { object, field, .. } => access("initialises", object, field),
            EventKind::Begin { .. } => "begins the block".to_owned(),
            EventKind::End { .. } => "ends the block".to_owned(),
            _ => lock_step(&machine, &event),
        };
        CycleStep { thread: event.thread.0, block, what, span: event.site.span(&tables.program) }
    };
    plain::cycle(&events, block).into_iter().flatten().map(step).collect()
}

/// Time limit of the search for interrupted blocks and their harm.
const TIME: Duration = Duration::from_secs(20);
/// Bound on the states of that search.
const STATES: u64 = 300_000;

impl Serial {
    /// Findings about a program in which these blocks are not serializable.
    pub fn of(loaded: &Loaded, searched: &Searched, blocks: &[ExprId]) -> Serial {
        if blocks.is_empty() {
            return Serial::default();
        }
        let mut options = searched.options.clone();
        options.budget.time = Some(options.budget.time.map_or(TIME, |t| t.min(TIME)));
        options.budget.states = options.budget.states.min(STATES);
        options.control = options.control.another();
        let monitors = MonitorSet::NONE.with(Monitor::Serializable);
        let alone = Options { graph: Graph::Alone, monitors, outcomes: false, until_unsound: false, ..options.clone() };
        let apart = explore(&loaded.program, &alone);
        let parted = apart.found.iter().filter_map(|f| block(&f.key)).collect();
        options.control = options.control.another();
        let harm = harm(&loaded.program, &options);
        Serial { parted, all: apart.complete(), harm: Some(harm) }
    }

    /// Returns true if single steps of other threads interrupt a block, if known.
    pub fn parted(&self, block: ExprId) -> Option<bool> {
        let parted = self.parted.contains(&block);
        (parted || self.all).then_some(parted)
    }

    /// Returns true if there is an outcome that no serial run has, if known.
    pub fn harm(&self) -> Option<bool> {
        match self.harm.as_ref()? {
            Harm::Done(_) => Some(true),
            Harm::None => Some(false),
            Harm::Unknown(_) => None,
        }
    }

    /// Remarks about a block, in sentences.
    pub fn words(&self, block: ExprId) -> Vec<String> {
        if self.harm.is_none() {
            return Vec::new();
        }
        let parted = match self.parted(block) {
            Some(true) => "steps of other threads come between those of the block",
            Some(false) => {
                "no step of another thread comes between those of this block alone: it takes other blocks to close a cycle"
            }
            None => "whether steps of others part this block alone was not found out",
        };
        let harm = match &self.harm {
            Some(Harm::Done(difference)) => harmful(difference),
            Some(Harm::None) => "no harm: serial runs have all outcomes".to_owned(),
            Some(Harm::Unknown(_)) | None => "whether it does harm was not found out".to_owned(),
        };
        vec![parted.to_owned(), harm]
    }
}

/// The sentence for an outcome that no serial run has.
fn harmful(difference: &Difference) -> String {
    let part = |part: &Part| match part {
        Part::Line(line) => format!("prints {line}"),
        Part::Output(lines) if lines.is_empty() => "prints nothing".to_owned(),
        Part::Output(lines) => format!("prints {}, in any order", lines.join(", ")),
        Part::Object(object) => format!("ends with {object}"),
        Part::Heap(objects) => format!("ends with {} alone", objects.join(", ")),
        Part::Thread(name, end) if end == "blocked" => format!("leaves thread {name} blocked"),
        Part::Thread(name, end) if end == "finished" => format!("lets thread {name} finish"),
        Part::Thread(name, end) => format!("ends thread {name} with {end}"),
    };
    let parts: Vec<String> = difference.parts.iter().map(part).collect();
    format!("harm: no serial run {}", parts.join(" and "))
}

/// `Account.deposit is not serializable`
pub fn headline(loaded: &Loaded, block: ExprId) -> String {
    let name = name(loaded, block);
    if name.starts_with("line ") {
        format!("the block of {name} is not serializable")
    } else {
        format!("`{name}` is not serializable")
    }
}

/// A cycle in words.
pub fn problem(loaded: &Loaded, block: ExprId, cycle: &[CycleStep], serial: &Serial) -> Problem {
    let mut labels: Vec<(Span, String)> = Vec::new();
    for (at, step) in cycle.iter().enumerate() {
        let text = format!("{}. thread {} {}", at + 1, step.thread, step.what);
        match labels.iter_mut().find(|label| label.0 == step.span) {
            Some(label) => label.1.push_str(&format!("; {text}")),
            None => labels.push((step.span, text)),
        }
    }
    if labels.is_empty() {
        labels.push((span(&loaded.program, block), "this block".to_owned()));
    }
    let message = format!(
        "{}: each of these steps comes before the next, and the last before the first",
        headline(loaded, block)
    );
    Problem { notes: serial.words(block), ..Problem::new("serializable", message, labels) }
}

records! {
    /// A step of a cycle, as an object.
    pub struct CycleStepRecord {
        /// Thread of the step.
        pub thread: u32,
        /// Enclosing block.
        pub block: Option<String>,
        /// Step in words.
        pub what: String,
        /// Place of the step.
        pub span: Place,
    }

    /// A block that is not serializable, as an object.
    pub struct CycleRecord {
        /// Name of the block.
        pub block: String,
        /// Place of the block.
        pub span: Place,
        /// Steps of the cycle; each comes before the next.
        pub cycle: Vec<CycleStepRecord>,
        /// True if steps of other threads alone interrupt the block; null if unknown.
        pub parted: Option<bool>,
        /// True if there is an outcome that no serial run has; null if unknown.
        pub harm: Option<bool>,
        /// Thread of each step.
        pub schedule: Vec<u32>,
    }
}

/// A violation as an object.
pub fn json(loaded: &Loaded, block: ExprId, cycle: &[CycleStep], serial: &Serial, schedule: &Schedule) -> CycleRecord {
    let places = Places::new(&loaded.source.text);
    let step = |step: &CycleStep| CycleStepRecord {
        thread: step.thread,
        block: step.block.map(|block| name(loaded, block)),
        what: step.what.clone(),
        span: places.place(step.span),
    };
    CycleRecord {
        block: name(loaded, block),
        span: places.place(span(&loaded.program, block)),
        cycle: cycle.iter().map(step).collect(),
        parted: serial.parted(block),
        harm: serial.harm(),
        schedule: ids(schedule),
    }
}
