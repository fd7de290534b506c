//! The tree that is shown of a derivation: which judgments are visible, and where a shared one is unfolded. All forms show the same.

use racefree_kernel::{Child, Evidence, NodeId, PremiseId, Role, Shape};
use racefree_systems::rule;
use std::collections::HashSet;

/// Extent of the part of a derivation that is shown.
#[derive(Clone, Copy, Debug)]
pub struct OutlineBounds {
    /// Number of levels, whatever their size.
    pub depth: Option<usize>,
    /// Without a depth: a bound on the judgments in the levels shown. Paths to failing premises are added.
    pub judgments: usize,
    /// Never more levels than this.
    pub levels: u32,
    /// Show \[EXP SUB\] even where it changes no type.
    pub whole: bool,
}

/// A premise as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The premise.
    pub premise: PremiseId,
    /// Index among the children for this premise.
    pub nth: usize,
    /// View of the premise.
    pub shown: PremiseView,
}

/// View of a premise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PremiseView {
    /// A judgment with its premises.
    Judgment(NodeId),
    /// A judgment whose premises are shown where it is evidence for another premise, before this one.
    Again(NodeId),
    /// A side condition that holds.
    Holds,
    /// Switched off.
    Assumed,
    /// Fails.
    Fails,
}

/// Marker of a judgment that is not reached from the root.
const NOWHERE: u32 = u32::MAX;

/// The judgments that are shown: from the root, every one with its premises once.
pub struct ShownJudgments<'c> {
    derivation: &'c Shape,
    /// The judgment at the bottom.
    pub root: NodeId,
    /// Extent asked for.
    pub extent: OutlineBounds,
    /// True if an \[EXP SUB\] that changes no type is hidden.
    pub skips_sub: bool,
    /// Every judgment from the root on, each before its premises.
    pub order: Vec<NodeId>,
    /// Conclusion under which each judgment is shown.
    below: Vec<u32>,
    /// Distance of each judgment from the root.
    depth: Vec<u32>,
    /// Size of each judgment's subtree, itself included.
    size: Vec<u32>,
    /// True for visible judgments.
    visible: Vec<bool>,
    /// Judgments at this depth show no premises.
    cut: u32,
    /// Number of levels of the tree.
    pub levels: u32,
}

