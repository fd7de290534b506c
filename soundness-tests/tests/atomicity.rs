//! The theorem of types for atomicity: what is accepted closes no cycle of transactions in any schedule, and has the outcomes of its
//! serial runs; without a premise, some program does not. `RACEFREE_CASES` for more programs.

// What was counted is worth reading.
#![allow(clippy::print_stdout)]

use crate::support::{cases, settings};
use racefree_explore::{Algorithm, Budget, Options, harm};
use racefree_grammar::Program;
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::Limits;
use racefree_kernel::System;
use racefree_program::Resolved;
use racefree_soundness::generate::Maker;
use racefree_soundness::hunt::Hunt;
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::tree::Expr;
use racefree_soundness::variant::{Rules, find_in};
use std::sync::Arc;

fn system() -> &'static dyn System {
    racefree_systems::find("atomicity").expect("it is there")
}

fn programs() -> u64 {
    cases(1_500)
}

/// What the accepted programs had.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    accepted: u64,
    complete: u64,
    /// With a claim.
    claims: u64,
    /// With a claim that is not all of a thread's or method's body.
    interrupted: u64,
    /// Of those with an outcome or two: compared with serial runs.
    compared: u64,
    several: u64,
    /// A claim about a call; nested `synchronized` in it.
    calls: u64,
    locks: u64,
    /// With a method that overrides two, one of which declares an atomicity; with one that overrides `equals`.
    promised: u64,
    equals: u64,
}

/// Whether a method overrides two others and is held to what one of them declares; and whether one overrides `equals` of `Object`.
fn overriding(program: &Program) -> (bool, bool) {
    let resolved = Resolved::new(program);
    let methods = (0..program.classes.len()).flat_map(|i| program.classes[i].methods.indices().map(move |m| (i, m)));
    let (mut promised, mut equals) = (false, false);
    for (i, m) in methods {
        equals |= program.text(program.methods[m].name) == "equals";
        let above: Vec<u32> = resolved.overridden(resolved.of_declaration(i), m as u32).collect();
        let declares = |&over: &u32| program.clauses_of(&program.methods[over as usize]).atomicity.is_some();
        promised |= above.len() > 1 && above.iter().any(declares);
    }
    (promised, equals)
}

fn exploring(algorithm: Algorithm) -> Options {
    let limits = Limits { steps: 1_000, calls: 24, threads: 6, objects: 60 };
    let budget = Budget { states: 2_000, ..Budget::default() };
    Options { algorithm, limits, budget, monitors: MonitorSet::NONE.with(Monitor::Serializable), ..Options::default() }
}

/// Whether some run has a transaction that another thread comes between, as to a run's steps.
fn interrupted(program: &Arc<Lowered>) -> bool {
    use racefree_interp::event::{Event, EventKind};
    use racefree_interp::machine::{Coarse, Machine};
    use racefree_interp::observe::{Observer, View};
    use racefree_interp::schedule::RoundRobin;
    #[derive(Default)]
    struct Between {
        open: Vec<u32>,
        last: u32,
        seen: bool,
    }
    impl Observer for Between {
        fn event(&mut self, _: View<'_>, event: &Event) {
            let thread = event.thread.0;
            match event.kind {
                EventKind::Begin { .. } => self.open.push(thread),
                EventKind::End { .. } => {
                    if let Some(at) = self.open.iter().rposition(|&t| t == thread) {
                        self.open.remove(at);
                    }
                }
                _ if event.kind.access().is_some() => {
                    self.seen |= self.last != thread && self.open.contains(&self.last);
                    self.last = thread;
                }
                _ => {}
            }
        }
    }
    let limits = Limits { steps: 1_000, calls: 24, threads: 6, objects: 60 };
    let mut machine = Machine::new(program.clone(), racefree_interp::Semantics::default(), limits);
    let mut between = Between::default();
    racefree_interp::drive::drive::<Coarse, _, _>(&mut machine, &mut RoundRobin::new(1), &mut between);
    between.seen
}

#[test]
fn what_is_accepted_is_serializable_and_has_serial_outcomes() {
    let rules = Rules::of(system());
    let (maker, mut judge, mut seen) = (Maker::new(&rules), Judge::new(&rules), Seen::default());
    for seed in 0..programs() {
        let tree = maker.program(settings(seed), seed ^ 0xa70);
        let program = tree.program();
        seen.programs += 1;
        if !rules.accepts(&program) {
            continue;
        }
        seen.accepted += 1;
        let (mut claims, mut calls, mut locks) = (false, false, false);
        for root in tree.roots() {
            root.walk(&mut |e| {
                if let Expr::Atomic(body) = e {
                    claims = true;
                    body.walk(&mut |e| {
                        calls |= matches!(e, Expr::Call(..));
                        locks |= matches!(e, Expr::Sync(..));
                    });
                }
            });
        }
        seen.claims += u64::from(claims);
        seen.calls += u64::from(calls);
        seen.locks += u64::from(locks);
        let (promised, equals) = overriding(&program);
        seen.promised += u64::from(promised);
        seen.equals += u64::from(equals);
        let lowered = Judge::lower(program.clone()).expect("what is accepted can run");
        match judge.explore(&lowered) {
            Verdict::Wrong(kind, found) => panic!("accepted, and {kind:?} in {found:?}\n{}", tree.source()),
            Verdict::Sound => seen.complete += 1,
            Verdict::Unknown(_) => continue,
        }
        if !claims {
            continue;
        }
        seen.interrupted += u64::from(interrupted(&lowered));
        let options = exploring(Algorithm::States);
        let ((all, cut), (serial, serial_cut)) =
            (harm::outcomes(&lowered, &options, false), harm::outcomes(&lowered, &options, true));
        if cut.is_none() && serial_cut.is_none() {
            seen.compared += 1;
            seen.several += u64::from(all.len() > 1);
            assert_eq!(all.len(), serial.len(), "outcomes that no serial run has:\n{}", tree.source());
        }
    }
    println!("{seen:?}");
    let part = |n: u64, of: u64| assert!(n >= of, "{n} of {of}: {seen:?}");
    part(seen.accepted * 10, seen.programs * 9);
    part(seen.complete * 10, seen.accepted * 8);
    part(seen.claims * 2, seen.accepted);
    part(seen.interrupted * 20, seen.claims);
    part(seen.several * 20, seen.claims);
    part(seen.calls * 20, seen.claims);
    part(seen.locks * 10, seen.claims);
    part(seen.promised * 150, seen.accepted);
    part(seen.equals * 40, seen.accepted);
}

