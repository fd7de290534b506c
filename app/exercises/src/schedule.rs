//! Exercises `schedule`: find a schedule that reaches a goal. Any that does is right; stars compare it with the shortest.

mod shortest;

use crate::exercise::Exercise;
use crate::facts::{self, Facts, OUTPUT};
use crate::grade::{Fault, Grade};
use crate::handed;
use racefree_answers::desk::Desk;
use racefree_answers::running::{Loaded, replay};
use racefree_explore::Options;
use racefree_explore::plain::{Points, Reference, faults};
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::reduction::State;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
pub use shortest::shortest;

/// Goal of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Two threads are about to make conflicting accesses to the field, and make them.
    Race(String),
    /// Threads wait for each other.
    Deadlock,
    /// A thread waits, and nobody is left who could notify it.
    Waiting,
    /// An exception is thrown.
    Exception,
    /// The program is over, and the field has this value.
    Heap(String, String),
    /// The program is over, and has printed this.
    Output(String),
}

/// The most steps of a schedule.
const MOST_STEPS: u64 = 100_000;

/// The most bytes of a schedule.
const MOST_BYTES: usize = 32 << 10;

impl Goal {
    /// Reads the value of `goal`.
    ///
    /// # Errors
    ///
    /// It is no goal.
    pub fn read(text: &str) -> Result<Goal, String> {
        match text.split_once(' ').map_or((text, ""), |(word, rest)| (word, rest.trim())) {
            ("race", field) if field.contains('.') => Ok(Goal::Race(field.to_owned())),
            ("deadlock", "") => Ok(Goal::Deadlock),
            ("waiting", "") => Ok(Goal::Waiting),
            ("exception", "") => Ok(Goal::Exception),
            ("heap", equation) if equation.contains('=') => {
                let (of, value) = equation.split_once('=').unwrap_or_default();
                Ok(Goal::Heap(of.trim().to_owned(), value.trim().to_owned()))
            }
            (OUTPUT, text) if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') => {
                Ok(Goal::Output(text[1..text.len() - 1].to_owned()))
            }
            _ => Err(format!(
                "`goal: {text}` is none of race Account.balance, deadlock, waiting, exception, heap Account#1.balance = 10, output \"1 2\""
            )),
        }
    }

    /// The goal in words.
    pub fn words(&self) -> String {
        match self {
            Goal::Race(field) => format!("a race on `{field}`, and both accesses made"),
            Goal::Deadlock => "a deadlock".to_owned(),
            Goal::Waiting => "a thread that waits for ever to be notified".to_owned(),
            Goal::Exception => "an exception".to_owned(),
            Goal::Heap(of, value) => format!("the end of the program, with `{of} = {value}`"),
            Goal::Output(text) => format!("the end of the program, with the output `{text}`"),
        }
    }
}

impl Goal {
    /// Steps after which the goal is reached in a state; none if it is not. One that is a property of the state itself needs none.
    fn endings(&self, reference: &Reference<'_>, state: &State) -> Vec<Vec<ThreadId>> {
        let tables = reference.execution.tables;
        let reached = match self {
            Goal::Race(field) => {
                let on = |key: &Key| matches!(key, Key::Race(f, ..) if tables.field_name(*f) == *field);
                let racing = faults(reference, state).into_iter().filter(|(key, _)| on(key));
                return racing.flat_map(|(_, by)| [by.clone(), by.into_iter().rev().collect()]).collect();
            }
            Goal::Deadlock => faults(reference, state).iter().any(|(key, _)| matches!(key, Key::Deadlock(_))),
            Goal::Waiting => faults(reference, state).iter().any(|(key, _)| matches!(key, Key::Waiting(_))),
            Goal::Exception => {
                let ended = |thread| matches!(reference.execution.status(state, thread), Status::Ended(_));
                reference.threads(state).any(ended)
            }
            Goal::Heap(of, value) => {
                is_over(reference, state) && {
                    let outcomes = vec![racefree_explore::plain::outcome(reference, state)];
                    Facts { outcomes, ..Facts::default() }.values(of).contains(value)
                }
            }
            Goal::Output(text) => is_over(reference, state) && output(reference, state) == *text,
        };
        if reached { vec![Vec::new()] } else { Vec::new() }
    }
}

fn is_over(reference: &Reference<'_>, state: &State) -> bool {
    reference.threads(state).all(|thread| reference.execution.status(state, thread) != Status::Ready)
}

