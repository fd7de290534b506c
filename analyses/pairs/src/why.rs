//! Explanation of a pair that was removed, or is left (section 8, `--why`): the fact that removes it at its stage, or
//! the derivation of its survival as a tree of the rules.

use crate::analysis::{Analysis, Stage};
use crate::evidence::Evidence;
use crate::facts::{AccessId, BodyKind, Facts};
use crate::locks::{self, LockSet, object_text};
use crate::objects::ObjId;
use crate::options::Mode;
use crate::points::{InstId, Points, solve};
use crate::stages::{Pair, Run};
use racefree_grammar::span::Span;

/// An explanation: lines, each with its depth in the tree.
#[derive(Clone, Debug, Default)]
pub struct Why {
    /// The last stage that has the pair.
    pub stage: Option<Stage>,
    /// The k by which it goes, or stays.
    pub k: u32,
    /// Depth and text.
    pub lines: Vec<(usize, String)>,
}

impl Why {
    fn say(&mut self, depth: usize, text: impl Into<String>) {
        self.lines.push((depth, text.into()));
    }
}

/// Explains an original pair; `line` names a line. None: the analysis of it was stopped.
pub fn why(analysis: &Analysis<'_>, line: &dyn Fn(Span) -> String, pair: Pair) -> Option<Why> {
    let stage = analysis.stage_of(pair)?;
    let last = analysis.k?;
    let options = &analysis.options;
    let first = if options.mode == Mode::Paper { last } else { 0 };
    let mut found = None;
    for k in first..=last {
        let points = solve(&analysis.facts, k, options).ok()?;
        let why = one(analysis, &points, line, pair)?;
        let goes = why.stage == Some(stage);
        found = Some(why);
        // The first k that takes it away at this stage is the simplest reason.
        if goes && stage != Stage::Unlocked {
            break;
        }
    }
    found
}

/// Explains a pair by one k.
fn one(analysis: &Analysis<'_>, points: &Points, line: &dyn Fn(Span) -> String, pair: Pair) -> Option<Why> {
    let budget = analysis.options.watch.budget().clone();
    analysis.with_evidence(points, budget, |run, evidence| Teller { run, points, named: line }.tell(evidence, pair))
}

struct Teller<'r, 'a, 'p> {
    run: &'r Run<'a, 'p>,
    points: &'r Points,
    named: &'r dyn Fn(Span) -> String,
}

