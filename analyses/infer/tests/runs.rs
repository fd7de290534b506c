//! The third way: what runs show.

use crate::support::*;
use racefree_infer::{Answer, Runs, Settings, infer_by_runs};

fn run(text: &str, runs: &Runs) -> Answer {
    infer_by_runs(&parsed(text), text, &Settings::default(), runs, None).expect("an answer")
}

#[test]
fn programs_of_findlocks_get_their_ghosts() {
    for (path, size) in [("external-and-internal-lock", 6), ("recursive-list", 10)] {
        let text = erased(&format!("rose-swamy-hicks-2005/{path}.rfj"));
        let answer = run(&text, &Runs { runs: 30, ..Runs::default() });
        assert!(answer.ok, "{path}\n{}\n{:?}", answer.text, errors(&answer));
        assert_eq!(answer.size(), size, "{path}\n{}", answer.text);
    }
}

#[test]
fn what_fails_has_a_reason() {
    let reasons = [
        ("flanagan-freund-2000/account-unlocked.rfj", "no-common-lock"),
        ("types-against-races/lock-equality.rfj", "other-name"),
        ("rose-swamy-hicks-2005/read-only-after-start.rfj", "read-only"),
        ("rose-swamy-hicks-2005/temporal-shift.rfj", "handed-over"),
        ("rose-swamy-hicks-2005/thread-local-field.rfj", "one-thread"),
    ];
    for (path, reason) in reasons {
        let answer = run(&erased(path), &Runs { runs: 30, ..Runs::default() });
        assert!(!answer.ok, "{path}");
        let found: Vec<&str> = answer.failed.iter().map(|f| f.reason.as_str()).collect();
        assert!(found.contains(&reason), "{path}: {found:?}\n{}\n{:?}", answer.text, errors(&answer));
    }
    let text = erased("types-against-races/ref.rfj").replace("synchronized y in y.i = 3", "y.i = 3");
    let answer = run(&text, &Runs::default());
    let found: Vec<&str> = answer.failed.iter().map(|f| f.reason.as_str()).collect();
    assert_eq!(found, ["handed-over"], "{}\n{:?}", answer.text, errors(&answer));
}

#[test]
fn corpus_programs_that_run_get_annotations_from_runs() {
    let (mut all, mut failed) = (0, Vec::new());
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        if header.system() != "base" || entry.is_java() || header.claim("check") != Some("ok") {
            continue;
        }
        let program = parsed(entry.source);
        if !program.no_warns.is_empty() || !entry.header().list("option").is_empty() || program.main.is_none() {
            continue;
        }
        let text = racefree_infer::erase(&program, entry.source, false);
        let limits = racefree_infer::run::Limits { steps: 20_000, ..Default::default() };
        let answer = run(&text, &Runs { runs: 10, limits, ..Runs::default() });
        all += 1;
        if !answer.ok {
            failed.push(format!("{}: {:?}\n{}", entry.path, errors(&answer), answer.text));
        }
    }
    assert!(all > 100, "{all}");
    assert!(failed.len() <= 1, "{} of {all}\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_schedule_is_the_same_whatever_the_seed_and_the_threads() {
    let paths = [
        "flanagan-freund-2000/dictionary.rfj",
        "flanagan-freund-2000/account-unlocked.rfj",
        "types-against-races/lock-equality.rfj",
        "rose-swamy-hicks-2005/recursive-list.rfj",
        "rose-swamy-hicks-2005/temporal-shift.rfj",
    ];
    let mut traces = 0.0;
    for path in paths {
        let text = erased(path);
        let of = |seed, threads| {
            let settings = Settings { threads, ..Settings::default() };
            let runs = Runs { explore: true, seed, ..Runs::default() };
            infer_by_runs(&parsed(&text), &text, &settings, &runs, None).expect("an answer")
        };
        let first = of(1, 1);
        assert!(first.complete, "{path}");
        traces += first.statistics.iter().find(|s| s.0 == "traces").expect("traces").1;
        for (seed, threads) in [(2, 1), (3, 2), (4, 5)] {
            assert_eq!(format!("{:?}", of(seed, threads)), format!("{first:?}"), "{path} {seed} {threads}");
        }
    }
    assert!(traces > 10.0, "{traces}");
}

