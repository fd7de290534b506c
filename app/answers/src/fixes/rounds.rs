//! A program repaired: in each round the first sure repair of each error, as far as they do not get in each other's way.

use super::nesting::Nesting;
use super::settle::{Budget, settle};
use super::turned::is_turned;
use super::{count, has_new, together, try_out};
use crate::variant::Rules;
use crate::verdict::{Verdict, judge};
use racefree_grammar::fix::{self, Edit, Fix};
use racefree_grammar::span::Span;
use racefree_kernel::TypeError;

/// Limit on the rounds.
pub const ROUNDS: usize = 20;
/// Most rounds before those that repair all listed errors together.
const AT_ONCE: usize = 60;

/// Repairs that are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The sure ones.
    Sure,
    /// The first of an error that has no sure one.
    All,
    /// The sure ones, and the one with this number, from 1, of those that are then left.
    Also(usize),
}

impl std::str::FromStr for Choice {
    type Err = String;

    fn from_str(word: &str) -> Result<Choice, String> {
        match (word, word.parse()) {
            ("sure", _) => Ok(Choice::Sure),
            ("all", _) => Ok(Choice::All),
            (_, Ok(n)) if n > 0 => Ok(Choice::Also(n)),
            _ => Err("it is `sure`, `all`, or the number of a repair, from 1".to_owned()),
        }
    }
}

/// Program after its repairs.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The text, repaired.
    pub text: String,
    /// The titles of the repairs, a list a round.
    pub rounds: Vec<Vec<String>>,
    /// Verdict on the repaired text.
    pub verdict: Verdict,
    /// True if errors are left for which there was no budget to look for repairs.
    pub is_cut: bool,
    /// The number that was chosen, if no repair has it.
    pub missing: Option<usize>,
}

impl Repaired {
    /// The repairs of the errors and warnings that are left, none of which is sure, each with the place of its error.
    pub fn unsure(&self) -> Vec<(Span, &Fix)> {
        unsure(&self.verdict)
    }

    /// The difference from the text before, as `diff -u` writes it.
    pub fn difference(&self, name: &str, before: &str) -> String {
        if before == self.text {
            return String::new();
        }
        let diff = similar::TextDiff::from_lines(before, &self.text);
        diff.unified_diff().context_radius(2).header(name, &format!("{name} (repaired)")).to_string()
    }
}

/// The repairs of a verdict that are not sure, in the order of its errors and then its warnings.
fn unsure(verdict: &Verdict) -> Vec<(Span, &Fix)> {
    fn of(span: Span, fixes: &[Fix]) -> impl Iterator<Item = (Span, &Fix)> {
        fixes.iter().filter(|fix| !fix.sure).map(move |fix| (span, fix))
    }
    match verdict {
        Verdict::Syntax(errors) => errors.iter().flat_map(|e| of(e.span, &e.fixes)).collect(),
        Verdict::Judged(judged) => {
            let report = &judged.report;
            let warned = report.warnings.iter().flat_map(|w| of(w.span, &w.fixes));
            report.errors.iter().flat_map(|e| of(e.span, &e.fixes)).chain(warned).collect()
        }
    }
}

/// Applies the first sure repair of each error until there is none, and what else is chosen.
pub fn repair(text: &str, rules: &Rules, most: usize, choice: Choice) -> Repaired {
    let mut text = text.to_owned();
    let mut rounds = Vec::new();
    let mut verdict = judge(&text, rules);
    let mut at_once = 0;
    while let Verdict::Syntax(errors) = &verdict
        && at_once < AT_ONCE
        && together::are_many(&text, errors)
        && let Some((next, titles)) = together::round(&text, rules, errors)
    {
        (text, at_once) = (next, at_once + 1);
        rounds.push(titles);
        verdict = judge(&text, rules);
    }
    let mut budget = Budget::of_rounds();
    settle(&text, rules, &mut verdict, &mut budget);
    let mut choice = choice;
    while rounds.len() < at_once + most {
        let sure = round(&text, rules, &verdict, &mut budget);
        let Some((next, titles)) = sure.or_else(|| guessed(&text, &verdict, &mut choice)) else { break };
        if next == text {
            break;
        }
        text = next;
        rounds.push(titles);
        verdict = judge(&text, rules);
        settle(&text, rules, &mut verdict, &mut budget);
    }
    let is_cut = !verdict.is_ok() && budget.is_below(text.len());
    let missing = match choice {
        Choice::Also(n) => Some(n),
        Choice::Sure | Choice::All => None,
    };
    Repaired { text, rounds, verdict, is_cut, missing }
}

/// The text after one repair that is not sure, if that is chosen: it was tried out by itself, so no other goes with it.
fn guessed(text: &str, verdict: &Verdict, choice: &mut Choice) -> Option<(String, Vec<String>)> {
    let n = match *choice {
        Choice::Sure => return None,
        Choice::All => 0,
        Choice::Also(n) => n - 1,
    };
    // One that may lead to a deadlock is chosen by its number alone.
    let is_offered = |fix: &Fix| *choice != Choice::All || !is_turned(&fix.title);
    let (_, fix) = unsure(verdict).into_iter().filter(|(_, fix)| is_offered(fix)).nth(n)?;
    if *choice != Choice::All {
        *choice = Choice::Sure;
    }
    Some((fix::apply(text, &fix.edits)?, vec![fix.title.clone()]))
}

