//! Premises that variants have of their own, interned: an id stands for rule, name and texts as long as the program runs, so that
//! whatever names a premise (errors, derivations, JSON, pages) names these too.

use crate::rule::{Kind, Premise, PremiseId, RuleId};
use std::fmt;
use std::sync::RwLock;

/// Maximum number of different ones in a process: each is kept for good.
const MOST: usize = 10_000;

static OWN: RwLock<Vec<(PremiseId, &'static Premise)>> = RwLock::new(Vec::new());

/// There is no room for another premise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no more than {MOST} different premises of variants are kept")
    }
}

/// The premise of a variant: a rule, a name in it, what it says and what it is for. The same for the same texts.
///
/// # Errors
///
/// If there are too many of them.
pub fn own_premise(rule: RuleId, name: &str, statement: &str, why: &str) -> Result<PremiseId, Full> {
    let mut own = OWN.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    let same = |p: &Premise| p.name == name && p.statement == statement && p.why == why;
    if let Some((id, _)) = own.iter().find(|(id, premise)| id.rule() == rule && same(premise)) {
        return Ok(*id);
    }
    if own.len() >= MOST {
        return Err(Full);
    }
    let id = PremiseId::own(rule, own.len() as u16 + 1);
    let kept = |text: &str| -> &'static str { String::leak(text.to_owned()) };
    let premise =
        Premise { name: kept(name), statement: kept(statement), kind: Kind::Checks, why: kept(why), off: None };
    own.push((id, Box::leak(Box::new(premise))));
    Ok(id)
}

/// The premise of an id that [`own_premise`] gave.
pub(crate) fn find(id: PremiseId) -> Option<&'static Premise> {
    let own = OWN.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    own.get(id.own_number()?).filter(|(known, _)| *known == id).map(|(_, premise)| *premise)
}

/// Its name in its rule.
pub(super) fn name(id: PremiseId) -> &'static str {
    find(id).map_or("", |premise| premise.name)
}
