//! The verdict on traces of the monitor that is used, of the definition, and of AeroDrome as it was published. The published one may
//! tell of a cycle only when its transactions have ended, so all blocks of a trace are ended.

// What was counted is worth reading.
#![allow(clippy::print_stdout)]

use crate::serial::{Events, made, steps};
use crate::support::aerodrome::AeroDrome;
use racefree_interp::drive::drive;
use racefree_interp::machine::{Every, Machine};
use racefree_interp::schedule::Random;
use racefree_interp::serial::{Act, Graph, Online, Step, plain, rapid};
use racefree_interp::{Limits, Semantics, ThreadId, lower};
use std::collections::BTreeMap;

/// The trace with ends for the blocks that are open, thread by thread.
fn ended(mut steps: Vec<Step>) -> Vec<Step> {
    let mut open: BTreeMap<ThreadId, u32> = BTreeMap::new();
    for step in &steps {
        let depth = open.entry(step.thread).or_default();
        match step.act {
            Act::Begin(_) => *depth += 1,
            Act::End => *depth -= 1,
            _ => {}
        }
    }
    for (thread, depth) in open {
        steps.extend((0..depth).map(|_| Step { thread, act: Act::End }));
    }
    steps
}

/// In the format of RAPID.
fn written(steps: &[Step]) -> String {
    let line = |Step { thread, act }: &Step| match act {
        Act::Begin(_) => format!("T{thread}|begin|0\n"),
        Act::End => format!("T{thread}|end|0\n"),
        Act::Read(cell) => format!("T{thread}|r(V{})|0\n", cell.0),
        Act::Write(cell) => format!("T{thread}|w(V{})|0\n", cell.0),
        Act::Acquire(lock) => format!("T{thread}|acq(L{})|0\n", lock.0),
        Act::Release(lock) => format!("T{thread}|rel(L{})|0\n", lock.0),
        Act::Fork(child) => format!("T{thread}|fork(T{child})|0\n"),
    };
    steps.iter().map(line).collect()
}

/// Whether there is a cycle, by all three; the two that are fast read the trace from a file's text.
fn verdict(steps: Vec<Step>) -> bool {
    let steps = ended(steps);
    let (mut published, mut used, mut closes) = (AeroDrome::default(), Online::new(Graph::All), false);
    let text = written(&steps);
    rapid::read(&text, |step| {
        published.step(step);
        closes |= used.step(step).is_some();
    })
    .expect("a trace");
    assert_eq!(closes, !plain::closings(&steps).is_empty(), "the monitor and the definition\n{text}");
    assert_eq!(published.violated, closes, "AeroDrome as published, and the monitor\n{text}");
    closes
}

#[test]
fn aerodrome_as_published_has_the_same_verdicts() {
    let (mut yes, mut no) = ([0, 0], [0, 0]);
    let programs = crate::serial::programs();
    for seed in 0..programs * 4 {
        *(if verdict(made(seed)) { &mut yes[0] } else { &mut no[0] }) += 1;
    }
    for seed in 0..programs {
        let Ok(program) =
            lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).expect("it parses"))
        else {
            continue;
        };
        if !program.has_blocks {
            continue;
        }
        let limits = Limits { steps: 300, ..Limits::default() };
        let mut machine = Machine::new(program, Semantics::default(), limits);
        for schedule in 0..2 {
            machine.reset();
            let mut events = Events::default();
            drive::<Every, _, _>(&mut machine, &mut Random::new(seed * 2 + schedule), &mut events);
            *(if verdict(steps(&events.0)) { &mut yes[1] } else { &mut no[1] }) += 1;
        }
    }
    println!("made: {} with a cycle, {} without; runs of programs: {}, {}", yes[0], no[0], yes[1], no[1]);
    assert!(yes[0] >= programs && no[0] >= programs / 4 && yes[1] + no[1] >= programs / 2, "{yes:?} {no:?}");
}
