//! Generated well-typed programs, erased, check again (section 11), and what must hold of each answer (section 10).

use crate::support::*;
use crate::verdicts::unchanged;
use racefree_infer::Settings;
use racefree_soundness::generate;

#[test]
fn generated_programs_check_again_once_they_are_erased() {
    let cases = cases(250);
    let options = racefree_typeck::Options::default();
    let (mut all, mut ghosts, mut failed) = (0, 0, Vec::new());
    for seed in 0..cases as u64 {
        let size = if seed % 4 == 0 { generate::Settings::wide() } else { generate::Settings::small() };
        let source = generate::program(&options, size, seed).source();
        let program = parsed(&source);
        assert!(racefree_java_rules::check(&program, &source, &options).is_ok(), "{source}");
        let text = racefree_infer::erase(&program, &source, false);
        all += 1;
        match by(None, &text, &Settings::default()) {
            Ok(answer) if answer.ok => {
                ghosts += usize::from(answer.ghosts > 0);
                if seed % 8 == 0 {
                    unchanged(&format!("seed {seed}"), &text, &answer.text);
                    crate::ways::agree(&format!("seed {seed}"), &text, 0);
                }
            }
            // What a `holds` names may be a ghost, which is gone.
            Ok(answer) if source.contains("holds ") => failed.push(format!("{seed}, holds: {:?}", errors(&answer))),
            Ok(answer) => failed.push(format!("{seed}: {:?}\n{source}\n{}", errors(&answer), answer.text)),
            Err(problem) => failed.push(format!("{seed}: {problem:?}\n{source}")),
        }
    }
    #[allow(clippy::print_stderr)] // for a count by hand
    {
        eprintln!("{all} generated programs, {ghosts} by ghosts, {} not:\n{}", failed.len(), failed.join("\n"));
    }
    assert!(failed.len() * 200 <= all, "{} of {all}\n{}", failed.len(), failed.join("\n"));
    assert!(ghosts * 50 >= all, "{ghosts} of {all}");
}

/// Invariant 5 for programs whose accesses take random locks.
#[test]
fn ways_agree_on_generated_programs() {
    let mut loose = racefree_typeck::Options::default();
    for premise in [racefree_typeck::rules::exp_ref::GUARD_HELD, racefree_typeck::rules::exp_assign::GUARD_HELD] {
        loose.off.switch_off(premise);
    }
    let (mut fixpoint, mut none) = (0, 0);
    let cases = cases(120);
    for seed in 0..cases as u64 {
        let source = generate::program(&loose, generate::Settings::small(), seed).source();
        let text = racefree_infer::erase(&parsed(&source), &source, false);
        if crate::ways::agree(&format!("seed {seed}"), &text, 3).0 { fixpoint += 1 } else { none += 1 }
    }
    assert!(fixpoint * 5 > cases && none * 20 > cases, "{fixpoint} {none}");
}
