//! Repairs that were tried out. What comes with an error is a proposal; here each is applied and the program judged again, and only
//! what removes its error and adds none is kept. A repair that uncovers an error takes along what repairs that one.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `meaning` | what a program evaluates, which sure repairs keep |
//! | `settle` | which repairs of an error do what they say |
//! | `rounds` | a program repaired: the first sure repair of each error, again and again |
//! | `together` | repairs of very many errors at once |
//! | `search` | repairs of type errors that come without any: small changes near the place |
//! | `sentence` | titles of repairs, held to their edits |
//! | `tokens` | repairs of syntax errors that have no name: one token more, less, or another |

mod meaning;
mod rounds;
mod search;
mod sentence;
mod settle;
mod together;
mod tokens;

pub use meaning::meaning;
pub use rounds::{ROUNDS, Repaired, repair};
pub(crate) use search::Surroundings;
pub use sentence::keeps_promise;
pub use settle::{Budget, settle};

use crate::verdict::{Judged, Rules, Verdict, judge};
use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::{Filled, PremiseId, Report};
use std::collections::BTreeMap;

/// Identity of an error, wherever it stands: its premise (none for a syntax error) and its message.
type Key = (Option<PremiseId>, String);

/// Number of occurrences of each error.
type Count = BTreeMap<Key, usize>;

fn count(verdict: &Verdict) -> Count {
    let mut count = Count::new();
    let mut add = |key: Key| *count.entry(key).or_default() += 1;
    match verdict {
        Verdict::Syntax(errors) => errors.iter().for_each(|e| add((None, e.message.clone()))),
        Verdict::Judged(judged) => judged.report.errors.iter().for_each(|e| add((Some(e.premise), e.message.clone()))),
    }
    count
}

/// Returns the number of occurrences of an error.
fn often(count: &Count, key: &Key) -> usize {
    count.get(key).copied().unwrap_or(0)
}

/// True if a verdict has errors that were not there. A program that parses has none of the syntax errors that it had
/// before; errors of the type system then were hidden, and are not counted.
fn has_new(before: &Count, after: &Verdict) -> bool {
    let hidden = before.keys().any(|(premise, _)| premise.is_none());
    match after {
        Verdict::Judged(_) if hidden => false,
        after => count(after).iter().any(|(key, &n)| n > often(before, key)),
    }
}

/// Returns true if a text has errors that another one has not, by their messages.
pub fn adds_errors(before: &Verdict, after: &Verdict) -> bool {
    has_new(&count(before), after)
}

/// Judges a text within a budget.
fn try_out(text: &str, rules: &Rules, budget: &mut Budget) -> Option<Verdict> {
    budget.spend(text.len()).then(|| judge(text, rules))
}

/// Syntax errors, with the repairs that do what they say.
pub fn settled_syntax(text: &str, rules: &Rules, errors: Vec<SyntaxError>) -> Vec<SyntaxError> {
    let mut verdict = Verdict::Syntax(errors);
    settle(text, rules, &mut verdict, &mut Budget::default());
    match verdict {
        Verdict::Syntax(errors) => errors,
        Verdict::Judged(_) => Vec::new(),
    }
}

/// A report, with the repairs that do what they say; what there is no budget for stays a proposal.
pub fn settled(
    text: &str,
    rules: &Rules,
    program: Program,
    filled: Filled,
    report: Report,
    budget: &mut Budget,
) -> Report {
    let mut verdict = Verdict::Judged(Box::new(Judged { program, filled, report }));
    settle(text, rules, &mut verdict, budget);
    match verdict {
        Verdict::Judged(judged) => judged.report,
        Verdict::Syntax(_) => Report::default(),
    }
}
