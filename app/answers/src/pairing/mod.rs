//! Race pairs: from a program and options to an analysis, with a harness if the program is open, and what the explorer says of each pair.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mod@subject`] | from a text to a program that can be analysed |
//! | [`answered`] | the pairs in the order in which they are told, with all that is said of them |
//! | [`baseline`] | known pairs |
//! | `java`, `clients` | the same for Java; small programs that call two methods |
//! | [`lines`] | lines of a program of several files |
//! | [`json`] | the answer, as an object |
//! | [`verify`], `verify_java` | the verdicts of the explorer |

pub mod answered;
#[cfg(feature = "java")]
pub mod baseline;
#[cfg(feature = "java")]
pub mod clients;
#[cfg(feature = "java")]
pub mod java;
pub mod json;
pub mod lines;
pub mod subject;
pub mod verify;
#[cfg(feature = "java")]
mod verify_java;

pub use answered::Answered;
pub use subject::{Analysed, PairsSubject, subject};

use crate::desk::{Desk, Refusal, bad};
use crate::options::{Hint, PairsOptions, find_refinement};
use crate::source::Source;
use racefree_grammar::ast::Expr;
use racefree_grammar::span::LineIndex;
use racefree_kernel::Budget;
use racefree_pairs::stages::pair;
use racefree_pairs::why::{Why, why};
use racefree_pairs::{AccessId, Analysis, HarnessAt, Hints, Options, Pair, Refinement, Watch};

/// Number of bodies in contexts above which a larger k is begun only where it is asked for: some seconds.
const CONTEXTS: u64 = 60_000;

/// Time that begins now, for all that is done to answer for a program, and the flag that stops it.
pub fn watch(desk: &Desk, asked: &PairsOptions) -> Watch {
    Watch::from(Budget::new(desk.clocked(asked.time), &desk.interrupt))
}

/// The options of an analysis. Fails if there is no such refinement.
pub fn options(subject: &PairsSubject, asked: &PairsOptions) -> Result<Options, String> {
    let memory = asked.memory.map(|mb| (mb as usize) << 20);
    let off: Vec<Refinement> = asked.off.iter().map(|name| find_refinement(name)).collect::<Result<_, _>>()?;
    // A value that the sources do not make may be missing: nothing is dead for that.
    let of_java = subject.source.shown.as_ref().map(|_| Refinement::Dead);
    Ok(Options {
        mode: asked.mode.into(),
        k: asked.k.map_or(Options::default().k, |k| k.0),
        contexts: (asked.k.is_none() && subject.source.shown.is_some()).then_some(CONTEXTS),
        off: off.into_iter().chain(of_java).collect(),
        hints: hints(subject, asked),
        watch: subject.watch.clone(),
        memory,
        alone: subject.source.alone.clone(),
        ..Options::default()
    })
}

fn hints(subject: &PairsSubject, asked: &PairsOptions) -> Hints {
    let mut hints = Hints {
        not_parallel: asked.not_parallel.clone(),
        local: asked.local.clone(),
        thread_local: asked.hints.contains(&Hint::ThreadLocal),
        holds: asked.hints.contains(&Hint::Holds),
        ..Hints::default()
    };
    if !hints.not_parallel.is_empty() {
        let lines = LineIndex::new(&subject.source.text);
        let program = &subject.source.program;
        let forks = program.exprs.iter().zip(&program.spans).filter(|(e, _)| matches!(e, Expr::Fork(_)));
        hints.lines = forks.map(|(_, span)| (span.start, lines.line(span.start))).collect();
    }
    if asked.hints.contains(&Hint::GuardedBy) {
        hints.guarded = subject.guarded();
    }
    hints
}

/// Analyses a program.
pub fn analyse<'s>(source: &'s Analysed, options: &Options) -> Analysis<'s> {
    let harness = source.harness.as_ref().map(|h| HarnessAt { from: h.from });
    racefree_pairs::analyse(&source.program, harness, options)
}

/// `LINE` or `LINE:COLUMN`, of a program of several files behind the file's name.
fn is_place(text: &str) -> bool {
    text.rsplit(':').next().is_some_and(|last| last.parse::<u32>().is_ok())
}

/// Why pairs of two places were removed, or are left; nothing if the analysis was stopped before it had an answer.
/// Fails if there are no such places, or no pair has its accesses there.
pub fn explain(answered: &Answered<'_>, (a, b): (&str, &str)) -> Result<Option<Vec<(Pair, Why)>>, Refusal> {
    let (true, true) = (is_place(a), is_place(b)) else {
        return Err(bad("--why takes two places, each LINE or LINE:COLUMN, as in --why 17,21:5").into());
    };
    let analysis = &answered.analysis;
    let lines = answered.source.lines();
    let at = |e, place: &str| {
        let named = lines.place(analysis.facts.place(e));
        named == place || named.rsplit_once(':').is_some_and(|(line, _)| line == place)
    };
    let accesses = |place: &str| -> Vec<AccessId> { analysis.facts.access_ids().filter(|&e| at(e, place)).collect() };
    let (firsts, seconds) = (accesses(a), accesses(b));
    let mut asked: Vec<Pair> = firsts.iter().flat_map(|&x| seconds.iter().map(move |&y| pair(x, y))).collect();
    asked.sort_unstable();
    asked.dedup();
    asked.retain(|&p| analysis.stage_of(p).is_some());
    let found: Option<Vec<_>> =
        asked.into_iter().map(|pair| Some((pair, why(analysis, &|span| lines.line(span), pair)?))).collect();
    match found {
        Some(found) if found.is_empty() => Err(bad("no original pair has its accesses at these places").into()),
        found => Ok(found),
    }
}

/// `pairs` Fails if the program cannot be analysed, or a word means nothing.
pub fn answer(desk: &Desk, source: Source, asked: &PairsOptions) -> Result<String, Refusal> {
    #[cfg(feature = "java")]
    let subject = match crate::source::is_java(&source.name) {
        true => java::of_file(desk, source, asked)?,
        false => subject(source, asked, desk.variant, watch(desk, asked))?,
    };
    #[cfg(not(feature = "java"))]
    let subject = subject(source, asked, desk.variant, watch(desk, asked))?;
    let how = options(&subject, asked)?;
    let source = subject.source.clone();
    let mut answered = Answered::new(&subject.name, &source, analyse(&source, &how), asked);
    if let Some((a, b)) = &asked.why {
        let found =
            explain(&answered, (a, b))?.ok_or_else(|| bad("the analysis was stopped before it had an answer"))?;
        return Ok(json::explained(&answered, &found).to_string());
    }
    if asked.verify {
        verify::verify(desk, &mut answered, subject, asked)?;
    }
    Ok(crate::json::line(&answered))
}
