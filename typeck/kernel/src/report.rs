//! The verdict on a program: errors and warnings as data, and escapes. What is silenced is counted and listed, so that an
//! escaped program is never taken for a proved one.

use crate::options::Options;
use crate::rule::{PremiseId, RuleBook};
use crate::system::System;
use racefree_grammar::ast::{Expr, Program, TypeKind};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::span::{LineIndex, Span};
use std::collections::BTreeMap;

/// A premise that does not hold, at a place of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeError {
    /// The premise of the innermost rule for an expression or declaration.
    pub premise: PremiseId,
    /// The expression or declaration that the premise is about; the main place is its first token.
    pub span: Span,
    /// Fault, for a reader who does not know the paper.
    pub message: String,
    /// Label of that place, in a few words.
    pub label: String,
    /// An edit that would help.
    pub help: Option<String>,
    /// Repairs as edits of the source, the likeliest first. They are proposals: whether one does what it says is found out by
    /// applying it and judging again.
    pub fixes: Vec<Fix>,
    /// Its origin, if other errors can have the same.
    pub origin: Option<Origin>,
    /// Other failures by the same cause, by place.
    pub also: Vec<TypeError>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// Notes, a sentence each.
    pub notes: Vec<String>,
    /// The chain of judgments below: each premise that failed because of the next.
    pub because: Vec<(PremiseId, String)>,
}

impl TypeError {
    /// The error, and those of the same cause.
    pub fn all(&self) -> impl Iterator<Item = &TypeError> {
        std::iter::once(self).chain(&self.also)
    }

    /// An error in a sentence.
    pub fn new(premise: PremiseId, span: Span, message: String) -> TypeError {
        TypeError {
            premise,
            span,
            message,
            label: String::new(),
            help: None,
            fixes: Vec::new(),
            origin: None,
            also: Vec::new(),
            related: Vec::new(),
            notes: Vec::new(),
            because: Vec::new(),
        }
    }
}

/// Origin of an error: errors of one origin are one error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// The declaration, statement or expression that one would change.
    pub span: Span,
    /// Fault there, as far as it distinguishes errors.
    pub what: String,
}

/// Something worth saying of a program that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A name for the sort of warning, such as `unused_no_warn`.
    pub kind: &'static str,
    /// Place.
    pub span: Span,
    /// Sentence.
    pub message: String,
    /// True for a `holds` of a lock that is held anyway, which lets nothing through.
    pub idle_holds: bool,
    /// Repairs as edits of the source.
    pub fixes: Vec<Fix>,
}

/// The verdict on a program, with everything that led to it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Errors that stand, by place.
    pub errors: Vec<TypeError>,
    /// Errors that a `no_warn` silences, by place.
    pub silenced: Vec<TypeError>,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// The type of the main expression; none for an open program.
    pub main: Option<String>,
    /// Escapes that the program uses.
    pub escapes: Escapes,
    /// Annotations of the program.
    pub annotations: Annotations,
    /// Facts of a system with other annotations than the base's.
    pub facts: Option<Facts>,
    /// Claims of atomicity that hold, if nothing but claims fails: the place of each, and the method that it is about as a whole.
    pub claims: Vec<(Span, Option<u32>)>,
}

/// Facts about a program beside its errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Number of annotations of each sort.
    pub annotations: Vec<(&'static str, Fact)>,
    /// The fields that it does not prove free of races, by their index in [`Program::fields`].
    pub unproved: Vec<u32>,
    /// True for each field that the detectors of a run have to look at: those, and the fields of the objects that they hold.
    pub watched: Vec<bool>,
}

/// A number, or several by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Count(usize),
    /// A number of each.
    Counts(Vec<(&'static str, usize)>),
}

impl Report {
    /// Returns true if the program is well typed, escapes taken at their word.
    pub fn is_ok(&self) -> bool {
        self.errors.is_empty()
    }
}

/// Escapes used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Escapes {
    /// `no_warn` annotations that silence something, and kinds given for the whole program.
    pub no_warn: usize,
    /// Place of each `holds`.
    pub holds: Vec<Span>,
    /// Number of these that claim a lock which is held anyway: they let nothing through.
    pub idle_holds: usize,
}

