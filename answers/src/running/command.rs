//! The command line that replays a schedule.

use super::replay;
use crate::options::{Exploring, MAX_STEPS, Monitoring, RuleOptions, Running};
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
}

impl<'a> Again<'a> {
    /// Options of the run.
    pub fn running(name: &'a str, args: &'a Running) -> Again<'a> {
        let Running { rules, locks, monitors, max_steps, .. } = args;
        Again { name, rules, locks: (*locks).into(), monitors: *monitors, max_steps: *max_steps }
    }

    /// Options of the exploration.
    pub fn exploring(name: &'a str, args: &'a Exploring, monitors: Monitoring) -> Again<'a> {
        let Exploring { rules, locks, max_steps, .. } = args;
        Again { name, rules, locks: (*locks).into(), monitors, max_steps: *max_steps }
    }

    /// Command line; `detectors` unless they are the defaults, and `--monitors all` if wanted, over the former options.
    pub fn command(&self, detectors: Option<&str>, monitors: bool, schedule: &str) -> String {
        let RuleOptions { system, variant, off, no_warn, constructor_holds_lock, racy_fields, defaults } = self.rules;
        let mut command = format!("racefree run {}", quoted(self.name));
        if let Some(system) = system {
            command.push_str(&format!(" --system {}", system));
        }
        for (option, values) in [("--variant", variant), ("--off", off), ("--no-warn", no_warn)] {
            for value in values {
                command.push_str(&format!(" {option} {}", quoted(value)));
            }
        }
        if *constructor_holds_lock {
            command.push_str(" --constructor-holds-lock");
        }
        if *racy_fields {
            command.push_str(" --racy-fields");
        }
        if self.locks != Locks::default() {
            command.push_str(&format!(" --locks {}", self.locks.name()));
        }
        if *defaults {
            command.push_str(" --defaults");
        }
        if let Some(detectors) = detectors {
            command.push_str(&format!(" --detector {detectors}"));
        }
        match self.monitors {
            _ if monitors => command.push_str(" --monitors all"),
            Monitoring::Auto => {}
            Monitoring::All => command.push_str(" --monitors all"),
            Monitoring::None => command.push_str(" --monitors none"),
        }
        // Fewer steps than usual are no limit for a schedule that ends by itself.
        if self.max_steps > MAX_STEPS {
            command.push_str(&format!(" --max-steps {}", self.max_steps));
        }
        format!("{command} --scheduler {}", quoted(&format!("replay:{schedule}")))
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
