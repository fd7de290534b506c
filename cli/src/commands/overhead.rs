//! `racefree overhead`: what race detectors cost, and what is left of it where types prove fields free of races.

use super::Outcome;
use crate::args::RunFormat;
use crate::args::overhead::OverheadArgs;
use crate::running::{failed, interrupt, program};
use crate::terminal::Out;
use cpu_time::ThreadTime;
use racefree_answers::options::{self as words, Scheduling};
use racefree_interp::Limits;
use racefree_interp::drive::{Detectors, Overhead, RunOptions, Work};
use racefree_interp::monitor::MonitorSet;
use serde_json::json;
use std::io::{self, Write};
use std::time::Instant;

/// The detectors that are measured.
const WATCHING: [(&str, Detectors); 3] = [
    ("happens-before", Detectors { adjacent: false, happens_before: true, lockset: false }),
    ("lockset", Detectors { adjacent: false, happens_before: false, lockset: true }),
    ("both", Detectors { adjacent: false, happens_before: true, lockset: true }),
];

/// Measures every file.
pub fn run(args: &OverheadArgs, out: &mut Out) -> io::Result<Outcome> {
    let Scheduling::Kind(scheduler) = args.scheduler else {
        return Ok(failed(out, "`overhead` runs a program often, so it takes no `replay:` scheduler"));
    };
    if args.format == RunFormat::Human {
        writeln!(
            out,
            "{:<28} {:>9} {:>9} {:>8} {:>12}  x bare, without and with types (median, least-most)",
            "program", "steps", "accesses", "watched", "bare"
        )?;
    }
    interrupt::listen();
    let start = Instant::now();
    let over = || interrupt::interrupted() || args.time.is_some_and(|time| start.elapsed() >= time);
    let mut worst = Outcome::Fine;
    for file in &args.files {
        let loaded = match program::load(file, &args.rules, args.format, out)? {
            Ok(loaded) => loaded,
            Err(outcome) => {
                worst = worst.max(outcome);
                continue;
            }
        };
        let options = RunOptions {
            seed: args.seed,
            scheduler,
            semantics: words::semantics(args.locks.into(), &loaded.rules),
            limits: Limits { steps: args.max_steps, ..Limits::default() },
            monitors: MonitorSet::NONE,
            watched: words::watched(words::Watch::Unproved, &loaded),
            ..RunOptions::default()
        };
        let measured = measure(&mut Overhead::new(&loaded.program, &options), args, &over);
        let name = &loaded.source.name;
        if measured.rounds < args.rounds {
            out.complain(&format!("{name}: stopped after {} of {} rounds", measured.rounds, args.rounds));
            worst = worst.max(if interrupt::interrupted() { Outcome::Interrupted } else { Outcome::Budget });
        }
        if measured.rounds == 0 {
            continue;
        }
        match args.format {
            RunFormat::Json => {
                let system = loaded.rules.system.name();
                writeln!(out, "{}", object(name, system, &measured))?;
            }
            RunFormat::Human => line(name, &measured, out)?,
        }
    }
    Ok(worst)
}

/// What was measured of a program.
struct Measured {
    rounds: u32,
    runs: u64,
    work: Work,
    /// The time of a round without observers.
    bare: Spread,
    /// How many times as long it takes with each detector, without types and with them.
    factors: Vec<(&'static str, [Spread; 2])>,
}

/// Median, least, most.
#[derive(Clone, Copy)]
struct Spread([f64; 3]);

impl Spread {
    fn of(mut all: Vec<f64>) -> Spread {
        all.sort_unstable_by(f64::total_cmp);
        let at = |i: usize| all.get(i).copied().unwrap_or(0.0);
        Spread([at(all.len() / 2), at(0), at(all.len().saturating_sub(1))])
    }
}

/// The processor time of this thread that some work takes.
fn timed(work: impl FnOnce() -> usize) -> f64 {
    let start = ThreadTime::now();
    std::hint::black_box(work());
    start.elapsed().as_secs_f64().max(1e-9)
}

/// Measures until enough rounds are made, or `over` says so; a round that is begun then does not count.
fn measure(program: &mut Overhead, args: &OverheadArgs, over: &dyn Fn() -> bool) -> Measured {
    let mut runs = args.runs.unwrap_or(1);
    while args.runs.is_none()
        && runs < 1 << 20
        && !over()
        && timed(|| program.runs(Detectors::NONE, false, runs)) < 0.01
    {
        runs *= 2;
    }
    for (_, detectors) in WATCHING {
        // The first runs fill the caches.
        for types in [false, true].into_iter().take_while(|_| !over()) {
            program.runs(detectors, types, runs.div_ceil(8));
        }
    }
    let work = program.work(1);
    let mut bare = Vec::new();
    let mut factors: Vec<[Vec<f64>; 2]> = vec![[Vec::new(), Vec::new()]; WATCHING.len()];
    let mut rounds = 0;
    while rounds < args.rounds {
        let mut now = factors.clone();
        let without = timed(|| program.runs(Detectors::NONE, false, runs));
        for ((_, detectors), factors) in WATCHING.iter().zip(&mut now) {
            for (types, factors) in [false, true].into_iter().zip(factors).take_while(|_| !over()) {
                factors.push(timed(|| program.runs(*detectors, types, runs)) / without);
            }
        }
        if over() {
            break;
        }
        bare.push(without / runs as f64);
        (factors, rounds) = (now, rounds + 1);
    }
    let factors = WATCHING.iter().zip(factors).map(|((name, _), both)| (*name, both.map(Spread::of))).collect();
    Measured { rounds, runs, work, bare: Spread::of(bare), factors }
}

fn share(work: Work) -> f64 {
    if work.accesses == 0 { 0.0 } else { work.watched as f64 / work.accesses as f64 }
}

fn line(name: &str, m: &Measured, out: &mut Out) -> io::Result<()> {
    let Work { steps, accesses, .. } = m.work;
    let bare = format!("{:.1} us", m.bare.0[0] * 1e6);
    let short = name.rsplit('/').next().unwrap_or(name);
    write!(out, "{short:<28} {steps:>9} {accesses:>9} {:>7.0}% {bare:>12}", share(m.work) * 100.0)?;
    for (name, both) in &m.factors {
        let [without, with] = both.map(|Spread([median, least, most])| format!("{median:.2} ({least:.2}-{most:.2})"));
        write!(out, "  {name} {without} -> {with}")?;
    }
    writeln!(out)
}

fn object(name: &str, system: &str, m: &Measured) -> serde_json::Value {
    let spread = |Spread([median, least, most]): Spread| json!({ "median": median, "least": least, "most": most });
    let mut object = json!({
        "file": name,
        "version": racefree_answers::json::VERSION,
        "system": system,
        "rounds": m.rounds,
        "runs": m.runs,
        "steps": m.work.steps,
        "accesses": m.work.accesses,
        "watched": share(m.work),
        "bare_seconds": spread(m.bare),
    });
    for (name, [without, with]) in &m.factors {
        let key = name.replace('-', "_");
        object[key] = json!({ "without_types": spread(*without), "with_types": spread(*with) });
    }
    object
}
