//! The border between the command line and the libraries: arguments turned into the words of [`racefree_answers::options`], which
//! says what they amount to.
//!
//! `args` knows only `clap`'s structures and imports nothing of this crate, so that no room depends on how another one reads its
//! arguments. Here alone are files of variants read, seeds drawn and cores counted.

use crate::args::{
    AlgorithmArg, DetectorArg, Exploring, LocksArg, MonitorsArg, RuleArgs, Running, SchedulerArg, SystemArg, WatchArg,
};
use clap::ValueEnum;
use racefree_answers::options as words;
use racefree_answers::options::{Monitoring, RuleOptions, Watch};
use racefree_answers::running::alarms;
use racefree_answers::variant::{self, Rules, Variant};
use racefree_explore::{Algorithm, Host, SystemHost};
use racefree_interp::drive::Detectors;
use racefree_interp::options::Locks;
use racefree_interp::serial::atomizer::Atomizer;
use racefree_kernel::System;
use std::hash::{BuildHasher, RandomState};

/// The system that a program is of, by its header and `--system`.
///
/// # Errors
///
/// A sentence, if they differ or there is no such system.
pub fn system(wanted: Option<SystemArg>, source: &str) -> Result<&'static dyn System, String> {
    racefree_systems::of(source, wanted.map(|wanted| wanted.0))
}

/// The rules that the arguments name: typing rules and semantics.
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn rules(args: &RuleArgs, system: &'static dyn System) -> Result<Rules, String> {
    words::rules(&rule_options(args), system, &variant)
}

/// A variant by name, or from a TOML file.
///
/// # Errors
///
/// A sentence that says what is wrong with the name or the file.
pub fn variant(system: &'static dyn System, name: &str) -> Result<Variant, String> {
    let is_file = name.ends_with(".toml") || std::path::Path::new(name).is_file();
    if !is_file || variant::is_named(system, name) {
        return variant::find_in(system, name);
    }
    let text = std::fs::read_to_string(name).map_err(|e| format!("cannot read the variant `{name}`: {e}"))?;
    variant::from_toml(system, name, &text)
}

/// `--system`, `--variant`, `--off` and what else says by which rules.
pub fn rule_options(args: &RuleArgs) -> RuleOptions {
    let RuleArgs { system, variant, off, no_warn, constructor_holds_lock, racy_fields, defaults } = args.clone();
    let system = system.map(|system| system.0.name().to_owned());
    RuleOptions { system, variant, off, no_warn, constructor_holds_lock, racy_fields, defaults }
}

/// How to explore.
pub fn exploring(args: &Exploring) -> words::Exploring {
    let Exploring { max_steps, max_states, max_runs, time, memory, .. } = *args;
    words::Exploring {
        rules: rule_options(&args.rules),
        algorithm: match args.algorithm {
            AlgorithmArg::Auto => None,
            AlgorithmArg::States => Some(Algorithm::States),
            AlgorithmArg::Sync => Some(Algorithm::Sync),
            AlgorithmArg::Dfs => Some(Algorithm::Dfs),
            AlgorithmArg::Plain => Some(Algorithm::Plain),
            AlgorithmArg::Dpor => Some(Algorithm::Dpor),
        },
        max_steps,
        max_states,
        max_runs,
        time,
        began: Some(SystemHost.now()),
        memory,
        threads: cores(args.threads),
        locks: locks(args.locks),
    }
}

/// So many workers; without a number, one for each core.
pub fn cores(threads: Option<u16>) -> usize {
    threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from).min(64), usize::from)
}

/// How to run; the seed is drawn if none is given and it has an influence.
pub fn running(args: &Running) -> words::Running {
    let scheduler = match args.scheduler {
        SchedulerArg::Kind(kind) => Some(kind),
        SchedulerArg::Replay(_) => None,
    };
    words::Running {
        rules: rule_options(&args.rules),
        scheduler,
        seed: args.seed.or_else(|| args.scheduler.is_random().then(drawn)),
        max_steps: args.max_steps,
        locks: locks(args.locks),
        detectors: detectors(args),
        monitors: monitors(args.monitors),
        watch: watch(args.watch),
    }
}

/// `--monitors`
pub fn monitors(which: MonitorsArg) -> Monitoring {
    match which {
        MonitorsArg::Auto => Monitoring::Auto,
        MonitorsArg::All => Monitoring::All,
        MonitorsArg::None => Monitoring::None,
    }
}

/// `--watch`
pub fn watch(which: WatchArg) -> Watch {
    match which {
        WatchArg::All => Watch::All,
        WatchArg::Unproved => Watch::Unproved,
    }
}

/// `--detector`
pub fn detectors(args: &Running) -> Detectors {
    let has = |detector| args.detector.contains(&detector);
    Detectors {
        adjacent: has(DetectorArg::Adjacent),
        happens_before: has(DetectorArg::HappensBefore),
        lockset: has(DetectorArg::Lockset),
    }
}

/// The ways in which Atomizer is to look at a run.
pub fn atomizer(args: &Running) -> Vec<(&'static str, Atomizer)> {
    let asked = [DetectorArg::Atomizer, DetectorArg::AtomizerOffline].map(|arg| args.detector.contains(&arg));
    alarms::WAYS.into_iter().zip(asked).filter(|(_, asked)| *asked).map(|(way, _)| way).collect()
}

/// `--detector` as it is written.
pub fn detector_names(args: &Running) -> String {
    let names = args.detector.iter().filter_map(|d| d.to_possible_value());
    names.map(|v| v.get_name().to_owned()).collect::<Vec<_>>().join(",")
}

/// `--locks`
pub fn locks(locks: LocksArg) -> Locks {
    match locks {
        LocksArg::Reentrant => Locks::Reentrant,
        LocksArg::Binary => Locks::Binary,
    }
}

/// A seed from the system, short enough to be typed.
pub fn drawn() -> u64 {
    RandomState::new().hash_one(0u8) >> 32
}
