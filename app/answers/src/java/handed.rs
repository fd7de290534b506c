//! Fields that one thread has at a time: the start of a thread hands them over, and the wait for its end takes them back. They need no guard.

use super::shown::is_value;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended, Field, Method, MethodKind, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_java::elaborate::{Elaborated, RunBy};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// Types of elements that are values: who has the array has all of them.
pub(super) const VALUES: [&str; 9] = ["int", "long", "short", "byte", "char", "boolean", "double", "float", "String"];

/// A program, and where its names stand: each question looks at one name alone.
pub(super) struct Handed<'e> {
    elaborated: &'e Elaborated,
    index: OnceCell<Index>,
    built: OnceCell<FxHashSet<ExprId>>,
}

/// Expressions about a variable or a field, in their order, by its name; and fields by the places of their declarations and names.
struct Index {
    of_name: FxHashMap<Name, Vec<ExprId>>,
    fields: FxHashMap<Span, usize>,
}

impl Index {
    fn new(program: &Program) -> Index {
        let (mut of_name, mut fields) = (FxHashMap::<Name, Vec<ExprId>>::default(), FxHashMap::default());
        let name_of = |e: ExprId| match program.expr(e) {
            Expr::Var(name) | Expr::Field { field: name, .. } => Some(name),
            _ => None,
        };
        for e in (0..program.exprs.len() as u32).map(ExprId::new) {
            let name = match program.expr(e) {
                Expr::Assign { field: name, .. } | Expr::Let { var: name, .. } => Some(name),
                Expr::Extended(
                    Extended::Length(array) | Extended::Element { array, .. } | Extended::SetElement { array, .. },
                ) => name_of(array),
                _ => name_of(e),
            };
            if let Some(name) = name {
                of_name.entry(name).or_default().push(e);
            }
        }
        for (i, field) in program.fields.iter().enumerate() {
            for span in [field.name_span, field.span] {
                fields.entry(span).or_insert(i);
            }
        }
        Index { of_name, fields }
    }
}

impl<'e> Handed<'e> {
    pub(super) fn new(elaborated: &'e Elaborated) -> Handed<'e> {
        Handed { elaborated, index: OnceCell::new(), built: OnceCell::new() }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.elaborated.program))
    }

    fn field(&self, at: Span) -> Option<&'e Field> {
        self.index().fields.get(&at).map(|&i| &self.elaborated.program.fields[i])
    }

    fn about(&self, name: Name) -> impl Iterator<Item = ExprId> {
        self.index().of_name.get(&name).into_iter().flatten().copied()
    }
}

/// Returns true for a field that the first thread accesses while there is no other, one other thread in code that it runs once, and constructors;
/// for one that others only read, and that the first thread writes before they do; and for one that one thread hands to another at a meeting.
/// Fields of one name are taken for one.
pub(super) fn is_of_one_thread(of: &Handed<'_>, text: &str, field: Span) -> bool {
    let (elaborated, program) = (of.elaborated, &of.elaborated.program);
    let Some(declared) = of.field(field) else { return false };
    let name = declared.name;
    let (mut once, mut in_threads, mut alone): (Option<Span>, bool, bool) = (None, false, false);
    let (mut is_known, mut is_only_read, mut is_filled, mut accesses) = (true, true, false, Vec::new());
    for e in of.about(name) {
        let (Expr::Field { recv: owner, field } | Expr::Assign { recv: owner, field, .. }) = program.expr(e) else {
            continue;
        };
        if field != name {
            continue;
        }
        let (span, own) = (program.span(e), program.expr(owner) == Expr::Var(Name::THIS));
        let writes = matches!(program.expr(e), Expr::Assign { .. });
        let by = elaborated.run_by(span);
        match by {
            Some(RunBy::Alone) => alone = true,
            Some(RunBy::Once(code)) if once.is_none_or(|other| other == code) => once = Some(code),
            Some(RunBy::OfObject) if own => in_threads = true,
            Some(RunBy::Ended) if own && !writes => {}
            _ if own && of.built.get_or_init(|| building(program)).contains(&e) => continue,
            _ => is_known = false,
        }
        accesses.push(span);
        is_filled |= by == Some(RunBy::Alone) && writes;
        is_only_read &= by == Some(RunBy::Alone) || !writes;
    }
    if is_known {
        return (alone || once.is_some() || in_threads) && !(in_threads && once.is_some());
    }
    let is_ordered = is_only_read && is_filled || elaborated.is_handed_over(&accesses);
    is_ordered && (is_plain(program, declared.ty) || is_array_by_field(of, text, declared, is_only_read))
}

/// Returns true for the type of a number, a truth value or a text.
fn is_plain(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty).kind {
        TypeKind::Int | TypeKind::Boolean => true,
        TypeKind::Class { name, .. } => is_value(program.text(name)),
        TypeKind::Array { .. } | TypeKind::Void => false,
    }
}

