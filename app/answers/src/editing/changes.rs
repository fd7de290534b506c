//! Changes that an editor offers beside the repairs of errors. Each is tried out; those that would add an error are left out, but for
//! `requires`, whose callers are to follow.

use super::{Buffer, Edit, Fix, TypeError};
use crate::fixes::{Surroundings, adds_errors};
use crate::verdict::Verdict;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;

/// Limit on the locks offered.
const LOCKS: usize = 4;

/// `synchronized l in …` around the statement at a place, and `requires l` for its method.
pub fn locks(buffer: &Buffer, at: Span) -> Vec<Fix> {
    let Some(program) = &buffer.program else { return Vec::new() };
    let parents = Parents::new(program);
    let place = Surroundings::new(program, &buffer.text, &parents, at);
    let mut found = Vec::new();
    let Some(e) = place.expr.filter(|_| place.in_code()) else { return found };
    let statement = parents.statement(program, e);
    let paths = place.paths();
    for lock in paths.iter().take(LOCKS) {
        let fix = Fix::new(format!("Wrap in `synchronized {lock}`"), place.taking(statement, false, lock));
        let after = buffer.beside(&fix.edits);
        if after.is_some_and(|after| !adds_errors(&buffer.verdict, &after.verdict)) {
            found.push(fix);
        }
    }
    for lock in paths.iter().take(LOCKS) {
        let Some((method, edit)) = place.requiring(lock) else { continue };
        let fix = Fix::guess(format!("Add `requires {lock}` to `{}`", program.text(method.name)), vec![edit]);
        if buffer.beside(&fix.edits).is_some_and(|after| is_declared_well(&after, method.span.start)) {
            found.push(fix);
        }
    }
    found
}

/// True if a program has no error in the method that begins at a place.
fn is_declared_well(after: &Buffer, start: u32) -> bool {
    let Verdict::Judged(judged) = &after.verdict else { return false };
    let method = judged.program.methods.iter().find(|m| m.span.start == start);
    let inside = |e: &TypeError| method.is_none_or(|m| m.span.contains(e.span));
    !judged.report.errors.iter().flat_map(|e| e.all()).any(inside)
}

/// `no_warn` with the kind of an error, on its line.
pub fn no_warn(buffer: &Buffer, error: &TypeError) -> Option<Fix> {
    let kind = super::kind(&buffer.rules, error);
    let rest = buffer.text.get(error.span.start as usize..)?;
    let line = rest.split(['\n', '\r']).next().unwrap_or(rest);
    let behind = error.span.start + line.trim_end().len() as u32;
    let at_end = Edit::insert(behind, format!(" //# no_warn {kind}"));
    let before = Edit::insert(error.span.start, format!("/*# no_warn {kind} */ "));
    let silences = |edit: &Edit| {
        let after = buffer.beside(std::slice::from_ref(edit));
        let judged = |b: &Buffer| b.report().map(|judged| (judged.report.errors.len(), judged.report.silenced.len()));
        after
            .and_then(|after| judged(&after))
            .zip(judged(buffer))
            .is_some_and(|(now, then)| now.0 < then.0 && now.1 > then.1)
    };
    let edit = [at_end, before].into_iter().find(silences)?;
    Some(Fix::guess(format!("Silence it: `no_warn {kind}`"), vec![edit]))
}

/// The annotations that `--defaults` would fill in, each with its blank; none in the systems without such heuristics for a single place.
pub fn defaults(buffer: &Buffer) -> Vec<Edit> {
    let Some(mut program) = buffer.program.clone() else { return Vec::new() };
    if buffer.rules.system.dialect() != super::Dialect::Base || !buffer.rules.system.has_annotations() {
        return Vec::new();
    }
    let filled = racefree_typeck::defaults::fill_in(&mut program);
    let classes = filled.thread_local.iter().map(|&c| Edit::insert(program.classes[c].span.start, "thread_local "));
    let fields = filled.guarded.iter().map(|&f| Edit::insert(program.fields[f].name_span.end, " guarded_by this"));
    let mut all: Vec<Edit> = classes.chain(fields).collect();
    all.sort_by_key(|edit| edit.span.start);
    all
}

/// All defaults written into the text.
pub fn fill_in_defaults(buffer: &Buffer) -> Option<Fix> {
    let all = defaults(buffer);
    (!all.is_empty()).then(|| Fix::guess("Fill in default annotations", all))
}
