//! Campaigns over programs with owners: `cargo run -p racefree-soundness --example owners [PROGRAMS [FIRST]]` looks at so many
//! generated programs with three near misses each, translates so many base programs, and looks for what each variant lets through.
#![allow(clippy::print_stdout)]

use racefree_soundness::owners::campaign;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().unwrap_or(1_000));
    let (programs, first) = (args.next().unwrap_or(1_000), args.next().unwrap_or(0));
    let seeds = first..first + programs;
    let start = Instant::now();
    let mut seen = campaign::theorem(seeds.clone(), 3);
    let failures = std::mem::take(&mut seen.failures);
    println!("{seen:?} in {:?}, {} failures", start.elapsed(), failures.len());
    for failure in failures.iter().take(5) {
        println!("{failure}\n");
    }
    let start = Instant::now();
    let (accepted, within, exceptions) = campaign::translated(seeds.clone());
    println!(
        "translated {within} of {accepted} base programs in {:?}, {} exceptions",
        start.elapsed(),
        exceptions.len()
    );
    for exception in exceptions.iter().take(3) {
        println!("{exception}\n");
    }
    let start = Instant::now();
    let kills = campaign::kills(seeds, 3);
    println!("{} variants let something through, in {:?}", kills.len(), start.elapsed());
    for (name, (kind, source)) in kills {
        println!("{name}: {} ({} characters)", kind.name(), source.len());
    }
}