/// The same of every program of the corpus with few traces: an answer that comes from all of them depends on nothing but the program.
#[test]
fn answers_from_every_schedule_of_the_corpus_depend_on_nothing_else() {
    use racefree_explore::{Algorithm, Budget, Options, explore};
    let (most, limits) = (cases(40) as u64, racefree_infer::run::Limits { steps: 2_000, ..Default::default() });
    let (mut programs, mut all, mut traces, mut left) = (0, 0, 0, 0);
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        if header.system() != "base" || !header.list("option").is_empty() || header.claim("check").is_none() {
            continue;
        }
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let text = racefree_infer::erase(&program, entry.source, false);
        let Ok(lowered) = racefree_interp::lower(parsed(&text)) else { continue };
        all += 1;
        let budget = Budget { states: most, ..Budget::default() };
        let options = Options { algorithm: Algorithm::Dpor, budget, limits, outcomes: false, ..Options::default() };
        if !explore(&lowered, &options).complete() {
            left += 1;
            continue;
        }
        let of = |seed, threads| {
            let settings = Settings { threads, ..Settings::default() };
            let runs = Runs { explore: true, seed, limits, ..Runs::default() };
            infer_by_runs(&parsed(&text), &text, &settings, &runs, None)
        };
        let Ok(first) = of(1, 1) else { continue };
        assert!(first.complete, "{}", entry.path);
        traces += first.statistics.iter().find(|s| s.0 == "traces").expect("traces").1 as u64;
        let second = of(2, 3).expect("an answer");
        assert_eq!(format!("{first:?}"), format!("{second:?}"), "{}", entry.path);
        programs += 1;
    }
    assert!(
        programs > 100 && traces > 500,
        "{programs} of {all} programs, {traces} traces; {left} have more than {most}"
    );
}

/// One run of each trace: as many as optimal reduction makes.
#[test]
fn every_schedule_is_one_run_of_each_trace() {
    use racefree_explore::{Options, explore};
    for path in ["flanagan-freund-2000/account-unlocked.rfj", "types-against-races/ref.rfj"] {
        let text = erased(path);
        let answer = run(&text, &Runs { explore: true, ..Runs::default() });
        let lowered = racefree_interp::lower(parsed(&text)).expect("it runs");
        let all = explore(&lowered, &Options::default());
        let traces = answer.statistics.iter().find(|s| s.0 == "traces").expect("traces").1;
        assert!(all.complete() && answer.complete);
        assert_eq!(traces as u64, all.executions, "{path}");
    }
}

/// The program with one guard put in.
fn with_guard(text: &str, field: u32, lock: &str) -> String {
    let at = parsed(text).fields[field as usize].name_span.end as usize;
    format!("{} guarded_by {lock}{}", &text[..at], &text[at..])
}

/// Where the guard monitor fires when a schedule is run.
fn fired(text: &str, schedule: &[u32]) -> usize {
    use racefree_interp::drive::{Detectors, RunOptions, replay};
    use racefree_interp::monitor::{Monitor, MonitorSet};
    use racefree_interp::schedule::Schedule;
    let program = racefree_interp::lower(parsed(text)).expect("it runs");
    let mut steps = Schedule::default();
    schedule.iter().for_each(|&t| steps.push(racefree_interp::ThreadId(t), 1));
    let (detectors, monitors) = (Detectors::NONE, MonitorSet::ALL);
    let result = replay(&program, &RunOptions { detectors, monitors, ..RunOptions::default() }, &steps);
    assert_eq!(result.replay_error, None);
    result.monitors.iter().filter(|v| v.monitor == Monitor::Guard).count()
}

