//! The cost of race detectors, and the cost that remains where types prove fields free of races.

use crate::desk::{Desk, Refusal, bad};
use crate::json::VERSION;
use crate::options::{self, OverheadOptions, Watch};
use crate::running::Loaded;
use cpu_time::ThreadTime;
use racefree_interp::Limits;
use racefree_interp::drive::{Detectors, Overhead, RunOptions, Work};
use racefree_interp::monitor::MonitorSet;
use serde_json::{Value, json};

/// The detectors that are measured.
const WATCHING: [(&str, Detectors); 3] = [
    ("happens-before", Detectors { adjacent: false, happens_before: true, lockset: false }),
    ("lockset", Detectors { adjacent: false, happens_before: false, lockset: true }),
    ("both", Detectors { adjacent: false, happens_before: true, lockset: true }),
];

/// Measures a program, until enough rounds are made or the time is over.
pub fn measured(desk: &Desk, loaded: &Loaded, asked: &OverheadOptions) -> Result<Measured, Refusal> {
    let Some(scheduler) = asked.scheduler.kind() else {
        return Err(bad("`overhead` runs a program often, so it takes no `replay:` scheduler").into());
    };
    let over = desk.until(asked.time);
    let options = RunOptions {
        seed: asked.seed,
        scheduler,
        semantics: options::semantics(asked.locks.into(), &loaded.rules),
        limits: Limits { steps: asked.max_steps, ..Limits::default() },
        monitors: MonitorSet::NONE,
        watched: crate::running::watched(Watch::Unproved, loaded),
        ..RunOptions::default()
    };
    Ok(measure(&mut Overhead::new(&loaded.program, &options), asked, &over))
}

/// Measurements of a program.
pub struct Measured {
    /// The rounds that were made.
    pub rounds: u32,
    /// The runs of one measurement.
    pub runs: u64,
    /// The work of one run.
    pub work: Work,
    /// The time of a round without observers.
    pub bare: Spread,
    /// Slowdown by each detector, without types and with them.
    pub factors: Vec<(&'static str, [Spread; 2])>,
}

/// Median, least, most.
#[derive(Clone, Copy)]
pub struct Spread(pub [f64; 3]);

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
fn measure(program: &mut Overhead, asked: &OverheadOptions, over: &dyn Fn() -> bool) -> Measured {
    let mut runs = asked.runs.unwrap_or(1);
    while asked.runs.is_none()
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
    while rounds < asked.rounds {
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

impl Measured {
    /// The share of accesses that are watched with types.
    pub fn share(&self) -> f64 {
        if self.work.accesses == 0 { 0.0 } else { self.work.watched as f64 / self.work.accesses as f64 }
    }

    /// Answer as JSON.
    pub fn json(&self, loaded: &Loaded) -> Value {
        let m = self;
        let spread = |Spread([median, least, most]): Spread| json!({ "median": median, "least": least, "most": most });
        let mut object = json!({
            "file": loaded.source.name,
            "version": VERSION,
            "system": loaded.rules.system.name(),
            "rounds": m.rounds,
            "runs": m.runs,
            "steps": m.work.steps,
            "accesses": m.work.accesses,
            "watched": m.share(),
            "bare_seconds": spread(m.bare),
        });
        for (name, [without, with]) in &m.factors {
            let key = name.replace('-', "_");
            object[key] = json!({ "without_types": spread(*without), "with_types": spread(*with) });
        }
        object
    }
}
