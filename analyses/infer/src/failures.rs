//! Fields that fail by the fixpoint: each candidate with its refutation, and the nearest edit of the program.

use crate::answer::{Failed, Refuted};
use crate::clauses::{Instance, Lit};
use crate::fixpoint::{FailedField, Fixpoint};
use crate::system::System;
use racefree_grammar::ast::Expr;
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_typeck::open::Question;
use racefree_typeck::rules::exp_invoke;
use rustc_hash::FxHashMap;

/// The fields that fail, with the candidates tried for each.
pub(crate) fn failures(system: &mut System<'_>, source: &str, solved: &Fixpoint) -> Vec<Failed> {
    let mut edits = Edits { source, questions: None, calls: None };
    solved.failed.iter().map(|field| failure(system, solved, field, &mut edits)).collect()
}

/// Failure of a field, with the refutation of each candidate.
fn failure(system: &mut System<'_>, solved: &Fixpoint, field: &FailedField, edits: &mut Edits<'_>) -> Failed {
    let instance = |system: &System<'_>, i: u32| system.instances[i as usize];
    let refuted = |system: &System<'_>, what: String, lit: Lit, roots: &[u32]| Refuted {
        lock: what,
        refuted_by: (solved.survivors.reason[lit.var() as usize])
            .and_then(|clause| system.clauses.tag(clause as usize))
            .map(|i| instance(system, i)),
        roots: roots.iter().map(|&i| instance(system, i)).collect(),
        schedule: None,
    };
    let locks: Vec<String> = field.locks.iter().map(|&l| system.text(l)).collect();
    let candidates = field.candidates.iter().zip(&locks);
    let mut candidates: Vec<Refuted> =
        candidates.map(|((lit, roots), lock)| refuted(system, lock.clone(), *lit, roots)).collect();
    let nearest = (0..candidates.len()).filter(|&i| !candidates[i].roots.is_empty());
    let nearest = nearest.min_by_key(|&i| candidates[i].roots.len());
    let is_library = system.template.limits.library;
    let nearest = nearest.filter(|_| !is_library);
    let edit = nearest.map(|i| edits.taken_at(system, solved, field.candidates[i].0, &locks[i]));
    let local = system.local_of(system.cx.heard.class_of_field(field.field));
    if !local.is_constant() {
        candidates.push(refuted(system, "thread_local".to_owned(), local, &solved.survivors.roots(system, local)));
    }
    let assigned = system.finals[field.field as usize] == Lit::FALSE;
    let reason = if assigned { "no-common-lock" } else { "unprotected" };
    let synchronized = match is_library {
        true => Vec::new(),
        false => edits.methods_without_this(system, field.field, &candidates),
    };
    let spans = |all: &[u32]| {
        let mut spans: Vec<Span> = all.iter().map(|&i| instance(system, i).span).collect();
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        spans.dedup_by_key(|span| span.start);
        spans
    };
    let given = field.given.and_then(|lit| field.candidates.iter().position(|c| c.0 == lit));
    let least = given.or_else(|| (0..field.lacking.len()).min_by_key(|&i| field.lacking[i].len()));
    let held =
        (0..field.lacking.len()).map(|i| spans(&field.accesses).len().saturating_sub(spans(&field.lacking[i]).len()));
    let held = locks.iter().cloned().zip(held).filter(|(_, n)| *n > 0).collect();
    Failed {
        held,
        field: field.field,
        reason: reason.to_owned(),
        schedule: None,
        edit,
        given: given.map(|i| locks[i].clone()),
        accesses: spans(&field.accesses),
        lacking: least.map_or_else(Vec::new, |i| spans(&field.lacking[i])),
        candidates,
        synchronized,
    }
}

/// Edits of the program.
struct Edits<'a> {
    source: &'a str,
    /// Questions of the rules, by instance.
    questions: Option<FxHashMap<Instance, Vec<usize>>>,
    /// The method that each call names.
    calls: Option<FxHashMap<Span, Name>>,
}

impl Edits<'_> {
    /// The methods of a field's class through which alone it is accessed without `this`: all that refutes `this` as its guard is calls of
    /// them.
    fn methods_without_this(&mut self, system: &System<'_>, field: u32, candidates: &[Refuted]) -> Vec<u32> {
        let program = &system.template.program;
        let Some(this) = candidates.iter().find(|c| c.lock == "this" && !c.roots.is_empty()) else { return Vec::new() };
        let Some(class) = program.classes.iter().find(|c| c.fields.indices().contains(&(field as usize))) else {
            return Vec::new();
        };
        let calls = self.calls.get_or_insert_with(|| {
            let all = program.exprs.iter().zip(&program.spans);
            all.filter_map(|(e, &span)| if let Expr::Call { method, .. } = e { Some((span, *method)) } else { None })
                .collect()
        });
        let called = |root: &Instance| {
            if root.premise != exp_invoke::REQUIRES_HELD {
                return None;
            }
            let method = *calls.get(&root.span)?;
            class.methods.indices().find(|&m| program.methods[m].name == method).map(|m| m as u32)
        };
        let mut methods: Vec<u32> = this.roots.iter().map(called).collect::<Option<_>>().unwrap_or_default();
        methods.sort_unstable();
        methods.dedup();
        methods
    }

    /// Places where a refuted lock would have to be taken, with its name there.
    fn taken_at(&mut self, system: &mut System<'_>, solved: &Fixpoint, lit: Lit, lock: &str) -> Vec<(String, Span)> {
        let source = self.source;
        let questions = self.questions.get_or_insert_with(|| {
            let mut questions: FxHashMap<Instance, Vec<usize>> = FxHashMap::default();
            for (i, note) in system.notes.iter().enumerate() {
                questions.entry(Instance { span: note.span, premise: note.premise }).or_default().push(i);
            }
            questions
        });
        let mut taken: Vec<(String, Span)> = Vec::new();
        for end in solved.survivors.ends(system, lit) {
            let Some(tag) = system.clauses.tag(end as usize) else { continue };
            let at = system.instances[tag as usize];
            let needed = system.clauses.get(end as usize).iter().find(|l| l.is_negative()).map(|&l| !l);
            let mut name = lock.to_owned();
            for &note in questions.get(&at).into_iter().flatten() {
                let Question::Held(l, _) = system.notes[note].question else { continue };
                let alternatives = system.alternatives(l);
                let found = alternatives.iter().find(|&&(_, lit)| Some(lit) == needed);
                let (paths, program) = (&system.cx.types.paths, &system.template.program);
                name = match found.map(|&(p, _)| (p, paths.root(p))) {
                    // A receiver that is no path: its text.
                    Some((p, Root::Expr(e))) if e.index() < program.exprs.len() => paths.text(p, program, source),
                    Some((p, Root::Var(_) | Root::Open(_))) => system.text(p),
                    Some((_, Root::Expr(_))) | None => name,
                };
            }
            taken.push((name, at.span));
        }
        taken.sort_by_key(|t| t.1);
        taken.dedup();
        taken
    }
}
