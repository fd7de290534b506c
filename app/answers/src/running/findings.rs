//! Findings of a run, in words.

use super::Loaded;
use crate::problem::Problem;
use racefree_grammar::Program;
use racefree_grammar::Span;
use racefree_grammar::ast::Expr;
use racefree_interp::ThreadId;
use racefree_interp::detect::Detector;
use racefree_interp::drive::{Deadlock, Finding, Livelock, Race, RunResult, Thrown, Waiters, Waits};
use racefree_interp::event::{Access, Site};

/// Everything that went wrong, and alarms that may be false.
pub fn problems(loaded: &Loaded, result: &RunResult) -> Vec<Problem> {
    let alarms = result.races.iter().filter(|r| r.detector == Detector::Lockset).cloned().map(Finding::Race);
    result.findings().into_iter().chain(alarms).map(|finding| problem(loaded, &finding)).collect()
}

/// Problem of one finding.
pub fn problem(loaded: &Loaded, finding: &Finding) -> Problem {
    let program = &loaded.program.tables.program;
    match finding {
        Finding::Race(race) => {
            let (message, labels) = of_race(race);
            let code = if race.detector == Detector::Lockset { "lockset alarm" } else { "race" };
            Problem::new(code, message, labels)
        }
        Finding::Deadlock(deadlock) => {
            let goes_on = |thread| deadlock.cycle.iter().any(|other| other.thread == thread);
            Problem::new("deadlock", of_deadlock(deadlock), waits(&deadlock.cycle, goes_on))
        }
        Finding::Exception(thrown) => {
            let (code, label) = match thrown.exception.is_error() {
                true => ("exception", format!("thrown here by thread {}", thrown.thread)),
                false => ("not run", format!("thread {} stops here", thrown.thread)),
            };
            Problem::new(code, of_exception(thrown), vec![(thrown.span, label)])
        }
        Finding::Monitor(violation) => {
            let label = (violation.site.span(program), format!("in a step of thread {}", violation.thread));
            Problem::new(format!("monitor {}", violation.monitor.name()), violation.message.clone(), vec![label])
        }
        Finding::Waiting(waiters) => {
            let sites: Vec<Site> = waiters.threads.iter().map(|w| w.1).collect();
            let code = if asks_for_notification(loaded, &sites) { "lost notification" } else { "deadlock" };
            let (inside, own): (Vec<_>, Vec<_>) = waiters.threads.iter().copied().partition(|w| is_inside(loaded, w.1));
            let mut message = of_waiters(waiters);
            if !inside.is_empty() {
                message.push_str(" (a worker of a pool goes on until somebody shuts the pool down)");
            }
            let is_blocked = |thread: ThreadId| waiters.blocked.iter().any(|one| one.thread == thread);
            let (blocked, own): (Vec<_>, Vec<_>) = own.into_iter().partition(|one| is_blocked(one.0));
            let locks = waiters.blocked.iter().filter(|one| blocked.iter().any(|(thread, _)| *thread == one.thread));
            let locks = waits(&locks.cloned().collect::<Vec<_>>(), |_| true);
            Problem::new(code, message, labels(program, &own, "waits here").into_iter().chain(locks).collect())
        }
        Finding::Livelock(livelock) => Problem::new("livelock", of_livelock(livelock), goes_on(program, livelock)),
        Finding::Stuck(thread, site) => {
            let label = (site.span(program), "no reduction rule fits this".to_owned());
            Problem::new("stuck", format!("thread {thread} is stuck"), vec![label])
        }
    }
}

/// `a race on Account.balance`, `a deadlock`: in a summary.
pub fn headline(loaded: &Loaded, finding: &Finding) -> String {
    match finding {
        Finding::Race(race) => format!("a race on {}", race.field),
        Finding::Deadlock(_) => "a deadlock".to_owned(),
        Finding::Waiting(waiters) => {
            let sites: Vec<Site> = waiters.threads.iter().map(|w| w.1).collect();
            waiting(loaded, &sites).to_owned()
        }
        Finding::Livelock(_) => "a livelock".to_owned(),
        Finding::Exception(Thrown { what: Some(what), exception, .. }) if !exception.is_error() => what.clone(),
        Finding::Exception(Thrown { what: Some(what), .. }) => format!("the exception {what}"),
        Finding::Exception(thrown) => format!("the exception {}", thrown.exception),
        Finding::Monitor(violation) => format!("a violation of the monitor `{}`", violation.monitor.name()),
        Finding::Stuck(..) => "a stuck thread".to_owned(),
    }
}

