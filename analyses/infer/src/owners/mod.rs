//! Discovery (`owners.md`, section 4): from a program of the system of owners without owners, guards, clauses and moves, or with
//! some of them, to one with all.
//!
//! | module | step |
//! | --- | --- |
//! | `positions`, `heads`, `lockable` | 1: the skeleton, an owner variable for each position |
//! | [`fn@watch`] | 2 to 4: observations of runs |
//! | `symbols`, `judge` | 5, 6, 8: the rules as clauses over the owners that positions may have; least requires |
//! | `uses` | 7: which occurrences may be moves, which reads are takes |
//! | `solve` | the choice of a solution: observations, then the defaults of step 9 |
//! | `writer` | 10: into the text, which the checker judges |
//!
//! Propagation is solving: instead of a union-find that takes the watched owner in a conflict, all rules are clauses, and the wishes of
//! the runs are given up where they contradict each other or the rules. So code that did not run gets owners too.

mod heads;
mod judge;
mod lockable;
mod positions;
mod solve;
mod symbols;
mod uses;
mod watch;
mod writer;

use judge::OwnerConstraints;
use positions::{Positions, fresh};
use racefree_grammar::ast::{Dialect, ExprId, Program, TypeId};
use racefree_grammar::fix::Edit;
use racefree_grammar::span::Span;
use racefree_kernel::{Budget, Filled, Options, Report};
use racefree_program::{FieldId, Resolved};
use solve::OwnerSearch;
pub use watch::{Observations, Observed, Protection, watch};

/// Origin of an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum From {
    /// Runs showed it.
    Watched,
    /// The rules ask for it, given the others.
    Propagated,
    /// Default that nothing spoke against.
    Default,
    /// The text had it.
    Given,
}

impl From {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An annotation of the program that was found.
#[derive(Clone, Debug)]
pub struct FoundOwner {
    /// Place in the input that the annotation belongs to.
    pub span: Span,
    /// Text to write.
    pub text: String,
    /// Origin.
    pub from: From,
    /// The objects and threads that speak for it.
    pub objects: u64,
    /// The most threads that accessed one of them.
    pub threads: u32,
}

/// Result of discovery.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The program with all annotations.
    pub text: String,
    /// Report of the checker on it.
    pub report: Report,
    /// Its annotations, by place.
    pub annotations: Vec<FoundOwner>,
    /// Observations of runs.
    pub watched: Observations,
    /// Number of solutions tried.
    pub rounds: u32,
    insertions: Vec<Edit>,
}

impl Discovery {
    /// The place in the input that a place in the program with annotations is, or comes after.
    pub fn origin(&self, span: Span) -> Span {
        Span::new(self.back(span.start), self.back(span.end))
    }

    fn back(&self, at: u32) -> u32 {
        let mut shift = 0i64;
        for edit in &self.insertions {
            let start = i64::from(edit.span.start) + shift;
            if i64::from(at) <= start {
                break;
            }
            let end = start + edit.text.len() as i64;
            if i64::from(at) < end {
                return edit.span.start;
            }
            shift += edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start);
        }
        (i64::from(at) - shift).max(0) as u32
    }
}

/// The most formals that a class gets beside `thisOwner`.
const MORE: usize = 2;
/// The most solutions that are tried if the checker says more than the clauses.
const ROUNDS: u32 = 20;

/// Finds the annotations of a program; none if time ran out.
pub fn discover(
    program: &Program,
    source: &str,
    options: &Options,
    watched: Observations,
    budget: &Budget,
) -> Option<Discovery> {
    let mut best: Option<Discovery> = None;
    for more in 0..=MORE {
        let found = with(program, source, options, &watched, more, budget);
        let better = match (&found, &best) {
            (Some(found), Some(best)) => found.report.errors.len() < best.report.errors.len(),
            (found, None) => found.is_some(),
            (None, _) => false,
        };
        if better {
            best = found;
        }
        if best.as_ref().is_some_and(|best| no_more_to_find(&best.report)) {
            break;
        }
    }
    best
}

