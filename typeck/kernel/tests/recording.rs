//! Contents of a derivation that listens to rules: premises in order, what fails once, and no more than asked for.

use racefree_grammar::span::Span;
use racefree_kernel::listener::{Calculus, Cause, Listener, Standing};
use racefree_kernel::{Derivation, Derives, Evidence, NodeId, PremiseId};

racefree_kernel::rules! {
    system 0;

    /// A leaf.
    leaf: "LEAF", "1", "a", "" {
        SIDE "side" Checks "x", "a side condition";
    }
    /// A fork with two premises.
    both: "BOTH", "1", "a and b", "" {
        LEFT "left" Checks "a", "the one";
        RIGHT "right" Checks "b", "the other";
    }
}

/// A calculus of numbers: those below ten are derived once.
struct Numbers;

#[derive(Clone, Debug)]
struct Wrong;

impl Cause for Wrong {}

impl Calculus for Numbers {
    type Judgment = u32;
    type At = Span;
    type Cause = Wrong;
    type Constraint = ();
    type Key = u32;

    fn key(judgment: &u32) -> Option<u32> {
        Some(*judgment).filter(|judgment| *judgment < 10)
    }
}

type Tree = Derives<Numbers>;

fn leaf(tree: &mut Tree, judgment: u32, side: Standing) {
    tree.opens(leaf::RULE);
    tree.premise(leaf::SIDE);
    tree.stands(side);
    tree.concludes(&judgment);
}

/// The children of the root.
fn children(derivation: &Derivation<u32>) -> Vec<(PremiseId, Evidence)> {
    let root = derivation.root().unwrap();
    derivation.children(root).iter().map(|child| (child.premise, child.evidence)).collect()
}

/// A derivation that begins at the left premise of a fork.
fn begun() -> Tree {
    let mut tree = Tree::default();
    tree.opens(both::RULE);
    tree.premise(both::LEFT);
    tree
}

#[test]
fn premises_stand_in_the_order_of_the_rule() {
    let mut tree = begun();
    tree.premise(both::RIGHT);
    tree.stands(Standing::Taken);
    tree.premise(both::LEFT);
    leaf(&mut tree, 1, Standing::Holds);
    tree.premise(both::LEFT);
    tree.stands(Standing::Holds);
    tree.concludes(&2);
    let derivation = tree.finish();
    let expected =
        [(both::LEFT, Evidence::Node(NodeId(0))), (both::LEFT, Evidence::Holds), (both::RIGHT, Evidence::Assumed)];
    assert_eq!(children(&derivation), expected);
    assert!(derivation.node(derivation.root().unwrap()).holds);
}

#[test]
fn what_fails_is_marked_where_it_fails_and_nowhere_else() {
    let mut tree = begun();
    leaf(&mut tree, 1, Standing::Fails);
    tree.stands(Standing::Fails);
    tree.premise(both::RIGHT);
    leaf(&mut tree, 2, Standing::Holds);
    tree.stands(Standing::Fails);
    tree.concludes(&3);
    let derivation = tree.finish();
    let failures: Vec<_> = derivation.failures().collect();
    assert_eq!(failures, [(NodeId(0), leaf::SIDE), (derivation.root().unwrap(), both::RIGHT)]);
    assert!(!derivation.node(derivation.root().unwrap()).holds);
}

#[test]
fn a_rule_can_begin_after_its_first_premise() {
    let mut tree = begun();
    leaf(&mut tree, 1, Standing::Holds);
    tree.premise(both::RIGHT);
    tree.subsumes(both::RULE, both::LEFT);
    tree.premise(both::RIGHT);
    tree.stands(Standing::Holds);
    tree.concludes(&2);
    tree.concludes(&3);
    let derivation = tree.finish();
    let inner: Vec<_> = derivation.children(NodeId(1)).iter().map(|child| (child.premise, child.evidence)).collect();
    assert_eq!(inner, [(both::LEFT, Evidence::Node(NodeId(0))), (both::RIGHT, Evidence::Holds)]);
    let expected = [(both::LEFT, Evidence::Node(NodeId(1)))];
    assert_eq!(children(&derivation), expected, "the conclusion takes the place of its premise");
}

#[test]
fn a_judgment_that_is_recalled_is_the_same_node() {
    let mut tree = begun();
    assert!(!tree.recalls(&1), "not yet");
    leaf(&mut tree, 1, Standing::Holds);
    leaf(&mut tree, 10, Standing::Holds);
    tree.premise(both::RIGHT);
    assert!(tree.recalls(&1));
    assert!(!tree.recalls(&10), "it has no key");
    tree.concludes(&2);
    let of = |premise, node| (premise, Evidence::Node(NodeId(node)));
    assert_eq!(children(&tree.finish()), [of(both::LEFT, 0), of(both::LEFT, 1), of(both::RIGHT, 0)]);
}

#[test]
fn what_is_tried_and_taken_back_leaves_no_trace() {
    let mut tree = begun();
    leaf(&mut tree, 1, Standing::Holds);
    for keep in [false, true] {
        tree.tries();
        assert!(!tree.recalls(&2), "it was taken back");
        tree.premise(both::RIGHT);
        leaf(&mut tree, 2, Standing::Fails);
        tree.tried(keep);
    }
    tree.concludes(&3);
    let derivation = tree.finish();
    let of = |premise, node| (premise, Evidence::Node(NodeId(node)));
    assert_eq!(children(&derivation), [of(both::LEFT, 0), of(both::RIGHT, 1)]);
    assert_eq!(derivation.len(), 3);
}

#[test]
fn a_premise_is_a_side_condition_unless_a_judgment_stands_for_it() {
    let mut tree = begun();
    leaf(&mut tree, 1, Standing::Holds);
    tree.stands(Standing::Holds);
    tree.premise(both::RIGHT);
    tree.stands(Standing::Holds);
    tree.concludes(&2);
    let expected = [(both::LEFT, Evidence::Node(NodeId(0))), (both::RIGHT, Evidence::Holds)];
    assert_eq!(children(&tree.finish()), expected);
}

#[test]
fn a_premise_is_assumed_once() {
    let mut tree = begun();
    tree.stands(Standing::Taken);
    leaf(&mut tree, 1, Standing::Holds);
    tree.premise(both::LEFT);
    tree.stands(Standing::Taken);
    tree.concludes(&2);
    let expected = [(both::LEFT, Evidence::Assumed), (both::LEFT, Evidence::Node(NodeId(0)))];
    assert_eq!(children(&tree.finish()), expected);
}

#[test]
fn a_derivation_that_is_too_large_is_abridged_and_still_holds_or_not() {
    for (side, holds) in [(Standing::Holds, true), (Standing::Fails, false)] {
        let mut tree = Tree::with_capacity(8).keep_at_most(10);
        for _ in 0..100 {
            tree.opens(both::RULE);
            tree.premise(both::LEFT);
        }
        leaf(&mut tree, 0, side);
        for i in 0..100 {
            tree.premise(both::RIGHT);
            leaf(&mut tree, i, Standing::Holds);
            tree.concludes(&i);
        }
        let derivation = tree.finish();
        assert!(derivation.is_abridged());
        assert!(derivation.len() <= 20, "{}", derivation.len());
        assert_eq!(derivation.node(derivation.root().unwrap()).holds, holds);
    }
}
