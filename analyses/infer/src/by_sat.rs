//! The second way: classes that may have ghosts, their number, and the explanation if there is no solution
//! (specification, section 5).

use crate::answer::{Answer, Failed, Way};
use crate::clauses::{Lit, Meaning};
use crate::infer::{Problem, Task, answer, comment};
use crate::others;
use crate::partial::still_failing;
use crate::sat;
use crate::slots::{Facts, Place, Template, cone};
use crate::system::{Breadth, System};
use racefree_grammar::Program;
use racefree_kernel::{Stopped, TypeError};
use racefree_typeck::rules::final_ref;
use rustc_hash::FxHashSet;

/// A solution that the checker rejects is blocked so often, and the search goes on.
const BLOCKED: usize = 100;

/// The second way, after the first. If the budget runs out before an answer, the first way's answer is given as such.
pub(crate) fn by_sat(task: &Task<'_>, first: Answer, failed: &[Failed]) -> Result<Answer, Problem> {
    let mut search = Search { task, failed, rejected: Vec::new() };
    match search.answer(&first) {
        Ok(answer) => Ok(answer),
        Err(stopped) => Ok(Answer { stopped: Some(stopped), complete: false, rejected: search.rejected, ..first }),
    }
}

struct Search<'t> {
    task: &'t Task<'t>,
    /// Fields that the first way finds nothing for.
    failed: &'t [Failed],
    /// Premises by which the checker has rejected solutions.
    rejected: Vec<String>,
}