/// One round: the text after it, and what was done.
fn round(text: &str, rules: &Rules, verdict: &Verdict, budget: &mut Budget) -> Option<(String, Vec<String>)> {
    let of = |fixes: &[Fix]| fixes.iter().find(|fix| fix.sure).cloned();
    let mut chosen: Vec<Fix> = match verdict {
        Verdict::Syntax(errors) => errors.iter().filter_map(|e| of(&e.fixes)).collect(),
        Verdict::Judged(judged) => {
            let errors = judged.report.errors.iter();
            return in_turn(text, rules, verdict, errors.filter_map(|e| Some((e, of(&e.fixes)?))).collect(), budget);
        }
    };
    if chosen.is_empty() {
        return None;
    }
    // Largest changes first: smaller repairs inside them wait for the next round.
    chosen.sort_by_key(|fix| std::cmp::Reverse(fix.edits.iter().map(|e| e.span.end - e.span.start).max()));
    let (mut edits, mut titles): (Vec<Edit>, Vec<String>) = (Vec::new(), Vec::new());
    for fix in &chosen {
        if let Some(both) = joined(&edits, &fix.edits) {
            if both.len() > edits.len() {
                titles.push(fix.title.clone());
            }
            edits = both;
        }
    }
    let before = count(verdict);
    let all = fix::apply(text, &edits).filter(|next| !has_new(&before, &judge(next, rules)));
    match all {
        Some(next) => Some((next, titles)),
        // Each by itself is right.
        None => chosen.iter().find_map(|fix| Some((fix::apply(text, &fix.edits)?, vec![fix.title.clone()]))),
    }
}

/// One round of a program: each repair is tried on what the ones before it have made, unless its error is gone by then. Where there is no
/// budget for that, what is left waits for the next round.
fn in_turn(
    text: &str,
    rules: &Rules,
    verdict: &Verdict,
    mut chosen: Vec<(&TypeError, Fix)>,
    budget: &mut Budget,
) -> Option<(String, Vec<String>)> {
    // Another repair may name a lock that is held already: repairs that take locks come last, and not in a round with others.
    let takes_lock = |fix: &Fix| fix.edits.iter().any(|edit| edit.text.contains("synchronized "));
    chosen.sort_by_key(|(_, fix)| takes_lock(fix));
    let (mut edits, mut titles): (Vec<Edit>, Vec<String>) = (Vec::new(), Vec::new());
    let nesting = match verdict {
        Verdict::Judged(judged) => Nesting::of(&judged.program),
        Verdict::Syntax(_) => Nesting::default(),
    };
    let mut before = count(verdict);
    let mut now: Option<Verdict> = None;
    let mut others = false;
    for (error, fix) in chosen {
        let takes = takes_lock(&fix);
        if takes && others {
            break;
        }
        let is_left = |e: &TypeError| {
            e.premise == error.premise && e.message == error.message && e.span.start == moved(&edits, error.span.start)
        };
        let left = match &now {
            Some(Verdict::Judged(judged)) => judged.report.errors.iter().any(is_left),
            Some(Verdict::Syntax(_)) => false,
            None => true,
        };
        let Some(both) = joined(&edits, &fix.edits).filter(|both| left && both.len() > edits.len()) else { continue };
        let Some(next) = fix::apply(text, &both) else { continue };
        let Some(after) = try_out(&next, rules, budget) else { break };
        // Each by itself may add no deadlock, and two of them together one.
        let deadlocks = || match &after {
            Verdict::Judged(judged) => takes && nesting.deadlock_in(&judged.program).is_some(),
            Verdict::Syntax(_) => false,
        };
        if !has_new(&before, &after) && !deadlocks() {
            before = count(&after);
            (edits, now) = (both, Some(after));
            titles.push(fix.title);
            others |= !takes;
        }
    }
    (!edits.is_empty()).then(|| fix::apply(text, &edits)).flatten().map(|next| (next, titles))
}

/// Returns an offset as it is after edits.
pub(crate) fn moved(edits: &[Edit], at: u32) -> u32 {
    let before = edits.iter().filter(|edit| edit.span.end <= at);
    before.fold(at, |at, edit| at + edit.text.len() as u32 - (edit.span.end - edit.span.start))
}

/// Two lists of edits as one, if they do not get in each other's way: what both have is done once.
pub(super) fn joined(edits: &[Edit], more: &[Edit]) -> Option<Vec<Edit>> {
    let mut all = edits.to_vec();
    for edit in more {
        if edits.contains(edit) {
            continue;
        }
        let clash = |other: &Edit| {
            let overlap = edit.span.start < other.span.end && other.span.start < edit.span.end;
            overlap || edit.span == other.span
        };
        if edits.iter().any(clash) {
            return None;
        }
        all.push(edit.clone());
    }
    all.sort();
    Some(all)
}
