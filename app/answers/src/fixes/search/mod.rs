//! Repairs of type errors that come without any, in every type system alike: small changes of the syntax near the error, tried out
//! in the order in which they are likely. What a system knows better it proposes itself.
//!
//! | module | what is changed |
//! | --- | --- |
//! | `place` | nothing: what stands where, what is in scope there |
//! | `locks` | what is held, and what is claimed of it |
//! | `types` | written types and their owners; moves |
//! | `declarations` | modifiers, clauses and names of declarations |
//! | `values` | names and values in expressions |

mod declarations;
mod locks;

mod place;
mod types;
mod values;

use super::nesting::Nesting;
use super::settle::{Budget, Outcome, Tried, is_nameless};
use super::{Count, sentence, type_key};
use crate::variant::Rules;
pub(crate) use place::Surroundings;
use racefree_grammar::Program;
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::parents::Parents;
use racefree_kernel::TypeError;

/// Limit on the changes tried out for one error.
const TRIED: usize = 300;
/// Limit on the repairs kept.
const KEPT: usize = 2;
/// Limit on the places looked at: that of the error, and others that matter.
const PLACES: usize = 4;

/// The changes near a place, the likeliest first; each once.
#[derive(Default)]
struct Changes(Vec<Fix>);

impl Changes {
    /// A change that is most likely meant, if it helps.
    fn likely(&mut self, title: impl Into<String>, edits: Vec<Edit>) {
        self.add(Fix::new(title, edits));
    }

    /// One of several that help as well.
    fn guess(&mut self, title: impl Into<String>, edits: Vec<Edit>) {
        self.add(Fix::guess(title, edits));
    }

    fn add(&mut self, fix: Fix) {
        if !fix.edits.is_empty() && self.0.iter().all(|known| known.edits != fix.edits) {
            self.0.push(fix);
        }
    }
}

/// Looks for repairs of all the errors that have none, as far as the budget goes.
pub(super) fn all(
    text: &str,
    rules: &Rules,
    program: &Program,
    errors: &mut [TypeError],
    (words, nesting): (&[String], &Nesting),
    before: &Count,
    budget: &mut Budget,
) {
    let mut parents = None;
    for error in errors.iter_mut().filter(|e| e.fixes.is_empty()) {
        // To look around costs about as much as to judge.
        if !budget.spend(text.len()) {
            return;
        }
        let parents = parents.get_or_insert_with(|| Parents::new(program));
        let key = type_key(error);
        let keeps = (!is_nameless(error.premise)).then_some(words);
        let mut tried = Tried { text, rules, before, key: &key, budget, keeps, nesting: Some(nesting) };
        error.fixes = near(&mut tried, program, parents, error);
        // Advice of the system itself says more.
        error.help = error.help.take().or_else(|| error.fixes.first().map(|f| f.title.clone()));
    }
}

/// The changes near an error that do what they say.
fn near(tried: &mut Tried<'_>, program: &Program, parents: &Parents, error: &TypeError) -> Vec<Fix> {
    let spans = std::iter::once(error.span).chain(error.related.iter().map(|&(span, _)| span));
    let places: Vec<Surroundings<'_>> =
        spans.take(PLACES).map(|span| Surroundings::new(program, tried.text, parents, span)).collect();
    let mut changes = Changes::default();
    for place in &places {
        place.hold(&mut changes);
    }
    locks::hold_all(&places, &mut changes);
    for place in &places {
        place.spell(&mut changes);
        place.own(&mut changes);
        place.declare(&mut changes);
        place.say(&mut changes);
    }
    let mut kept: Vec<Fix> = Vec::new();
    for change in changes.0.iter().take(TRIED) {
        // The same around a larger or smaller piece.
        if kept.iter().any(|fix| fix.title == change.title) {
            continue;
        }
        match tried.one(change) {
            // With what they take along, two changes can come to the same.
            Outcome::Works { mut fix, .. } if kept.iter().all(|k| k.edits != fix.edits) => {
                sentence::say(tried.text, &mut fix);
                kept.push(fix);
                if kept.len() == KEPT {
                    break;
                }
            }
            Outcome::Works { .. } | Outcome::Fails => {}
            Outcome::Unknown => break,
        }
    }
    kept.sort_by_key(|fix| !fix.sure);
    kept
}
