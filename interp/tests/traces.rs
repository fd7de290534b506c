//! Parts of the tests for serializability by themselves: sets of threads, traces in the format of RAPID.

use racefree_interp::ThreadId;
use racefree_interp::serial::rapid::read;
use racefree_interp::serial::{Act, Cell, Lock, Online, Step, Threads};

#[test]
fn threads_are_a_set() {
    let mut set = Threads::default();
    for thread in [3, 64, 200, 3].map(ThreadId) {
        set.insert(thread);
    }
    assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200].map(ThreadId));
    assert_eq!(Threads::of_words(&set.words().collect::<Vec<_>>()), set);
    let mut more = Threads::one(ThreadId(70));
    assert!(!more.covers(&set));
    more.join(&set);
    assert!(more.covers(&set) && more.has(ThreadId(70)));
    assert!(set.remove(ThreadId(200)) && !set.remove(ThreadId(200)) && set.remove(ThreadId(64)));
    assert_eq!(set, Threads::one(ThreadId(3)));
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    read(text, |step| steps.push(step)).expect("a trace");
    steps
}

#[test]
fn reads_what_rapid_reads() {
    let acts = |text| steps(text).into_iter().map(|s| s.act).collect::<Vec<_>>();
    let (lock, cell) = (Lock(0), Cell(0));
    assert_eq!(acts("T0|acq(L1)|12\nT0|rel(L1)|13\n"), [Act::Acquire(lock), Act::Release(lock)]);
    assert_eq!(acts("T0|begin|1\nT0|r(V0)|1\nT0|w(V0)|1\n\nT0|end|1")[1..3], [Act::Read(cell), Act::Write(cell)]);
    assert_eq!(acts("T0|fork(T1)|1"), [Act::Fork(ThreadId(1))]);
    for wrong in ["T0", "T0|acq|1", "T0|r(V|1", "T0|what(V)|1", "|", "T0|"] {
        assert!(read(&format!("T0|end|1\n{wrong}"), drop).is_err_and(|e| e.line == 2), "{wrong}");
    }
}

#[test]
fn a_join_is_after_all_steps() {
    let text = "T0|fork(T1)|1\nT0|begin|1\nT0|w(a)|1\nT1|r(a)|1\nT1|w(b)|1\nT0|join(T1)|1\nT0|end|1";
    let mut online = Online::default();
    let mut closed = 0;
    read(text, |step| closed += usize::from(online.step(step).is_some())).expect("a trace");
    assert_eq!(closed, 1);
}
