//! The alarms of Atomizer, which looks at the events of a run when it is over. They can be false, and do not count as something wrong.

use super::Loaded;
use crate::exploring::cycles;
use crate::json::Places;
use crate::options::Running;
use crate::problem::Problem;
use racefree_interp::event::Event;
use racefree_interp::machine::Machine;
use racefree_interp::options::Semantics;
use racefree_interp::schedule::Schedule;
use racefree_interp::serial::atomizer::{Alarm, alarms};
use serde_json::{Value, json};

/// The alarms of a run, and the machine that has their objects.
pub struct Alarms {
    all: Vec<(&'static str, Alarm)>,
    machine: Machine,
}

impl Alarms {
    /// Alarms of a run, if they are asked for.
    pub fn asked(asked: &Running, loaded: &Loaded, semantics: Semantics, schedule: &Schedule) -> Option<Alarms> {
        let ways = Some(asked.atomizer()).filter(|ways| !ways.is_empty())?;
        let (events, machine) = cycles::events(&loaded.program, semantics, schedule);
        let all = ways.iter().flat_map(|&(name, how)| alarms(&events, how).into_iter().map(move |alarm| (name, alarm)));
        Some(Alarms { all: all.collect(), machine })
    }

    /// Description of a step.
    fn what(&self, event: &Event) -> String {
        let tables = &self.machine.program().tables;
        let Some((object, field, access)) = event.kind.access() else { return cycles::lock_step(&self.machine, event) };
        let verb = if access.writes() { "writes" } else { "reads" };
        let (field, object) = (tables.field_name(field), self.machine.object_name(object));
        format!("{verb} {field} of {object}, which no lock protects")
    }

    /// Alarms in words.
    pub fn problems(&self, loaded: &Loaded) -> Vec<Problem> {
        let program = &loaded.program.tables.program;
        let one = |(name, alarm): &(&str, Alarm)| {
            let message = format!(
                "{} may not be serializable: after its first step here only left movers may follow (this may be a false alarm)",
                cycles::name(loaded, alarm.block)
            );
            let (first, second) = (alarm.first.site.span(program), alarm.second.site.span(program));
            let mut labels = vec![(second, format!("then {}", self.what(&alarm.second)))];
            match first == second {
                true => labels[0].1.insert_str(0, &format!("first {}, ", self.what(&alarm.first))),
                false => labels.push((first, format!("first {}", self.what(&alarm.first)))),
            }
            Problem::new(format!("{name} alarm"), message, labels)
        };
        self.all.iter().map(one).collect()
    }

    /// Alarms as JSON.
    pub fn json(&self, loaded: &Loaded) -> Value {
        let places = Places::new(&loaded.source.text);
        let program = &loaded.program.tables.program;
        let step = |event: &Event| json!({ "thread": event.thread.0, "what": self.what(event), "span": places.place(event.site.span(program)) });
        let one = |(name, alarm): &(&str, Alarm)| {
            json!({
                "detector": name,
                "block": cycles::name(loaded, alarm.block),
                "span": places.place(cycles::span(&loaded.program, alarm.block)),
                "first": step(&alarm.first),
                "second": step(&alarm.second),
            })
        };
        self.all.iter().map(one).collect::<Vec<_>>().into()
    }
}
