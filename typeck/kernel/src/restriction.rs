//! Systems by the rules of another one.
//!
//! Such a system has a book of its own, for its readers; what judges is the other system, with those of its premises off that the
//! book does not have. Rules and premises of one name are the same; a [`Restriction`] says which others are, and translates
//! options, errors and derivations.

use crate::derivation::{Child, Derivation, Evidence, NodeId};
use crate::options::{Options, Readings};
use crate::report::TypeError;
use crate::rule::{PremiseId, RuleBook, RuleId};
use rustc_hash::FxHashMap;

/// The rules of a system as those of another one.
#[derive(Debug)]
pub struct Restriction {
    book: RuleBook,
    of: RuleBook,
    rules: FxHashMap<RuleId, RuleId>,
    premises: FxHashMap<PremiseId, PremiseId>,
    readings: Readings,
}

impl Restriction {
    /// The system with `book`, by the rules of `of` in which these readings are in force. Rules and premises of other names are
    /// given in pairs, the system's own second.
    pub fn new(
        [book, of]: [RuleBook; 2],
        rules: &[(RuleId, RuleId)],
        premises: &[(PremiseId, PremiseId)],
        readings: Readings,
    ) -> Restriction {
        let same = of.rules().filter_map(|(id, rule)| Some((id, book.find_rule(rule.name)?)));
        let rules: FxHashMap<_, _> = same.chain(rules.iter().copied()).collect();
        let same = of.premises().filter_map(|(id, premise)| {
            let own = *rules.get(&id.rule())?;
            let nth = book.rule(own).premises.iter().position(|known| known.name == premise.name)?;
            Some((id, PremiseId::new(own, nth as u8)))
        });
        let premises = same.chain(premises.iter().copied()).collect();
        Restriction { book, of, rules, premises, readings }
    }

    /// The options of the other system: what this one does not have is off.
    pub fn options(&self, options: &Options) -> Options {
        let off = |id| self.premises.get(&id).is_none_or(|&own| options.off.is_off(own));
        let off = self.of.switches().map(|(id, _)| id).filter(|&id| off(id)).collect();
        Options { off, readings: self.readings, ..Options::default() }
    }

    /// The premise that an error is about. One that computes has errors of its own: `deepest` is where the chain of judgments ends.
    pub fn premise(&self, premise: PremiseId, deepest: Option<PremiseId>) -> Option<PremiseId> {
        let own = |id: PremiseId| self.premises.get(&id).copied();
        let reported = own(premise).filter(|&own| self.book.premise(own).is_reported());
        reported.or_else(|| own(deepest.unwrap_or(premise)))
    }

    /// An error of the other system as one of this; none if this has no such premise.
    pub fn error(&self, mut error: TypeError) -> Option<TypeError> {
        error.premise = self.premise(error.premise, error.because.last().map(|below| below.0))?;
        let below = |(id, why)| Some((*self.premises.get(&id)?, why)).filter(|below| below.0 != error.premise);
        error.because = std::mem::take(&mut error.because).into_iter().filter_map(below).collect();
        Some(error)
    }

    /// A derivation of the other system as one of this; premises that this alone has are at the root.
    pub fn derivation<J: Clone>(&self, of: &Derivation<J>, root: &[Child]) -> Derivation<J> {
        let own = |id: NodeId| self.rules.get(&of.step(id).rule).copied();
        let kept = |child: &Child| match child.evidence {
            Evidence::Node(id) => own(id).and(self.premises.get(&child.premise)).copied(),
            Evidence::Holds | Evidence::Assumed | Evidence::Fails => self.premises.get(&child.premise).copied(),
        };
        let mut reached = vec![false; of.len()];
        reached[of.len().saturating_sub(1)..].fill(true);
        for i in (0..of.len()).rev() {
            for child in of.children(NodeId(i as u32)).iter().filter(|_| reached[i]).collect::<Vec<_>>() {
                if let (Evidence::Node(NodeId(above)), Some(_)) = (child.evidence, kept(child)) {
                    reached[above as usize] = true;
                }
            }
        }
        let (mut restricted, mut nodes) = (Derivation::default(), vec![NodeId(0); of.len()]);
        restricted.shape.abridged = of.is_abridged();
        for (id, node) in of.nodes().filter(|(id, _)| reached[id.0 as usize]) {
            let Some(rule) = own(id) else { continue };
            let mut children: Vec<Child> = Vec::new();
            for child in of.children(id) {
                let Some(premise) = kept(child) else { continue };
                let evidence = match child.evidence {
                    Evidence::Node(above) => Evidence::Node(nodes[above.0 as usize]),
                    other => other,
                };
                children.push(Child { premise, evidence });
            }
            children.extend(root.iter().filter(|_| Some(id) == of.root()));
            children.sort_by_key(|child| child.premise);
            // Of premises that are one here, what stands for any of them stands for it.
            let same = |one: &Child, other: &Child| one.premise == other.premise && other.evidence != Evidence::Holds;
            let told = children.clone();
            children.retain(|one| one.evidence != Evidence::Holds || !told.iter().any(|other| same(one, other)));
            nodes[id.0 as usize] = restricted.add(rule, node.judgment, &children);
        }
        restricted
    }
}
