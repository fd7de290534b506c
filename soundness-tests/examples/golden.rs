//! Searches for the programs of `matrix/matrix.json`, and keeps the smaller of those found now and those there:
//! `cargo run --release -p racefree-soundness --example golden SECONDS FILE [VARIANTS, parts of their names]…`.
#![allow(clippy::print_stdout, clippy::print_stderr)]
use racefree_soundness::matrix::{Budget, Entry, pairs, search};
use racefree_soundness::variant;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(4.0);
    let out = std::env::args().nth(2).unwrap_or_else(|| "soundness-tests/matrix/matrix.json".to_owned());
    let short = Duration::from_secs_f64(seconds);
    let budget = Budget { seeds: 3, hunt: short * 5, reduce: short };
    let quick = Budget { seeds: 2, hunt: short / 2, reduce: short / 2 };
    let wanted: Vec<String> = std::env::args().skip(3).collect();
    let is_wanted = |v: &variant::Variant| wanted.is_empty() || wanted.iter().any(|w| v.name.contains(w.as_str()));
    let text = std::fs::read_to_string(&out).unwrap_or_else(|_| "[]".to_owned());
    let old: Vec<Entry> = serde_json::from_str(&text).unwrap_or_default();
    let singles = variant::all();
    let jobs: Vec<_> =
        singles.into_iter().map(|v| (v, budget)).chain(pairs().into_iter().map(|v| (v, quick))).collect();
    let place = |e: &Entry| jobs.iter().position(|(v, _)| v.name == e.variant);
    let done: Vec<(usize, Entry)> = old.into_iter().filter_map(|e| Some((place(&e)?, e))).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(done));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some((variant, budget)) = jobs.get(i) else { break };
                    if !is_wanted(variant) {
                        continue;
                    }
                    let Ok(entry) = search(variant, *budget) else { continue };
                    let size = entry.smallest.as_ref().map(|e| (e.tokens, e.kind.clone(), e.detail.clone()));
                    eprintln!("{} {:?} race {:?}", entry.variant, size, entry.race.as_ref().map(|r| r.tokens));
                    if variant.off.len() > 1 && entry.smallest.is_none() {
                        continue;
                    }
                    if let Ok(mut done) = done.lock() {
                        let old = done.iter().position(|(j, _)| *j == i).map(|at| done.remove(at).1);
                        done.push((
                            i,
                            match old {
                                Some(old) => old.or_smaller(entry),
                                None => entry,
                            },
                        ));
                        done.sort_by_key(|(i, _)| *i);
                        let entries: Vec<&Entry> = done.iter().map(|(_, e)| e).collect();
                        let text = serde_json::to_string_pretty(&entries).unwrap_or_default();
                        if let Err(error) = std::fs::write(&out, text + "\n") {
                            eprintln!("{out}: {error}");
                        }
                    }
                }
            });
        }
    });
}
