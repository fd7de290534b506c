//! The command line that replays a schedule.

use super::{options, who};
use crate::args::{LocksArg, RuleArgs};
use racefree_interp::options::Locks;
use racefree_interp::schedule::Schedule;

/// What has to be said again when a schedule is replayed.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// The file.
    pub name: &'a str,
    /// Variants and defaults change what a program means.
    pub rules: &'a RuleArgs,
    /// `--locks`
    pub locks: LocksArg,
}

impl Again<'_> {
    /// The command line; `detectors` unless they are those by default, and `--monitors all` if wanted.
    pub fn command(&self, detectors: Option<&str>, monitors: bool, schedule: &str) -> String {
        let mut command = format!("racefree run {}", quoted(self.name));
        for variant in &self.rules.variant {
            command.push_str(&format!(" --variant {}", quoted(variant)));
        }
        if options::locks(self.locks) != Locks::default() {
            command.push_str(&format!(" --locks {}", options::locks(self.locks).name()));
        }
        if self.rules.defaults {
            command.push_str(" --defaults");
        }
        if let Some(detectors) = detectors {
            command.push_str(&format!(" --detector {detectors}"));
        }
        if monitors {
            command.push_str(" --monitors all");
        }
        format!("{command} --scheduler {}", quoted(&format!("replay:{schedule}")))
    }

    /// The command line with the schedule in it.
    pub fn inline(&self, detectors: Option<&str>, monitors: bool, schedule: &Schedule) -> String {
        self.command(detectors, monitors, &who::inline(schedule))
    }
}

/// An argument as a shell takes it.
pub fn quoted(argument: &str) -> String {
    // A shell replaces `*` by the names of files; those that match `replay:0*12` are rare, but not impossible.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}
