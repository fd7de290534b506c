//! Selection of the repairs that do what they say.

use super::nesting::Nesting;
use super::regions;
use super::{
    Count, Key, count, errors, has_new, meaning, often, search, sentence, syntax_key, tally, tokens, try_out, type_key,
};
use crate::variant::Rules;
use crate::verdict::Verdict;
use racefree_grammar::fix::{self, Edit, Fix};
use racefree_grammar::{Program, Span, SyntaxError};
use racefree_kernel::{PremiseId, TypeError};

/// Bytes of program text that may be judged to try repairs out.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: u64,
    /// The errors of the program: what is judged has about as many, and proposals for each.
    pub(super) errors: u64,
}

/// The proposals for an error cost about as much as to judge this share of the program; those for all errors, at most so many bytes of it.
const PROPOSALS: (u64, u64) = (64, 1 << 20);

/// Bytes that may be judged for repairs, for each second that an answer has.
const A_SECOND: f64 = 1e6;

impl Budget {
    /// Returns a budget of `left` bytes.
    pub fn bytes(left: u64) -> Budget {
        Budget { left, errors: 0 }
    }

    /// Returns a budget too small for a reader to notice; in an answer with a time limit, a small part of that.
    pub fn within(time: Option<f64>) -> Budget {
        let most = Budget::default();
        time.map_or(most, |seconds| Budget::bytes(most.left.min((seconds * A_SECOND) as u64)))
    }

    /// Returns the budget of a program that is repaired round by round, which a reader waits for.
    pub(super) fn of_rounds() -> Budget {
        Budget::bytes(4 * Budget::default().left)
    }

    /// Returns the cost of judging a program of a size.
    fn price(&self, size: usize) -> u64 {
        let size = size as u64 + 256;
        size + (self.errors * size / PROPOSALS.0).min(PROPOSALS.1)
    }

    /// True if no text of about this size can be judged, so that none need be made.
    pub fn is_below(&self, size: usize) -> bool {
        self.price(size) > self.left
    }

    /// Takes a program's size off; whether there was enough.
    pub(super) fn spend(&mut self, size: usize) -> bool {
        let price = self.price(size);
        let enough = price <= self.left;
        self.left = self.left.saturating_sub(price);
        enough
    }
}

impl Default for Budget {
    /// Returns a budget too small for a reader to notice.
    fn default() -> Budget {
        Budget::bytes(6 << 20)
    }
}

/// Limit on the repairs offered for an error.
const OFFERED: usize = 4;
/// Limit on the errors that a repair uncovers and that are repaired with it.
const FOLLOWED: usize = 6;

/// Keeps of each error's repairs those that remove it and add none, the sure ones first; its help becomes the title of the first.
/// Proposals for which there was no budget are kept, and not sure.
pub fn settle(text: &str, rules: &Rules, verdict: &mut Verdict, budget: &mut Budget) {
    match verdict {
        Verdict::Syntax(errors) => settle_syntax(text, rules, errors, budget),
        Verdict::Judged(judged) => {
            let before = tally(judged.report.errors.iter().map(type_key));
            settle_errors(text, rules, &judged.program, &mut judged.report.errors, budget);
            // A warning stays, or goes with a question answered: its repair must bring no error.
            let mut is_free = |fix: &Fix| {
                let next = fix::apply(text, &fix.edits).and_then(|next| try_out(&next, rules, budget));
                next.is_some_and(|next| !has_new(&before, &next))
            };
            judged.report.warnings.iter_mut().for_each(|warning| warning.fixes.retain(&mut is_free));
        }
    }
}

/// [`settle`] for the syntax errors of a text.
pub fn settle_syntax(text: &str, rules: &Rules, errors: &mut [SyntaxError], budget: &mut Budget) {
    let before = tally(errors.iter().map(syntax_key));
    budget.errors = errors.len() as u64;
    for error in errors {
        let key = syntax_key(error);
        let mut tried = Tried { text, rules, before: &before, key: &key, budget, keeps: None, nesting: None };
        tried.settle(&mut error.fixes, &mut error.help, Some(error.span));
    }
}

