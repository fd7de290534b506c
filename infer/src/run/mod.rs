//! The third way (specification, section 6): FindLocks on the fast engine. Runs, or every schedule, show which locks are held;
//! what they leave open is completed by the constraint system, which also says what of it cannot be proved.

mod instrument;
mod resolve;
mod seen;
mod why;

use crate::answer::{Answer, Failed, Way};
use crate::clauses::Lit;
use crate::fixpoint::survivors;
use crate::infer::{Problem, Task, answer, comment, still_failing};
use crate::sat;
use crate::slots::{Place, Template, ghost_names};
use crate::system::{Breadth, System};
use instrument::instrument;
use racefree_interp::drive::{SchedulerKind, drive};
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::schedule::{Halt, Pct, Pos, Random, RoundRobin, Scheduler, Stream};
use racefree_interp::{Lowered, Semantics, ThreadId, lower};
use resolve::{Found, Lock, Resolver};
use seen::Watcher;
use std::sync::Arc;

pub use racefree_interp::Limits;

/// What to run.
#[derive(Clone, Debug)]
pub struct Runs {
    /// So many runs.
    pub runs: u64,
    /// The seed of every random choice.
    pub seed: u64,
    /// What chooses.
    pub scheduler: SchedulerKind,
    /// Every schedule instead.
    pub explore: bool,
    /// Names are compared without the object that they start from.
    pub unrooted: bool,
    /// What the program means.
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

/// Every schedule, one after the other: the choices of the last one, and between how many there was one.
#[derive(Default)]
pub(crate) struct Systematic {
    trail: Vec<(u32, u32)>,
    at: usize,
}

impl Systematic {
    /// Whether there is another schedule.
    pub(crate) fn next(&mut self) -> bool {
        self.trail.truncate(self.at);
        while let Some((chosen, of)) = self.trail.pop() {
            if chosen + 1 < of {
                self.trail.push((chosen + 1, of));
                return true;
            }
        }
        false
    }
}

impl Scheduler for Systematic {
    fn start(&mut self) {
        self.at = 0;
    }

    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        let ready = machine.ready();
        if self.at == self.trail.len() {
            self.trail.push((0, ready.len() as u32));
        }
        let chosen = self.trail[self.at].0 as usize;
        self.at += 1;
        ready.get(chosen).copied().ok_or(Halt::Quit)
    }
}

/// So many schedules are tried at most.
const MOST: u64 = 50_000;

/// Runs a program: how often, and whether that was every schedule.
fn watch(
    task: &Task<'_>,
    runs: &Runs,
    program: &Arc<Lowered>,
    watcher: &mut Watcher<'_>,
) -> Result<(u64, bool), Problem> {
    let mut machine = Machine::new(program.clone(), runs.semantics, runs.limits);
    if runs.explore {
        let mut all = Systematic::default();
        for run in 0..MOST {
            if task.deadline.is_over() {
                return Ok((run, false));
            }
            machine.reset();
            watcher.next(run as u32);
            drive::<Coarse, _, _>(&mut machine, &mut all, watcher);
            let cut = machine.state().limit.is_some();
            if cut {
                return Ok((run + 1, false));
            }
            if !all.next() {
                return Ok((run + 1, true));
            }
        }
        return Ok((MOST, false));
    }
    for run in 0..runs.runs {
        if task.deadline.is_over() {
            return Err(Problem::Budget("--time"));
        }
        machine.reset();
        watcher.next(run as u32);
        let seed = Stream::seed_of_run(runs.seed, run);
        match runs.scheduler {
            SchedulerKind::Random => drop(drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), watcher)),
            SchedulerKind::Pos => drop(drive::<Coarse, _, _>(&mut machine, &mut Pos::new(seed), watcher)),
            SchedulerKind::RoundRobin(q) => drop(drive::<Coarse, _, _>(&mut machine, &mut RoundRobin::new(q), watcher)),
            SchedulerKind::Pct(depth) => {
                let mut count = RoundRobin::new(1);
                drive::<Coarse, _, _>(&mut machine, &mut count, &mut ());
                let length = machine.steps().min(100_000) as u32;
                machine.reset();
                drive::<Coarse, _, _>(&mut machine, &mut Pct::new(seed, depth, length.max(1)), watcher);
            }
        }
    }
    Ok((runs.runs, false))
}