/// Annotations that a program has, as the paper counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// `guarded_by` clauses.
    pub guarded_by: usize,
    /// `requires` clauses.
    pub requires: usize,
    /// Ghost parameters, and types with ghost arguments.
    pub ghost: usize,
    /// `thread_local` classes.
    pub thread_local: usize,
    /// `final` fields.
    pub finals: usize,
    /// Lines of the source.
    pub lines: u32,
}

/// A kind of error that stands for several premises.
pub type Group = (&'static str, &'static [PremiseId]);

/// The kind of an error: rule and premise, in lower case with underscores.
pub fn kind(book: RuleBook, premise: PremiseId) -> String {
    book.premise_name(premise).to_lowercase().replace([' ', '/', '-'], "_")
}

/// Every kind that a system has, groups first.
pub fn kinds(system: &dyn System) -> Vec<String> {
    let groups = system.groups().iter().map(|(name, _)| (*name).to_owned());
    let book = system.book();
    groups.chain(book.premises().filter(|(_, p)| p.is_reported()).map(|(id, _)| kind(book, id))).collect()
}

/// A kind without the name of its system, which its full form has: `owners:exp_ref_guard_held`.
fn in_short<'k>(system: &dyn System, kind: &'k str) -> &'k str {
    kind.strip_prefix(system.name()).and_then(|rest| rest.strip_prefix(':')).unwrap_or(kind)
}

/// Returns true if an error of this premise is of a kind.
fn is_of_kind(system: &dyn System, premise: PremiseId, wanted: &str) -> bool {
    let wanted = in_short(system, wanted);
    let of_group = |(name, premises): &Group| *name == wanted && premises.contains(&premise);
    kind(system.book(), premise) == wanted || system.groups().iter().any(of_group)
}

/// Sorts errors out into those that stand and those that are silenced, and counts.
pub fn sort_out(
    system: &dyn System,
    program: &Program,
    source: &str,
    options: &Options,
    mut errors: Vec<TypeError>,
    mut warnings: Vec<Warning>,
    main: Option<String>,
) -> Report {
    errors.sort_by_key(|e| (e.span.start, e.premise, e.span.end));
    let instance = |&t: &usize| matches!(program.types[t].kind, TypeKind::Class { args, .. } if args.len > 0);
    let annotations = annotations(program, source, (0..program.types.len()).filter(instance).count());
    let mut report = Report { main, annotations, ..Report::default() };
    let exprs = program.exprs.iter().zip(&program.spans);
    report.escapes.holds = exprs.filter(|(e, _)| matches!(e, Expr::Holds(_))).map(|(_, &span)| span).collect();
    report.escapes.holds.sort();
    let mut used = vec![false; program.no_warns.len()];
    let mut whole = vec![false; options.no_warn.len()];
    if program.no_warns.is_empty() && options.no_warn.is_empty() {
        report.errors = errors;
    } else {
        let lines = LineIndex::new(source);
        let by_line: Vec<u32> = program.no_warns.iter().map(|n| lines.line(n.span.start)).collect();
        let known = kinds(system);
        for error in errors {
            let line = lines.line(error.span.start);
            let mut silenced = false;
            let from = by_line.partition_point(|&l| l < line);
            for (i, no_warn) in program.no_warns.iter().enumerate().skip(from).take_while(|&(i, _)| by_line[i] == line)
            {
                if no_warn.kinds.is_empty() || no_warn.kinds.iter().any(|k| is_of_kind(system, error.premise, k)) {
                    used[i] = true;
                    silenced = true;
                }
            }
            for (i, wanted) in options.no_warn.iter().enumerate() {
                if is_of_kind(system, error.premise, wanted) {
                    whole[i] = true;
                    silenced = true;
                }
            }
            if silenced { report.silenced.push(error) } else { report.errors.push(error) }
        }
        for (no_warn, used) in program.no_warns.iter().zip(&used) {
            let unknown = no_warn.kinds.iter().find(|k| !known.iter().any(|known| known == in_short(system, k)));
            let message = match unknown {
                Some(kind) => format!("there is no kind of error `{kind}`; `racefree rules --kinds` lists them"),
                None if !used => "this `no_warn` silences nothing".to_owned(),
                None => continue,
            };
            let fixes =
                vec![Fix::new("remove it", vec![Edit::remove(with_comment(no_warn.span, program, source), source)])];
            warnings.push(Warning { kind: "unused_no_warn", span: no_warn.span, message, idle_holds: false, fixes });
        }
    }
    // One repair is for all errors of an origin.
    if !options.without_repairs {
        one_per_origin(&mut report.errors);
        one_per_origin(&mut report.silenced);
    }
    report.escapes.idle_holds = warnings.iter().filter(|w| w.idle_holds).count();
    warnings.sort_by_key(|w| w.span);
    report.escapes.no_warn = used.iter().chain(&whole).filter(|&&u| u).count();
    report.warnings = warnings;
    report
}

