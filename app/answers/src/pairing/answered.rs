//! An answer: the pairs in the order in which they are told, with all that is said of them.

use super::subject::Analysed;
use crate::options::{Hint, PairsOptions};
use crate::source::Ending;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::span::Span;
use racefree_kernel::{Budget, Stopped};
use racefree_pairs::report::{Left, Reported, report};
use racefree_pairs::{AccessId, Analysis, Kind, Mode, Stage};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

/// Verdict of the explorer on a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PairVerdict {
    /// Real: the pair races.
    Real,
    /// Unknown: the search hit a bound.
    Unknown,
    /// False alarm: the pair never races.
    FalseAlarm,
    /// No schedule of this program has the race; another one that uses the classes may.
    NotHere,
}

impl PairVerdict {
    /// Name in the output.
    pub fn name(self) -> &'static str {
        match self {
            PairVerdict::Real => "REAL",
            PairVerdict::Unknown => "UNKNOWN",
            PairVerdict::FalseAlarm => "FALSE ALARM",
            PairVerdict::NotHere => "NOT IN THIS PROGRAM",
        }
    }
}

/// A verdict with its reason.
#[derive(Clone, Debug)]
pub struct JudgedPair {
    /// The verdict.
    pub verdict: PairVerdict,
    /// Why.
    pub why: String,
    /// The schedule that shows it.
    pub schedule: Option<serde_json::Value>,
    /// The command that replays it.
    pub command: Option<String>,
}

/// A pair with its findings.
pub struct ToldPair {
    /// Result of the static analysis.
    pub left: Left,
    /// The last stage that has it.
    pub stage: Stage,
    /// Verdict of the explorer, if it was asked.
    pub judged: Option<JudgedPair>,
}

/// Seconds for writing the list, though the time is over.
const WRITTEN: f64 = 0.5;

/// Most pairs that are told after an interrupt.
const BRIEF: usize = 10_000;

/// An answer.
pub struct Answered<'s> {
    /// The file's name.
    pub name: String,
    /// The program that was analysed: the file's text and syntax tree, and the harness behind it.
    pub source: &'s Analysed,
    /// The analysis.
    pub analysis: Analysis<'s>,
    /// The pairs that are told.
    pub told: Vec<ToldPair>,
    /// Pairs that a baseline knows: they do not count.
    pub known: Vec<ToldPair>,
    /// Number of pairs, including those only counted.
    pub total: u64,
    /// Budget that ended the list of pairs before its end.
    pub cut: Option<Stopped>,
    /// Mark of an interrupt before the pairs were told: the list is short.
    brief: bool,
    /// A little time, from when the list begins to be written.
    writing: OnceLock<Budget>,
    /// Assumptions of the analysis.
    pub assumptions: Vec<String>,
}

