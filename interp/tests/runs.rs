//! Runs: what can run, what is checked in them, and what they have in common.

use crate::support;

use racefree_interp::drive::{RunOptions, RunStatus, Watch, drive, run};
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::Limits;
use racefree_interp::program::Kind;
use racefree_interp::schedule::Random;
use racefree_interp::{Locks, Lowered, Semantics, ThreadId, lower};
use std::sync::Arc;

use support::programs::compile;

fn once(source: &str) -> racefree_interp::drive::RunResult {
    run(&compile(source), &RunOptions::default())
}

fn watch() -> Watch {
    Watch::new(racefree_interp::drive::Detectors::ALL, MonitorSet::ALL, false)
}

/// Runs that share their beginning are the runs that each start anew, whatever the scheduler.
#[test]
fn runs_share_their_beginning() {
    use racefree_interp::drive::Beginning;
    use racefree_interp::schedule::{Pct, Pos, RoundRobin, Scheduler};

    fn alike<S: Scheduler>(program: &Arc<Lowered>, scheduler: impl Fn(u64) -> S) -> u64 {
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let new = || Machine::new(program.clone(), Semantics::default(), limits);
        let (mut one, mut many) = (new(), new());
        let (mut first, mut second) = (watch(), watch());
        let beginning = Beginning::<Coarse, _>::new::<S>(&mut many, &mut second);
        let shared = many.steps();
        for seed in 0..4 {
            one.reset();
            let halt = drive::<Coarse, _, _>(&mut one, &mut scheduler(seed), &mut first);
            assert_eq!(halt, beginning.drive(&mut many, &mut scheduler(seed), &mut second));
            assert_eq!(one.canonical_hash(), many.canonical_hash());
            assert_eq!((one.output(), one.steps()), (many.output(), many.steps()));
            assert_eq!(one.state().limit, many.state().limit);
            assert_eq!(first.schedule(), second.schedule());
            assert_eq!(first.races().collect::<Vec<_>>(), second.races().collect::<Vec<_>>());
            assert_eq!(first.violations(), second.violations());
        }
        shared
    }

    let mut shared = 0;
    for seed in 0..150 {
        let program = lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).expect("it parses"));
        let Ok(program) = program else { continue };
        let random = alike(&program, Random::new);
        let asked = alike(&program, |seed| Pct::new(seed, 3, 50));
        assert_eq!(asked, alike(&program, Pos::new));
        assert_eq!(asked, alike(&program, |_| RoundRobin::new(1)));
        shared += u32::from(random > asked);
    }
    assert!(shared > 50, "{shared} programs have steps before the first choice");
}

#[test]
fn what_cannot_run() {
    let wrong = |source: &str, kind: Kind| {
        let errors = lower(racefree_grammar::parse(source).expect("it parses")).expect_err("it cannot run");
        assert!(errors.iter().any(|e| e.kind == kind), "{source}: {errors:?}");
    };
    wrong("class C { }", Kind::NoMain);
    wrong("", Kind::NoMain);
    wrong("x", Kind::Scope);
    wrong("let K k = null in 0", Kind::Scope);
    wrong("class C<ghost Object l> { }\nnew C", Kind::Arity);
    wrong("class C { int m() { 0 } }\n(new C).m(1)", Kind::Arity);
    wrong("class C extends C { }\n0", Kind::Hierarchy);
    wrong("class A extends B { } class B extends A { }\n0", Kind::Hierarchy);
    wrong("class C { int f; int f }\n0", Kind::Hierarchy);
    wrong("class C { } class C { }\n0", Kind::Hierarchy);
    wrong("class C { int m() { 0 } int m() { 0 } }\n0", Kind::Hierarchy);
    wrong("class S extends String { }\n0", Kind::Hierarchy);
    wrong("this", Kind::Scope);
}

