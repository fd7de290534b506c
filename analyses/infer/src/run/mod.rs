//! The third way (specification, section 6): FindLocks on the fast engine. Runs, or every schedule, show which locks
//! are held; the constraint system completes the rest, and finds the facts that cannot be proved.
//!
//! | module | contents |
//! | --- | --- |
//! | `watch`, `watcher`, `locksets` | making the runs; watching one; its lock sets |
//! | `kept`, `seen` | FindLocks' maps, merged over all runs |
//! | `resolve` | guards, ghosts and arguments from the maps |
//! | `choices` | these as literals of the constraint system |
//! | `why` | why a field fails, with schedules |

mod choices;
pub(crate) mod kept;
mod locksets;
mod resolve;
pub(crate) mod seen;
pub(crate) mod watch;
pub(crate) mod watcher;
mod why;

use crate::answer::{Answer, Dropped, Failed, Way, Witnessed};
use crate::clauses::{Lit, Meaning};
use crate::edits::Kind;
use crate::erase::erased;
use crate::fixpoint::survivors;
use crate::infer::{Problem, Task, answer, comment};
use crate::others;
use crate::partial::still_failing;
use crate::sat::{self, Solution};
use crate::slots::{Place, Template};
use crate::system::{Breadth, System};
use choices::{fix_ghosts, said, wishes};
use racefree_grammar::Program;
use racefree_interp::drive::SchedulerKind;
use racefree_interp::machine::lower_with_scopes;
use racefree_interp::{CannotRun, Lowered, Semantics};
use racefree_kernel::Budget;
use racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK;
use resolve::{Found, Lock, Resolver, Unseen};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use watch::{Watched, watch};
use watcher::Extent;

pub use racefree_interp::Limits;

/// Options of the runs.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Number of runs.
    pub runs: u64,
    /// The seed of every random choice.
    pub seed: u64,
    /// Scheduler.
    pub scheduler: SchedulerKind,
    /// True for one run of each trace instead.
    pub explore: bool,
    /// Names are compared without the object that they start from.
    pub unrooted: bool,
    /// Semantics of the program.
    pub semantics: Semantics,
    /// When a run is stopped.
    pub limits: Limits,
}

impl Default for Runs {
    fn default() -> Self {
        Runs {
            runs: 100,
            seed: 0,
            scheduler: SchedulerKind::Random,
            explore: false,
            unrooted: false,
            semantics: Semantics::default(),
            limits: Limits::default(),
        }
    }
}

/// Makes the runs alone, in one thread, and says how many different ones there were. For measuring.
pub fn make(program: &Program, runs: &Runs) -> usize {
    let Ok(program) = ready(program) else { return 0 };
    watch(runs, &program, Extent::default(), &Budget::default(), 1).seen.different()
}

/// Erasure of a program, because annotations do not run and may be wrong; the program itself if they are needed to run.
fn ready(program: &Program) -> Result<Arc<Lowered>, Vec<CannotRun>> {
    lower_with_scopes(erased(program)).or_else(|_| lower_with_scopes(program.clone()))
}

/// Observations, and the program that ran.
struct Shown {
    program: Arc<Lowered>,
    watched: Watched,
}

/// Makes the runs.
fn show(task: &Task<'_>, runs: &Runs) -> Result<Shown, Problem> {
    let cannot = |errors: Vec<CannotRun>| {
        let message = errors.first().map_or_else(String::new, |e| e.message.clone());
        Problem::CannotRun(message)
    };
    let program = ready(task.program).map_err(cannot)?;
    let constructor = task.settings.options.reads(CONSTRUCTOR_HOLDS_LOCK);
    let extent = Extent { constructor, ..Extent::default() };
    // Part of the budget is kept to make an answer of the observations.
    let watched = watch(runs, &program, extent, &task.budget.part(0.8), task.settings.threads);
    Ok(Shown { program, watched })
}

