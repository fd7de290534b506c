//! What records a rule function while it runs.
//!
//! A rule function calls [`Recorder::open`], then for each premise [`Recorder::premise`] and whatever establishes it (the
//! rules opened meanwhile become its evidence, or [`Recorder::evidence`] says what stands for it), then [`Recorder::close`].
//! A rule that turns out to be needed only after its first premise is established begins by [`Tree::adopt`].

use crate::derivation::{Child, Derivation, Evidence, NodeId, Shape};
use crate::rule::{PremiseId, RuleId};

/// What is told of the rules being applied, and keeps what it wants of it. `J` are the judgments.
pub trait Recorder<J> {
    /// Whether anything is kept. A rule may save itself work that only the tree would show.
    const RECORDS: bool;

    /// A rule begins.
    fn open(&mut self, rule: RuleId);
    /// What follows, up to the next premise, establishes this one.
    fn premise(&mut self, premise: PremiseId);
    /// The premise named last stands as said. That it fails goes without saying after a judgment that does not hold.
    fn evidence(&mut self, evidence: Evidence);
    /// Takes back the evidence given last. A node stays, to be evidence elsewhere.
    fn withdraw(&mut self);
    /// The rule opened last ends, concluding the judgment.
    fn close(&mut self, judgment: impl FnOnce() -> J) -> Option<NodeId>;
    /// The premise named last holds: a side condition, unless judgments were recorded for it.
    fn holds(&mut self);
    /// From now on nothing is recorded, until [`Recorder::resume`]: what follows is asked for and is no part of the
    /// derivation. Pauses nest.
    fn pause(&mut self);
    /// A pause ends.
    fn resume(&mut self);
}

/// Keeps nothing and costs nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl<J> Recorder<J> for Silent {
    const RECORDS: bool = false;
    #[inline(always)]
    fn open(&mut self, _: RuleId) {}
    #[inline(always)]
    fn premise(&mut self, _: PremiseId) {}
    #[inline(always)]
    fn evidence(&mut self, _: Evidence) {}
    #[inline(always)]
    fn withdraw(&mut self) {}
    #[inline(always)]
    fn close(&mut self, _: impl FnOnce() -> J) -> Option<NodeId> {
        None
    }
    #[inline(always)]
    fn holds(&mut self) {}
    #[inline(always)]
    fn pause(&mut self) {}
    #[inline(always)]
    fn resume(&mut self) {}
}

/// A rule that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    rule: RuleId,
    premise: PremiseId,
    /// Where its children start among the pending ones.
    first: usize,
    /// Whether something stands for the premise since it was named.
    given: bool,
    /// The premise that was assumed last: once is enough.
    assumed: Option<PremiseId>,
}

impl Open {
    fn new(rule: RuleId, premise: PremiseId, first: usize) -> Open {
        Open { rule, premise, first, given: false, assumed: None }
    }
}

/// So many nodes of a derivation are kept, about a gigabyte: those of more than two million lines of usual programs. A
/// derivation can be as large as the square of its program (a chain of classes, and in each a use of the first one's field).
const MOST: usize = 1 << 24;
/// The rules opened first, so many, are kept in any case, so that there is a root with all that stands right above it.
const OUTERMOST: usize = 3;

/// Keeps the derivation; of one that is too large, the part that was recorded first ([`crate::derivation::Shape::is_abridged`]).
#[derive(Debug)]
pub struct Tree<J> {
    derivation: Derivation<J>,
    most: usize,
    open: Vec<Open>,
    pending: Vec<Child>,
    /// The judgments that are tried: how far the derivation went before, and what stood for the premises of the rule around.
    tried: Vec<(usize, usize, Option<Child>)>,
    pauses: u32,
}

impl<J> Default for Tree<J> {
    fn default() -> Self {
        Tree {
            derivation: Derivation::default(),
            most: MOST,
            open: Vec::new(),
            pending: Vec::new(),
            tried: Vec::new(),
            pauses: 0,
        }
    }
}

impl<J> From<Derivation<J>> for Tree<J> {
    fn from(derivation: Derivation<J>) -> Tree<J> {
        Tree { derivation, ..Tree::default() }
    }
}

impl<J> Tree<J> {
    /// Keeps a derivation of about so many nodes.
    pub fn with_capacity(nodes: usize) -> Tree<J> {
        let children = Vec::with_capacity(nodes / 2 * 3);
        let shape = Shape { steps: Vec::with_capacity(nodes), children, abridged: false };
        let derivation = Derivation { shape, judgments: Vec::with_capacity(nodes) };
        Tree { derivation, ..Tree::default() }
    }