/// What was the rule once: that the nearest overridden method alone says what an override may be.
#[test]
fn the_campaign_catches_a_promise_that_is_let_go() {
    let rules = find_in(system(), "nearest-declaration").and_then(|v| v.rules()).expect("there is such a variant");
    let mut hunt = Hunt::new(&rules, 3);
    assert!((0..4_500).any(|_| hunt.step().is_some()));
}

/// Unsound variants that generated programs catch soon (`cargo run --release -p racefree-soundness --example kills 20 10 "" atomicity` hunts for all).
const CAUGHT: &str = "ATOM PROG/checked,ATOM CLASS/init,ATOM METHOD/declared,ATOM BLOCK/claim,ATOM REF/write-guard,\
    ATOM REF/unguarded,ATOM ASSIGN/guard,ATOM ASSIGN/unguarded,ATOM INVOKE/dispatch,ATOM INVOKE/escaping,\
    ATOM SYNC/lock,ATOM FORK/no-error,ATOM FORK/left,ATOM FORK/empty,ATOM OP/right,ATOM SEQ/commit";

#[test]
fn variants_are_caught_by_generated_programs() {
    for name in CAUGHT.split(',') {
        let rules = find_in(system(), name).and_then(|v| v.rules()).expect("a variant");
        let mut hunt = Hunt::new(&rules, 7);
        let kill = (1..=150).find(|_| hunt.step().is_some());
        println!("{name} is caught by program {kill:?}");
        assert!(kill.is_some(), "{name}");
    }
}

/// What is between two cuts of a method is atomic where it is: statements without a cut in them, claimed as a block.
#[test]
fn pieces_between_cuts_are_atomic() {
    use racefree_grammar::ast::Expr;
    let (maker, rules) = (Maker::new(&Rules::of(system())), Rules::of(system()));
    let (mut cut, mut pieces, mut long) = (0, 0, 0);
    for seed in 0..programs() / 2 {
        let source = maker.program(settings(seed), seed ^ 0xc07).source();
        let mut program = racefree_grammar::parse(&source).expect("what is printed parses");
        let analysis = racefree_atomicity::analyse(&program, &source, &rules.options);
        let callers_of_cmpd: Vec<_> = (analysis.methods.iter().flat_map(|m| &m.sites))
            .filter(|site| site.atomicity >= racefree_grammar::ast::Basic::Cmpd)
            .map(|site| site.caller)
            .collect();
        let mut blocks = Vec::new();
        for method in analysis.methods.iter().filter(|m| !m.cuts.places.is_empty()) {
            let body = program.methods[method.index as usize].body;
            let Expr::Seq(list) = program.expr(body) else { continue };
            // A call that is cmpd by itself, or an access without its guard, is in a piece and no block.
            let bare = method.cuts.pieces.iter().any(|(_, is)| *is == racefree_grammar::ast::Basic::Error)
                || method.with_requires == racefree_grammar::ast::Basic::Error;
            if bare || callers_of_cmpd.contains(&racefree_atomicity::Enclosing::Method(method.index)) {
                continue;
            }
            cut += 1;
            let elements = program.list(list).to_vec();
            let has_cut = |e: &racefree_grammar::ast::ExprId| {
                let span = program.span(*e);
                method.cuts.places.iter().any(|place| span.contains(*place))
                    || matches!(program.expr(*e), Expr::Holds(_))
            };
            let groups: Vec<Vec<_>> = elements.split(has_cut).filter(|g| !g.is_empty()).map(<[_]>::to_vec).collect();
            for group in groups {
                long += u64::from(group.len() > 1);
                let list = program.add_list(&group);
                let inner = program.add(Expr::Seq(list), program.span(group[0]));
                let block = program.add(Expr::Atomic(inner), program.span(group[0]));
                let at = elements.iter().position(|e| *e == group[0]).expect("it is there");
                let mut now: Vec<_> = elements.clone();
                now.splice(at..at + group.len(), [block]);
                blocks.push((method.index, body, now, block));
            }
        }
        for (m, body, now, block) in blocks {
            let mut claimed = program.clone();
            let list = claimed.add_list(&now);
            claimed.exprs[body.index()] = Expr::Seq(list);
            let again = racefree_atomicity::analyse(&claimed, &source, &rules.options);
            let claim = again.claims.iter().find(|claim| claim.expr == block).expect("the claim");
            assert!(
                claim.holds == Some(true),
                "{}: {:?} of\n{source}",
                analysis.methods[m as usize].name,
                claim.span.text(&source)
            );
            pieces += 1;
        }
    }
    println!("{cut} methods with cuts, {pieces} pieces, {long} of several statements");
    assert!(cut > programs() / 10 && pieces > programs() / 10 && long > 0, "{cut} {pieces} {long}");
}
