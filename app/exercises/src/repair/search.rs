//! Search for a repair: small changes of locks, tried on the program until the claims hold. The changes that come nearest are changed
//! further.

use super::{Claim, Repair, held};
use crate::exercise::Exercise;
use crate::grade::{Fault, Grade};
use racefree_answers::desk::Desk;
use racefree_answers::options;
use racefree_answers::verdict;
use racefree_answers::{Rules, fixes};
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::fix::{self, Edit};
use racefree_grammar::name::Name;
use racefree_grammar::{Program, Span};
use racefree_infer::Settings;
use std::collections::HashSet;

/// Changes that are put together.
const MOST_CHANGES: usize = 4;
/// Programs from which the next change is made.
const WIDTH: usize = 8;

/// Finds a repair.
///
/// # Errors
///
/// The grade if none is found within the budget.
pub fn answer(desk: &Desk, exercise: &Exercise, asked: &Repair) -> Result<String, Grade> {
    if exercise.java {
        let none = "no tool writes Java, and no solution stands beside this exercise";
        return exercise.solution.clone().ok_or_else(|| Grade::undecided(none));
    }
    let until = desk.until(Some(desk.limits.time));
    let mut seen = HashSet::new();
    let mut programs = vec![exercise.text.clone()];
    for _ in 0..=MOST_CHANGES {
        let mut next: Vec<((usize, usize), String)> = Vec::new();
        for text in programs {
            if !seen.insert(text.clone()) {
                continue;
            }
            if until() {
                return Err(Grade::undecided("the search for a repair was too long"));
            }
            for text in annotated(exercise, asked, &text) {
                let Ok(now) = held(desk, exercise, asked, &text) else { continue };
                let open = now.refuted.iter().flatten().count();
                if open == 0 && now.cut.is_none() {
                    return Ok(racefree_grammar::printer::format(&text).unwrap_or(text));
                }
                next.push(((open, now.distance), text));
            }
        }
        next.sort_by_key(|found| found.0);
        next.truncate(WIDTH);
        programs = next.iter().flat_map(|(_, text)| changes(text)).collect();
    }
    Err(Grade::wrong(Fault { part: "no repair is found".to_owned(), ..Fault::default() }))
}

/// A program; and with other annotations, repaired or inferred, if it is to check.
fn annotated(exercise: &Exercise, asked: &Repair, text: &str) -> Vec<String> {
    let mut all = vec![text.to_owned()];
    if asked.claims.contains(&Claim::Check)
        && let Ok(system) = options::system(exercise.rules.system.as_deref(), text)
        && let Ok(program) = verdict::parse(system, text)
    {
        all.push(fixes::repair(text, &Rules::of(system), fixes::ROUNDS, fixes::Choice::Sure).text);
        let bare = racefree_infer::erase(&program, text, false);
        let found = verdict::parse(system, &bare).ok().and_then(|program| {
            racefree_infer::infer(&program, &bare, &Settings { time: Some(1.0), ..Settings::default() }, None, None)
                .ok()
        });
        all.extend(found.filter(|answer| answer.ok).map(|answer| answer.text));
    }
    all.dedup();
    all
}

/// Programs with one change.
fn changes(text: &str) -> Vec<String> {
    let Ok(program) = racefree_grammar::parse(text) else { return Vec::new() };
    let (mut changes, mut added) = (Vec::new(), Vec::new());
    for (e, locks) in places(&program) {
        let span = program.span(e);
        if let Expr::Sync { lock, body } = program.expr(e) {
            let (lock, body) = (program.span(lock), body);
            if let Expr::Sync { lock: inner, .. } = program.expr(body) {
                let inner = program.span(inner);
                changes.push(vec![Edit::replace(lock, inner.text(text)), Edit::replace(inner, lock.text(text))]);
            }
            changes.push(vec![Edit::remove(Span::new(span.start, program.span(body).start), text)]);
        }
        for lock in locks {
            let before = Edit::insert(span.start, format!("{{ synchronized {lock} in {{ "));
            added.push(vec![before, Edit::insert(span.end, " } }")]);
        }
    }
    // Locks in another order, and fewer locks, before more of them.
    changes.append(&mut added);
    changes
        .into_iter()
        .filter_map(|edits| fix::apply(text, &edits))
        .filter(|text| racefree_grammar::parse(text).is_ok())
        .collect()
}

/// Scope of an expression: variables that can be locked, with their classes.
type Scope = Vec<(Name, TypeKind)>;

/// Every expression with the locks that can be named there, bodies of methods first.
fn places(program: &Program) -> Vec<(ExprId, Vec<String>)> {
    let mut places = Vec::new();
    let mut todo: Vec<(ExprId, Scope)> = Vec::new();
    todo.extend(program.main.map(|main| (main, Scope::new())));
    for class in program.classes.iter().rev() {
        for method in program.methods_of(class).iter().rev() {
            let this = TypeKind::Class { name: class.name, args: Default::default() };
            let params = program.params_of(method).iter().map(|p| (p.name, program.ty(p.ty).kind));
            todo.push((method.body, std::iter::once((Name::THIS, this)).chain(params).collect()));
        }
    }
    while let Some((e, scope)) = todo.pop() {
        places.push((e, locks(program, &scope)));
        let parts = program.parts(e);
        let last = parts.last();
        for child in parts.children().rev() {
            let mut inner = scope.clone();
            if let (Some(x), Some(ty)) = (parts.binds.filter(|_| last == Some(child)), parts.ty) {
                inner.push((x, kind(program, ty)));
            }
            todo.push((child, inner));
        }
    }
    places
}

fn kind(program: &Program, ty: TypeId) -> TypeKind {
    program.ty(ty).kind
}

/// The locks that a scope has names for: variables of class types, and their final fields.
fn locks(program: &Program, scope: &Scope) -> Vec<String> {
    let mut locks = Vec::new();
    for &(x, of) in scope {
        let TypeKind::Class { name, .. } = of else { continue };
        let x = program.text(x);
        let class = program.classes.iter().find(|class| class.name == name);
        for field in class.map_or(&[][..], |class| program.fields_of(class)) {
            if field.is_final && matches!(kind(program, field.ty), TypeKind::Class { .. }) {
                locks.push(format!("{x}.{}", program.text(field.name)));
            }
        }
        locks.push(x.to_owned());
    }
    locks
}