fn output(reference: &Reference<'_>, state: &State) -> String {
    let parts: Vec<String> =
        state.output.iter().map(|(_, value)| reference.execution.show_value(state, *value)).collect();
    // Java prints the ends of lines as well; the calculus prints lines.
    match reference.execution.tables.java.has_forms {
        true => parts.concat().lines().collect::<Vec<_>>().join(" "),
        false => parts.join(" "),
    }
}

fn reference(loaded: &Loaded) -> Reference<'_> {
    let options = Options { semantics: loaded.rules.semantics, ..Options::default() };
    Reference::new(&loaded.program, &options, Points::Every)
}

/// Grades a schedule against the shortest.
pub fn grade(loaded: &Loaded, goal: &Goal, shortest: &Schedule, handed: &str) -> Grade {
    if handed.len() > MOST_BYTES {
        return Grade::unreadable("", "it is no schedule: it is too long");
    }
    let text: Vec<&str> = handed::lines(handed).map(|line| line.1.trim()).collect();
    let schedule = match replay::parse(&text.join(",")) {
        Ok(schedule) if schedule.steps() <= MOST_STEPS => schedule,
        Ok(_) => return Grade::unreadable("", format!("it has more than {MOST_STEPS} steps")),
        Err(message) => return Grade::unreadable("", message),
    };
    let way = match walk(loaded, goal, &schedule) {
        Ok(way) => way,
        Err(fault) => return Grade::wrong(fault),
    };
    if !way.reached {
        let place = format!("step {}", schedule.steps());
        let part = match (way.over, goal) {
            (true, Goal::Heap(of, value)) => format!("the program is over, and has not `{of} = {value}`"),
            (true, Goal::Output(text)) => format!("the program is over, and its output is not `{text}`"),
            (true, _) => format!("the program is over, and has not reached {}", goal.words()),
            (false, _) => format!("the schedule ends, and has not reached {}", goal.words()),
        };
        let expected = replay::inline(shortest);
        return Grade::wrong(Fault { place, part, expected, reason: String::new() });
    }
    let (switches, steps) = (schedule.switches(), schedule.steps());
    let stars = match () {
        () if (switches, steps) <= (shortest.switches(), shortest.steps()) => 3,
        () if switches <= shortest.switches() => 2,
        () => 1,
    };
    let remark = match stars {
        3 => String::new(),
        2 => format!("{steps} steps, and {} would do", shortest.steps()),
        _ => format!("{switches} context switches, and {} would do", shortest.switches()),
    };
    Grade { stars: Some(stars), remark, ..Grade::right() }
}

/// A schedule that was followed to its end.
struct Way {
    /// True if it reaches the goal.
    reached: bool,
    /// True if no thread can step at its end.
    over: bool,
}

/// Follows a schedule.
fn walk(loaded: &Loaded, goal: &Goal, schedule: &Schedule) -> Result<Way, Fault> {
    let reference = reference(loaded);
    let steps: Vec<ThreadId> = schedule.ids().collect();
    // Accesses of a race are the last two steps.
    let reaches = |state: &State, from: usize| {
        steps.len() - from <= 2 && goal.endings(&reference, state).iter().any(|ending| **ending == steps[from..])
    };
    let mut state = reference.execution.first();
    let mut reached = reaches(&state, 0);
    for (at, &thread) in steps.iter().enumerate() {
        let Some((next, _)) = reference.execution.step(&state, thread) else {
            let place = format!("step {}", at + 1);
            return Err(Fault { place, part: why_not(&reference, &state, thread), ..Fault::default() });
        };
        state = next;
        reached |= reaches(&state, at + 1);
    }
    Ok(Way { reached, over: is_over(&reference, &state) })
}

/// Reason why a thread cannot step.
fn why_not(reference: &Reference<'_>, state: &State, thread: ThreadId) -> String {
    if thread.index() >= state.threads.len() {
        return format!("there is no thread {thread} yet");
    }
    match reference.execution.status(state, thread) {
        Status::Waiting { .. } => format!("thread {thread} waits to be notified"),
        Status::Blocked { owner, .. } => format!("thread {thread} waits for a lock that thread {owner} holds"),
        Status::Finished(_) => format!("thread {thread} has finished"),
        Status::Ended(exception) => format!("thread {thread} has ended with {}", exception.name()),
        Status::Ready | Status::Stuck => format!("thread {thread} cannot step"),
    }
}

/// The shortest schedule.
///
/// # Errors
///
/// The grade if there is none within the budget.
pub fn answer(desk: &Desk, exercise: &Exercise, goal: &Goal) -> Result<(Loaded, Schedule), Grade> {
    let loaded = facts::loaded(desk, &exercise.rules, &exercise.file(), &exercise.text)?;
    let schedule = shortest(desk, &loaded, goal)?;
    Ok((loaded, schedule))
}
