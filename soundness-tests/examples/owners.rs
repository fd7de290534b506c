//! Campaigns over programs with owners: `cargo run -p racefree-soundness --example owners [PROGRAMS [FIRST]]` looks at so many
//! generated programs with three near misses each, translates so many base programs, and watches run-time owners and what is not
//! proved. `-- theorem [PROGRAMS [FIRST]]` does the first of these alone. `-- matrix FILE [PROGRAMS [FIRST]]` searches for the matrix, beginning with what FILE has, and writes it there; RACEFREE_MORE names a folder of
//! more programs to begin with.
#![allow(clippy::print_stdout)]

use racefree_soundness::owners::{campaign, runtime, watching};
use std::time::Instant;

/// Searches for the matrix.
fn matrix(file: &str, seeds: std::ops::Range<u64>) -> Result<(), Box<dyn std::error::Error>> {
    let known = match std::fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(_) => racefree_soundness::matrix::Matrix::default(),
    };
    let entries = racefree_corpus::entries();
    let own: Vec<&str> = entries.iter().filter(|e| e.header().system() == "owners").map(|e| e.source).collect();
    let more: Vec<String> = match std::env::var("RACEFREE_MORE") {
        Ok(folder) => std::fs::read_dir(folder)?.filter_map(|f| std::fs::read_to_string(f.ok()?.path()).ok()).collect(),
        Err(_) => Vec::new(),
    };
    let own: Vec<&str> = own.into_iter().chain(more.iter().map(String::as_str)).collect();
    let found = racefree_soundness::owners::matrix::search(&known, &own, seeds, 3);
    for entry in &found.entries {
        let example = entry.smallest.as_ref().map(|e| (e.tokens, e.kind.as_str()));
        println!("{}: {example:?} {:?}", entry.variant, entry.none_because);
    }
    std::fs::write(file, serde_json::to_string_pretty(&found)? + "\n")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| words.get(i).and_then(|arg| arg.parse().ok()).unwrap_or(usual);
    if let [word, file, ..] = &words[..]
        && word == "matrix"
    {
        return matrix(file, number(3, 0)..number(3, 0) + number(2, 1_000));
    }
    if let [word, ..] = &words[..]
        && word == "theorem"
    {
        let first = number(2, 0);
        let mut seen = campaign::theorem(first..first + number(1, 1_000), 3);
        let failures = std::mem::take(&mut seen.failures);
        println!("{seen:?}, {} failures", failures.len());
        failures.iter().for_each(|failure| println!("{failure}\n"));
        return Ok(());
    }
    let mut args = words.iter().map(|arg| arg.parse::<u64>().unwrap_or(1_000));
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
    let mut seen = runtime::generated(seeds.clone(), 3, 4);
    let failures = std::mem::take(&mut seen.failures);
    println!("{seen:?} in {:?}, {} failures", start.elapsed(), failures.len());
    failures.iter().take(3).for_each(|failure| println!("{failure}\n"));
    let start = Instant::now();
    let mut seen = watching::generated(seeds, 3, 3);
    let differences = std::mem::take(&mut seen.differences);
    println!("{seen:?} in {:?}, {} differences", start.elapsed(), differences.len());
    differences.iter().take(3).for_each(|difference| println!("{difference}\n"));
    Ok(())
}