impl Teller<'_, '_, '_> {
    fn line(&self, span: Span) -> String {
        (self.named)(span)
    }

    fn facts(&self) -> &Facts<'_> {
        self.run.facts
    }

    fn access(&self, e: AccessId) -> String {
        format!("the {} of line {}", self.facts().access(e).kind.name(), self.line(self.facts().place(e)))
    }

    fn object(&self, h: ObjId) -> String {
        object_text(self.facts(), &self.points.objects, h, |s| self.line(s))
    }

    fn objects(&self, all: &[ObjId]) -> String {
        match all {
            [] => "nothing".to_owned(),
            all => all.iter().take(6).map(|&h| self.object(h)).collect::<Vec<_>>().join(", "),
        }
    }

    fn thread(&self, r: InstId) -> String {
        match self.facts().body(self.points.inst(r).body).kind {
            BodyKind::Fork(n) => format!("the thread of line {}", self.line(self.facts().program().span(n))),
            _ => "main".to_owned(),
        }
    }

    fn tell(&self, evidence: &mut Evidence<'_, '_, '_, '_, '_>, pair: Pair) -> Why {
        let mut why = Why { stage: Some(Stage::Original), k: self.points.k, lines: Vec::new() };
        let tuples: Vec<(usize, usize)> =
            self.run.contexts(pair.0).flat_map(|x| self.run.contexts(pair.1).map(move |y| (x, y))).collect();
        let threads = &self.run.threads;
        let here = |x: usize| &self.run.here[x];
        let reachable: Vec<_> =
            tuples.iter().copied().filter(|&(x, y)| threads.parallel(here(x).reached, here(y).reached)).collect();
        if reachable.is_empty() {
            self.apart(&mut why, pair, &tuples);
            return why;
        }
        why.stage = Some(Stage::Reachable);
        let common = |&(x, y): &(usize, usize)| -> Vec<ObjId> {
            here(x).objects.iter().copied().filter(|h| here(y).objects.contains(h)).collect()
        };
        let aliasing: Vec<_> = reachable.iter().copied().filter(|t| !common(t).is_empty()).collect();
        if aliasing.is_empty() {
            why.say(0, "no common object");
            for (e, x) in [(pair.0, reachable[0].0), (pair.1, reachable[0].1)] {
                why.say(1, format!("{} is of {}", self.access(e), self.objects(&here(x).objects)));
            }
            return why;
        }
        why.stage = Some(Stage::Aliasing);
        let escaping: Vec<_> = aliasing.iter().copied().filter(|&(x, y)| !self.run.shared(x, y).is_empty()).collect();
        if escaping.is_empty() {
            let all: Vec<ObjId> = aliasing.iter().flat_map(common).filter(|&h| self.run.escape.has(h)).collect();
            if all.is_empty() {
                why.say(0, "thread-local: no other thread can come to the object");
                why.say(1, format!("both are of {}", self.objects(&common(&aliasing[0]))));
            } else {
                why.say(0, "fresh: at one of the accesses no other thread can know the object yet");
                why.say(1, format!("both are of {}", self.objects(&all)));
            }
            return why;
        }
        why.stage = Some(Stage::Escaping);
        let left: Vec<_> = escaping.iter().copied().filter(|&(x, y)| !evidence.excluded(x, y, pair)).collect();
        let Some(&(x, y)) = left.first() else {
            why.say(0, "a common lock");
            for &(x, y) in escaping.iter().take(3) {
                let (a, b) = (evidence.of(x).clone(), evidence.of(y).clone());
                if evidence.holding.locks.exclude(&a, &b) {
                    let both: LockSet = a.iter().copied().filter(|l| b.binary_search(l).is_ok()).collect();
                    why.say(1, format!("both hold {}", self.locks(evidence, &both)));
                } else {
                    why.say(1, "each two threads that make them in parallel hold one, by their own paths, or main waits for one of them");
                }
            }
            return why;
        };
        why.stage = Some(Stage::Unlocked);
        self.survives(&mut why, evidence, pair, (x, y));
        why
    }

    /// Explains why no two threads make the accesses in parallel.
    fn apart(&self, why: &mut Why, pair: Pair, tuples: &[(usize, usize)]) {
        for e in [pair.0, pair.1] {
            if self.run.contexts(e).is_empty() {
                why.say(0, "no thread reaches it");
                why.say(1, format!("{} is in code that is never entered", self.access(e)));
                return;
            }
        }
        let threads = &self.run.threads;
        let ordered = tuples.iter().find_map(|&(x, y)| {
            let (a, b) = (self.run.here[x].reached, self.run.here[y].reached);
            let one = |main: Option<u32>, start: u32| {
                main.filter(|&hi| start != u32::MAX && hi < start).map(|hi| (hi, start))
            };
            one(a.main, b.start).map(|o| (pair.0, o)).or(one(b.main, a.start).map(|o| (pair.1, o)))
        });
        match ordered {
            Some((e, (hi, start))) => {
                why.say(0, "ordered by the clock");
                let before = "before it forks the first thread that makes the other access";
                why.say(1, format!("main is over with {} at its step {hi}, {before}, at step {start}", self.access(e)));
            }
            None => {
                why.say(0, "made by one thread, which is entered once");
                let of = tuples.first().map(|&(x, _)| self.run.here[x].inst);
                let on = threads.on(self.points, 1);
                if let Some(&r) = of.and_then(|i| on[i.index()].first()) {
                    why.say(1, format!("both are made by {}", self.thread(r)));
                }
            }
        }
    }

    fn locks(&self, evidence: &Evidence<'_, '_, '_, '_, '_>, set: &[crate::locks::LockId]) -> String {
        let text =
            |&l| locks::text(self.facts(), &self.points.objects, evidence.holding.locks.get(l), |s| self.line(s));
        if set.is_empty() { "no lock".to_owned() } else { set.iter().map(text).collect::<Vec<_>>().join(", ") }
    }

    /// The derivation of a tuple that is left.
    fn survives(&self, why: &mut Why, evidence: &mut Evidence<'_, '_, '_, '_, '_>, pair: Pair, (x, y): (usize, usize)) {
        why.say(0, format!("unlocked({}, {})", self.access(pair.0), self.access(pair.1)));
        let (a, b) = (evidence.of(x).clone(), evidence.of(y).clone());
        why.say(1, format!("Held: {} holds {}", self.access(pair.0), self.locks(evidence, &a)));
        why.say(1, format!("Held: {} holds {}", self.access(pair.1), self.locks(evidence, &b)));
        let shared = self.run.shared(x, y);
        why.say(1, format!("escaping: {} ∈ Esc, and neither access is Fresh on it", self.objects(&shared)));
        why.say(2, "aliasing: both are of this object (Acc)");
        why.say(3, "reachable: Par");
        for (r, s) in evidence.racing_threads(x, y).unwrap_or_default().into_iter().take(3) {
            let many = if r == s { ", which is entered more than once" } else { "" };
            why.say(4, format!("On: {} and {}{many}", self.thread(r), self.thread(s)));
        }
        why.say(5, "original: the same field name, and one of them writes");
    }
}