impl<'c> ShownJudgments<'c> {
    /// The tree above `root`.
    pub fn new(derivation: &'c Shape, root: NodeId, extent: OutlineBounds) -> ShownJudgments<'c> {
        let n = derivation.len();
        let mut outline = ShownJudgments {
            derivation,
            root,
            extent,
            skips_sub: false,
            order: Vec::new(),
            below: vec![NOWHERE; n],
            depth: vec![0; n],
            size: vec![1; n],
            visible: vec![false; n],
            cut: u32::MAX,
            levels: 1,
        };
        outline.walk();
        outline.choose_cut();
        outline.look();
        outline
    }

    fn walk(&mut self) {
        let mut todo = vec![(self.root, self.root.0, 0)];
        while let Some((id, below, depth)) = todo.pop() {
            let i = id.0 as usize;
            if self.below[i] != NOWHERE {
                continue;
            }
            (self.below[i], self.depth[i]) = (below, depth);
            self.levels = self.levels.max(depth + 1);
            self.order.push(id);
            for child in self.derivation.children(id).iter().rev() {
                if let Evidence::Node(above) = child.evidence {
                    let shown = self.without_sub(above);
                    self.skips_sub |= shown != above;
                    todo.push((shown, id.0, depth + 1));
                }
            }
        }
        for &id in self.order.iter().rev() {
            if id != self.root {
                self.size[self.below[id.0 as usize] as usize] += self.size[id.0 as usize];
            }
        }
    }

    fn choose_cut(&mut self) {
        self.cut = self.extent.levels;
        if let Some(depth) = self.extent.depth {
            self.cut = u32::try_from(depth.saturating_sub(1)).unwrap_or(u32::MAX).min(self.cut);
            return;
        }
        let mut at_depth = vec![0usize; self.levels as usize];
        for id in &self.order {
            at_depth[self.depth[id.0 as usize] as usize] += 1;
        }
        let mut sum = 0;
        for (depth, n) in at_depth.into_iter().enumerate() {
            sum += n;
            if sum > self.extent.judgments {
                self.cut = (depth as u32).saturating_sub(1).clamp(1, self.cut);
                return;
            }
        }
    }

    /// Marks the visible judgments: first those that lead to failing premises, as far as there is room, then the rest.
    fn look(&mut self) {
        let room = if self.extent.depth.is_some() { usize::MAX } else { self.extent.judgments };
        let mut shown = 0;
        for holds in [false, true] {
            let room = room.saturating_add(shown);
            for &id in &self.order {
                let below = NodeId(self.below[id.0 as usize]);
                let stands = id == self.root || self.visible[below.0 as usize] && !self.is_cut(below);
                if stands && self.derivation.step(id).holds == holds && shown < room {
                    self.visible[id.0 as usize] = true;
                    shown += 1;
                }
            }
        }
    }

    /// A judgment, or the premise of its subsumption if the subtyping is evident.
    fn without_sub(&self, id: NodeId) -> NodeId {
        if self.extent.whole || rule(self.derivation.step(id).rule).role != Role::Subsumption {
            return id;
        }
        let evident = |sub| rule(self.derivation.step(sub).rule).role == Role::Reflexive;
        match self.derivation.children(id) {
            &[Child { evidence: Evidence::Node(e), .. }, Child { evidence: Evidence::Node(sub), .. }]
                if evident(sub) =>
            {
                e
            }
            _ => id,
        }
    }

    /// Returns true if every judgment that leads to a failing premise is shown.
    pub fn shows_failures(&self) -> bool {
        self.order.iter().all(|&id| self.visible[id.0 as usize] || self.derivation.step(id).holds)
    }

    /// Returns true if a judgment is shown.
    pub fn is_visible(&self, id: NodeId) -> bool {
        self.visible[id.0 as usize]
    }

    /// Number of judgments shown.
    pub fn shown(&self) -> usize {
        self.order.iter().filter(|id| self.visible[id.0 as usize]).count()
    }

    /// Number of levels shown, apart from paths to failing premises.
    pub fn cut(&self) -> u32 {
        self.cut.saturating_add(1).min(self.levels)
    }

    /// Returns true if a judgment's premises are left out.
    pub fn is_cut(&self, id: NodeId) -> bool {
        let beyond = self.depth[id.0 as usize] >= self.cut;
        let within = self.depth[id.0 as usize] < self.extent.levels;
        let leads_to_failure = within && self.extent.depth.is_none() && !self.derivation.step(id).holds;
        beyond && !leads_to_failure && !self.is_leaf(id)
    }

    /// Number of judgments left out right above this one.
    pub fn hidden(&self, id: NodeId) -> usize {
        if self.is_cut(id) {
            return self.size[id.0 as usize] as usize - 1;
        }
        let mut seen = HashSet::new();
        let children = self.derivation.children(id).iter().filter_map(|child| match child.evidence {
            Evidence::Node(above) => Some(self.without_sub(above)),
            _ => None,
        });
        let hidden = children.filter(|above| {
            let i = above.0 as usize;
            self.below[i] == id.0 && !self.visible[i] && seen.insert(*above)
        });
        hidden.map(|above| self.size[above.0 as usize] as usize).sum()
    }

    /// The premises of a judgment that are shown.
    pub fn items(&self, id: NodeId) -> Vec<Item> {
        if self.is_cut(id) {
            return Vec::new();
        }
        let mut seen = HashSet::new();
        let mut shown = |evidence| match evidence {
            Evidence::Node(above) => {
                let above = self.without_sub(above);
                let here = self.below[above.0 as usize] == id.0 && seen.insert(above);
                if here { PremiseView::Judgment(above) } else { PremiseView::Again(above) }
            }
            Evidence::Holds => PremiseView::Holds,
            Evidence::Assumed => PremiseView::Assumed,
            Evidence::Fails => PremiseView::Fails,
        };
        let children = self.derivation.children(id);
        let of_premise = children.chunk_by(|a, b| a.premise == b.premise).flat_map(|same| same.iter().enumerate());
        let items = of_premise.map(|(nth, child)| Item { premise: child.premise, nth, shown: shown(child.evidence) });
        items
            .filter(|item| !matches!(item.shown, PremiseView::Judgment(above) if !self.visible[above.0 as usize]))
            .collect()
    }

    /// Returns true if no premise of a judgment gets a line of its own.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.derivation.children(id).iter().all(|child| match child.evidence {
            Evidence::Node(above) => self.is_trivial(above),
            Evidence::Holds => true,
            Evidence::Assumed | Evidence::Fails => false,
        })
    }

    /// The judgment whose premise a judgment is shown as, and which premise of it.
    pub fn below(&self, id: NodeId) -> Option<(NodeId, PremiseId)> {
        let below = NodeId(self.below[id.0 as usize]);
        let is = |evidence| matches!(evidence, Evidence::Node(above) if self.without_sub(above) == id);
        let mut children = self.derivation.children(below).iter();
        children.find(|child| id != self.root && is(child.evidence)).map(|child| (below, child.premise))
    }

    /// Returns true if a judgment holds by trivial rules: the type is int, a type is below itself.
    pub fn is_trivial(&self, id: NodeId) -> bool {
        let node = self.derivation.step(id);
        let premises = self.derivation.children(id);
        node.holds
            && premises.iter().all(|child| child.evidence != Evidence::Assumed)
            && match rule(node.rule).role {
                Role::Evident | Role::Reflexive => true,
                Role::EvidentAlone => !premises.iter().any(|child| matches!(child.evidence, Evidence::Node(_))),
                Role::Subject | Role::Asked | Role::Subsumption | Role::Trust => false,
            }
    }
}
