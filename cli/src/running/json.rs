//! The result of a run, for tools: the object `run` of the interface.

use crate::json::{Place, Places, VERSION};
use crate::running::Loaded;
use racefree_grammar::Span;
use racefree_interp::drive::{Deadlock, Finding, Race, RunResult, Thrown};
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::Violation;
use racefree_interp::schedule::Schedule;
use serde_json::{Value, json};

struct RunWriter<'a> {
    places: Places<'a>,
    program: &'a Lowered,
}

fn ids(schedule: &Schedule) -> Vec<u32> {
    schedule.ids().map(|t| t.0).collect()
}

impl RunWriter<'_> {
    fn place(&self, span: Span) -> Place {
        self.places.place(span)
    }

    fn race(&self, race: &Race) -> Value {
        let access = |a: &racefree_interp::drive::RaceAccess| json!({ "thread": a.thread.0, "kind": a.access.name(), "span": self.place(a.span) });
        json!({
            "field": race.field,
            "object": race.object,
            "accesses": [access(&race.accesses[0]), access(&race.accesses[1])],
            "detector": race.detector.name(),
            "schedule": ids(&race.schedule),
        })
    }

    fn deadlock(&self, deadlock: &Deadlock, schedule: &Schedule) -> Value {
        let waits = |w: &racefree_interp::drive::Waits| {
            json!({
                "thread": w.thread.0,
                "waits_for": w.waits_for,
                "held_by": w.held_by.0,
                "span": self.place(w.span),
                "taken": self.place(w.taken),
            })
        };
        json!({ "cycle": deadlock.cycle.iter().map(waits).collect::<Vec<_>>(), "schedule": ids(schedule) })
    }

    fn monitor(&self, violation: &Violation) -> Value {
        json!({
            "monitor": violation.monitor.name(),
            "thread": violation.thread.0,
            "message": violation.message,
            "span": self.place(violation.site.span(&self.program.tables.program)),
        })
    }

    fn exception(&self, thrown: &Thrown) -> Value {
        json!({
            "thread": thrown.thread.0,
            "exception": thrown.exception.name(),
            "span": self.place(thrown.span),
            "schedule": ids(&thrown.schedule),
        })
    }

    fn object(&self, file: &str, seed: Option<u64>, result: &RunResult) -> Value {
        let stuck = |&(thread, site): &(racefree_interp::ThreadId, racefree_interp::Site)| json!({ "thread": thread.0, "span": self.place(site.span(&self.program.tables.program)) });
        json!({
            "file": file,
            "version": VERSION,
            "seed": seed,
            "scheduler": result.scheduler,
            "steps": result.steps,
            "status": result.status.name(),
            "result": result.result,
            "output": result.output,
            "races": result.races.iter().map(|r| self.race(r)).collect::<Vec<_>>(),
            "monitors": result.monitors.iter().map(|v| self.monitor(v)).collect::<Vec<_>>(),
            "exceptions": result.exceptions.iter().map(|e| self.exception(e)).collect::<Vec<_>>(),
            "deadlock": result.deadlock.as_ref().map(|d| self.deadlock(d, &result.schedule)),
            "stuck": result.stuck.iter().map(stuck).collect::<Vec<_>>(),
            "schedule": ids(&result.schedule),
        })
    }
}

/// A finding as the objects RACE, EXCEPTION, MONITOR … with the schedule that shows it.
pub fn finding(text: &str, program: &Lowered, finding: &Finding, schedule: &Schedule) -> Value {
    let writer = RunWriter { places: Places::new(text), program };
    let mut object = match finding {
        Finding::Race(race) => writer.race(race),
        Finding::Deadlock(deadlock) => writer.deadlock(deadlock, schedule),
        Finding::Exception(thrown) => writer.exception(thrown),
        Finding::Monitor(violation) => writer.monitor(violation),
        &Finding::Stuck(thread, site) => {
            json!({ "thread": thread.0, "span": writer.place(site.span(&program.tables.program)) })
        }
    };
    object["schedule"] = json!(ids(schedule));
    object
}

/// The object `run`; the seed is none where it has no influence.
pub fn run(loaded: &Loaded, seed: Option<u64>, result: &RunResult) -> Value {
    let Loaded { source, program, rules, .. } = loaded;
    let mut object = RunWriter { places: Places::new(&source.text), program }.object(&source.name, seed, result);
    object["system"] = rules.system.name().into();
    object
}
