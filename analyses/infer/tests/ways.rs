//! Invariant 5: what one way finds, another one finds.

use crate::support::*;
use racefree_infer::{Runs, Settings, Way, infer_by_runs};

/// Checks one program; whether the first and the third way found an answer.
pub fn agree(what: &str, text: &str, runs: u64) -> (bool, bool) {
    let settings = Settings::default();
    let Ok(fixpoint) = by(Some(Way::Fixpoint), text, &settings) else { return (false, false) };
    let sat = by(Some(Way::Sat), text, &settings).expect("an answer");
    if fixpoint.ok {
        assert!(sat.ok && sat.ghosts == 0 && sat.size() <= fixpoint.size(), "{what}\n{}\n{}", fixpoint.text, sat.text);
        assert!(sat.proved_best);
    }
    let program = parsed(text);
    if program.main.is_none() || runs == 0 {
        return (fixpoint.ok, false);
    }
    let limits = racefree_infer::run::Limits { steps: 20_000, ..Default::default() };
    let runs = Runs { runs, limits, ..Runs::default() };
    // What a `holds` names may be a ghost, which is gone.
    let Ok(by_run) = infer_by_runs(&program, text, &settings, &runs, None) else {
        assert!(text.contains("holds "), "{what}");
        return (fixpoint.ok, false);
    };
    if by_run.ok {
        assert!(sat.ok, "{what}\n{}", by_run.text);
        assert!(sat.ghosts <= by_run.ghosts, "{what}\n{}\n{}", by_run.text, sat.text);
        // The first number of ghosts with a solution counts: with more there may be a smaller one.
        let smaller = sat.ghosts < by_run.ghosts || sat.size() <= by_run.size();
        assert!(smaller, "{what}\n{}\n{}", by_run.text, sat.text);
    }
    (fixpoint.ok, by_run.ok)
}

#[test]
fn what_the_fixpoint_or_runs_find_so_does_satisfiability() {
    let (mut fixpoint, mut run) = (0, 0);
    for (path, text) in erased_programs() {
        let (first, third) = agree(path, &text, 5);
        fixpoint += usize::from(first);
        run += usize::from(third);
    }
    assert!(fixpoint > 90 && run > 90, "{fixpoint} {run}");
}

/// Guards that would do as well are the other locks that are held at every access.
#[test]
fn other_guards_are_the_other_locks_that_are_always_held() {
    const LOCKS: [&str; 4] = ["this", "this.m0", "this.m1", "this.m2"];
    let mut several = 0;
    // For each of three methods, which locks it takes around its access.
    for taken in 0..1u32 << 12 {
        let takes = |m: u32| (0..4).filter(move |l| taken >> (4 * m + l) & 1 == 1).map(|l| LOCKS[l as usize]);
        let always: Vec<&str> = LOCKS.into_iter().filter(|l| (0..3).all(|m| takes(m).any(|t| t == *l))).collect();
        if always.len() < 2 {
            continue;
        }
        let mut text =
            "class A {\n  final Object m0 = new Object final Object m1 = new Object final Object m2 = new Object\n  int x = 0\n"
                .to_owned();
        for m in 0..3 {
            let locks: String = takes(m).map(|l| format!("synchronized {l} in ")).collect();
            text += &format!("  void put{m}() {{ {locks}this.x = {m} }}\n");
        }
        text += "}\nlet A a = new A in { fork { a.put0(); a.put1() }; fork { a.put2() } }\n";
        for way in [Way::Fixpoint, Way::Sat] {
            let answer = by(Some(way), &text, &Settings::default()).expect("an answer");
            let [guard] = &answer.inferred[..] else { panic!("{text}\n{}", answer.text) };
            let mut found = vec![guard.annotation.text.as_str()];
            found.extend(guard.also.iter().map(String::as_str));
            assert_eq!(found, always, "{text}");
        }
        several += 1;
    }
    assert!(several > 100, "{several}");
}
