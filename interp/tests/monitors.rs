//! Monitors, which are told nothing that is clear from the declarations, against the plain ones, which look at everything: on all ways to put
//! small programs together that pass or guard the right thing or a wrong one.

use racefree_interp::drive::drive;
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::monitor::{MonitorSet, Monitors, PlainMonitors};
use racefree_interp::schedule::Random;
use racefree_interp::{Limits, Observer, Semantics, lower};

/// Whether no monitor fires in a run, as the plain ones say, too; none if the program cannot run.
fn goes_right(source: &str, seed: u64) -> Option<bool> {
    let program = lower(racefree_grammar::parse(source).expect("it parses")).ok()?;
    let mut machine = Machine::new(program, Semantics::default(), Limits::default());
    let plain = run(&mut machine, seed, PlainMonitors::new(MonitorSet::ALL));
    let quick = run(&mut machine, seed, Monitors::new(MonitorSet::ALL));
    assert_eq!(quick.found(), plain.found(), "{source}");
    Some(quick.found().is_empty())
}

/// One run from the first state.
fn run<O: Observer>(machine: &mut Machine, seed: u64, mut obs: O) -> O {
    machine.reset();
    drive::<Coarse, _, _>(machine, &mut Random::new(seed), &mut obs);
    obs
}

/// Which of so many ways for each choice a number stands for.
fn ways<const N: usize>(mut number: usize, counts: [usize; N]) -> [usize; N] {
    counts.map(|count| {
        let way = number % count;
        number /= count;
        way
    })
}

/// A method that calls itself last is entered again without a look at arguments that are clearly of their types.
#[test]
fn monitors_look_at_arguments_of_last_calls() {
    let arguments =
        ["n", "n - 1", "n + n", "-n", "b", "!b", "n > 1", "b == b", "c", "this", "null", "c.x", "c.c", "\"a\" + \"b\""];
    let (mut right, mut wrong) = (0, 0);
    for number in 0..arguments.len().pow(3) {
        let [n, b, c] = [1, 14, 14 * 14].map(|place| arguments[number / place % arguments.len()]);
        let source = format!(
            "class C {{ int k = 3; int x; C c
               void go(int n, boolean b, C c) {{ if (this.k > 0) {{ this.k = this.k - 1; this.go({n}, {b}, {c}) }} }} }}
             let C c = new C in {{ c.c = c; c.go(1, true, c) }}"
        );
        *(if goes_right(&source, 0).expect("it can run") { &mut right } else { &mut wrong }) += 1;
    }
    assert!(right > 20 && wrong > 1_000, "{right} programs are right, {wrong} wrong");
}

/// What guards a field is in a field that may be assigned, null, of a subclass, or seen too early.
#[test]
fn monitors_look_at_fields_that_hold_guards() {
    let guards = ["final Lock lock = new Lock", "final Lock lock = null", "Lock lock = new Lock", "Lock lock"];
    let others = ["", "int m guarded_by this.other", "int m guarded_by this.lock", "int m guarded_by this"];
    let others_of = ["", "final Lock other = new Lock", "Lock other = new Lock"];
    let early = ["", "int go = fork { this.n = 5 }", "int go = this.n"];
    let subs = ["C", "D"];
    let uses = [
        "c.n = 1",
        "synchronized c.lock in c.n = 1",
        "synchronized c in c.n = 1",
        "c.lock = l; synchronized l in c.n = 2",
    ];
    let counts = [guards.len(), others.len(), others_of.len(), early.len(), subs.len(), uses.len()];
    let (mut right, mut wrong) = (0, 0);
    for number in 0..counts.iter().product() {
        let [guard, other, other_of, early_, sub, use_] = ways(number, counts);
        let m = if others[other].is_empty() { "0" } else { "synchronized c.lock in c.m = c.m + c.n" };
        let source = format!(
            "class Lock {{ }}
             class C {{ {}; int n guarded_by this.lock = 0; {}; {}; {} }}
             class D extends C {{ int k guarded_by this.lock = 0 }}
             let Lock l = new Lock in let C c = new {} in {{ fork {{ {}; {m} }}; synchronized c in {{ {m} }}; {} }}",
            guards[guard], others_of[other_of], others[other], early[early_], subs[sub], uses[use_], uses[use_]
        )
        .replace("; ;", ";")
        .replace("; ;", ";");
        for fine in (0..3).filter_map(|seed| goes_right(&source, seed)) {
            *(if fine { &mut right } else { &mut wrong }) += 1;
        }
    }
    assert!(right > 100 && wrong > 500, "{right} runs are right, {wrong} wrong");
}
