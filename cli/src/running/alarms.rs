//! The alarms of Atomizer, which looks at the events of a run when it is over. They can be false, and do not count as something wrong.

use super::Loaded;
use crate::args::{DetectorArg, Running};
use crate::diagnostics::Artist;
use crate::exploring::cycles;
use crate::json::Places;
use crate::terminal::Out;
use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::Machine;
use racefree_interp::options::Semantics;
use racefree_interp::schedule::Schedule;
use racefree_interp::serial::atomizer::{Alarm, Atomizer, alarms};
use serde_json::{Value, json};
use std::io;

/// The alarms of a run, and the machine that has their objects.
pub struct Alarms {
    all: Vec<(&'static str, Alarm)>,
    machine: Machine,
}

/// Whether Atomizer is wanted.
pub fn wanted(args: &Running) -> bool {
    args.detector.iter().any(|d| matches!(d, DetectorArg::Atomizer | DetectorArg::AtomizerOffline))
}

impl Alarms {
    /// Of a run; nothing if none are wanted.
    pub fn of(args: &Running, loaded: &Loaded, semantics: Semantics, schedule: &Schedule) -> Option<Alarms> {
        if !wanted(args) {
            return None;
        }
        let (events, machine) = cycles::events(&loaded.program, semantics, schedule);
        let both = [
            (DetectorArg::Atomizer, "atomizer", Atomizer::Online),
            (DetectorArg::AtomizerOffline, "atomizer-offline", Atomizer::Offline),
        ];
        let asked = both.into_iter().filter(|(arg, ..)| args.detector.contains(arg));
        let all = asked.flat_map(|(_, name, how)| alarms(&events, how).into_iter().map(move |alarm| (name, alarm)));
        Some(Alarms { all: all.collect(), machine })
    }

    /// What a step does.
    fn what(&self, event: &Event) -> String {
        let tables = &self.machine.program().tables;
        match (event.kind.access(), event.kind) {
            (Some((object, field, access)), _) => {
                let verb = if access.writes() { "writes" } else { "reads" };
                let (field, object) = (tables.field_name(field), self.machine.object_name(object));
                format!("{verb} {field} of {object}, which no lock protects")
            }
            (None, EventKind::Acquire { object, .. }) => format!("acquires {}", self.machine.object_name(object)),
            (None, EventKind::Release { object, .. }) => format!("releases {}", self.machine.object_name(object)),
            (None, EventKind::Fork { child }) => format!("forks thread {child}"),
            (None, kind) => kind.name().to_owned(),
        }
    }

    /// Draws them.
    pub fn draw(&self, loaded: &Loaded, out: &mut Out) -> io::Result<()> {
        let artist = Artist::new(&loaded.source.name, &loaded.source.text, out);
        let program = &loaded.program.tables.program;
        for (name, alarm) in &self.all {
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
            artist.problem(&format!("{name} alarm"), &message, &labels, &[], out)?;
        }
        Ok(())
    }

    /// For tools.
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
