//! Repairs of a text with very many syntax errors: all are tried at once, and halves of them where that fails, since there are too many
//! to try each by itself.

use super::rounds::{joined, moved};
use super::{Budget, Count, often, syntax_key, tally, try_out};
use crate::variant::Rules;
use crate::verdict::Verdict;
use racefree_grammar::SyntaxError;
use racefree_grammar::fix::{self, Edit, Fix};

/// Most texts that are parsed in a round.
const TRIES: u64 = 64;

/// True for a list of errors that is cut, or too long to try the repairs of each within the budget.
pub(super) fn are_many(text: &str, errors: &[SyntaxError]) -> bool {
    let mut budget = Budget::default();
    budget.errors = errors.len() as u64;
    errors.iter().any(SyntaxError::is_rest) || !(0..errors.len()).all(|_| budget.spend(text.len()))
}

/// One round: the text after it, and the titles of its repairs. A repair is kept if no more errors come to light than go, and each new
/// one has a sure repair itself; errors behind the cut are not compared.
pub(super) fn round(text: &str, rules: &Rules, errors: &[SyntaxError]) -> Option<(String, Vec<String>)> {
    let listed = errors.iter().position(SyntaxError::is_rest).unwrap_or(errors.len());
    let end = errors.get(listed).map(|rest| rest.span.start);
    let chosen: Vec<(&SyntaxError, &Fix)> =
        errors[..listed].iter().filter_map(|e| Some((e, e.fixes.iter().find(|fix| fix.sure)?))).collect();
    let now = tally(errors[..listed].iter().map(syntax_key));
    let mut trial = Trial { text, rules, end, edits: Vec::new(), titles: Vec::new(), now, tries: TRIES };
    trial.part(&chosen);
    let next = fix::apply(text, &trial.edits)?;
    (!trial.titles.is_empty()).then_some((next, trial.titles))
}

struct Trial<'t> {
    text: &'t str,
    rules: &'t Rules,
    /// Place of the cut, if the list has one.
    end: Option<u32>,
    /// Edits that are kept.
    edits: Vec<Edit>,
    titles: Vec<String>,
    /// Errors of the text with those edits, up to where the list is cut.
    now: Count,
    tries: u64,
}

impl Trial<'_> {
    /// Keeps what works of these.
    fn part(&mut self, chosen: &[(&SyntaxError, &Fix)]) {
        if chosen.is_empty() || self.tries == 0 || self.all(chosen) || chosen.len() == 1 {
            return;
        }
        let (first, second) = chosen.split_at(chosen.len() / 2);
        self.part(first);
        self.part(second);
    }

    /// Keeps all of these, if they work together.
    fn all(&mut self, chosen: &[(&SyntaxError, &Fix)]) -> bool {
        let (mut edits, mut titles) = (self.edits.clone(), Vec::new());
        for (_, fix) in chosen {
            // Of two that overlap, the second waits for the next round.
            if let Some(both) = joined(&edits, &fix.edits).filter(|both| both.len() > edits.len()) {
                titles.push(fix.title.clone());
                edits = both;
            }
        }
        self.tries -= 1;
        let Some(next) = fix::apply(self.text, &edits).filter(|_| !titles.is_empty()) else { return false };
        let Some(now) = self.better(&next, self.end.map(|end| moved(&edits, end)), chosen) else { return false };
        (self.edits, self.now) = (edits, now);
        self.titles.extend(titles);
        true
    }

    /// Errors of a text that is no worse than the one before.
    fn better(&self, next: &str, end: Option<u32>, chosen: &[(&SyntaxError, &Fix)]) -> Option<Count> {
        let after = match try_out(next, self.rules, &mut Budget::bytes(u64::MAX))? {
            Verdict::Judged(_) => return Some(Count::new()),
            Verdict::Syntax(after) => after,
        };
        let is_listed = |e: &SyntaxError| !e.is_rest() && end.is_none_or(|end| e.span.start < end);
        let listed: Vec<SyntaxError> = after.into_iter().take_while(is_listed).collect();
        let now = tally(listed.iter().map(syntax_key));
        let compared = |e: &SyntaxError| often(&now, &syntax_key(e)).cmp(&often(&self.now, &syntax_key(e)));
        let gone = chosen.iter().any(|(error, _)| compared(error).is_lt());
        let harmless = listed.iter().all(|e| compared(e).is_le() || e.fixes.iter().any(|fix| fix.sure));
        (gone && harmless && now.values().sum::<usize>() <= self.now.values().sum()).then_some(now)
    }
}
