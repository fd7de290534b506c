//! Races by cause: many pairs of accesses race on a field because one access lacks its lock.

use crate::running::Loaded;
use racefree_grammar::Span;
use racefree_interp::drive::Key;
use racefree_interp::program::FieldId;
use racefree_kernel::TypeError;

/// Cause of races.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The field.
    pub field: FieldId,
    /// The access that lacks the lock, if it is one of the two and the checker says so of it alone.
    pub access: Option<Span>,
}

/// Cause of a race; none for any other finding.
pub fn cause(loaded: &Loaded, key: &Key) -> Option<Cause> {
    let Key::Race(field, a, b) = key else { return None };
    let program = &loaded.program.tables.program;
    let (a, b) = (a.span(program), b.span(program));
    let errors = loaded.report.errors.iter().chain(&loaded.report.silenced).flat_map(TypeError::all);
    let places: Vec<Span> = errors.map(|e| e.span).collect();
    let lacks = |span: Span| places.contains(&span);
    // Of two that lack it, the first in the program stands for both.
    let access = match (lacks(a), lacks(b)) {
        (true, true) => Some(if a <= b { a } else { b }),
        (true, false) => Some(a),
        (false, true) => Some(b),
        (false, false) => None,
    };
    Some(Cause { field: *field, access })
}

/// The keys that stand for the others, in their order, with how many more there are of the same cause and where.
pub fn by_cause(loaded: &Loaded, keys: &[Key]) -> Vec<(Key, Vec<Key>)> {
    let mut groups: Vec<(Option<Cause>, Key, Vec<Key>)> = Vec::new();
    for key in keys {
        let cause = cause(loaded, key);
        let known = groups.iter_mut().find(|(of, ..)| cause.is_some() && *of == cause);
        match known {
            Some((.., others)) => others.push(key.clone()),
            None => groups.push((cause, key.clone(), Vec::new())),
        }
    }
    groups.into_iter().map(|(_, first, others)| (first, others)).collect()
}
