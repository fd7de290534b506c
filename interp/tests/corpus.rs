//! Holds `test` to the lines `race`, `deadlock`, `exception` and `run` of every corpus program.

use racefree_interp::detect::Detector;
use racefree_interp::drive::{Detectors, Effort, RunOptions, RunStatus, SchedulerKind, TestOptions, run, test};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::program::Kind;
use racefree_interp::{Lowered, lower};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Schedules per program and scheduler; `RACEFREE_CORPUS_RUNS` for more.
fn runs() -> u64 {
    std::env::var("RACEFREE_CORPUS_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

fn programs(dir: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("the corpus is readable").flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs(&path, into);
        } else if path.extension().is_some_and(|e| e == "rfj") {
            into.push(path);
        }
    }
}

struct Expected {
    race: BTreeSet<String>,
    deadlock: bool,
    exception: String,
    cannot_run: bool,
    /// Accepted: then no thread gets stuck.
    accepted: bool,
}

fn header(source: &str) -> Expected {
    let line = |key: &str| {
        source.lines().filter_map(|l| l.strip_prefix("//! ")).find_map(|l| l.strip_prefix(key)).map(str::trim)
    };
    let list = |text: &str| text.split(',').map(|s| s.trim().to_owned()).filter(|s| s != "none").collect();
    Expected {
        race: line("race:").map(list).unwrap_or_default(),
        deadlock: line("deadlock:") == Some("yes"),
        exception: line("exception:").unwrap_or("none").to_owned(),
        cannot_run: line("run:") == Some("cannot"),
        accepted: line("check:") == Some("ok"),
    }
}

#[derive(Default)]
struct Observed {
    races: BTreeSet<String>,
    deadlock: bool,
    stuck: bool,
    exceptions: u64,
    ended: u64,
}

fn observe(program: &Arc<Lowered>, seen: &mut Observed) {
    let kinds = [SchedulerKind::Random, SchedulerKind::Pos, SchedulerKind::Pct(3), SchedulerKind::RoundRobin(1)];
    for scheduler in kinds {
        for seed in 0..runs() {
            let mut options = RunOptions {
                seed,
                scheduler,
                detectors: Detectors::ALL,
                monitors: MonitorSet::NONE,
                ..RunOptions::default()
            };
            options.limits.steps = 5_000;
            let result = run(program, &options);
            // Section 9.3: the first happens-before race of a run is a real one; later ones need not be.
            let first = result.races.iter().find(|r| r.detector == Detector::HappensBefore);
            let adjacent = result.races.iter().filter(|r| r.detector == Detector::Adjacent);
            seen.races.extend(adjacent.chain(first).map(|r| r.field.clone()));
            seen.stuck |= !result.stuck.is_empty();
            seen.deadlock |= result.status == RunStatus::Deadlock;
            if result.limit.is_none() && result.status != RunStatus::Deadlock {
                seen.ended += 1;
                seen.exceptions += u64::from(!result.exceptions.is_empty());
            } else if !result.exceptions.is_empty() {
                seen.ended += 1;
                seen.exceptions += 1;
            }
            if matches!(scheduler, SchedulerKind::RoundRobin(_)) {
                break;
            }
        }
    }
}

#[test]
fn headers_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut files = Vec::new();
    programs(&root, &mut files);
    files.sort();
    assert!(files.len() > 100, "the corpus is not where it was: {} programs", files.len());
    let mut wrong = Vec::new();
    let mut ran = 0;
    for file in &files {
        let source = std::fs::read_to_string(file).expect("a corpus program is UTF-8");
        let name = file.strip_prefix(&root).unwrap_or(file).display().to_string();
        let expected = header(&source);
        let Ok(program) = racefree_grammar::parse(&source) else {
            if !expected.cannot_run {
                wrong.push(format!("{name}: does not parse"));
            }
            continue;
        };
        let program = match lower(program) {
            Ok(program) if expected.cannot_run => {
                let _ = program;
                wrong.push(format!("{name}: runs, and the header says that it cannot"));
                continue;
            }
            Ok(program) => program,
            Err(errors) => {
                // An open program may say instead that nothing happens when nothing runs.
                let open = errors.iter().all(|e| e.kind == Kind::NoMain);
                let nothing = expected.race.is_empty() && !expected.deadlock && expected.exception == "none";
                if !(expected.cannot_run || open && nothing) {
                    wrong.push(format!("{name}: cannot run: {errors:?}"));
                }
                continue;
            }
        };
        ran += 1;
        let mut seen = Observed::default();
        observe(&program, &mut seen);
        if seen.races != expected.race {
            wrong.push(format!("{name}: race: {:?}, and the header says {:?}", seen.races, expected.race));
        }
        if seen.deadlock != expected.deadlock {
            wrong.push(format!("{name}: deadlock: {}, and the header says {}", seen.deadlock, expected.deadlock));
        }
        if seen.stuck && expected.accepted {
            wrong.push(format!("{name}: accepted, and a thread gets stuck"));
        }
        let exception = match (seen.exceptions, seen.ended) {
            (0, _) => "none",
            (n, all) if n == all => "always",
            _ => "some",
        };
        if exception != expected.exception {
            wrong.push(format!("{name}: exception: {exception}, and the header says {}", expected.exception));
        }
    }
    assert!(ran > 100, "only {ran} programs ran");
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

/// `test` finds the race of the unlocked account, and what it prints has at most two context switches and replays.
#[test]
fn the_unlocked_account() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/flanagan-freund-2000/account-unlocked.rfj");
    let source = std::fs::read_to_string(root).expect("the account is in the corpus");
    let program = lower(racefree_grammar::parse(&source).expect("it parses")).expect("it can run");
    let options = TestOptions {
        run: RunOptions { monitors: MonitorSet::NONE, ..RunOptions::default() },
        effort: Effort::default(),
        ..TestOptions::default()
    };
    let failure = test(&program, &options, &mut |_| true).failure.expect("it has a race");
    assert_eq!(failure.finding.kind(), "race");
    assert!(failure.shortened.schedule.switches() <= 2, "{:?}", failure.shortened.schedule);
    assert!(failure.shortened.fewest_switches);
    let again = racefree_interp::drive::replay(&program, &options.run, &failure.shortened.schedule);
    assert!(again.findings().iter().any(|f| f.key() == failure.finding.key()), "{again:?}");
    assert_eq!(again.races[0].field, "Account.balance");
    assert_eq!(again.races[0].object, "Account#1");
}