/// The third way.
pub(crate) fn by_run(task: &Task<'_>, runs: &Runs, failed: &[Failed]) -> Result<Answer, Problem> {
    let shown = show(task, runs)?;
    let seen = &shown.watched.seen;
    let plain = Template::new(task.program, &task.facts, task.settings, 0, |_| false);
    let system = System::new(&plain, task.source, task.settings, Breadth::All, &task.budget)?;
    let alive = survivors(&system, &[]);
    let one = Template::new(task.program, &task.facts, task.settings, 1, |_| true);
    let with_ghosts = System::new(&one, task.source, task.settings, Breadth::All, &task.budget)?;
    let resolve = |refused: &FxHashSet<u32>, unseen: Unseen| {
        let resolver = Resolver::new(&system, &with_ghosts, seen, &alive, &task.facts, runs.unrooted);
        resolver.resolve_locks(&with_ghosts, refused, unseen)
    };
    let completion = Completion { task, runs, failed, shown: &shown, system: &system, with_ghosts: &with_ghosts };
    let none = FxHashSet::default();
    let found = resolve(&none, Unseen::IsEqual);
    let (answer, refused) = completion.complete(&found)?;
    if !answer.ok {
        // Ghosts that no run tells apart may be different ones where no run came.
        let apart = resolve(&none, Unseen::Differs);
        if apart.ghosts != found.ghosts {
            let (other, _) = completion.complete(&apart)?;
            if other.ok {
                return Ok(other);
            }
        }
    } else if !refused.is_empty() {
        // Ghosts whose guards cannot be proved are of no use.
        let (mut other, _) = completion.complete(&resolve(&refused, Unseen::IsEqual))?;
        if other.ok && other.size() < answer.size() {
            other.dropped.extend(answer.dropped);
            return Ok(other);
        }
    }
    Ok(answer)
}

/// Completion of the choices of runs.
struct Completion<'a, 't> {
    task: &'a Task<'a>,
    runs: &'a Runs,
    failed: &'a [Failed],
    shown: &'a Shown,
    system: &'a System<'t>,
    with_ghosts: &'a System<'t>,
}

impl Completion<'_, '_> {
    /// Step 5; and the fields whose ghosts were not proved to guard them.
    fn complete(&self, found: &Found) -> Result<(Answer, FxHashSet<u32>), Problem> {
        let &Completion { task, runs, failed, shown, system, with_ghosts } = self;
        let seen = &shown.watched.seen;
        let gamma = found.ghosts.values().copied().max().unwrap_or(0);
        let has = |c: u32| found.ghosts.get(&c).is_some_and(|&n| n > 0);
        let template = Template::new(task.program, &task.facts, task.settings, gamma, has);
        let mut completed = System::new(&template, task.source, task.settings, Breadth::All, &task.budget)?;
        fix_ghosts(&mut completed, found);
        let mut wishes = wishes(system, with_ghosts, &completed, found);
        let complete = |system: &System<'_>, wishes: &[Lit]| {
            sat::complete(system, &task.facts, wishes, &task.budget, task.settings.threads)
        };
        let mut solution = complete(&completed, &wishes)?;
        let handed_over = choices::handed_over(system, &completed, seen, found);
        if !handed_over.is_empty() && !solves(task, &mut completed, &solution) {
            handed_over.iter().for_each(|&lit| completed.block(&[!lit]));
            wishes.extend(handed_over);
            solution = complete(&completed, &wishes)?;
        }
        let mut answer = answer(task, &mut completed, &solution.values, Way::Run, gamma);
        answer.complete = shown.watched.complete;
        answer.stopped = shown.watched.stopped.or(solution.stopped);
        tell(task, &completed, shown, &wishes, found, &mut answer);
        others::add(&mut answer.inferred, &completed, &solution.values);
        let mut refused = FxHashSet::default();
        for &lit in wishes.iter().filter(|l| !solution.values[l.var() as usize]) {
            if let Meaning::Choice(slot, _) = completed.meanings[lit.var() as usize]
                && let Place::Guard(f) = completed.slots[slot as usize].place
                && matches!(found.guards.get(&f), Some(Lock::Ghost(..)))
            {
                refused.insert(f);
            }
            let (message, span) = said(task, &completed, lit);
            let kept: Vec<Lit> = wishes.iter().copied().filter(|l| solution.values[l.var() as usize]).collect();
            let core = sat::against(&completed, lit, &kept, &task.budget)?;
            let core = core.into_iter().map(|i| completed.instances[i as usize]).collect();
            answer.dropped.push(Dropped { message, span, core });
        }
        if !answer.ok {
            answer.failed = still_failing(task, &answer, failed);
            why::reasons(task, runs, shown, system, found, &mut answer.failed);
            comment(task, &mut answer);
        }
        Ok((answer, refused))
    }
}

