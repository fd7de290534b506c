//! Completion in a shell: the script of `racefree completions bash` is run in bash, and asked as bash asks it.
#![allow(clippy::print_stderr)]

use crate::support::racefree;
use std::path::Path;
use std::process::Command;

/// Completions of the last of these words, or none if there is no bash.
fn completions(words: &[&str]) -> Option<Vec<String>> {
    let binary = Path::new(env!("CARGO_BIN_EXE_racefree")).parent()?.to_str()?;
    let script = r#"
        PATH="$1:$PATH"; shift
        eval "$(racefree completions bash)"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9 COMPREPLY=()
        _clap_complete_racefree racefree "${COMP_WORDS[COMP_CWORD]}" ""
        printf '%s\n' "${COMPREPLY[@]}""#;
    let output = Command::new("bash").args(["-c", script, "bash", binary, "racefree"]).args(words).output().ok()?;
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

#[test]
fn bash_completes_names_that_the_program_knows() {
    let cases: [(&[&str], &[&str]); 17] = [
        (&["ex"], &["explore", "explain", "examples", "exercise"]),
        (
            &["check", "a.rfj", "--off", "exp-fork2/"],
            &["exp-fork2/empty-lock-set", "exp-fork2/fv-not-var", "exp-fork2/fv-shared"],
        ),
        (&["check", "a.rfj", "--off", "EXP FORK2/e"], &["EXP FORK2/empty-lock-set"]),
        (&["check", "a.rfj", "--off", "exp-var/in"], &[]),
        (&["why", "EXP-REF/g"], &["EXP-REF/guard-held"]),
        (&["why", "exp-var/in"], &["exp-var/in-scope"]),
        (&["rules", "atom-bl"], &["atom-block", "atom-block/body", "atom-block/claim"]),
        (&["examples", "sh"], &["show"]),
        (
            &["examples", "show", "beginners/main"],
            &["beginners/main-before-the-classes", "beginners/main-does-not-lock"],
        ),
        (&["check", "a.rfj", "--system", "own"], &["owners", "owners+atomicity"]),
        (&["explore", "a.rfj", "--variant", "constructor-"], &["constructor-holds-lock"]),
        (&["variants", "diff", "base", "exp-ref/g"], &["exp-ref/guard-held"]),
        (&["check", "a.rfj", "--no-warn", "exp_ref_g"], &["exp_ref_guard_held"]),
        (&["check", "a.rfj", "--format", "sh"], &["short"]),
        (&["certify", "--signature", "gh"], &["ghosts"]),
        (&["examples", "show", "account-re"], &["account-requires", "account-requires-forgotten"]),
        (&["exercise", "show", "lost"], &["lost-money"]),
    ];
    for (words, expected) in cases {
        let Some(found) = completions(words) else {
            eprintln!("no bash: completions are not tried out");
            return;
        };
        assert_eq!(found, expected, "{words:?}");
    }
}

#[test]
fn a_name_that_is_completed_is_one_that_is_understood() {
    for name in ["exp-fork2/empty-lock-set", "EXP-REF/guard-held"] {
        let run = racefree(&["check", "-", "--off", name], "1");
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
        assert_eq!(racefree(&["why", name], "").status, 0, "{name}");
    }
}

#[test]
fn every_shell_has_a_script_that_asks_the_program() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = racefree(&["completions", shell], "");
        assert_eq!(run.status, 0, "{shell}: {}", run.stderr);
        assert!(run.stdout.contains("RACEFREE_COMPLETE"), "{shell}: {}", run.stdout);
    }
}