/// [`settle`] for the type errors of a program.
pub fn settle_errors(text: &str, rules: &Rules, program: &Program, errors: &mut [TypeError], budget: &mut Budget) {
    if errors.is_empty() {
        return;
    }
    regions::propose(text, program, errors);
    let before = tally(errors.iter().map(type_key));
    budget.errors = errors.len() as u64;
    let words = meaning(program);
    let nesting = Nesting::of(program);
    for error in errors.iter_mut() {
        let key = type_key(error);
        let keeps = (!is_nameless(error.premise) && !is_stuck(error.premise)).then_some(words.as_slice());
        let mut tried = Tried { text, rules, before: &before, key: &key, budget, keeps, nesting: Some(&nesting) };
        tried.settle(&mut error.fixes, &mut error.help, None);
    }
    search::all(text, rules, program, errors, (&words, &nesting), &before, budget);
}

/// True if a premise fails because a name means nothing where it stands: there is no meaning yet that a repair could
/// change.
pub(super) fn is_nameless(premise: PremiseId) -> bool {
    let name = racefree_systems::premise_name(premise);
    name.ends_with("-known") || name.ends_with("/in-scope")
}

/// True if a premise fails because a value is of another sort than the one that goes on with it: nothing is evaluated there, so there is no
/// meaning to keep.
fn is_stuck(premise: PremiseId) -> bool {
    let name = racefree_systems::premise_name(premise);
    ["/condition", "/operand", "/operands", "FIELD/init", "EXP INVOKE/args"].iter().any(|end| name.ends_with(end))
}

/// An error whose repairs are tried out.
pub(super) struct Tried<'t> {
    pub(super) text: &'t str,
    pub(super) rules: &'t Rules,
    pub(super) before: &'t Count,
    pub(super) key: &'t Key,
    pub(super) budget: &'t mut Budget,
    /// Meaning of the program, which a sure repair keeps; none if it is no program yet, or if the error is a
    /// name that means nothing.
    pub(super) keeps: Option<&'t [String]>,
    /// Locks of the program under others, none of which a sure repair nests the other way round; none if it is no program yet.
    pub(super) nesting: Option<&'t Nesting>,
}