/// Annotations are erased: a name that means nothing in one of them denotes nothing, and keeps no program from running (D13).
#[test]
fn a_name_out_of_scope_in_an_annotation_denotes_nothing() {
    let fires = |source: &str| once(source).monitors.iter().map(|v| v.monitor).collect::<Vec<_>>();
    assert_eq!(fires("class C { int f guarded_by l }\n(new C).f"), [Monitor::Guard]);
    assert_eq!(fires("class C { int f guarded_by l.g.h }\n(new C).f = 1"), [Monitor::Guard]);
    assert_eq!(fires("class C { int m() requires l { 0 } }\n(new C).m()"), [Monitor::Requires]);
    assert_eq!(fires("class C<ghost Object g> { int f guarded_by g }\n(new C<l>).f"), [Monitor::Guard]);
    assert_eq!(
        fires("class A<ghost Object g> { int f guarded_by g } class B extends A<l> { }\n(new B).f"),
        [Monitor::Guard]
    );
    let passed = "class C<ghost Object g> { int m(C<g> c) { 0 } }\nlet Object o = new Object in (new C<l>).m(new C<o>)";
    assert_eq!(fires(passed), [Monitor::Value]);
    assert_eq!(fires("class C<ghost Object g> { }\nlet C<l> c = new C<l> in 0"), []);
    assert_eq!(fires("holds l; 0"), [Monitor::Holds]);
}

#[test]
fn each_monitor_fires() {
    let fires = |monitor: Monitor, source: &str| {
        let result = once(source);
        assert!(result.monitors.iter().any(|v| v.monitor == monitor), "{monitor:?}: {result:?}");
    };
    fires(Monitor::Guard, "class C { int n guarded_by this }\n(new C).n");
    fires(Monitor::Requires, "class C { int m() requires this { 0 } }\n(new C).m()");
    fires(Monitor::Confinement, "class C { int n }\nlet C c = new C in fork { c.n }");
    fires(Monitor::Value, "let int n = true in n");
    fires(
        Monitor::Value,
        "class C<ghost Object l> { }\nlet Object a = new Object in let Object b = new Object in let C<a> c = new C<b> in 0",
    );
    fires(Monitor::Value, "class C { int m(boolean b) { 0 } }\n(new C).m(3)");
    fires(Monitor::Value, "class C { int m() { true } }\n(new C).m()");
    fires(Monitor::Value, "class C { C c = 3 }\nnew C");
    fires(Monitor::Final, "class C { final int n = 1 }\n(new C).n = 2");
    fires(Monitor::Final, "class C { final int a = this.b; final int b = 1 }\nnew C");
    fires(Monitor::Progress, "1 + true");
    fires(Monitor::Holds, "let Object o = new Object in { holds o; 0 }");
    let nested = "let Object o = new Object in synchronized o in synchronized o in 0";
    let mut options = RunOptions::default();
    options.semantics.inner_release_frees = true;
    let result = run(&compile(nested), &options);
    assert!(result.monitors.iter().any(|v| v.monitor == Monitor::Exclusion), "{result:?}");
}

#[test]
fn semantic_variants() {
    let nested = "let Object o = new Object in synchronized o in synchronized o in 0";
    assert_eq!(once(nested).status, RunStatus::Finished);
    let mut options = RunOptions::default();
    options.semantics.locks = Locks::Binary;
    let result = run(&compile(nested), &options);
    assert_eq!(result.status, RunStatus::Deadlock);
    let cycle = result.deadlock.expect("it waits for itself").cycle;
    assert_eq!(cycle.len(), 1);
    assert_eq!(
        (cycle[0].thread, cycle[0].held_by, cycle[0].waits_for.as_str()),
        (ThreadId(0), ThreadId(0), "Object#1")
    );
    let null = "synchronized null in 0";
    assert_eq!(once(null).status, RunStatus::Exception);
    let mut options = RunOptions::default();
    options.semantics.null_lock_is_free = true;
    assert_eq!(run(&compile(null), &options).status, RunStatus::Finished);
}
