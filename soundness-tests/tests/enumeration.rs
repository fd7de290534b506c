//! All programs up to a size: each once, of the size that it should have, and found again by its number.

use crate::support::every;
use racefree_grammar::ast::Dialect;
use racefree_soundness::enumerate::{
    EnumerationBudget, Memory, Signature, Starved, TypedParts, Universe, complete, least, nodes, with_body, with_main,
};
use racefree_soundness::tree::Tree;
use racefree_soundness::variant::Rules;
use std::collections::BTreeSet;

/// All programs over skeletons that are accepted.
fn programs(universe: Universe, accepts: &mut dyn FnMut(&Tree) -> bool) -> Vec<Tree> {
    let mut all = Vec::new();
    universe.skeletons(&mut |skeleton| {
        if accepts(&skeleton.tree) {
            universe.parts(&skeleton).each(&mut |bodies, main| all.push(complete(&skeleton, bodies, main)));
        }
        true
    });
    all
}

#[test]
fn each_program_is_there_once_and_has_its_size() {
    let more = [
        ("classes=2 ghosts=2 fields=1 locals=1 path=1 +object +local +dependent", 13),
        ("classes=2 ghosts=1 fields=1 locals=2 path=1 +guards +object +mistyped", 11),
        ("classes=1 ghosts=1 fields=1 locals=2 +object +final +nested", 11),
        ("classes=1 ghosts=1 fields=1 locals=2 forks=1 +object +local +null +values", 9),
        ("classes=1 formals=2 fields=1 locals=2 forks=1 path=1 +guards +object +moves +where +qualified +int", 9),
        ("classes=2 formals=1 fields=1 locals=1 forks=1 path=1 +guards +moves +inherit +init +final +object", 9),
        ("classes=1 formals=1 methods=1 params=1 requires=1 locals=1 +reads +polymorphic +qualified +int +null", 11),
    ];
    let presets = "locks 10,paths 8,ghosts 9,methods 9,local 8,all 6,owners 10,moves 10";
    let presets = presets.split(',').map(|preset| preset.split_once(' ').expect("a size"));
    let presets = presets.map(|(name, nodes)| (name, nodes.parse().expect("a size")));
    for (signature, n) in presets.chain(more).step_by(every(2)) {
        let universe = Universe { signature: signature.parse().expect("a preset"), nodes: n };
        let all = programs(universe, &mut |_| true);
        let texts: BTreeSet<String> = all.iter().map(Tree::source).collect();
        assert_eq!(texts.len(), all.len(), "{signature}: some programs are there twice");
        assert_eq!(universe.count(&mut |_| true), all.len() as u128, "{signature}");
        let sizes: BTreeSet<usize> = all.iter().map(nodes).collect();
        assert_eq!(sizes.last(), Some(&n), "{signature}: {sizes:?}");
        for tree in all.iter().step_by(97) {
            let parsed = racefree_grammar::parse(&tree.source()).unwrap_or_else(|e| panic!("{e:?}\n{}", tree.source()));
            assert!(parsed.same_syntax(&tree.program()), "{}", tree.source());
            if tree.dialect == Dialect::Owners {
                continue;
            }
            // Read back it is itself, and its least signature has nothing that this one has not; types of variables are guessed.
            assert_eq!(Tree::of(&parsed).as_ref(), Some(tree));
            let (least, whole) = (least(tree).to_string(), universe.signature.to_string());
            let guessed = ["+upcast", "+object"];
            for flag in least.split_whitespace().filter(|w| w.starts_with('+') && !guessed.contains(w)) {
                assert!(whole.contains(flag), "{least} of {}", tree.source());
            }
        }
    }
}

#[test]
fn a_program_is_found_by_its_number() {
    for (signature, n) in [("locks", 11), ("methods", 10)] {
        let universe = Universe { signature: signature.parse().expect("a preset"), nodes: n };
        let rules = Rules::base();
        let accepts = &mut |tree: &Tree| rules.accepts(&tree.program());
        let found: BTreeSet<String> = programs(universe, accepts).iter().map(Tree::source).collect();
        let count = universe.count(accepts);
        assert_eq!(count, found.len() as u128);
        let step = (count / 80).max(1) as usize;
        let mut numbers: Vec<u128> = (0..count).step_by(step).collect();
        numbers.push(count - 1);
        let memory = Memory::default();
        let drawn: BTreeSet<String> = numbers
            .iter()
            .map(|&k| universe.program(k, &memory, accepts).expect("memory").expect("there").source())
            .collect();
        assert_eq!(drawn.len(), numbers.iter().collect::<BTreeSet<_>>().len(), "two numbers, one program");
        assert!(drawn.is_subset(&found));
        assert_eq!(universe.program(count, &memory, accepts), Ok(None));
        assert_eq!(universe.program(count, &Memory::of(1_000), accepts), Err(Starved), "that is no memory");
    }
}