/// Errors of one origin become the first of them, which says where the others are.
fn one_per_origin(errors: &mut Vec<TypeError>) {
    let mut first: BTreeMap<Origin, usize> = BTreeMap::new();
    let mut kept: Vec<TypeError> = Vec::with_capacity(errors.len());
    for error in std::mem::take(errors) {
        match error.origin.as_ref().and_then(|origin| first.get(origin)) {
            Some(&at) => {
                let one = &mut kept[at];
                let what = if error.label.is_empty() { "and here".to_owned() } else { error.label.clone() };
                if !one.related.iter().any(|(span, _)| *span == error.span) && error.span != one.span {
                    one.related.push((error.span, what));
                }
                one.also.push(error);
            }
            None => {
                if let Some(origin) = &error.origin {
                    first.insert(origin.clone(), kept.len());
                }
                kept.push(error);
            }
        }
    }
    for one in kept.iter_mut().filter(|one| !one.also.is_empty()) {
        // The repair of most errors comes first.
        let mut fixes: Vec<(usize, Fix)> = Vec::new();
        let theirs = one.also.iter_mut().flat_map(|e| std::mem::take(&mut e.fixes));
        for fix in std::mem::take(&mut one.fixes).into_iter().chain(theirs) {
            match fixes.iter_mut().find(|(_, known)| known.edits == fix.edits) {
                Some((n, _)) => *n += 1,
                None => fixes.push((1, fix)),
            }
        }
        fixes.sort_by_key(|&(n, _)| std::cmp::Reverse(n));
        one.fixes = fixes.into_iter().map(|(_, fix)| fix).collect();
    }
    *errors = kept;
}

/// An annotation, or the comment around it if there is nothing else in that but a `;`.
pub fn with_comment(span: Span, program: &Program, source: &str) -> Span {
    let comment = program.annotations.iter().find(|comment| comment.contains(span));
    let alone = comment.filter(|comment| {
        let inside = comment.text(source).trim_start_matches(['/', '*', '#']).trim_end_matches(['*', '/']);
        inside.trim().trim_end_matches(';').trim() == span.text(source).trim()
    });
    *alone.unwrap_or(&span)
}

fn annotations(program: &Program, source: &str, instances: usize) -> Annotations {
    let class_guards = program.classes.iter().filter(|c| c.guard.is_some()).count();
    Annotations {
        guarded_by: class_guards + program.fields.iter().filter(|f| f.guard.is_some()).count(),
        requires: program.methods.iter().filter(|m| m.requires.len > 0).count(),
        ghost: program.ghosts.len() + instances,
        thread_local: program.classes.iter().filter(|c| c.thread_local).count(),
        finals: program.fields.iter().filter(|f| f.is_final).count(),
        lines: LineIndex::lines(source),
    }
}