fn verb(access: Access) -> &'static str {
    match access {
        Access::Read => "reads",
        Access::Write => "writes",
        Access::Init => "initialises",
    }
}

fn of_race(race: &Race) -> (String, Vec<(Span, String)>) {
    let Race { field, object, accesses: [a, b], detector, .. } = race;
    let (x, y) = (format!("thread {} {}", a.thread, verb(a.access)), format!("thread {} {}", b.thread, verb(b.access)));
    let why = match detector {
        Detector::Adjacent => "both are about to do it",
        Detector::HappensBefore => "nothing orders the two",
        Detector::Lockset => "no lock is held at both (this may be a false alarm)",
    };
    let message = format!("race on {field} of {object}: {x} it, {y} it, and {why}");
    let labels = if a.span == b.span {
        vec![(a.span, format!("{x} here, and so does thread {}", b.thread))]
    } else {
        vec![(b.span, format!("{y} here")), (a.span, format!("{x} here"))]
    };
    (message, labels)
}

fn of_deadlock(deadlock: &Deadlock) -> String {
    // Of Java, threads may also wait for a lock whose owner has ended.
    let waits = |thread| deadlock.cycle.iter().any(|w| w.thread == thread);
    let lost: Vec<String> = (deadlock.cycle.iter().filter(|w| !waits(w.held_by)))
        .map(|w| format!("thread {} waits for {}, which thread {} had when it ended", w.thread, w.waits_for, w.held_by))
        .collect();
    if !lost.is_empty() {
        return format!("deadlock: {}", lost.join("; "));
    }
    match deadlock.cycle.as_slice() {
        [one] => format!("deadlock: thread {} waits for itself", one.thread),
        cycle => {
            let threads: Vec<String> = cycle.iter().map(|w| format!("thread {}", w.thread)).collect();
            let (last, others) = threads
                .split_last()
                .map_or((String::new(), String::new()), |(last, others)| (last.clone(), others.join(", ")));
            format!("deadlock: {others} and {last} wait for each other")
        }
    }
}

/// Labels of threads that wait for locks: each of them, and where its lock was taken. Threads at one place share a label; `goes_on` says
/// whether the holder of a lock has not ended.
fn waits(all: &[Waits], goes_on: impl Fn(ThreadId) -> bool) -> Vec<(Span, String)> {
    let mut labels: Vec<(Span, String)> = Vec::new();
    let mut add = |span: Span, text: String| match labels.iter_mut().find(|l| l.0 == span) {
        _ if span == Span::NONE => {}
        Some(label) => {
            label.1.push_str("; ");
            label.1.push_str(&text);
        }
        None => labels.push((span, text)),
    };
    for w in all {
        let ended = if goes_on(w.held_by) { "" } else { ", which has ended" };
        add(w.span, format!("thread {} waits for {}, which thread {} holds{ended}", w.thread, w.waits_for, w.held_by));
    }
    for w in all {
        add(w.taken, format!("thread {} has taken {}", w.held_by, w.waits_for));
    }
    labels
}

fn of_waiters(waiters: &Waiters) -> String {
    match waiters.threads.as_slice() {
        [(one, _)] => format!("thread {one} waits for ever: nobody is left who could wake it"),
        all => {
            let names: Vec<String> = all.iter().map(|w| w.0.to_string()).collect();
            let locks = waiters.blocked.iter();
            let locks: Vec<String> = locks
                .map(|w| format!("thread {} for {}, which thread {} holds", w.thread, w.waits_for, w.held_by))
                .collect();
            let why = if locks.is_empty() { "nobody is left who could wake them".to_owned() } else { locks.join(", ") };
            format!("threads {} wait for ever: {why}", names.join(", "))
        }
    }
}