/// Invariant 6, one half: what a run refutes, the monitor sees.
#[test]
fn a_guard_that_a_run_refutes_is_seen_to_be_violated() {
    let (mut refuted, mut programs) = (0, 0);
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        let Some(claim) = header.claim("infer") else { continue };
        let program = parsed(entry.source);
        if !claim.contains("sat no") || program.main.is_none() {
            continue;
        }
        let text = erased(entry.path);
        for explore in [false, true] {
            let limits = racefree_infer::run::Limits { steps: 2_000, ..Default::default() };
            let answer = run(&text, &Runs { runs: 10, explore, limits, ..Runs::default() });
            for field in &answer.failed {
                for candidate in field.candidates.iter().filter(|c| c.schedule.is_some()) {
                    let guarded = with_guard(&text, field.field, &candidate.lock);
                    let schedule = candidate.schedule.as_deref().unwrap_or_default();
                    assert!(fired(&guarded, schedule) > 0, "{} {}\n{guarded}", entry.path, candidate.lock);
                    refuted += 1;
                }
            }
        }
        programs += 1;
    }
    assert!(programs >= 15 && refuted >= 40, "{refuted} in {programs}");
}

/// Invariant 6, the other half: a guard that survives the fixpoint is refuted by no run.
#[test]
fn a_guard_that_survives_is_refuted_by_no_run() {
    use racefree_soundness::generate::{Settings as Size, program};
    let mut guards = 0;
    for entry in racefree_corpus::entries() {
        // Right and wrong ones: what survives was held at every access, whatever else is wrong, if locks are final.
        let (header, Ok(program)) = (entry.header(), racefree_grammar::parse(entry.source)) else { continue };
        let final_locks = header.claim("check").is_some_and(|claim| !claim.contains("lock-final"));
        if final_locks && header.system() == "base" && header.list("option").is_empty() && program.no_warns.is_empty() {
            guards += survivors_hold(entry.path, &racefree_infer::erase(&program, entry.source, false));
        }
    }
    for seed in 0..cases(60) as u64 {
        let source = program(&racefree_typeck::Options::default(), Size::small(), seed).source();
        guards += survivors_hold(&format!("{seed}"), &racefree_infer::erase(&parsed(&source), &source, false));
    }
    assert!(guards > 200, "{guards}");
}

/// Puts in each guard that survives, and runs the program: how many there are.
fn survivors_hold(path: &str, text: &str) -> usize {
    use racefree_infer::slots::{Place, Template};
    use racefree_infer::system::{Breadth, System};
    use racefree_interp::drive::{Detectors, RunOptions, run};
    use racefree_interp::monitor::{Monitor, MonitorSet};
    let (program, settings, mut guards) = (parsed(text), Settings::default(), 0);
    // What `holds` claims is believed, and may be false.
    if program.exprs.iter().any(|e| matches!(e, racefree_grammar::ast::Expr::Holds(_))) {
        return 0;
    }
    let (true, Ok(facts)) = (program.main.is_some(), racefree_infer::infer::facts(&program, text, &settings)) else {
        return 0;
    };
    let template = Template::new(&program, &facts, &settings, 0, |_| false);
    let budget = racefree_infer::Budget::default();
    let system = System::new(&template, text, &settings, Breadth::All, &budget).expect("small");
    let alive = racefree_infer::fixpoint::survivors(&system, &[]);
    for slot in &system.slots {
        let Place::Guard(f) = slot.place else { continue };
        for (_, l) in slot.choices().filter(|c| alive.has(c.0)) {
            let guarded = with_guard(text, f, &system.text(l));
            let Ok(program) = racefree_interp::lower(parsed(&guarded)) else { continue };
            for seed in 0..3 {
                let limits = racefree_interp::Limits { steps: 2_000, ..Default::default() };
                let (detectors, monitors) = (Detectors::NONE, MonitorSet::ALL);
                let options = RunOptions { seed, limits, detectors, monitors, ..RunOptions::default() };
                let result = run(&program, &options);
                let wrong = result.monitors.iter().find(|v| v.monitor == Monitor::Guard);
                assert!(wrong.is_none(), "{path} {}\n{guarded}\n{wrong:?}", system.text(l));
            }
            guards += 1;
        }
    }
    guards
}
