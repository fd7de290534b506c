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
        if entry.header().system() != "base" || entry.header().claim("check") != Some("ok") {
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
fn every_schedule_is_the_same_whatever_the_seed() {
    let text = erased("flanagan-freund-2000/dictionary.rfj");
    let of = |seed| run(&text, &Runs { explore: true, seed, ..Runs::default() });
    let (a, b) = (of(1), of(2));
    assert!(a.ok, "{}", a.text);
    assert_eq!(a.text, b.text);
    assert_eq!(a.statistics, b.statistics);
}