/// Returns true for a field of an array of such values that code has by the field alone: what is done to its elements is done where the field is
/// read. If others only read the field, they write no element.
fn is_array_by_field(of: &Handed<'_>, text: &str, field: &Field, is_only_read: bool) -> bool {
    let (elaborated, program) = (of.elaborated, &of.elaborated.program);
    let ty = program.ty(field.ty).span.text(text).strip_suffix("[]").unwrap_or_default().trim();
    if !VALUES.contains(&ty) || field.span.text(text).contains("[]") {
        return false;
    }
    let is_it = |e: ExprId| matches!(program.expr(e), Expr::Field { field: of, .. } if of == field.name);
    let (mut uses, mut known) = (0, 0);
    for e in of.about(field.name) {
        match program.expr(e) {
            Expr::Field { .. } if is_it(e) => {
                uses += 1;
                // `for (int d : data)` only reads, there.
                known += usize::from(is_gone_through(text, program.span(e)));
            }
            Expr::Assign { field: of, value, .. } if of == field.name => {
                let value = program.span(value).text(text).trim_start();
                if !value.starts_with("new ") && !value.starts_with('{') {
                    return false;
                }
            }
            Expr::Extended(Extended::SetElement { array, .. }) if is_it(array) => {
                known += 1;
                if is_only_read && elaborated.run_by(program.span(e)) != Some(RunBy::Alone) {
                    return false;
                }
            }
            Expr::Extended(Extended::Length(array) | Extended::Element { array, .. }) if is_it(array) => {
                // A call that is given the whole array is there as its first element.
                let whole = program.span(e).text(text);
                known += usize::from(whole.contains('[') || whole.ends_with("length"));
            }
            _ => {}
        }
    }
    uses == known
}

/// Returns true for the array of `for (int n : array)`.
fn is_gone_through(text: &str, array: Span) -> bool {
    let before = text[..array.start as usize].trim_end();
    let Some((before, head)) = before.strip_suffix(':').and_then(|before| before.rsplit_once('(')) else {
        return false;
    };
    before.trim_end().ends_with("for") && !head.contains(['?', ';'])
}

/// An access to an element of an array.
struct Access {
    /// The index, if it is written as a number.
    index: Option<i32>,
    /// The index is a variable that has another number in each of the threads.
    is_own: bool,
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
            (Some(RunBy::Each(a)), Some(RunBy::Each(b))) => a == b && self.is_own && other.is_own,
            _ => false,
        };
        same && (self.writes || other.writes) && !apart
    }
}

/// Returns true for a local array of numbers, truth values or texts, used at a place, or for one of a final field that is declared there, of which no
/// two threads access an element at a time: it is only read while there are several, or each has elements of its own. Variables of one name are
/// taken for one, and fields too.
pub(super) fn has_elements_of_one_thread(of: &Handed<'_>, text: &str, used: Span) -> bool {
    let (elaborated, program) = (of.elaborated, &of.elaborated.program);
    let is_new = |value: &str| {
        // Another name of an array that is there already says nothing of that.
        let value = value.trim_start();
        value.starts_with("new ") || value.starts_with('{')
    };
    let declared = |f: &Field| f.span.text(text).split_once('=').is_some_and(|(_, value)| is_new(value));
    let field = of.field(used);
    if field.is_some_and(|f| !f.is_final || !declared(f)) {
        return false;
    }
    let Some(name) = field.map(|f| f.name).or_else(|| program.names.find(used.text(text))) else { return false };
    let is_it = |e: ExprId| match program.expr(e) {
        Expr::Var(x) => field.is_none() && x == name,
        Expr::Field { field: of, .. } => field.is_some() && of == name,
        _ => false,
    };
    // The arguments of a program are nobody else's.
    let mut params = program.methods.iter().filter(|m| program.params_of(m).iter().any(|p| p.name == name));
    let is_of_main = params.next().is_some_and(|m| program.text(m.name) == "main") && params.next().is_none();
    let (mut uses, mut known, mut made, mut all) = (0, 0, field.is_some() || is_of_main, Vec::new());
    for e in of.about(name) {
        uses += usize::from(is_it(e));
        let form = match program.expr(e) {
            Expr::Extended(form) => form,
            Expr::Let { var, bound: value, .. } if var == name && field.is_none() => {
                if !is_new(program.span(value).text(text)) {
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
        let by = elaborated.run_by(program.span(e));
        // An array that the library is given is there as its first element.
        let whole = program.span(e);
        if !whole.text(text).contains('[') {
            all.push(Access { index: None, is_own: false, writes: is_written_by_call(text, whole), by });
            continue;
        }
        let number = if let Expr::Int(n) = program.expr(index) { Some(n) } else { None };
        let is_own = match by {
            Some(RunBy::Each(code)) => elaborated.is_own_index(code, program.span(index).text(text)),
            _ => false,
        };
        all.push(Access { index: number, is_own, writes, by });
    }
    made && uses == known && !all.iter().any(|a| all.iter().any(|b| a.meets(b)))
}

/// Returns true for an argument that a method of the library writes.
fn is_written_by_call(text: &str, argument: Span) -> bool {
    const WRITE: &[&str] = &["fill", "sort", "setAll", "parallelSort", "parallelSetAll", "parallelPrefix"];
    let before = &text[..argument.start as usize];
    let mut depth = 0;
    let opens = |(_, c): &(usize, char)| {
        depth += i32::from(*c == ')') - i32::from(*c == '(');
        depth < 0
    };
    let Some((open, _)) = before.char_indices().rev().find(opens) else { return true };
    let name = before[..open].rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    let is_first = before[open + 1..].trim().is_empty();
    WRITE.contains(&name) && is_first || name == "arraycopy" && !is_first
}

/// The code of constructors that start no thread: nobody else has the object meanwhile.
fn building(program: &Program) -> FxHashSet<ExprId> {
    let builds = |m: &&Method| matches!(program.kind_of(m), MethodKind::Constructor);
    let starts = |m: &&Method| program.within(m.body).any(|e| matches!(program.expr(e), Expr::Fork(_)));
    program.methods.iter().filter(builds).filter(|m| !starts(m)).flat_map(|m| program.within(m.body)).collect()
}
