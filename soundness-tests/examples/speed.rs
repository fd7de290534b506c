//! How many small programs a second are generated, checked, made ready to run, and explored in every schedule, on one core and
//! on several; and how large these programs are, without which such figures say nothing:
//! `cargo run --profile dist -p racefree-soundness --example speed [PROGRAMS [WORKERS]]`.
//!
//! Each row does all that the rows above it do. *µs* is processor time of one worker for a program, which other load on the
//! machine changes less than the clock; the rates are by the clock. *× µs* says how much more processor time a program takes with
//! all workers than with one: where it is 1, workers do not get in each other's way, and only the number of cores is a limit. The
//! last rows explore by one algorithm each, for comparison, and carry a whole campaign out, with everything that it counts.
#![allow(clippy::print_stdout)]

use racefree_explore::Algorithm;
use racefree_soundness::campaign::{self, Plan, Progress};
use racefree_soundness::generate::{self, Maker, Settings};
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::tree::Tree;
use racefree_soundness::variant::Rules;
use racefree_typeck::check;
use std::time::{Duration, Instant};

/// Which programs.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Tiny,
    Small,
    Campaign,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Sort::Tiny => "programs about as large as reduced counterexamples (`Settings::tiny`)",
            Sort::Small => "programs as hunts for counterexamples make them (`Settings::small`)",
            Sort::Campaign => "programs as a campaign makes them",
        }
    }

    fn program(self, rules: &Rules, index: u64) -> Tree {
        match self {
            Sort::Tiny => generate::program(&rules.options, Settings::tiny(), index),
            Sort::Small => generate::program(&rules.options, Settings::small(), index),
            Sort::Campaign => campaign::program(&Maker::new(rules), 1, index),
        }
    }
}

/// What is measured: everything up to here.
#[derive(Clone, Copy, PartialEq)]
enum Upto {
    Generated,
    Checked,
    Lowered,
    Judged,
    Explored(Algorithm),
}

/// Time and programs of one worker.
struct Spent {
    processor: Option<Duration>,
    wrong: u64,
}

/// Processor time of this thread so far, where the system says it.
fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// That of all threads, those that have ended among them, in hundredths of a second.
fn processor_of_all() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut after_name = text.rsplit(')').next()?.split_whitespace().skip(11);
    let ticks = after_name.next()?.parse::<u64>().ok()? + after_name.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

fn work(sort: Sort, upto: Upto, from: u64, to: u64) -> Spent {
    let rules = Rules::base();
    let mut judge = Judge::new(&rules);
    let start = processor();
    let mut wrong = 0;
    for index in from..to {
        let tree = sort.program(&rules, index);
        let program = tree.program();
        if upto == Upto::Generated {
            std::hint::black_box(&program);
            continue;
        }
        wrong += u64::from(!check(&program, "", &rules.options).is_ok());
        if upto == Upto::Checked {
            continue;
        }
        let Some(lowered) = Judge::lower(program) else { continue };
        let verdict = match upto {
            Upto::Explored(algorithm) => judge.explored_by(algorithm, &lowered).0,
            Upto::Judged => judge.explore(&lowered),
            _ => continue,
        };
        wrong += u64::from(matches!(verdict, Verdict::Wrong(..)));
    }
    Spent { processor: start.and_then(|start| Some(processor()? - start)), wrong }
}

/// Microseconds of processor time for a program, and programs a second.
struct Rate {
    each: f64,
    by_clock: f64,
}

impl Rate {
    fn new(programs: u64, processor: Option<Duration>, start: Instant) -> Rate {
        let each = processor.map_or(f64::NAN, |p| p.as_secs_f64() * 1e6 / programs as f64);
        Rate { each, by_clock: programs as f64 / start.elapsed().as_secs_f64() }
    }
}

