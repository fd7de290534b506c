//! What several test files use to run properties.

use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestError, TestRng, TestRunner};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// How many cases each property takes: `RACEFREE_CASES`, or few enough for every day.
pub(crate) fn cases() -> u32 {
    std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(600)
}

/// What fails is kept here, and tried first the next time.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/properties.txt");

/// The everyday run takes the same cases each time, since what it exercised is counted and the counts are held to limits;
/// with `RACEFREE_CASES` every run takes new ones.
pub(crate) fn runner() -> TestRunner {
    let kept = Some(Box::new(FileFailurePersistence::Direct(KEPT)) as _);
    let config = Config { cases: cases(), failure_persistence: kept, max_shrink_iters: 4000, ..Config::default() };
    if std::env::var_os("RACEFREE_CASES").is_some() {
        return TestRunner::new(config);
    }
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Panics with the reason of a failure; it holds the smallest source that fails.
pub(crate) fn report<T>(result: Result<(), TestError<T>>) {
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{}", reason.message()),
        Err(TestError::Abort(reason)) => panic!("given up: {}", reason.message()),
    }
}

/// Holds files of cases to what they say: a title behind `# `, a program, a line `---`, and what `of` makes of title and program.
/// There are at least `least` cases. With `BLESS` set, what it makes now is written into the files.
pub(crate) fn hold_files(folder: &str, least: usize, of: impl Fn(&str, &str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let bless = std::env::var_os("BLESS").is_some();
    let (mut cases, mut wrong) = (0, String::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut now = String::new();
        for case in format!("\n{text}").split("\n# ").skip(1) {
            let (title, rest) = case.split_once('\n').unwrap();
            let (source, expected) = rest.split_once("\n---\n").unwrap_or((rest.trim_end(), ""));
            let found = of(title, source);
            if found.trim() != expected.trim() {
                let file = file.display();
                write!(wrong, "{file}: {title}\n{source}\nexpected:\n{expected}\nfound:\n{found}\n").unwrap();
            }
            write!(now, "# {title}\n{source}\n---\n{found}\n").unwrap();
            cases += 1;
        }
        if bless {
            fs::write(&file, now.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(cases >= least, "only {cases} cases");
    assert!(wrong.is_empty() || bless, "{wrong}");
}
