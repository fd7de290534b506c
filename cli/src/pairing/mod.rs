//! Race pairs, for people and tools: from files and arguments to an analysis, and from that to text.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`subject`] | from a file to a program that can be analysed, with a harness if it is open |
//! | [`answered`] | the pairs in the order in which they are told, with all that is said of them |
//! | [`human`], [`json`], [`sarif`], [`html`], [`graph`] | the answer, for people and for tools |
//! | [`verify`] | what the explorer says of each pair |
//! | [`compare`] | many files: types, pairs, explorer |

pub mod answered;
pub mod compare;
pub mod graph;
pub mod html;
pub mod human;
pub mod json;
pub mod sarif;
pub mod subject;
pub mod verify;

pub use answered::Answered;
pub use subject::{Analysed, Subject, load};

use crate::args::pairs::{Hint, PairsArgs, PairsMode};
use crate::running::interrupt;
use racefree_grammar::ast::Expr;
use racefree_grammar::span::LineIndex;
use racefree_pairs::{Analysis, Budget, HarnessAt, Hints, Mode, Options};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What to analyse with.
pub fn options(subject: &Subject, args: &PairsArgs) -> Options {
    let mode = match args.mode {
        PairsMode::Sound => Mode::Sound,
        PairsMode::Paper => Mode::Paper,
    };
    let budget = Budget {
        deadline: args.time.map(|time| Instant::now() + time),
        memory: args.memory.map(|mb| (mb as usize) << 20),
        ..Budget::default()
    };
    Options { mode, k: args.k.0, off: args.off.clone(), hints: hints(subject, args), budget, mistake: None }
}

fn hints(subject: &Subject, args: &PairsArgs) -> Hints {
    let mut hints = Hints {
        not_parallel: args.not_parallel.clone(),
        local: args.local.clone(),
        thread_local: args.hints.contains(&Hint::ThreadLocal),
        holds: args.hints.contains(&Hint::Holds),
        ..Hints::default()
    };
    if !hints.not_parallel.is_empty() {
        let lines = LineIndex::new(&subject.source.text);
        let program = &subject.source.program;
        let forks = program.exprs.iter().zip(&program.spans).filter(|(e, _)| matches!(e, Expr::Fork(_)));
        hints.lines = forks.map(|(_, span)| (span.start, lines.line(span.start))).collect();
    }
    if args.hints.contains(&Hint::GuardedBy) {
        hints.guarded = subject.guarded();
    }
    hints
}

/// Analyses a program; Ctrl-C ends it, and meanwhile it says how far it is.
pub fn analyse<'s>(source: &'s Analysed, options: &Options, progress: bool) -> Analysis<'s> {
    let harness = source.harness.as_ref().map(|h| HarnessAt { from: h.from });
    let (done, over) = channel::<()>();
    std::thread::scope(|scope| {
        let budget = options.budget.clone();
        scope.spawn(move || {
            let start = Instant::now();
            let wanted = progress && io::stderr().is_terminal();
            let mut said = false;
            while over.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
                if interrupt::interrupted() {
                    budget.interrupt.store(true, Relaxed);
                }
                if wanted && start.elapsed() > Duration::from_secs(1) {
                    tell(&budget, start);
                    said = true;
                }
            }
            if said {
                // It is no loss if it cannot be written.
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        let analysis = racefree_pairs::analyse(&source.program, harness, options);
        drop(done);
        analysis
    })
}

fn tell(budget: &Budget, start: Instant) {
    let progress: &Arc<racefree_pairs::Progress> = &budget.progress;
    let (k, facts) = (progress.k.load(Relaxed), progress.facts.load(Relaxed));
    let seconds = start.elapsed().as_secs_f64();
    let line = format!("k = {k}, {facts} facts, {:.0} a second, {seconds:.0} s", facts as f64 / seconds);
    // It is no loss if it cannot be written.
    let _ = write!(io::stderr(), "\r\x1b[K{line}");
}
