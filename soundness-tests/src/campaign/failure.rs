//! A program that goes wrong, made small, with a schedule that shows it.

use super::Counterexample;
use super::cause::{cause, within};
use crate::judge::{Judge, Verdict, detail, no_race};
use crate::matrix::written;
use crate::reduce;
use crate::tree::Tree;
use crate::variant::Rules;
use std::time::Instant;

/// The property of a program that the checker rejects although it was made to be well typed.
pub const REJECTED: &str = "rejected";
/// The property of a program that is well typed and cannot run.
pub const CANNOT_RUN: &str = "cannot run";

/// The property of a program that has a race.
const RACE: &str = "race";

/// A program that goes wrong, as small as there was time for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The program as it was generated.
    pub found: Counterexample,
    /// The program.
    pub program: String,
    /// Its tokens.
    pub tokens: usize,
    /// A schedule in which it goes wrong; none if it cannot run.
    pub schedule: String,
    /// Violated property: that of the generated program, or a race, if it has one too.
    pub property: String,
    /// Monitor, field or premise.
    pub detail: String,
    /// Premises that the unchanged rules demand of the program: [`cause`](super::cause).
    pub cause: String,
    /// True if no single edit makes it smaller.
    pub minimal: bool,
}

impl Failure {
    /// A failure as it was generated.
    pub fn of(found: &Counterexample, tree: &Tree) -> Failure {
        Failure {
            found: found.clone(),
            program: found.program.clone(),
            tokens: reduce::tokens(tree),
            schedule: found.schedule.clone(),
            property: found.property.clone(),
            detail: found.detail.clone(),
            cause: found.cause.clone(),
            minimal: false,
        }
    }

    /// Its size as far as it was made small, in words.
    pub fn smallness(&self) -> &'static str {
        match self.minimal {
            true => "no single edit makes it smaller",
            false if self.program == self.found.program => "as it was generated",
            false => "made smaller until the time was over",
        }
    }
}

/// Shrinks a failure while the rules accept it and the same kind of thing goes wrong, until the time is up or `stop`
/// says so. A rejected program stays as it is: it is not known whether a smaller one should be well typed.
pub fn small(rules: &Rules, found: &Counterexample, tree: &Tree, until: Instant, stop: &dyn Fn() -> bool) -> Failure {
    let as_found = Failure::of(found, tree);
    if found.property == REJECTED {
        return as_found;
    }
    let (mut judge, mut stopped) = (Judge::new(rules), false);
    // A race is the stronger failure if the system promises none.
    let race = no_race(rules.system) && still(rules, &mut judge, tree, RACE).is_some();
    let property = if race { RACE } else { &found.property };
    let mut keeps = |tree: &Tree| {
        stopped |= stop();
        // With a lock less it would be a program of another cause.
        !stopped
            && within(&found.cause, &cause(rules, &tree.program()))
            && still(rules, &mut judge, tree, property).is_some()
    };
    let (small, minimal) = reduce::minimal(tree, &mut keeps, until);
    match still(rules, &mut judge, &small, property) {
        Some((schedule, detail)) => Failure {
            program: small.source(),
            cause: cause(rules, &small.program()),
            tokens: reduce::tokens(&small),
            schedule,
            property: property.to_owned(),
            detail,
            minimal: minimal && !stopped,
            ..as_found
        },
        None => as_found,
    }
}

/// The schedule and the detail, if a program still goes wrong in this way.
fn still(rules: &Rules, judge: &mut Judge, tree: &Tree, property: &str) -> Option<(String, String)> {
    let program = tree.program();
    if !rules.accepts_idle(&program) {
        return None;
    }
    let Some(lowered) = Judge::lower(program) else { return (property == CANNOT_RUN).then(Default::default) };
    if property == RACE {
        return judge.race(&lowered).map(|found| (written(&found.schedule), detail(&lowered, &found)));
    }
    match judge.explore(&lowered) {
        Verdict::Wrong(kind, found) if kind.name() == property => {
            Some((written(&found.schedule), detail(&lowered, &found)))
        }
        _ => None,
    }
}
