//! The scores of suites, on one that is made here: its labels are known, so are the counts.

// A test that is skipped says so.
#![allow(clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::process::Command;

const EXAMPLE: &str = "package examples;

@ThreadSafe
public class Count {
    private int n;
    private int m;

    public synchronized void up() {
        n++;
    }

    public synchronized void down() {
        n--;
    }

    public int get() {
        return n; // a label
    }

    public void quiet() {
        m++; // a label
    }

    private void helper() {
        m--;
    }
}
";

/// `get` reads without the lock that the others hold; `quiet` holds none; `up` has a label that is wrong.
const EXPECTED: &str = "| examples/Count.java:17:16:17:16 | n | This field access is not protected |
| examples/Count.java:21:9:21:9 | m | This field access is not protected |
| examples/Count.java:9:9:9:9 | n | This field access is not protected |
";

#[test]
fn scores_count_methods_by_their_labels() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root");
    let folder = tempfile::tempdir().expect("a folder");
    // The script writes its table beside itself.
    let (script, suite) = (folder.path().join("suites"), folder.path().join("codeql"));
    fs::copy(root.join("benchmarks/suites"), &script).expect("a copy");
    fs::create_dir(&suite).expect("a folder");
    fs::write(suite.join("ThreadSafe__examples__Count.java"), EXAMPLE).expect("a file");
    fs::write(suite.join("ThreadSafe__ThreadSafe.expected"), EXPECTED).expect("a file");
    let run = |more: &[&str]| {
        Command::new("python3")
            .arg(&script)
            .arg(folder.path())
            .args(["--binary", env!("CARGO_BIN_EXE_racefree")])
            .args(more)
            .output()
    };
    let Ok(written) = run(&[]) else { return eprintln!("skipped: there is no python3") };
    let table = String::from_utf8_lossy(&written.stdout).into_owned();
    let row = table.lines().find(|line| line.starts_with("codeql, pairs")).unwrap_or_else(|| panic!("{written:?}"));
    // Five methods: two are found, `up` is missed, and nothing else is flagged.
    assert_eq!(row.split('\t').collect::<Vec<_>>()[1..], ["1", "5", "2", "1", "0", "100.0", "66.7"], "{table}");
    assert!(run(&["--check"]).is_ok_and(|run| run.status.success()));
    let better = table.replace("66.7", "70.0");
    fs::write(folder.path().join("suites.tsv"), better).expect("a file");
    let fallen = run(&["--check"]).expect("it ran before");
    let said = String::from_utf8_lossy(&fallen.stderr).into_owned();
    assert!(!fallen.status.success() && said.contains("recall has fallen from 70.0 to 66.7"), "{said}");
    fs::remove_dir_all(&suite).expect("a folder");
    let nothing = run(&["--check"]).expect("it ran before");
    assert!(!nothing.status.success(), "nothing is scored, and nothing is green");
}
