//! Classes that say nothing of threads, and of whose objects a thread gets one: they are shared, and their fields have errors of their own,
//! which say more than that a thread may not have the object.

use super::error::{JavaError, JavaRelated};
use super::speech::Files;
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, Expr, Program, TypeKind};
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_kernel::{Report, TypeError, Until};
use racefree_typeck::rules::{exp_fork2, local_class, shareable_final_field};
use std::collections::{BTreeMap, BTreeSet};

/// Most times that files are judged anew because a class is found to be shared.
const ROUNDS: usize = 2;

/// Classes by where their names begin, with a place at which a thread gets an object of each, or of a class that leads to it.
pub(super) type Forked = BTreeMap<u32, Span>;

/// Files judged until no more classes are found to be shared, and those classes: an object of another thread is shared, and so is all that it
/// leads to.
pub(super) fn settled<T>(
    judge: impl Fn(BTreeSet<u32>) -> T,
    forked: impl Fn(&T) -> Forked,
    until: &Until,
) -> (T, Forked) {
    let (mut judged, mut known) = (judge(BTreeSet::new()), Forked::new());
    for _ in 0..ROUNDS {
        let before = known.len();
        forked(&judged).into_iter().for_each(|(class, at)| _ = known.entry(class).or_insert(at));
        if known.len() == before || until.is_over() {
            break;
        }
        judged = judge(known.keys().copied().collect());
    }
    (judged, known)
}

/// The classes that are thread-local for want of a word, and that are those of a variable which a new thread has, or tasks that one runs; and
/// those of the fields of these.
pub(super) fn forked(java: &Java, elaborated: &Elaborated, report: &Report) -> Forked {
    let program = &elaborated.program;
    let local = |name: &&str| elaborated.local_by_default.contains(*name);
    let mut todo: Vec<(&str, Span)> = Vec::new();
    for error in report.errors.iter().filter(|error| error.premise == exp_fork2::FV_SHARED) {
        let words = error.message.split('`').skip(1).step_by(2);
        todo.extend(words.filter(local).map(|name| (name, error.span)));
    }
    // A task is an object of its thread's and of who made it, and so is an object that a thread has by an interface.
    let overrides = || report.errors.iter().filter(|error| error.premise == local_class::OVERRIDE);
    // Threads of other parts of the text are not seen here.
    let looks = java.is_small() && overrides().next().is_some();
    let given = if looks { types_in_forks(program) } else { BTreeSet::new() };
    for error in overrides() {
        let owner = error.message.split("of the shared class `").nth(1).and_then(|rest| rest.split('`').next());
        // An object that a thread has as an `Object` may be of any class.
        let is_given = |owner: &str| owner != "Object" && given.contains(owner);
        if !owner.is_some_and(|owner| matches!(owner, "Runnable" | "Callable") || is_given(owner)) {
            continue;
        }
        let around = program.classes.iter().filter(|class| class.span.contains(error.span));
        let class = around.min_by_key(|class| class.span.end - class.span.start);
        let Some(class) = class else { continue };
        // The task of a lambda has what it captures.
        match program.text(class.name) {
            name if name.contains("$lambda$") && java.is_small() => {
                let of_task = field_classes(program, class).filter(local).filter(|name| is_alone(program, name));
                todo.extend(of_task.map(|name| (name, error.span)));
            }
            name if name.contains("$lambda$") => {}
            name => todo.extend(Some(name).filter(local).map(|name| (name, error.span))),
        }
    }
    // A thread that is an inner class has the object around it.
    let has_outer = |error: &&TypeError| {
        let inner = java.classes.iter().find(|class| class.name_span == error.span);
        let head = inner.map_or("", |class| java.sources.at(class.span).split('{').next().unwrap_or_default());
        error.premise == shareable_final_field::FIELD_TYPE && head.contains("extends Thread")
    };
    for error in report.errors.iter().filter(has_outer) {
        let words = error.message.split('`').skip(1).step_by(2);
        todo.extend(words.last().filter(local).map(|name| (name, error.span)));
    }
    // An object that stays where others find it is theirs, too.
    let names = program.classes.iter().map(|class| (class.name_span.start, program.text(class.name)));
    let names: BTreeMap<u32, &str> = names.collect();
    let shown = elaborated.shown.iter().filter_map(|(class, at)| Some((*names.get(class)?, *at)));
    todo.extend(shown.filter(|(name, _)| local(name)));
    let mut found = Forked::new();
    if todo.is_empty() {
        return found;
    }
    todo.reverse();
    let by_name: BTreeMap<&str, &Class> =
        program.classes.iter().map(|class| (program.text(class.name), class)).collect();
    while let Some((name, at)) = todo.pop() {
        let Some(class) = by_name.get(name).filter(|class| !found.contains_key(&class.name_span.start)) else {
            continue;
        };
        found.insert(class.name_span.start, at);
        todo.extend(field_classes(program, class).filter(local).map(|name| (name, at)));
    }
    found
}