/// The third way.
pub(crate) fn by_run(task: &Task<'_>, runs: &Runs, failed: &[Failed]) -> Result<Answer, Problem> {
    let cannot = |errors: Vec<racefree_interp::CannotRun>| {
        let message = errors.first().map_or_else(String::new, |e| e.message.clone());
        Problem::CannotRun(message)
    };
    let original = lower(task.program.clone()).map_err(cannot)?;
    let watched = instrument(task.program);
    let program = lower(watched.program.clone()).map_err(cannot)?;
    let mut watcher = Watcher::new(&watched);
    let (count, complete) = watch(task, runs, &program, &mut watcher)?;
    let seen = watcher.seen;

    let plain = Template::new(task.program, &task.facts, task.settings, 0, |_| false);
    let system = System::new(&plain, task.source, task.settings, Breadth::All)?;
    let alive = survivors(&system);
    let one = Template::new(task.program, &task.facts, task.settings, 1, |_| true);
    let with_ghosts = System::new(&one, task.source, task.settings, Breadth::All)?;
    let found =
        Resolver::new(&system, &with_ghosts, &seen, &alive, &task.facts, runs.unrooted).resolve_locks(&with_ghosts);

    let gamma = found.ghosts.values().copied().max().unwrap_or(0);
    let has = |c: u32| found.ghosts.get(&c).is_some_and(|&n| n > 0);
    let template = Template::new(task.program, &task.facts, task.settings, gamma, has);
    let mut complete_system = System::new(&template, task.source, task.settings, Breadth::All)?;
    fix_ghosts(&mut complete_system, &found);
    let wishes = wishes(&system, &with_ghosts, &complete_system, &found);
    let solution = sat::complete(&complete_system, &task.facts, &wishes, task.deadline)?;
    let is_wish = |lit: Option<Lit>| lit.is_some_and(|lit| wishes.contains(&lit));
    let mut answer = answer(task, &mut complete_system, &solution.values, Way::Run, gamma);
    for inferred in &mut answer.inferred {
        let by_run = is_wish(inferred.annotation.lit)
            || inferred.annotation.kind == crate::edits::Kind::Ghost && inferred.annotation.lit.is_some();
        inferred.by = if by_run { "run" } else { "completed" };
    }
    for &lit in wishes.iter().filter(|l| !solution.values[l.var() as usize]) {
        answer.dropped.push(said(task, &complete_system, lit));
    }
    answer.complete = complete;
    if !answer.ok {
        answer.failed = still_failing(task, &answer, failed);
        why::reasons(task, runs, &original, &seen, &found, &mut answer.failed);
        comment(task, &mut answer);
    }
    let objects = seen.objects.len() as f64;
    let fields = seen.cells.len() as f64;
    let sites = watched.sites.len() as f64;
    let numbers = [("runs", count as f64), ("events", seen.events as f64), ("objects", objects)];
    answer.statistics.extend(numbers);
    answer.statistics.extend([
        ("fields_seen", fields),
        ("sites", sites),
        ("fields_not_seen", found.unseen.len() as f64),
    ]);
    Ok(answer)
}

/// The ghosts are as they are.
fn fix_ghosts(system: &mut System<'_>, found: &Found) {
    let all: Vec<(u32, u32, Lit)> = (system.ghosts.iter().enumerate())
        .flat_map(|(c, lits)| lits.iter().enumerate().map(move |(i, &lit)| (c as u32, i as u32, lit)))
        .collect();
    for (c, i, lit) in all {
        let there = found.ghosts.get(&c).is_some_and(|&n| i < n);
        system.block(&[if there { !lit } else { lit }]);
    }
}

/// The choices of the runs, as literals.
fn wishes(plain: &System<'_>, with_ghosts: &System<'_>, system: &System<'_>, found: &Found) -> Vec<Lit> {
    let many = found.ghosts.values().copied().max().unwrap_or(0);
    let names = ghost_names(&plain.template.program, many + 1);
    let text = |of: &System<'_>, lock: Lock| match lock {
        Lock::Known(l) => of.text(l),
        Lock::Ghost(_, i) => names.get(i as usize).cloned().unwrap_or_default(),
    };
    let mut wishes = Vec::new();
    for slot in &system.slots {
        let wanted = match slot.place {
            Place::Guard(f) => found.guards.get(&f).map(|&lock| text(plain, lock)),
            Place::Arg(t, i) => found.args.get(&(t, i)).map(|&lock| text(with_ghosts, lock)),
            Place::Requires(_) => None,
        };
        let Some(wanted) = wanted else { continue };
        wishes.extend(slot.choices().find(|&(_, l)| system.text(l) == wanted).map(|c| c.0));
    }
    wishes.extend(found.finals.iter().map(|&f| system.finals[f as usize]));
    wishes.extend(found.local.iter().map(|&c| system.local[c as usize]));
    wishes.retain(|&lit| lit != Lit::TRUE && lit != Lit::FALSE);
    wishes
}

/// What a choice says, and where.
fn said(task: &Task<'_>, system: &System<'_>, lit: Lit) -> (String, racefree_grammar::Span) {
    use crate::clauses::Meaning;
    let program = task.program;
    let name = |n| program.text(n);
    match system.meanings[lit.var() as usize] {
        Meaning::Final(f) => {
            let field = &program.fields[f as usize];
            (format!("`{}` is final", name(field.name)), field.name_span)
        }
        Meaning::Local(c) => {
            let class = &program.classes[c as usize];
            (format!("`{}` is thread-local", name(class.name)), class.name_span)
        }
        Meaning::Choice(slot, i) => {
            let slot = &system.slots[slot as usize];
            let l = system.text(slot.candidates[i as usize]);
            match slot.place {
                Place::Guard(f) => {
                    let field = &program.fields[f as usize];
                    (format!("`{}` is guarded by {l}", name(field.name)), field.name_span)
                }
                Place::Requires(m) => {
                    let method = &program.methods[m as usize];
                    (format!("`{}` is called with {l} held", name(method.name)), method.name_span)
                }
                Place::Arg(t, _) => (format!("the lock of this object is {l}"), program.ty(t).span),
            }
        }
        Meaning::Constant | Meaning::Ghost(..) | Meaning::Both(..) | Meaning::Differ => {
            (String::new(), racefree_grammar::Span::NONE)
        }
    }
}