impl Tried<'_> {
    /// Keeps the proposals that do what they say. If none does, one sign is changed near the place where a parser stopped.
    fn settle(&mut self, fixes: &mut Vec<Fix>, help: &mut Option<String>, stopped: Option<Span>) {
        *fixes = self.all(std::mem::take(fixes));
        if let (true, Some(at)) = (fixes.is_empty(), stopped) {
            *fixes = tokens::near(self, at);
        }
        fixes.iter_mut().for_each(|fix| sentence::say(self.text, fix));
        *help = fixes.first().map(|f| f.title.clone()).or(help.take());
    }

    /// Returns the proposals that do what they say.
    fn all(&mut self, proposals: Vec<Fix>) -> Vec<Fix> {
        let mut kept: Vec<Fix> = Vec::new();
        // Type errors left by each repair: if the program does not parse, they rank the repairs that make it parse.
        let mut hidden: Vec<usize> = Vec::new();
        let (sure, guesses): (Vec<Fix>, Vec<Fix>) = proposals.into_iter().partition(|fix| fix.sure);
        for proposal in sure.into_iter().chain(guesses) {
            if kept.len() >= OFFERED || !proposal.sure && kept.iter().any(|fix| fix.sure) {
                break;
            }
            match self.one(&proposal) {
                Outcome::Works { fix, hidden: errors } if kept.iter().all(|k| k.edits != fix.edits) => {
                    kept.push(fix);
                    hidden.push(errors);
                }
                Outcome::Works { .. } | Outcome::Fails => {}
                Outcome::Unknown => {
                    kept.push(Fix { sure: false, ..proposal });
                    hidden.push(usize::MAX);
                }
            }
        }
        let mut ranked: Vec<(bool, usize, bool, Fix)> = kept
            .into_iter()
            .zip(hidden)
            .map(|(fix, errors)| (!fix.sure, errors, !self.is_held_by_callers(&fix), fix))
            .collect();
        ranked.sort_by_key(|&(guess, errors, held, _)| (guess, errors, held));
        ranked.into_iter().map(|(.., fix)| fix).collect()
    }

    /// True for a lock that is left to the callers of a method, all of which hold it, if there are any.
    fn is_held_by_callers(&self, fix: &Fix) -> bool {
        let title = fix.title.split("; ").next().unwrap_or_default();
        let method = title.strip_prefix("leave it to the callers").and_then(|rest| rest.rsplit('`').nth(1));
        method.is_some_and(|method| fix.edits.len() == 1 && self.text.contains(&format!(".{method}(")))
    }

    /// Tries one out, and what it takes along.
    pub(super) fn one(&mut self, proposal: &Fix) -> Outcome {
        let (mut edits, mut sure) = (proposal.edits.clone(), proposal.sure);
        // The title says what it takes along.
        let mut named = proposal.title.clone();
        for _ in 0..=FOLLOWED {
            if self.budget.is_below(self.text.len()) {
                return Outcome::Unknown;
            }
            let Some(text) = fix::apply(self.text, &edits) else { return Outcome::Fails };
            let Some(mut after) = try_out(&text, self.rules, self.budget) else { return Outcome::Unknown };
            let counted = count(&after);
            if often(&counted, self.key) >= often(self.before, self.key) {
                return Outcome::Fails;
            }
            if !has_new(self.before, &after) {
                // Of guesses, the one is first that leaves the fewest errors.
                let hidden = match (&after, self.key.0) {
                    (Verdict::Judged(judged), None) => judged.report.errors.len(),
                    (Verdict::Judged(judged), Some(_)) if !proposal.sure => judged.report.errors.len(),
                    _ => 0,
                };
                let kept = match (&after, self.keeps) {
                    (Verdict::Judged(judged), Some(words)) => meaning(&judged.program) == words,
                    (Verdict::Judged(_) | Verdict::Syntax(_), _) => true,
                };
                let takes =
                    edits.iter().any(|edit| edit.text.contains("synchronized ") || edit.text.contains("requires "));
                let turned = match (&after, self.nesting) {
                    (Verdict::Judged(judged), Some(nesting)) if takes => nesting.deadlock_in(&judged.program),
                    (Verdict::Judged(_) | Verdict::Syntax(_), _) => None,
                };
                let sure = sure && kept && turned.is_none();
                let title = turned.map_or(named.clone(), |remark| format!("{named}; {remark}"));
                return Outcome::Works { fix: Fix { edits, sure, title }, hidden };
            }
            if let Verdict::Judged(judged) = &mut after {
                regions::propose(&text, &judged.program, &mut judged.report.errors);
            }
            let Some((premise, next)) = first_new(self.before, &after) else { return Outcome::Fails };
            // Arguments in another order, of which one is wrong again, are no repair.
            let of_arguments = |premise| racefree_systems::premise_name(premise).ends_with("EXP INVOKE/args");
            if premise == self.key.0 && premise.is_some_and(of_arguments) {
                return Outcome::Fails;
            }
            let Some(both) = fix::compose(&edits, &next.edits).filter(|both| keeps_all(both, proposal)) else {
                return Outcome::Fails;
            };
            edits = both;
            sure &= next.sure;
            if !named.contains(&next.title) {
                named += &format!("; and {}", next.title);
            }
        }
        Outcome::Fails
    }
}

/// True if edits change each place that a proposal changes: what was taken along with it has not undone it.
fn keeps_all(edits: &[Edit], proposal: &Fix) -> bool {
    let is_there =
        |own: &Edit| edits.iter().any(|edit| edit.span.start <= own.span.start && own.span.end <= edit.span.end);
    proposal.edits.iter().all(is_there)
}

/// The premise of the first error that was not there before, and its first proposal, a sure one if there is one.
fn first_new(before: &Count, after: &Verdict) -> Option<(Option<PremiseId>, Fix)> {
    let mut left = before.clone();
    let mut is_new = |key: &Key| match left.get_mut(key) {
        Some(n) if *n > 0 => {
            *n -= 1;
            false
        }
        _ => true,
    };
    let (key, fixes) = errors(after).into_iter().find(|(key, _)| is_new(key))?;
    Some((key.0, fixes.iter().find(|fix| fix.sure).or(fixes.first()).cloned()?))
}

/// Outcome of a repair.
pub(super) enum Outcome {
    /// It removes its error and adds none. So many errors of types come to light that the syntax error hid.
    Works { fix: Fix, hidden: usize },
    /// It does not.
    Fails,
    /// There was no budget to find out.
    Unknown,
}