/// Returns true for a class below no other one and no interface, which would be shared or not by themselves.
fn is_alone(program: &Program, name: &str) -> bool {
    let class = program.classes.iter().find(|class| program.text(class.name) == name);
    class.is_some_and(|class| class.extends.is_none() && class.more_supertypes.is_empty())
}

/// Names of the classes of a class's fields.
fn field_classes<'p>(program: &'p Program, class: &Class) -> impl Iterator<Item = &'p str> {
    program.fields_of(class).iter().filter_map(|field| match program.ty(field.ty).kind {
        TypeKind::Class { name, .. } => Some(program.text(name)),
        _ => None,
    })
}

/// Names of the classes of variables that the code of new threads uses. Variables of one name are taken for one.
fn types_in_forks(program: &Program) -> BTreeSet<&str> {
    let class_of = |ty| match program.ty(ty).kind {
        TypeKind::Class { name, .. } => Some(program.text(name)),
        _ => None,
    };
    let mut used = BTreeSet::new();
    for &e in program.exprs.iter() {
        if let Expr::Fork(body) = e {
            let names = program.within(body).filter_map(|e| match program.expr(e) {
                Expr::Var(x) => Some(x),
                _ => None,
            });
            used.extend(names);
        }
    }
    let bound = program.exprs.iter().filter_map(|e| match *e {
        Expr::Let { ty, var, .. } => Some((ty, var)),
        _ => None,
    });
    let params = program.methods.iter().flat_map(|m| program.params_of(m)).map(|p| (p.ty, p.name));
    bound.chain(params).filter(|(_, name)| used.contains(name)).filter_map(|(ty, _)| class_of(ty)).collect()
}

/// Adds to the errors about fields of such a class where a thread gets an object of it.
pub(super) fn tell(java: &Java, forked: &Forked, files: &mut Files) {
    for field in &java.fields {
        let class = &java.classes[field.class.index()];
        let Some(&at) = forked.get(&class.name_span.start) else { continue };
        let (file, _) = java.sources.place(field.name_span);
        let Some(of) = files.get_mut(&file.0) else { continue };
        let start = java.sources.files()[file.index()].span.start;
        let is_about = |error: &&mut JavaError| {
            let own = Span::new(field.name_span.start - start, field.name_span.end - start);
            error.code == "SHAREABLE/guarded-or-final" && error.span.start == own.start
        };
        for error in of.errors.iter_mut().filter(is_about) {
            let (file, span) = java.sources.place(at);
            let name = java.names.text(class.name);
            // Of a task, the place is its method.
            let is_task = matches!(java.sources.at(at).split('(').next(), Some("run" | "call"));
            let message = match is_task && class.span.contains(at) {
                true => format!("`{name}` is a task of threads, so it is shared"),
                false => format!("a thread gets an object of `{name}` here, so it is shared"),
            };
            error.related.push(JavaRelated { file, span, message, role: "other" });
        }
    }
}
