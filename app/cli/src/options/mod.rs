//! Options that the libraries cannot know: files of variants, seeds that are drawn, the cores of the machine.

use crate::running::host::Terminal;
use crate::running::interrupt;
use racefree_answers::desk::{Desk, Limits};
use racefree_answers::options::{RuleOptions, Running};
use racefree_answers::variant::{self, Rules, Variant};
use racefree_kernel::System;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Desk that answers the questions of a command; Ctrl-C ends its searches, and it may show their progress.
pub fn desk(progress: bool) -> (Desk, Arc<Terminal>) {
    let terminal = Terminal::listen(progress);
    (
        Desk {
            variant,
            interrupt: interrupt::flag(),
            ..Desk::new(Limits { threads: cores(), ..Limits::NATIVE }, terminal.clone())
        },
        terminal,
    )
}

/// The rules that the arguments name: typing rules and semantics.
pub fn rules(args: &RuleOptions, system: &'static dyn System) -> Result<Rules, String> {
    racefree_answers::options::rules(args, system, &variant)
}

/// A variant by name, or from a TOML file.
pub fn variant(system: &'static dyn System, name: &str) -> Result<Variant, String> {
    let is_file = name.ends_with(".toml") || std::path::Path::new(name).is_file();
    if !is_file || variant::is_named(system, name) {
        return racefree_answers::options::find_variant(system, name);
    }
    let text = std::fs::read_to_string(name).map_err(|e| format!("cannot read the variant `{name}`: {e}"))?;
    variant::from_toml(system, name, &text)
}

/// A worker for each core.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(64)
}

/// Options of a run; the seed is drawn if none is given and it has an influence.
pub fn seeded(args: &Running) -> Running {
    Running { seed: args.seed.or_else(|| args.scheduler.is_random().then(drawn)), ..args.clone() }
}

/// A seed from the system, short enough to be typed.
pub fn drawn() -> u64 {
    RandomState::new().hash_one(0u8) >> 32
}