#[test]
fn the_checker_can_look_at_parts_by_themselves() {
    // No premise looks into two bodies: a program is well typed if and only if its parts are.
    let signature: Signature = "methods".parse().expect("a preset");
    let universe = Universe { signature, nodes: 11 };
    let rules = Rules::base();
    let (mut well_typed, mut not) = (0, 0);
    universe.skeletons(&mut |skeleton| {
        universe.parts(&skeleton).each(&mut |bodies, main| {
            let by_parts = rules.accepts(&skeleton.tree.program())
                && bodies.iter().enumerate().all(|(m, b)| rules.accepts(&with_body(&skeleton, m, b).program()))
                && rules.accepts(&with_main(&skeleton, main).program());
            let whole = rules.accepts(&complete(&skeleton, bodies, main).program());
            assert_eq!(by_parts, whole, "{}", complete(&skeleton, bodies, main).source());
            *if whole { &mut well_typed } else { &mut not } += 1;
        });
        true
    });
    assert!(well_typed > 100 && not > 100, "{well_typed} and {not}");
}

#[test]
fn what_is_left_out_early_is_not_well_typed() {
    // The base, and rules under which what is around a statement means something else.
    let variants =
        ["base", "EXP FORK2/empty-lock-set", "EXP SYNC/lock-real", "EXP ASSIGN/guard-held", "EXP LET/result"];
    for (at, (signature, nodes)) in
        [("locks", 10), ("methods", 9), ("ghosts", 10), ("local", 8)].into_iter().enumerate()
    {
        // Each under two or three of them, in everyday runs under one.
        for name in variants.into_iter().skip(at % 2).step_by(2 * every(4)) {
            let rules = racefree_soundness::variant::find(name).and_then(|v| v.rules()).expect("a variant");
            let kept = early_and_late(signature, nodes, &rules);
            assert!(kept >= 10, "{signature}, {name}: {kept}");
        }
    }
    // With owners: what was moved is dead from there on, and in a fork `thisThread` is another thread.
    let owners = racefree_systems::find("owners").expect("a system");
    let moves = ["owners", "EXP VAR/live", "EXP FORK/captures-move"];
    for (signature, nodes, names) in [("owners", 11, &["owners", "EXP FORK/fresh-thread"][..]), ("moves", 12, &moves)] {
        for name in names.iter().rev().step_by(every(3)) {
            let rules = racefree_soundness::variant::find_in(owners, name).and_then(|v| v.rules()).expect("a variant");
            let kept = early_and_late(signature, nodes, &rules);
            assert!(kept >= 10, "{signature}, {name}: {kept}");
        }
    }
}

/// Compares the well-typed programs that are listed without those that cannot be with all programs, checked. How many there are.
fn early_and_late(signature: &str, nodes: usize, rules: &Rules) -> usize {
    let universe = Universe { signature: signature.parse().expect("a preset"), nodes };
    let mut kept = 0;
    universe.skeletons(&mut |skeleton| {
        if !rules.accepts(&skeleton.tree.program()) {
            return true;
        }
        let parts = universe.parts(&skeleton);
        let TypedParts { parts: typed, programs } =
            universe.typed_parts(&skeleton, rules, &EnumerationBudget::until(&|| false));
        assert_eq!(parts.count(), programs, "{signature}: counted and listed");
        let main = |n: &std::rc::Rc<racefree_soundness::enumerate::Node>| with_main(&skeleton, n).source();
        let accepted =
            |text: &String| rules.accepts(&racefree_grammar::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}")));
        let slow: BTreeSet<String> = parts.mains.iter().flat_map(|l| l.iter()).map(main).filter(accepted).collect();
        let fast: BTreeSet<String> = typed.mains.iter().flatten().map(main).collect();
        assert_eq!(slow, fast, "{signature}, {}: main expressions", rules.name);
        for (m, (all, typed)) in parts.bodies.iter().zip(&typed.bodies).enumerate() {
            let body = |n: &std::rc::Rc<racefree_soundness::enumerate::Node>| with_body(&skeleton, m, n).source();
            let slow: BTreeSet<String> = all.iter().flat_map(|l| l.iter()).map(body).filter(accepted).collect();
            let fast: BTreeSet<String> = typed.iter().flatten().map(body).collect();
            assert_eq!(slow, fast, "{signature}, {}: bodies", rules.name);
        }
        kept += fast.len();
        true
    });
    kept
}
