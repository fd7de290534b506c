//! Derivations: trees of applied rules, in flat tables.

use crate::rule::{PremiseId, RuleId};

/// A node of a [`Derivation`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

/// One application of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Node<J> {
    /// The rule.
    pub rule: RuleId,
    /// What it concludes.
    pub judgment: J,
    /// Whether it and everything above it holds, assumed premises included.
    pub holds: bool,
    first: u32,
    len: u32,
}

/// What stands for a premise.
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
    /// Which premise.
    pub premise: PremiseId,
    /// What stands for it.
    pub evidence: Evidence,
}

/// A derivation tree, `J` being the judgments. Nodes stand behind the nodes above them.
#[derive(Clone, Debug)]
pub struct Derivation<J> {
    pub(crate) nodes: Vec<Node<J>>,
    pub(crate) children: Vec<Child>,
}

impl<J> Default for Derivation<J> {
    fn default() -> Self {
        Derivation { nodes: Vec::new(), children: Vec::new() }
    }
}

impl<J> Derivation<J> {
    /// A node by its id.
    pub fn node(&self, id: NodeId) -> &Node<J> {
        &self.nodes[id.0 as usize]
    }

    /// The premises of a node, in the order in which they were looked at.
    pub fn children(&self, id: NodeId) -> &[Child] {
        let node = self.node(id);
        &self.children[node.first as usize..(node.first + node.len) as usize]
    }

    /// The conclusion of the whole: the last node.
    pub fn root(&self) -> Option<NodeId> {
        self.nodes.len().checked_sub(1).map(|i| NodeId(i as u32))
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was derived.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every node, those above first.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node<J>)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }

    pub(crate) fn add(&mut self, rule: RuleId, judgment: J, children: &[Child]) -> NodeId {
        let holds = children.iter().all(|c| match c.evidence {
            Evidence::Node(id) => self.node(id).holds,
            Evidence::Holds | Evidence::Assumed => true,
            Evidence::Fails => false,
        });
        let first = self.children.len() as u32;
        self.children.extend_from_slice(children);
        self.nodes.push(Node { rule, judgment, holds, first, len: children.len() as u32 });
        NodeId(self.nodes.len() as u32 - 1)
    }
}
