//! Locks that a repair nests the other way round than the program does elsewhere: threads may then wait for each other.

use super::nesting::{Nesting, Object};
use racefree_explore::{Algorithm, Budget, Options, explore};
use racefree_grammar::ast::Program;
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;
use racefree_program::Resolved;

impl Nesting {
    /// The remark on another program that nests two locks anew and the other way round, if it is not known that no schedule deadlocks.
    pub(super) fn deadlock_in(&self, program: &Program) -> Option<&'static str> {
        self.turned_by(program).filter(|_| !has_no_deadlock(program))
    }

    /// The remark on another program that nests two locks anew, and somewhere the other way round: there, or by a call with the objects exchanged.
    pub(crate) fn turned_by(&self, program: &Program) -> Option<&'static str> {
        let (classes, after) = (Resolved::new(program), Nesting::of(program));
        let one = |a: &Object, b: &Object| may_be_one(&classes, a, b);
        let is_turned = |(outer, inner): &&(Object, Object)| {
            let (mut reached, mut next) = (vec![inner], 0);
            while let Some(&from) = reached.get(next) {
                if one(from, outer) {
                    return true;
                }
                next += 1;
                let onward = after.0.keys().filter(|(held, _)| one(from, held)).map(|(_, taken)| taken);
                for taken in onward {
                    if !reached.contains(&taken) {
                        reached.push(taken);
                    }
                }
            }
            false
        };
        let new = after.0.keys().filter(|pair| !self.0.contains_key(*pair));
        let mut turned = new.filter(is_turned).peekable();
        turned.peek()?;
        Some(if turned.all(|(outer, inner)| one(inner, outer)) { EXCHANGED } else { TURNED })
    }
}

/// Remark on a repair that nests locks the other way round than another place.
const TURNED: &str = "but threads may then wait for each other: another place takes these locks in the other order";

/// Remark on a repair that nests the locks of two objects of one class.
const EXCHANGED: &str = "but threads may then wait for each other: one that has the two objects exchanged takes their locks in the other order";

/// Returns true for the title of a repair with such a remark.
pub(crate) fn is_turned(title: &str) -> bool {
    title.ends_with(TURNED) || title.ends_with(EXCHANGED)
}

/// Bound on the states in which a deadlock is looked for.
const STATES: u64 = 4_000;

/// True if a program was explored whole and has no deadlock: what its locks look like is then no matter.
fn has_no_deadlock(program: &Program) -> bool {
    let Some(program) = program.main.and_then(|_| lower(program.clone()).ok()) else { return false };
    let options = Options {
        algorithm: Algorithm::States,
        budget: Budget { states: STATES, ..Budget::default() },
        outcomes: false,
        ..Options::default()
    };
    let explored = explore(&program, &options);
    explored.complete() && !explored.found.iter().any(|found| matches!(found.key, Key::Deadlock(_)))
}

/// True if two lock expressions may denote one object.
fn may_be_one(classes: &Resolved<'_>, a: &Object, b: &Object) -> bool {
    let below = |sub: &str, sup: &str| {
        let find = |name: &str| classes.program.names.find(name).and_then(|name| classes.find(name));
        // A class that no text declares is that of no object that one declares.
        find(sub).zip(find(sup)).is_some_and(|(sub, sup)| classes.below(sub, sup))
    };
    match (a, b) {
        (Object::Class(x), Object::Class(y)) => x == y,
        (Object::Class(_), _) | (_, Object::Class(_)) => false,
        (Object::New(x, _), Object::New(y, _)) | (Object::Field(x, ..), Object::Field(y, ..)) => x == y,
        (Object::Any(c), Object::New(_, made) | Object::Field(_, made, true))
        | (Object::New(_, made) | Object::Field(_, made, true), Object::Any(c)) => below(made, c),
        (Object::Field(_, c, false), Object::Any(d))
        | (Object::Any(c), Object::Field(_, d, false) | Object::Any(d)) => below(c, d) || below(d, c),
        (Object::New(_, made), Object::Field(_, c, false)) | (Object::Field(_, c, false), Object::New(_, made)) => {
            below(made, c)
        }
        (Object::New(..), Object::Field(_, _, true)) | (Object::Field(_, _, true), Object::New(..)) => false,
    }
}