impl Search<'_> {
    fn answer(&mut self, first: &Answer) -> Result<Answer, Stopped> {
        let Task { program, settings, ref facts, .. } = *self.task;
        let owner = |f: &Failed| crate::edits::owner(program, program.fields[f.field as usize].span.start);
        let mut start: FxHashSet<u32> = self.failed.iter().filter_map(owner).collect();
        start.extend(lacking(program, facts));
        if !first.ok && start.is_empty() {
            start.extend(0..program.classes.len() as u32);
        }
        let cone = cone(program, facts, start);
        for gamma in 0..=settings.ghosts {
            if let Some(found) = self.attempt(gamma, |c| cone.contains(&c), Breadth::Related)? {
                return Ok(found);
            }
            // Then there is a solution without ghosts.
            if first.ok
                && let Some(found) = self.attempt(0, |_| false, Breadth::All)?
            {
                return Ok(found);
            }
        }
        let template = Template::new(program, facts, settings, settings.ghosts, |_| true);
        let system = System::new(&template, self.task.source, settings, Breadth::All, &self.task.budget)?;
        if sat::is_solvable(&system, &self.task.budget)? {
            for gamma in 0..=settings.ghosts {
                if let Some(found) = self.attempt(gamma, |_| true, Breadth::All)? {
                    return Ok(found);
                }
            }
        }
        self.none(system, first)
    }

    /// No solution exists: gives the core, and the best partial answer.
    fn none(&mut self, all: System<'_>, first: &Answer) -> Result<Answer, Stopped> {
        let Task { program, source, settings, ref facts, ref budget, .. } = *self.task;
        // As with whole answers, the first number of ghosts that does counts.
        let least = sat::least(&all, facts, u64::MAX, budget)?.unwrap_or(u64::MAX);
        for gamma in 0..settings.ghosts {
            let template = Template::new(program, facts, settings, gamma, |_| true);
            let system = System::new(&template, source, settings, Breadth::All, budget)?;
            if sat::least(&system, facts, least, budget)?.is_some() {
                return self.partial(system, &all, first);
            }
        }
        let template = Template::new(program, facts, settings, settings.ghosts, |_| true);
        let system = System::new(&template, source, settings, Breadth::All, budget)?;
        self.partial(system, &all, first)
    }

    /// The best partial answer, and the core with the greatest number of ghosts.
    fn partial(&mut self, mut system: System<'_>, all: &System<'_>, first: &Answer) -> Result<Answer, Stopped> {
        let Task { settings, ref facts, ref budget, .. } = *self.task;
        let best = match sat::complete(&system, facts, &[], budget, settings.threads) {
            Ok(best) => best,
            Err(stopped) => {
                let rejected = std::mem::take(&mut self.rejected);
                let stopped = Some(stopped);
                return Ok(Answer { rejected, stopped, complete: false, ..first.clone() });
            }
        };
        // Without time the places to blame are left out, not the answer.
        let core = sat::blame(all, &sat::violated(&system, &best.values), budget);
        let stopped = best.stopped.or(core.as_ref().err().copied());
        let core = core.unwrap_or_default().into_iter().map(|i| all.instances[i as usize]).collect();
        let mut answer = answer(self.task, &mut system, &best.values, Way::Sat, settings.ghosts);
        answer.core = core;
        answer.stopped = stopped;
        answer.complete = stopped.is_none() && self.rejected.len() < BLOCKED;
        answer.failed = still_failing(self.task, &answer, self.failed);
        answer.statistics.push(("queries", best.queries as f64));
        answer.rejected = std::mem::take(&mut self.rejected);
        comment(self.task, &mut answer);
        Ok(answer)
    }

    /// The best solution with a given number of ghosts that the checker accepts, if there is one.
    fn attempt(
        &mut self,
        gamma: u32,
        may_have: impl Fn(u32) -> bool,
        breadth: Breadth,
    ) -> Result<Option<Answer>, Stopped> {
        let Task { program, source, settings, ref facts, ref budget, .. } = *self.task;
        let template = Template::new(program, facts, settings, gamma, may_have);
        let mut system = System::new(&template, source, settings, breadth, budget)?;
        for blocked in 0..BLOCKED {
            let Some(solution) = sat::solve(&system, budget, settings.threads)? else { return Ok(None) };
            let mut answer = answer(self.task, &mut system, &solution.values, Way::Sat, gamma);
            answer.statistics.push(("queries", solution.queries as f64));
            answer.statistics.push(("solutions", solution.solutions as f64));
            if answer.ok {
                answer.proved_best = solution.stopped.is_none();
                answer.complete = answer.proved_best;
                answer.stopped = solution.stopped;
                answer.statistics.push(("blocked", blocked as f64));
                answer.rejected = std::mem::take(&mut self.rejected);
                others::add(&mut answer.inferred, &system, &solution.values);
                return Ok(Some(answer));
            }
            let lits = self.blocked_by(&system, &answer, &solution.values);
            system.block(&lits);
        }
        Ok(None)
    }

    /// Clause that excludes a rejected solution: for a circle of final fields' types its finals and arguments alone;
    /// any other rejection is a bug of inference and excludes the solution as a whole.
    fn blocked_by(&mut self, system: &System<'_>, answer: &Answer, values: &[bool]) -> Vec<Lit> {
        let circle = |e: &TypeError| e.because.iter().any(|(premise, _)| *premise == final_ref::TYPE);
        let mistakes = answer.report.errors.iter().filter(|e| !circle(e));
        let before = self.rejected.len();
        self.rejected.extend(mistakes.map(|e| crate::words::name(e.premise)));
        let only_circles = self.rejected.len() == before;
        let in_circle = |meaning: Meaning| match meaning {
            Meaning::Final(_) | Meaning::Ghost(..) => true,
            Meaning::Choice(slot, _) => matches!(system.slots[slot as usize].place, Place::Arg(..)),
            Meaning::Local(_) | Meaning::Constant | Meaning::Both(..) | Meaning::Differ => false,
        };
        let chosen = (1..values.len() as u32).filter(|&v| values[v as usize] && sat::component::counts(system, v));
        chosen.filter(|&v| !only_circles || in_circle(system.meanings[v as usize])).map(Lit::of).collect()
    }
}

/// Classes with an occurrence that lacks arguments.
fn lacking(program: &Program, facts: &Facts) -> Vec<u32> {
    let classes = facts.class_of_type.iter().zip(program.types.iter()).filter_map(|(class, t)| {
        let class = (*class)?;
        let args = matches!(t.kind, racefree_grammar::ast::TypeKind::Class { args, .. } if args.len > 0);
        (!args && !program.classes[class as usize].ghosts.is_empty()).then_some(class)
    });
    classes.collect()
}
