//! What monitors do not look at, because it follows from what they have looked at: on all ways to put small programs together that store,
//! bind, pass, return or guard the right thing or a wrong one, they find what the plain ones find, which look at everything.

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

/// A method that calls on with what it was given, or with what fields of that hold, is not looked at again, if all was clear so far.
#[test]
fn monitors_look_at_calls_that_are_not_sure() {
    let classes = "class Lock { }
        class Node<ghost Lock l> { Node<l> next = null }
        class Sub<ghost Lock k> extends Node<k> { }
        class Same<ghost Lock l, ghost Lock m> extends Walk<l, m> { Node<m> more = null }
        class Swap<ghost Lock l, ghost Lock m> extends Walk<m, l> { }";
    let arguments = ["n", "o", "n.next", "o.next", "null", "new Node<l>", "new Sub<m>", "this.top"];
    let receivers = ["this", "this.w", "this.v"];
    let requires = ["", "requires l", "requires m", "requires l, m"];
    let stores = ["0", "n.next = o", "this.top = o", "o.next = n.next"];
    let made = ["Walk<a, b>", "Same<a, b>", "Swap<b, a>"];
    let counts = [arguments.len(), arguments.len(), receivers.len(), requires.len(), stores.len(), made.len(), 2, 2];
    let (mut right, mut wrong) = (0, 0);
    // Every seventh of them.
    for number in (0..counts.iter().product()).step_by(7) {
        let [a, b, receiver, requires_, store, made_, last, both] = ways(number, counts);
        let call = format!("{}.go({}, {})", receivers[receiver], arguments[a], arguments[b]);
        let call = if last == 0 { call } else { format!("{call}; 0") };
        let held = if both == 0 { "synchronized a in" } else { "synchronized a in synchronized b in" };
        let source = format!(
            "{classes}
             class Walk<ghost Lock l, ghost Lock m> {{
               int k = 4; Node<l> top = null; Walk<l, m> w = null; Walk<m, l> v = null
               int go(Node<l> n, Node<m> o) {} {{ if (this.k > 0) {{ this.k = this.k - 1; {}; {call} }} else {{ 0 }} }}
             }}
             let Lock a = new Lock in let Lock b = new Lock in let Walk<a, b> w = new {} in
             let Node<a> n = new Node<a> in let Node<b> o = new Node<b> in {{
               w.w = w; w.v = new Walk<b, a>; w.v.v = w; w.v.w = w.v; w.top = n; n.next = new Node<a>; o.next = o;
               {held} {{ w.go(n, o) }}
             }}",
            requires[requires_], stores[store], made[made_]
        );
        *(if goes_right(&source, 0).expect("it can run") { &mut right } else { &mut wrong }) += 1;
    }
    assert!(right > 100 && wrong > 1_000, "{right} programs are right, {wrong} wrong");
}

/// What is stored, bound, returned or accessed is not looked at where it follows from what was, if all was clear so far.
#[test]
fn monitors_look_at_what_does_not_follow() {
    let values = [
        "n",
        "o",
        "x",
        "null",
        "n.next",
        "new Node<l>",
        "new Node<m>",
        "new Node<p>",
        "this.give(n, o, 1)",
        "this.top",
        "if (o.at == 0) { n } else { o }",
    ];
    let results = ["this.give(n, o, d - 1)", "this.v.give(o, n, d - 1)", "this.w.give(n, o, 0)", "this.keep(o, n)"];
    let types = ["Node<l>", "Node<m>", "Node<p>"];
    let stores = [
        "n.next = q",
        "o.next = q",
        "q.next = q",
        "this.top = q",
        "q.next = x.next",
        "(let Lock i = p in let Lock k = p in new Node<k>).next = (let Lock k = r in new Node<k>)",
    ];
    let forks = [
        "x.next; synchronized p in { x.at = 3 }",
        "x.next = new Node<r>",
        "let Node<p> z = x in synchronized p in { z.at = 1 }",
    ];
    let locks = ["p", "q.lock", "n"];
    let requires = ["", "requires l", "requires l, m", "requires p"];
    let counts =
        [values.len(), results.len(), types.len(), stores.len(), locks.len(), requires.len(), forks.len(), 4, 2];
    let (mut right, mut wrong) = (0, 0);
    // Every thirty-seventh of them.
    for number in (0..counts.iter().product()).step_by(37) {
        let [value, result, ty, store, lock, requires_, fork, given, held] = ways(number, counts);
        let source = format!(
            "class Lock {{ int count guarded_by this = 0 }}
             class Node<ghost Lock l> {{ Node<l> next guarded_by l = null; int at guarded_by l = 0; Lock lock = new Lock }}
             class Walk<ghost Lock l, ghost Lock m> {{
               Node<l> top guarded_by l = null; Walk<l, m> w = null; Walk<m, l> v = null
               Node<l> give(Node<l> n, Node<m> o, int d) {{ if (d > 0) {{ {} }} else {{ {} }} }}
               Node<l> keep(Node<m> o, Node<l> n) {{ let Node<l> q = n in {{ q; q }} }}
               void go(Lock p, Node<p> x, Lock r, Node<l> n, Node<m> o) {} {{
                 let {} q = {} in {{
                   {}; q.at = 1;
                   synchronized {} in {{ p.count = p.count + 1; x.at = n.at + 2; fork {{ {} }} }}
                 }}
               }}
             }}
             let Lock a = new Lock in let Lock b = new Lock in
             let Walk<a, b> w = new Walk<a, b> in let Node<a> n = new Node<a> in let Node<b> o = new Node<b> in {{
               w.w = w; w.v = new Walk<b, a>; w.v.v = w; w.v.w = w.v;
               synchronized a in synchronized b in {{ n.next = new Node<a>; o.next = o; w.top = n }};
               fork {{ {} {{ w.go(a, n, b, n, o); w.go(b, o, a, n, o) }} }}
             }}",
            results[result],
            ["n", "n.next", "this.top", "new Node<l>"][given],
            requires[requires_],
            types[ty],
            values[value],
            stores[store],
            locks[lock],
            forks[fork],
            ["synchronized a in synchronized b in", "synchronized a in"][held],
        );
        *(if goes_right(&source, 0).expect("it can run") { &mut right } else { &mut wrong }) += 1;
    }
    assert!(right > 50 && wrong > 300, "{right} programs are right, {wrong} wrong");
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