fn with(
    program: &Program,
    source: &str,
    options: &Options,
    watched: &Observations,
    more: usize,
    budget: &Budget,
) -> Option<Discovery> {
    let mut program = program.clone();
    let methods = program.params.len() * (more + 1) * 2 + 8;
    let names = fresh(&mut program, more, methods);
    let program = &program;
    let resolved = Resolved::of_skeleton(program);
    let only_writes = watched.fields.iter().filter(|(_, seen)| seen.only_writes_locked());
    let only_writes = only_writes.map(|(&f, _)| FieldId(f)).collect();
    let mut system = OwnerConstraints::new(Positions::new(&resolved, &names, &only_writes, budget));
    let takes: Vec<(ExprId, uses::Taken)> = system.takes.iter().map(|(&e, &t)| (e, t)).collect();
    let mut solver = OwnerSearch::new(&mut system, watched, &names);
    let (mut best, mut rounds): (Option<Discovery>, u32) = (None, 0);
    while rounds < ROUNDS {
        rounds += 1;
        let Some(solution) = solver.solve() else { break };
        let found = writer::write(solver.system, source, options, watched, &solution, &takes, rounds)?;
        let (errors, given_up, over) = (found.report.errors.clone(), solution.given_up, no_more_to_find(&found.report));
        let suspects: Vec<TypeId> = errors.first().map_or_else(Vec::new, |error| {
            let at = found.origin(error.span);
            let near = |ty: &&TypeId| at.contains(program.ty(**ty).span) && at != Span::NONE;
            solution.types.keys().filter(near).copied().collect()
        });
        if best.as_ref().is_none_or(|best| errors.len() < best.report.errors.len()) {
            best = Some(found);
        }
        // Errors that the clauses have already given up cannot be mended.
        if over || given_up > 0 || suspects.is_empty() {
            break;
        }
        solver.forbid(&solution, &suspects);
    }
    best
}

/// Returns true if no other owners improve it: the only errors are writes guarded alone, as runs showed.
fn no_more_to_find(report: &Report) -> bool {
    report.errors.iter().all(|error| error.premise == racefree_owners::rules::field::GUARDED)
}

/// Reads a program with owners, ignoring its header.
fn parse(text: &str) -> Option<Program> {
    let dialect = Some(Dialect::Owners);
    racefree_grammar::parse_with(text, racefree_grammar::Options { dialect, ..Default::default() }).ok()
}

/// Fills in missing annotations by the defaults, without a run (step 9): places stay those of the source. A program
/// without a solution stays as it is.
pub fn fill_in(program: &mut Program, source: &str) -> Filled {
    let options = Options::default();
    let found = discover(program, source, &options, Observations::default(), &Budget::default());
    let Some(found) = found else { return Filled::default() };
    let Some(mut filled) = parse(&found.text) else { return Filled::default() };
    let moved = |span: &mut Span| *span = found.origin(*span);
    filled.types.iter_mut().for_each(|t| moved(&mut t.span));
    filled.classes.iter_mut().for_each(|c| [&mut c.span, &mut c.name_span].into_iter().for_each(moved));
    let spans = filled.spans.iter_mut().chain(filled.fields.iter_mut().flat_map(|f| [&mut f.span, &mut f.name_span]));
    let spans = spans.chain(filled.methods.iter_mut().flat_map(|m| [&mut m.span, &mut m.name_span]));
    let spans = spans.chain(filled.params.iter_mut().map(|p| &mut p.span));
    let spans = spans.chain(filled.formals.iter_mut().map(|f| &mut f.span));
    let spans = spans.chain(filled.no_warns.iter_mut().map(|n| &mut n.span));
    spans.chain(filled.annotations.iter_mut()).for_each(moved);
    *program = filled;
    let count = found.annotations.iter().filter(|a| a.from != From::Given).count();
    Filled { count, what: format!("{count} annotations of owners") }
}