    /// Keeps no more than about so many nodes.
    pub fn keep_at_most(mut self, nodes: usize) -> Tree<J> {
        self.most = nodes;
        self
    }

    /// What is derived so far: all of it, once the last rule has ended.
    pub fn derivation(&self) -> &Derivation<J> {
        &self.derivation
    }

    /// A rule begins, late: the evidence given last for the rule around it becomes the evidence for its `premise`, and the
    /// judgment that it concludes takes the place of that evidence.
    pub fn adopt(&mut self, rule: RuleId, premise: PremiseId) {
        if self.pauses > 0 {
            return;
        }
        debug_assert_eq!(rule, premise.rule(), "a premise of another rule");
        let mut first = self.pending.len();
        if let Some(around) = self.open.last_mut()
            && around.first < first
        {
            first -= 1;
            around.premise = self.pending[first].premise;
            self.pending[first].premise = premise;
        }
        self.open.push(Open::new(rule, premise, first));
    }

    /// What follows, up to [`Tree::tried`], may be taken back.
    pub fn tries(&mut self) {
        self.tried.push((self.derivation.len(), self.pending.len(), self.pending.last().copied()));
    }

    /// What was tried is kept, or taken back; then nothing stands for the current premise.
    pub fn tried(&mut self, kept: bool) {
        let Some((nodes, pending, last)) = self.tried.pop() else { return };
        if kept {
            return;
        }
        self.derivation.truncate(nodes);
        self.pending.truncate(pending);
        if let (Some(place), Some(last)) = (self.pending.last_mut(), last) {
            *place = last;
        }
        if let Some(open) = self.open.last_mut() {
            open.given = false;
        }
    }

    /// What was derived.
    pub fn finish(self) -> Derivation<J> {
        self.derivation
    }
}

impl<J> Tree<J> {
    /// Whether the evidence given last for the current premise is a judgment that does not hold.
    fn just_failed(&self, open: &Open) -> bool {
        match self.pending[open.first..].last() {
            Some(Child { premise, evidence: Evidence::Node(id) }) => {
                *premise == open.premise && !self.derivation.step(*id).holds
            }
            _ => false,
        }
    }
}

impl<J> Recorder<J> for Tree<J> {
    const RECORDS: bool = true;

    fn open(&mut self, rule: RuleId) {
        if self.pauses == 0 {
            self.open.push(Open::new(rule, PremiseId::new(rule, 0), self.pending.len()));
        }
    }

    fn premise(&mut self, premise: PremiseId) {
        if self.pauses == 0
            && let Some(open) = self.open.last_mut()
        {
            debug_assert_eq!(open.rule, premise.rule(), "a premise of another rule");
            (open.premise, open.given) = (premise, false);
        }
    }

    fn evidence(&mut self, evidence: Evidence) {
        if self.pauses == 0
            && let Some(&open) = self.open.last()
        {
            let again = evidence == Evidence::Assumed && open.assumed == Some(open.premise);
            if again || evidence == Evidence::Fails && self.just_failed(&open) {
                return;
            }
            self.pending.push(Child { premise: open.premise, evidence });
            if let Some(open) = self.open.last_mut() {
                open.given = true;
                if evidence == Evidence::Assumed {
                    open.assumed = Some(open.premise);
                }
            }
        }
    }

    fn withdraw(&mut self) {
        if self.pauses == 0 && self.open.last().is_some_and(|open| open.first < self.pending.len()) {
            self.pending.pop();
        }
    }

    fn close(&mut self, judgment: impl FnOnce() -> J) -> Option<NodeId> {
        if self.pauses > 0 {
            return None;
        }
        let open = self.open.pop()?;
        let children = &mut self.pending[open.first..];
        if !children.is_sorted_by_key(|child| child.premise) {
            children.sort_by_key(|child| child.premise);
        }
        let full = self.derivation.len() >= self.most && self.open.len() >= OUTERMOST;
        let (id, evidence) = if full {
            self.derivation.shape.abridged = true;
            (None, if self.derivation.all_hold(children) { Evidence::Holds } else { Evidence::Fails })
        } else {
            let id = self.derivation.add(open.rule, judgment(), children);
            (Some(id), Evidence::Node(id))
        };
        self.pending.truncate(open.first);
        if let Some(open) = self.open.last_mut() {
            self.pending.push(Child { premise: open.premise, evidence });
            open.given = true;
        }
        id
    }

    fn holds(&mut self) {
        if self.open.last().is_some_and(|open| !open.given) {
            self.evidence(Evidence::Holds);
        }
    }

    fn pause(&mut self) {
        self.pauses += 1;
    }

    fn resume(&mut self) {
        self.pauses -= 1;
    }
}
