//! Repairs that were tried out. What comes with an error is a proposal; here each is applied and the program judged again, and only
//! what removes its error and adds none is kept. A repair that uncovers an error takes along what repairs that one.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `meaning` | what a program evaluates, which sure repairs keep |
//! | `nesting`, `turned` | the lock that is taken under another one; orders that a sure repair turns round nowhere |
//! | `regions` | a lock around what belongs together, in place of one that guards nothing |
//! | `settle` | which repairs of an error do what they say |
//! | `rounds` | a program repaired: the first sure repair of each error, again and again |
//! | `together` | repairs of very many errors at once |
//! | `search` | repairs of type errors that come without any: small changes near the place |
//! | `sentence` | titles of repairs, held to their edits |
//! | `tokens` | repairs of syntax errors that have no name: one sign more, less, or another |

mod meaning;
pub(crate) mod nesting;
mod regions;
mod rounds;
mod search;
mod sentence;
pub(crate) mod settle;
mod together;
mod tokens;
pub(crate) mod turned;

pub use meaning::meaning;
pub(crate) use rounds::moved;
pub use rounds::{Choice, ROUNDS, Repaired, repair};
pub(crate) use search::Surroundings;
pub use sentence::keeps_promise;
pub use settle::{Budget, settle, settle_errors, settle_syntax};

use crate::variant::Rules;
use crate::verdict::{Verdict, judge};
use racefree_grammar::{Fix, SyntaxError};
use racefree_kernel::{PremiseId, TypeError};
use std::collections::BTreeMap;

/// Identity of an error, wherever it stands: its premise (none for a syntax error) and its message.
type Key = (Option<PremiseId>, String);

/// Number of occurrences of each error.
type Count = BTreeMap<Key, usize>;

fn syntax_key(error: &SyntaxError) -> Key {
    (None, error.message.clone())
}

fn type_key(error: &TypeError) -> Key {
    (Some(error.premise), error.message.clone())
}

/// Errors of a text, each with the repairs that are proposed.
fn errors(verdict: &Verdict) -> Vec<(Key, &[Fix])> {
    match verdict {
        Verdict::Syntax(errors) => errors.iter().map(|e| (syntax_key(e), &e.fixes[..])).collect(),
        Verdict::Judged(judged) => judged.report.errors.iter().map(|e| (type_key(e), &e.fixes[..])).collect(),
    }
}

fn tally(keys: impl Iterator<Item = Key>) -> Count {
    let mut count = Count::new();
    keys.for_each(|key| *count.entry(key).or_default() += 1);
    count
}

fn count(verdict: &Verdict) -> Count {
    tally(errors(verdict).into_iter().map(|(key, _)| key))
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
