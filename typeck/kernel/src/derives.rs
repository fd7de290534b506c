//! The derivation, as a listener keeps it.

use crate::derivation::{Child, Derivation, Evidence, NodeId, Shape};
use crate::listener::{Calculus, Listener, Standing};
use crate::rule::{PremiseId, RuleId};
use rustc_hash::FxHashMap;

/// A rule that has begun.
#[derive(Clone, Copy, Debug)]
struct Open {
    rule: RuleId,
    premise: PremiseId,
    /// Start of its children among the pending ones.
    first: usize,
    /// Something stands for the premise since it was named.
    given: bool,
    /// The premise that was assumed last: once is enough.
    assumed: Option<PremiseId>,
}

impl Open {
    fn new(rule: RuleId, premise: PremiseId, first: usize) -> Open {
        Open { rule, premise, first, given: false, assumed: None }
    }
}

/// State before a judgment that is tried.
#[derive(Clone, Copy, Debug)]
struct Tried {
    nodes: usize,
    pending: usize,
    last: Option<Child>,
    order: usize,
}

/// Nodes of a derivation that are kept, about a gigabyte: those of more than two million lines of usual programs. A derivation can
/// be as large as the square of its program (a chain of classes, and in each a use of the first one's field).
const MOST: usize = 1 << 24;
/// Rules opened first that are kept in any case, so that there is a root with all that is right above it.
const OUTERMOST: usize = 3;

/// The derivation; of one that is too large, the part that came first ([`crate::derivation::Shape::is_abridged`]).
pub struct Derives<C: Calculus> {
    derivation: Derivation<C::Judgment>,
    most: usize,
    open: Vec<Open>,
    pending: Vec<Child>,
    /// Judgments that may be recalled.
    nodes: FxHashMap<C::Key, Option<NodeId>>,
    /// Their keys in the order of their nodes, while a judgment is tried.
    order: Vec<C::Key>,
    tried: Vec<Tried>,
}

impl<C: Calculus> Default for Derives<C> {
    fn default() -> Derives<C> {
        Derives::with_capacity(0)
    }
}

impl<C: Calculus> Derives<C> {
    /// An empty derivation, with room for a number of nodes.
    pub fn with_capacity(nodes: usize) -> Derives<C> {
        let children = Vec::with_capacity(nodes / 2 * 3);
        let shape = Shape { steps: Vec::with_capacity(nodes), children, abridged: false };
        Derives {
            derivation: Derivation { shape, judgments: Vec::with_capacity(nodes) },
            most: MOST,
            open: Vec::new(),
            pending: Vec::new(),
            nodes: FxHashMap::default(),
            order: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Sets the maximum number of nodes, about.
    #[must_use]
    pub fn keep_at_most(mut self, nodes: usize) -> Derives<C> {
        self.most = nodes;
        self
    }

    /// The derivation so far: all of it, once the last rule has ended.
    pub fn finish(self) -> Derivation<C::Judgment> {
        self.derivation
    }

    /// The evidence given last for the current premise is a judgment that does not hold.
    fn just_failed(&self, open: &Open) -> bool {
        match self.pending[open.first..].last() {
            Some(Child { premise, evidence: Evidence::Node(id) }) => {
                *premise == open.premise && !self.derivation.step(*id).holds
            }
            _ => false,
        }
    }

    fn evidence(&mut self, evidence: Evidence) {
        let Some(&open) = self.open.last() else { return };
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

    /// The rule opened last ends: its node, unless the derivation is full.
    fn close(&mut self, judgment: &C::Judgment) -> Option<NodeId> {
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
            let id = self.derivation.add(open.rule, *judgment, children);
            (Some(id), Evidence::Node(id))
        };
        self.pending.truncate(open.first);
        if let Some(open) = self.open.last_mut() {
            self.pending.push(Child { premise: open.premise, evidence });
            open.given = true;
        }
        id
    }
}

impl<C: Calculus> Listener<C> for Derives<C> {
    fn all_captures(&self) -> bool {
        true
    }

    fn opens(&mut self, rule: RuleId) {
        self.open.push(Open::new(rule, PremiseId::new(rule, 0), self.pending.len()));
    }

    fn subsumes(&mut self, rule: RuleId, premise: PremiseId) {
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

    fn premise(&mut self, premise: PremiseId) {
        if let Some(open) = self.open.last_mut() {
            debug_assert_eq!(open.rule, premise.rule(), "a premise of another rule");
            (open.premise, open.given) = (premise, false);
        }
    }

    fn stands(&mut self, standing: Standing) {
        match standing {
            Standing::Holds if self.open.last().is_some_and(|open| open.given) => {}
            Standing::Holds => self.evidence(Evidence::Holds),
            Standing::Taken => self.evidence(Evidence::Assumed),
            Standing::Fails => self.evidence(Evidence::Fails),
        }
    }

    fn tries(&mut self) {
        let (nodes, pending, order) = (self.derivation.len(), self.pending.len(), self.order.len());
        self.tried.push(Tried { nodes, pending, last: self.pending.last().copied(), order });
    }

    fn tried(&mut self, kept: bool) {
        let Some(before) = self.tried.pop() else { return };
        if kept {
            if self.tried.is_empty() {
                self.order.clear();
            }
            return;
        }
        for key in self.order.drain(before.order..) {
            self.nodes.remove(&key);
        }
        self.derivation.truncate(before.nodes);
        self.pending.truncate(before.pending);
        if let (Some(place), Some(last)) = (self.pending.last_mut(), before.last) {
            *place = last;
        }
        if let Some(open) = self.open.last_mut() {
            open.given = false;
        }
    }

    fn concludes(&mut self, judgment: &C::Judgment) {
        let node = self.close(judgment);
        if let Some(key) = C::key(judgment) {
            self.nodes.insert(key, node);
            if !self.tried.is_empty() {
                self.order.push(key);
            }
        }
    }

    fn recalls(&mut self, judgment: &C::Judgment) -> bool {
        let known = C::key(judgment).and_then(|key| self.nodes.get(&key).copied());
        if let Some(Some(node)) = known {
            self.evidence(Evidence::Node(node));
        }
        known.is_some()
    }
}
