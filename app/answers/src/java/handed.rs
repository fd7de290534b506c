//! Fields that one thread has at a time: the start of a thread hands them over, and the wait for its end takes them back. They need no guard.

use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended, Method, MethodKind, Program};
use racefree_grammar::name::Name;
use racefree_java::elaborate::{Elaborated, RunBy};
use rustc_hash::FxHashSet;

/// Returns true for a field that the first thread accesses while there is no other, one other thread in code that it runs once, and constructors.
/// Fields of one name are taken for one.
pub(super) fn is_of_one_thread(elaborated: &Elaborated, field: Span) -> bool {
    let program = &elaborated.program;
    let Some(name) = program.fields.iter().find(|f| f.name_span == field || f.span == field).map(|f| f.name) else {
        return false;
    };
    let (mut once, mut in_threads, mut alone): (Option<Span>, bool, bool) = (None, false, false);
    let mut built: Option<FxHashSet<ExprId>> = None;
    for e in (0..program.exprs.len() as u32).map(ExprId::new) {
        let (Expr::Field { recv: owner, field } | Expr::Assign { recv: owner, field, .. }) = program.expr(e) else {
            continue;
        };
        if field != name {
            continue;
        }
        let (span, own) = (program.span(e), program.expr(owner) == Expr::Var(Name::THIS));
        match elaborated.run_by(span) {
            Some(RunBy::Alone) => alone = true,
            Some(RunBy::Once(code)) if once.is_none_or(|other| other == code) => once = Some(code),
            Some(RunBy::OfObject) if own => in_threads = true,
            _ if own && built.get_or_insert_with(|| building(program)).contains(&e) => {}
            _ => return false,
        }
    }
    (alone || once.is_some() || in_threads) && !(in_threads && once.is_some())
}

/// An access to an element of a local array.
struct Access {
    /// The index, if it is written as a number.
    index: Option<i32>,
    writes: bool,
    by: Option<RunBy>,
}

impl Access {
    /// Returns true for two accesses that two threads may make at a time, of which one writes.
    fn meets(&self, other: &Access) -> bool {
        let same = self.index.is_none() || other.index.is_none() || self.index == other.index;
        let apart = match (self.by, other.by) {
            (Some(RunBy::Alone), _) | (_, Some(RunBy::Alone)) => true,
            (Some(RunBy::Once(a)), Some(RunBy::Once(b))) => a == b,
            _ => false,
        };
        same && (self.writes || other.writes) && !apart
    }
}

/// Returns true for a local array of numbers, truth values or texts, used at a place, of which no two threads access an element at a time: it is only
/// read while there are several, or each has elements of its own. Variables of one name are taken for one.
pub(super) fn has_elements_of_one_thread(elaborated: &Elaborated, text: &str, used: Span) -> bool {
    let program = &elaborated.program;
    let Some(name) = program.names.find(used.text(text)) else { return false };
    let is_it = |e: ExprId| program.expr(e) == Expr::Var(name);
    let (mut uses, mut known, mut made, mut all) = (0, 0, false, Vec::new());
    for e in (0..program.exprs.len() as u32).map(ExprId::new) {
        uses += usize::from(is_it(e));
        let form = match program.expr(e) {
            Expr::Extended(form) => form,
            Expr::Let { var, bound: value, .. } if var == name => {
                // Another name of an array that is there already says nothing of that.
                let value = program.span(value).text(text).trim_start();
                if !(value.starts_with("new ") || value.starts_with('{')) {
                    return false;
                }
                made = true;
                continue;
            }
            _ => continue,
        };
        let (index, writes) = match form {
            Extended::Length(array) if is_it(array) => {
                known += 1;
                continue;
            }
            Extended::Element { array, index } if is_it(array) => (index, false),
            Extended::SetElement { array, index, .. } if is_it(array) => (index, true),
            _ => continue,
        };
        known += 1;
        let number = if let Expr::Int(n) = program.expr(index) { Some(n) } else { None };
        all.push(Access { index: number, writes, by: elaborated.run_by(program.span(e)) });
    }
    made && uses == known && !all.iter().any(|a| all.iter().any(|b| a.meets(b)))
}

/// The code of constructors that start no thread: nobody else has the object meanwhile.
fn building(program: &Program) -> FxHashSet<ExprId> {
    let builds = |m: &&Method| matches!(program.kind_of(m), MethodKind::Constructor);
    let starts = |m: &&Method| program.within(m.body).any(|e| matches!(program.expr(e), Expr::Fork(_)));
    program.methods.iter().filter(builds).filter(|m| !starts(m)).flat_map(|m| program.within(m.body)).collect()
}