fn stage(sort: Sort, upto: Upto, n: u64, workers: u64) -> Rate {
    let start = Instant::now();
    let spent: Vec<Spent> = std::thread::scope(|scope| {
        let run = |w| scope.spawn(move || work(sort, upto, w * n, (w + 1) * n));
        let all: Vec<_> = (0..workers).map(run).collect();
        all.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let wrong: u64 = spent.iter().map(|s| s.wrong).sum();
    if wrong > 0 {
        println!("\n{wrong} programs are rejected or go wrong\n");
    }
    Rate::new(n * workers, spent.iter().map(|s| s.processor).sum(), start)
}

fn campaign(n: u64, workers: u64) -> Rate {
    let plan = Plan {
        rules: Rules::base(),
        seed: 1,
        programs: n * workers,
        time: None,
        shard: (0, 1),
        threads: workers as usize,
        from: 0,
    };
    let (start, before) = (Instant::now(), processor_of_all());
    let (tally, _) = campaign::run(&plan, &Progress { stop: &|| false, found: &|_, _| {}, at: &|_, _| {} });
    let processor = before.and_then(|before| Some(processor_of_all()? - before));
    Rate::new(tally.programs, processor, start)
}

/// The tenth, the half and the ninetieth of a hundred of these.
fn percentiles(mut all: Vec<u64>) -> String {
    all.sort_unstable();
    let at = |percent: usize| all.get(all.len() * percent / 100).copied().unwrap_or_default();
    format!("{} | {} | {}", at(10), at(50), at(90))
}

fn sizes(sort: Sort, n: u64) {
    let rules = Rules::base();
    let mut judge = Judge::new(&rules);
    let [mut tokens, mut nodes, mut states, mut steps, mut cut] = [const { Vec::new() }; 5];
    for index in 0..n {
        let tree = sort.program(&rules, index);
        tokens.push(tree.tokens() as u64);
        nodes.push(tree.size() as u64);
        if let Some(lowered) = Judge::lower(tree.program()) {
            let (_, cost) = judge.explored_by(Algorithm::States, &lowered);
            states.push(cost.states);
            steps.push(cost.steps);
            if !cost.complete() {
                cut.push(index);
            }
        }
    }
    println!("| size | 10 % | median | 90 % |\n| --- | --- | --- | --- |");
    for (name, all) in [("tokens", tokens), ("nodes", nodes), ("states", states), ("reduction steps", steps)] {
        println!("| {name} | {} |", percentiles(all));
    }
    println!("\n{} of {n} explorations are cut short\n", cut.len());
}

fn main() {
    let mut args = std::env::args().skip(1);
    let n: u64 = args.next().and_then(|s| s.parse().ok()).unwrap_or(20_000);
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let workers = args.next().and_then(|s| s.parse().ok()).unwrap_or(cores).max(1);
    for sort in [Sort::Tiny, Sort::Small, Sort::Campaign] {
        println!("{}\n", sort.name());
        sizes(sort, n.min(4_000));
        println!("| up to | µs | programs/s | {workers} workers, × µs | programs/s |\n| --- | --- | --- | --- | --- |");
        let row = |name: &str, rate: &dyn Fn(u64) -> Rate| {
            let (one, all) = (rate(1), rate(workers));
            let more = all.each / one.each;
            println!("| {name} | {:.2} | {:.0} | {more:.2} | {:.0} |", one.each, one.by_clock, all.by_clock);
        };
        for (upto, name) in [
            (Upto::Generated, "generated"),
            (Upto::Checked, "checked"),
            (Upto::Lowered, "ready to run"),
            (Upto::Judged, "every schedule explored"),
            (Upto::Explored(Algorithm::States), "… by `states`"),
            (Upto::Explored(Algorithm::Dpor), "… by `dpor`"),
        ] {
            row(name, &|workers| stage(sort, upto, n, workers));
        }
        if sort == Sort::Campaign {
            row("a whole campaign", &|workers| campaign(n, workers));
        }
        println!();
    }
}