impl<'s> Answered<'s> {
    /// Answer from an analysis, before any verdict.
    pub fn new(name: &str, source: &'s Analysed, analysis: Analysis<'s>, asked: &PairsOptions) -> Answered<'s> {
        let least = if asked.all { Stage::Original } else { asked.stage.into() };
        let paper = analysis.options.mode == Mode::Paper;
        let least = if analysis.answered() { least } else { Stage::Original };
        let none = !analysis.read() || (paper && !analysis.answered());
        let total = if none { 0 } else { analysis.count(least) };
        let pairs = if total > asked.max_pairs as u64 || none { Vec::new() } else { analysis.pairs(least) };
        let lines = source.lines();
        let line = |span: Span| lines.line(span);
        let Reported { left, stopped: cut } = report(&analysis, &line, &pairs, &|fork| source.spawn(fork));
        let mut words = Words { source, known: FxHashMap::default() };
        let left: Vec<Left> = left.into_iter().map(|left| words.of_pair(left)).collect();
        let brief = analysis.options.watch.budget().interrupt().load(Relaxed);
        let most = if brief { BRIEF } else { usize::MAX };
        let told = left.into_iter().take(most).map(|left| {
            let stage = analysis.stage_of(left.pair).unwrap_or(Stage::Original);
            ToldPair { left, stage, judged: None }
        });
        let told = told.collect();
        let assumptions = assumptions(source, &analysis, asked);
        let mut answered = Answered {
            name: name.to_owned(),
            source,
            analysis,
            told,
            known: Vec::new(),
            total,
            cut,
            brief,
            writing: OnceLock::new(),
            assumptions,
        };
        answered.sort();
        answered
    }

    /// Puts the pairs in order: by verdict, then fields most of whose accesses hold one lock, writes before reads, short paths
    /// before long ones, places.
    pub fn sort(&mut self) {
        let facts = &self.analysis.facts;
        self.told.sort_by_key(|t| {
            let verdict = t.judged.as_ref().map(|j| j.verdict);
            let reads = [t.left.pair.0, t.left.pair.1].iter().filter(|&&e| facts.access(e).kind == Kind::Read).count();
            let shortest = t.left.threads.iter().map(|t| t.paths[0].len() + t.paths[1].len()).min();
            (verdict, Reverse(t.stage), !t.left.mostly_locked, reads, shortest.unwrap_or(usize::MAX), t.left.pair)
        });
    }

    /// Number of pairs with a description.
    pub fn listed(&self) -> u64 {
        (self.told.len() + self.known.len()) as u64
    }

    /// Pairs to show, up to an interrupt or the end of the time.
    pub fn shown(&self) -> impl Iterator<Item = &ToldPair> {
        self.told.iter().take_while(|_| self.goes_on())
    }

    /// True while pairs are to be shown.
    pub fn goes_on(&self) -> bool {
        self.brief || !self.interrupted() && !self.is_late()
    }

    /// True once the time is over, and a little more in which the list is written. What was verified had a time of its own.
    pub fn is_late(&self) -> bool {
        let over = |budget: &Budget| budget.stopped() == Some(Stopped::Time);
        let a_little = self.writing.get_or_init(|| Budget::new(Some(WRITTEN), &Arc::default()));
        over(a_little) && over(self.analysis.options.watch.budget()) && self.told.iter().all(|t| t.judged.is_none())
    }

    /// True after an interrupt.
    pub fn interrupted(&self) -> bool {
        self.analysis.options.watch.budget().interrupt().load(Relaxed)
    }

    /// Text of the analysed program.
    pub fn text(&self) -> &'s str {
        &self.source.text
    }

    /// Kind and place of an access.
    pub fn access(&self, e: AccessId) -> (Kind, Span) {
        (self.analysis.facts.access(e).kind, self.analysis.facts.place(e))
    }

    /// Place at which a thread begins; none for main.
    pub fn spawn(&self, fork: Option<ExprId>) -> Option<Span> {
        fork.map(|fork| self.source.spawn(fork))
    }

    /// Call path to an access, without the steps of a harness.
    pub fn path(&self, calls: &[ExprId], e: AccessId) -> Vec<Span> {
        let program = &self.source.program;
        let from = self.source.harness.as_ref().map_or(u32::MAX, |h| h.from);
        let calls = calls.iter().map(|&n| program.span(n)).filter(|s| s.start < from);
        calls.chain([self.analysis.facts.place(e)]).collect()
    }

    /// Returns true if every pair that is left is a false alarm.
    fn harmless(&self) -> bool {
        let analysis = &self.analysis;
        let left: Vec<&ToldPair> =
            self.told.iter().filter(|t| !analysis.answered() || t.stage == Stage::Unlocked).collect();
        !left.is_empty()
            && (left.len() + self.known.len()) as u64 == analysis.count_left()
            && left.iter().all(|t| {
                t.judged.as_ref().is_some_and(|j| matches!(j.verdict, PairVerdict::FalseAlarm | PairVerdict::NotHere))
            })
    }

    /// Ending of the analysis.
    pub fn ending(&self) -> Ending {
        let analysis = &self.analysis;
        let known = self.known.len() as u64;
        let left = if analysis.answered() { analysis.count_left() - known } else { analysis.count(Stage::Original) };
        let paper = analysis.options.mode == Mode::Paper;
        match analysis.complete() {
            _ if self.interrupted() => Ending::Interrupted,
            false if !analysis.answered() => Ending::Budget,
            _ if left == 0 && known == 0 && !self.source.called => Ending::Failed,
            false if paper || left > 0 => Ending::Budget,
            _ if (left == 0 || self.harmless()) && !self.source.damaged => Ending::Fine,
            _ => Ending::Wrong,
        }
    }
}

/// The words of pairs as the source has them. The same locks and objects come again and again.
struct Words<'s> {
    source: &'s Analysed,
    known: FxHashMap<String, String>,
}

impl Words<'_> {
    fn of(&mut self, text: &mut String) {
        let Some(known) = self.known.get(text.as_str()) else {
            let words = self.source.in_words(text);
            self.known.insert(std::mem::replace(text, words.clone()), words);
            return;
        };
        text.clone_from(known);
    }

    fn of_pair(&mut self, mut left: Left) -> Left {
        self.of(&mut left.field);
        left.names.iter_mut().for_each(|name| self.of(name));
        // Every object of the library has one state, whatever its class.
        if self.source.shown.is_some() && left.field == "object.contents" {
            let class = left.names.first().and_then(|name| name.split('@').next()).unwrap_or("an object");
            left.field = format!("the contents of {class}");
        }
        if self.source.shown.is_some() && left.field == "synchronized collection.wrapped" {
            left.field = "the contents of a synchronized collection".to_owned();
        }
        left.threads.iter_mut().flat_map(|t| &mut t.locks).flatten().for_each(|lock| self.of(lock));
        left
    }
}

/// Assumptions, each with the number of times it is made.
fn assumptions(source: &Analysed, analysis: &Analysis<'_>, asked: &PairsOptions) -> Vec<String> {
    let mut all: Vec<String> = source.assumptions.clone();
    all.extend(asked.not_parallel.iter().map(|(a, b)| format!("{a} and {b} never run in parallel")));
    all.extend(asked.local.iter().map(|l| format!("no two threads access {l} at the same time")));
    let program = &source.program;
    for hint in &asked.hints {
        all.push(match hint {
            Hint::GuardedBy => {
                let believed = count_of(analysis.options.hints.guarded.len(), "access", "accesses");
                format!("guards that the checker does not miss are held ({believed})")
            }
            Hint::ThreadLocal => {
                let classes = program.classes.iter().filter(|c| c.thread_local).count();
                format!("objects of thread-local classes do not escape ({})", count_of(classes, "class", "classes"))
            }
            Hint::Holds => {
                let holds = program.exprs.iter().filter(|e| matches!(e, Expr::Holds(_))).count();
                format!("every `holds` is true ({})", count_of(holds, "holds", "holds"))
            }
        });
    }
    all
}

fn count_of(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}
