//! The command line that replays a schedule.

use super::replay;
use crate::options::{Exploring, MAX_STEPS, MemoryWord, Monitoring, RuleOptions, Running, StartOptions};
use racefree_interp::options::Locks;
use racefree_interp::schedule::Schedule;

/// Options repeated when a schedule is replayed: all that change acceptance or execution.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// The file.
    pub name: &'a str,
    /// Rules, which change the semantics of a program, and the monitors that watch it.
    pub rules: &'a RuleOptions,
    /// `--locks`
    pub locks: Locks,
    /// `--monitors`
    pub monitors: Monitoring,
    /// `--max-steps`
    pub max_steps: u64,
    /// The start of a program in Java.
    pub start: &'a StartOptions,
}

impl<'a> Again<'a> {
    /// Options of the run.
    pub fn running(name: &'a str, args: &'a Running) -> Again<'a> {
        let Running { rules, locks, monitors, max_steps, start, .. } = args;
        Again { name, rules, locks: (*locks).into(), monitors: *monitors, max_steps: *max_steps, start }
    }

    /// Options of the exploration.
    pub fn exploring(name: &'a str, args: &'a Exploring, monitors: Monitoring) -> Again<'a> {
        let Exploring { rules, locks, max_steps, start, .. } = args;
        Again { name, rules, locks: (*locks).into(), monitors, max_steps: *max_steps, start }
    }

    /// Command line; `detectors` unless they are the defaults, and `--monitors all` if wanted, over the former options.
    pub fn command(&self, detectors: Option<&str>, monitors: bool, schedule: &str) -> String {
        let RuleOptions { system, variant, off, no_warn, constructor_holds_lock, racy_fields, defaults } = self.rules;
        let monitors = if monitors { Monitoring::All } else { self.monitors };
        let mut words = vec![format!("racefree run {}", quoted(self.name))];
        words.extend(system.iter().map(|system| format!("--system {system}")));
        for (option, values) in [("--variant", variant), ("--off", off), ("--no-warn", no_warn)] {
            words.extend(values.iter().map(|value| format!("{option} {}", quoted(value))));
        }
        words.extend(constructor_holds_lock.then(|| "--constructor-holds-lock".to_owned()));
        words.extend(racy_fields.then(|| "--racy-fields".to_owned()));
        words.extend((self.locks != Locks::default()).then(|| format!("--locks {}", self.locks.name())));
        words.extend(defaults.then(|| "--defaults".to_owned()));
        words.extend(self.start.enable_assertions.then(|| "--enable-assertions".to_owned()));
        words.extend(detectors.map(|detectors| format!("--detector {detectors}")));
        words.extend((monitors != Monitoring::Auto).then(|| format!("--monitors {monitors}")));
        // Fewer steps than usual are no limit for a schedule that ends by itself.
        words.extend((self.max_steps > MAX_STEPS).then(|| format!("--max-steps {}", self.max_steps)));
        words.push(format!("--scheduler {}", quoted(&format!("replay:{schedule}"))));
        words.extend((!self.start.arguments.is_empty()).then(|| "--".to_owned()));
        words.extend(self.start.arguments.iter().map(|argument| quoted(argument)));
        words.join(" ")
    }

    /// The command line that replays turns with store buffers.
    pub fn with_buffers(&self, model: MemoryWord, turns: &str) -> String {
        let all = self.command(None, false, turns);
        all.replacen(" --scheduler ", &format!(" --memory-model {model} --scheduler "), 1)
    }

    /// The command line with the schedule in it.
    pub fn inline(&self, detectors: Option<&str>, monitors: bool, schedule: &Schedule) -> String {
        self.command(detectors, monitors, &replay::inline(schedule))
    }
}

/// An argument as a shell takes it.
pub fn quoted(argument: &str) -> String {
    // Other arguments are quoted, because a shell replaces `*` by file names, and a file may match `replay:0*12`.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}