/// Threads that wait for ever, in a summary, by the places at which they do.
pub fn waiting(loaded: &Loaded, sites: &[Site]) -> &'static str {
    if asks_for_notification(loaded, sites) { "a lost notification" } else { "a deadlock" }
}

/// Returns true for a place inside the library: no code of the program's own is on the way to it.
fn is_inside(loaded: &Loaded, site: Site) -> bool {
    let tables = &loaded.program.tables;
    tables.java.is_library(site.span(&tables.program))
}

/// Classes of the library with an `await` that no notification ends.
const BARRIERS: [&str; 2] = ["CountDownLatch", "CyclicBarrier"];

/// Returns true for waits that a notification of the program ends; others are for a permit, a lock, an element or a result of the library.
fn asks_for_notification(loaded: &Loaded, sites: &[Site]) -> bool {
    let (tables, program) = (&loaded.program.tables, &loaded.program.tables.program);
    let is_used = |class: &str| program.names.find(class).and_then(|name| tables.classes.find(name)).is_some();
    sites.iter().all(|&site| {
        let at = site.as_expr().map(|at| program.expr(at));
        let Some(Expr::Call { method, .. }) = at else { return !matches!(at, Some(Expr::Sync { .. })) };
        let asks = match program.text(method) {
            "wait" | "park" => true,
            "await" | "awaitUninterruptibly" => !BARRIERS.into_iter().any(is_used),
            _ => false,
        };
        asks && !is_inside(loaded, site)
    })
}

/// Labels of places of threads. Threads at one place share a label.
fn labels(program: &Program, threads: &[(ThreadId, Site)], does: &str) -> Vec<(Span, String)> {
    let mut labels: Vec<(Span, String)> = Vec::new();
    for (thread, site) in threads {
        let span = site.span(program);
        match labels.iter_mut().find(|l| l.0 == span) {
            Some(label) => label.1.push_str(&format!(", and so does thread {thread}")),
            None => labels.push((span, format!("thread {thread} {does}"))),
        }
    }
    labels
}

fn of_livelock(livelock: &Livelock) -> String {
    let names: Vec<String> = livelock.threads.iter().map(|t| t.0.to_string()).collect();
    let who = match names.as_slice() {
        [one] => format!("thread {one} goes"),
        all => format!("threads {} go", all.join(", ")),
    };
    match (livelock.can_end, names.as_slice()) {
        (false, _) => format!("livelock: {who} on for ever, and no schedule ends any more"),
        (true, [one]) => {
            format!("livelock: thread {one} can go on for ever, whatever turns it gets; another schedule may end")
        }
        (true, all) => {
            let all = all.join(", ");
            format!("livelock: threads {all} can go on for ever, though each gets its turns; another schedule may end")
        }
    }
}

fn goes_on(program: &Program, livelock: &Livelock) -> Vec<(Span, String)> {
    let mut all = labels(program, &livelock.threads, "comes back here again and again");
    all.extend(labels(program, &livelock.waits, "waits here for ever"));
    all
}

fn of_exception(thrown: &Thrown) -> String {
    if let Some(what) = &thrown.what {
        return match thrown.exception.is_error() {
            true => format!("thread {} ended with {what}", thrown.thread),
            false => what.strip_prefix("not run: ").unwrap_or(what).to_owned(),
        };
    }
    let why = match thrown.exception {
        racefree_interp::Exception::Java => "an exception was thrown",
        racefree_interp::Exception::NotRun => "this does not run",
        racefree_interp::Exception::NullPointer => "something was asked of null",
        racefree_interp::Exception::DivisionByZero => "a division by zero",
        racefree_interp::Exception::AssertionFailed => "an assertion is false",
        racefree_interp::Exception::IndexOutOfRange => "a string index is out of range",
    };
    format!("thread {} ended with {}: {why}", thrown.thread, thrown.exception)
}
