//! What a recording keeps: premises in order, what fails once, and no more than asked for.

use racefree_kernel::{Evidence, NodeId, PremiseId, Recorder, Tree};

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

fn leaf(tree: &mut Tree<u32>, judgment: u32, side: Evidence) -> Option<NodeId> {
    tree.open(leaf::RULE);
    tree.premise(leaf::SIDE);
    tree.evidence(side);
    tree.close(|| judgment)
}

fn children(tree: &Tree<u32>, id: NodeId) -> Vec<(PremiseId, Evidence)> {
    tree.derivation().children(id).iter().map(|child| (child.premise, child.evidence)).collect()
}

#[test]
fn premises_stand_in_the_order_of_the_rule() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::RIGHT);
    tree.evidence(Evidence::Assumed);
    tree.premise(both::LEFT);
    leaf(&mut tree, 1, Evidence::Holds);
    tree.evidence(Evidence::Holds);
    let root = tree.close(|| 2).unwrap();
    let expected =
        [(both::LEFT, Evidence::Node(NodeId(0))), (both::LEFT, Evidence::Holds), (both::RIGHT, Evidence::Assumed)];
    assert_eq!(children(&tree, root), expected);
    assert!(tree.derivation().node(root).holds);
}

#[test]
fn what_fails_is_marked_where_it_fails_and_nowhere_else() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    leaf(&mut tree, 1, Evidence::Fails);
    tree.evidence(Evidence::Fails);
    tree.premise(both::RIGHT);
    leaf(&mut tree, 2, Evidence::Holds);
    tree.evidence(Evidence::Fails);
    let root = tree.close(|| 3).unwrap();
    let failures: Vec<_> = tree.derivation().failures().collect();
    assert_eq!(failures, [(NodeId(0), leaf::SIDE), (root, both::RIGHT)]);
    assert!(!tree.derivation().node(root).holds);
}

#[test]
fn a_rule_can_begin_after_its_first_premise() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    leaf(&mut tree, 1, Evidence::Holds);
    tree.premise(both::RIGHT);
    tree.adopt(both::RULE, both::LEFT);
    tree.premise(both::RIGHT);
    tree.evidence(Evidence::Holds);
    let inner = tree.close(|| 2).unwrap();
    let root = tree.close(|| 3).unwrap();
    assert_eq!(children(&tree, inner), [(both::LEFT, Evidence::Node(NodeId(0))), (both::RIGHT, Evidence::Holds)]);
    assert_eq!(
        children(&tree, root),
        [(both::LEFT, Evidence::Node(inner))],
        "the conclusion takes the place of its premise"
    );
}

#[test]
fn a_node_taken_back_can_be_evidence_elsewhere() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    let shared = leaf(&mut tree, 1, Evidence::Holds).unwrap();
    tree.withdraw();
    tree.premise(both::RIGHT);
    tree.evidence(Evidence::Node(shared));
    tree.evidence(Evidence::Node(shared));
    let root = tree.close(|| 2).unwrap();
    assert_eq!(children(&tree, root), [(both::RIGHT, Evidence::Node(shared)); 2]);
}

#[test]
fn what_is_tried_and_taken_back_leaves_no_trace() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    let kept = leaf(&mut tree, 1, Evidence::Holds).unwrap();
    for keep in [false, true] {
        tree.tries();
        tree.premise(both::RIGHT);
        leaf(&mut tree, 2, Evidence::Fails);
        tree.tried(keep);
    }
    let tried = NodeId(kept.0 + 1);
    let root = tree.close(|| 3).unwrap();
    assert_eq!(children(&tree, root), [(both::LEFT, Evidence::Node(kept)), (both::RIGHT, Evidence::Node(tried))]);
    assert_eq!(tree.finish().len(), 3);
}

#[test]
fn a_pause_leaves_no_trace() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    tree.pause();
    leaf(&mut tree, 1, Evidence::Fails);
    tree.evidence(Evidence::Fails);
    tree.resume();
    tree.holds();
    let root = tree.close(|| 2).unwrap();
    assert_eq!(children(&tree, root), [(both::LEFT, Evidence::Holds)]);
    assert_eq!(tree.finish().len(), 1);
}

#[test]
fn a_premise_is_a_side_condition_unless_a_judgment_stands_for_it() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    let above = leaf(&mut tree, 1, Evidence::Holds).unwrap();
    tree.holds();
    tree.premise(both::RIGHT);
    tree.holds();
    let root = tree.close(|| 2).unwrap();
    assert_eq!(children(&tree, root), [(both::LEFT, Evidence::Node(above)), (both::RIGHT, Evidence::Holds)]);
}

#[test]
fn a_premise_is_assumed_once() {
    let mut tree = Tree::default();
    tree.open(both::RULE);
    tree.premise(both::LEFT);
    tree.evidence(Evidence::Assumed);
    leaf(&mut tree, 1, Evidence::Holds);
    tree.premise(both::LEFT);
    tree.evidence(Evidence::Assumed);
    let root = tree.close(|| 2).unwrap();
    assert_eq!(children(&tree, root), [(both::LEFT, Evidence::Assumed), (both::LEFT, Evidence::Node(NodeId(0)))]);
}

#[test]
fn a_derivation_that_is_too_large_is_abridged_and_still_holds_or_not() {
    for (side, holds) in [(Evidence::Holds, true), (Evidence::Fails, false)] {
        let mut tree = Tree::with_capacity(8).keep_at_most(10);
        for _ in 0..100 {
            tree.open(both::RULE);
            tree.premise(both::LEFT);
        }
        leaf(&mut tree, 0, side);
        for i in 0..100 {
            tree.premise(both::RIGHT);
            leaf(&mut tree, i, Evidence::Holds);
            tree.close(|| i);
        }
        let derivation = tree.finish();
        assert!(derivation.is_abridged());
        assert!(derivation.len() <= 20, "{}", derivation.len());
        assert_eq!(derivation.node(derivation.root().unwrap()).holds, holds);
    }
}