/// Says of the fields that fail why.
pub(crate) fn look(task: &Task<'_>, runs: &Runs, answer: &mut Answer) -> Result<(), Problem> {
    let shown = show(task, runs)?;
    let plain = Template::new(task.program, &task.facts, task.settings, 0, |_| false);
    let system = System::new(&plain, task.source, task.settings, Breadth::All, &task.budget)?;
    let one = Template::new(task.program, &task.facts, task.settings, 1, |_| true);
    let with_ghosts = System::new(&one, task.source, task.settings, Breadth::All, &task.budget)?;
    let alive = survivors(&system, &[]);
    let (seen, facts) = (&shown.watched.seen, &task.facts);
    let resolver = Resolver::new(&system, &with_ghosts, seen, &alive, facts, runs.unrooted);
    let found = resolver.resolve_locks(&with_ghosts, &FxHashSet::default(), Unseen::IsEqual);
    why::reasons(task, runs, &shown, &system, &found, &mut answer.failed);
    Ok(())
}

/// Returns true if the checker accepts it.
fn solves(task: &Task<'_>, system: &mut System<'_>, solution: &Solution) -> bool {
    answer(task, system, &solution.values, Way::Run, 0).ok
}

/// Records the origin and the observations of each annotation; and the coverage.
fn tell(task: &Task<'_>, system: &System<'_>, shown: &Shown, wishes: &[Lit], found: &Found, answer: &mut Answer) {
    let seen = &shown.watched.seen;
    let wishes: FxHashSet<Lit> = wishes.iter().copied().collect();
    for inferred in &mut answer.inferred {
        let lit = inferred.annotation.lit;
        let by_run = lit.is_some_and(|lit| wishes.contains(&lit) || inferred.annotation.kind == Kind::Ghost);
        inferred.by = if by_run { "run" } else { "completed" };
        let field = lit.and_then(|lit| match system.meanings[lit.var() as usize] {
            Meaning::Final(f) => Some(f),
            Meaning::Choice(slot, _) => match system.slots[slot as usize].place {
                Place::Guard(f) => Some(f),
                Place::Requires(_) | Place::Arg(..) => None,
            },
            Meaning::Constant | Meaning::Local(_) | Meaning::Ghost(..) | Meaning::Both(..) | Meaning::Differ => None,
        });
        inferred.seen = field.map(|f| {
            let (events, objects) = seen.counts[f as usize];
            Witnessed { events, objects }
        });
    }
    let fields = task.program.fields.len();
    let (sites, sites_seen) = seen.sites();
    let fields_seen = seen.counts.iter().filter(|c| c.1 > 0).count();
    answer.statistics.extend([
        ("runs", seen.made as f64),
        ("different_runs", seen.different() as f64),
        ("events", seen.events as f64),
        ("objects", seen.objects as f64),
        ("fields", fields as f64),
        ("fields_seen", fields_seen as f64),
        ("fields_not_seen", found.unseen.len() as f64),
        ("sites", sites as f64),
        ("sites_seen", sites_seen as f64),
    ]);
    if shown.watched.exploration.is_some() {
        answer.statistics.push(("traces", seen.made as f64));
    }
}
