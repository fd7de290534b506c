//! Derivations: trees of applied rules, in flat tables, since a program has very many judgments and most are shared.

use crate::rule::{PremiseId, RuleId};
use racefree_grammar::span::Span;
use std::ops::Deref;

/// A node of a [`Derivation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// One application of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Node<J> {
    /// The rule.
    pub rule: RuleId,
    /// Conclusion.
    pub judgment: J,
    /// True if it and everything above it holds, assumed premises included.
    pub holds: bool,
}

/// One application of a rule, without what it concludes.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The rule.
    pub rule: RuleId,
    /// True if it and everything above it holds, assumed premises included.
    pub holds: bool,
    /// Start of its children; they end where those of the next step start.
    first: u32,
}

/// Evidence for a premise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// The derivation of a judgment. A node may be evidence for several premises.
    Node(NodeId),
    /// A side condition that was looked at and holds.
    Holds,
    /// The premise is switched off.
    Assumed,
    /// The premise does not hold.
    Fails,
}

/// A premise of a node with what stands for it. One premise may have several (one for each field of a class, say).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child {
    /// Premise.
    pub premise: PremiseId,
    /// Its evidence.
    pub evidence: Evidence,
}

/// The tree of a derivation without its judgments, which is the same sort of thing for every system. Nodes are behind the
/// nodes above them.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub(crate) steps: Vec<Step>,
    pub(crate) children: Vec<Child>,
    pub(crate) abridged: bool,
}

impl Shape {
    /// A node by its id.
    pub fn step(&self, id: NodeId) -> Step {
        self.steps[id.0 as usize]
    }

    /// The premises of a node, in the rule's order; of several for one premise, the one looked at first is first.
    pub fn children(&self, id: NodeId) -> &[Child] {
        let end = self.steps.get(id.0 as usize + 1).map_or(self.children.len(), |next| next.first as usize);
        &self.children[self.step(id).first as usize..end]
    }

    /// The conclusion of the whole: the last node.
    pub fn root(&self) -> Option<NodeId> {
        self.steps.len().checked_sub(1).map(|i| NodeId(i as u32))
    }

    /// Returns true if there were more judgments than could be kept, and some are left as side conditions.
    pub fn is_abridged(&self) -> bool {
        self.abridged
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns true if nothing was derived.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Every node, those above first.
    pub fn steps(&self) -> impl Iterator<Item = (NodeId, Step)> + '_ {
        self.steps.iter().enumerate().map(|(i, &step)| (NodeId(i as u32), step))
    }

    /// The premises that fail, each with the node whose premise it is; those above first. What fails only because a
    /// judgment above it does is not among them.
    pub fn failures(&self) -> impl Iterator<Item = (NodeId, PremiseId)> + '_ {
        let failing = self.steps().filter(|(_, step)| !step.holds).map(|(id, _)| id);
        failing.flat_map(|id| {
            let children = self.children(id).iter().filter(|child| child.evidence == Evidence::Fails);
            children.map(move |child| (id, child.premise))
        })
    }

    /// Returns true if the evidence for the premises of a judgment makes it hold.
    pub(crate) fn all_hold(&self, children: &[Child]) -> bool {
        children.iter().all(|child| match child.evidence {
            Evidence::Node(id) => self.step(id).holds,
            Evidence::Holds | Evidence::Assumed => true,
            Evidence::Fails => false,
        })
    }
}

/// A derivation tree, `J` being the judgments.
#[derive(Clone, Debug)]
pub struct Derivation<J> {
    pub(crate) shape: Shape,
    pub(crate) judgments: Vec<J>,
}

impl<J> Default for Derivation<J> {
    fn default() -> Self {
        Derivation { shape: Shape::default(), judgments: Vec::new() }
    }
}

impl<J> Deref for Derivation<J> {
    type Target = Shape;

    fn deref(&self) -> &Shape {
        &self.shape
    }
}

impl<J: Clone> Derivation<J> {
    /// A node by its id.
    pub fn node(&self, id: NodeId) -> Node<J> {
        let Step { rule, holds, .. } = self.shape.step(id);
        Node { rule, judgment: self.judgments[id.0 as usize].clone(), holds }
    }

    /// Every node, those above first.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Node<J>)> + '_ {
        self.shape.steps().map(|(id, _)| (id, self.node(id)))
    }
}

impl<J> Derivation<J> {
    /// The place of each node, by [`NodeId`]: its own, if the judgment has one; else the place of what
    /// it is a premise of.
    pub fn places(&self, own: impl Fn(&J) -> Option<Span>) -> Vec<Span> {
        let mut places: Vec<Span> = self.judgments.iter().map(|judgment| own(judgment).unwrap_or(Span::NONE)).collect();
        for i in (0..places.len()).rev() {
            for child in self.shape.children(NodeId(i as u32)) {
                if let Evidence::Node(above) = child.evidence
                    && places[above.0 as usize] == Span::NONE
                {
                    places[above.0 as usize] = places[i];
                }
            }
        }
        places
    }

    /// Forgets all but the first `nodes`.
    pub(crate) fn truncate(&mut self, nodes: usize) {
        if let Some(step) = self.shape.steps.get(nodes) {
            self.shape.children.truncate(step.first as usize);
        }
        self.shape.steps.truncate(nodes);
        self.judgments.truncate(nodes);
    }

    pub(crate) fn add(&mut self, rule: RuleId, judgment: J, children: &[Child]) -> NodeId {
        let holds = self.shape.all_hold(children);
        let first = self.shape.children.len() as u32;
        self.shape.children.extend_from_slice(children);
        self.shape.steps.push(Step { rule, holds, first });
        self.judgments.push(judgment);
        NodeId(self.judgments.len() as u32 - 1)
    }
}
