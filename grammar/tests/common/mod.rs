//! What several test files use to run properties.

use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestError, TestRng, TestRunner};

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
