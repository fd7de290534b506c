//! Guards that nobody wrote: every access of a field holds one lock, so that this lock is its guard. The files are judged again with such guards,
//! and where they hold, the missing annotation is a warning.

use super::error::{JavaError, JavaWarning};
use super::{Part, judged};
use crate::variant::Rules;
use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::elaborate::Options;
use racefree_kernel::Until;
use std::collections::{BTreeMap, BTreeSet};

/// Sort of the warning.
pub(super) const MISSING: &str = "missing_annotation";

/// Locks by where the names of the fields begin that they guard.
pub(super) type Guards = BTreeMap<u32, String>;

/// The verdict with the guards that hold. In much text, code that is not there may use a field, too.
pub(super) fn filled_in(first: Part, judge: impl Fn(&Guards) -> Part, until: &Until) -> Part {
    let mut guards = if first.java.is_small() { shown(&first) } else { Guards::new() };
    let known = keys(&first);
    while !guards.is_empty() && !until.is_over() {
        let mut next = judge(&guards);
        let new: Vec<&JavaError> = errors(&next).filter(|(key, _)| !known.contains(key)).map(|(_, e)| e).collect();
        if new.is_empty() {
            warn(&mut next, &guards);
            return next;
        }
        // A guard that brings an error is none.
        let named: BTreeSet<&str> = new.iter().flat_map(|error| error.message.split('`').skip(1).step_by(2)).collect();
        let before = guards.len();
        guards.retain(|start, _| !field_name(&first, *start).is_some_and(|(name, _)| named.contains(name)));
        if guards.len() == before {
            break;
        }
    }
    first
}

/// The guards that hold, of fields that have none in the text; these classes are shared.
pub(super) fn guards(read: &Java, of: Options, rules: &Rules, shared: &BTreeSet<u32>) -> Guards {
    if !read.is_small() {
        return Guards::new();
    }
    let judge = |implied: &Guards| {
        let mut java = read.clone();
        (java.forked, java.implied) = (shared.clone().into(), implied.clone().into());
        judged(java, of, rules, 1)
    };
    let filled = filled_in(judge(&Guards::new()), judge, &rules.options.until);
    filled.java.implied.as_ref().clone()
}

/// The locks that all accesses of fields without a guard hold.
fn shown(part: &Part) -> Guards {
    let mut found = Guards::new();
    for file in part.files.values() {
        let start = part.java.sources.files()[file.file.index()].span.start;
        let held = file.errors.iter().filter(|error| error.is_held);
        found.extend(held.filter_map(|error| Some((start + error.span.start, error.guard.clone()?))));
    }
    found
}

/// Errors by their places, codes and words.
fn errors(part: &Part) -> impl Iterator<Item = ((u32, u32, &str, &str), &JavaError)> {
    part.files.values().flat_map(|file| {
        file.errors.iter().map(|error| ((file.file.0, error.span.start, &*error.code, &*error.message), error))
    })
}

fn keys(part: &Part) -> BTreeSet<(u32, u32, &str, &str)> {
    errors(part).map(|(key, _)| key).collect()
}

/// The name of a field, and its place.
fn field_name(part: &Part, start: u32) -> Option<(&str, Span)> {
    let field = part.java.fields.iter().find(|field| field.name_span.start == start)?;
    Some((part.java.names.text(field.name), field.name_span))
}

fn warn(part: &mut Part, guards: &Guards) {
    for (start, lock) in guards {
        let Some((name, place)) = field_name(part, *start) else { continue };
        let message = format!(
            "every access of `{name}` holds `{lock}`, and no annotation says so: `@GuardedBy(\"{lock}\")` in front of it has the next one checked"
        );
        let (file, span) = part.java.sources.place(place);
        if let Some(of) = part.files.get_mut(&file.0) {
            of.warnings.push(JavaWarning { kind: MISSING, span, message, repair: None });
            of.warnings.sort_by_key(|warning| warning.span.start);
        }
    }
}
