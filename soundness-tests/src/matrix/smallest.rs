//! Proof that a counterexample is the smallest: all smaller programs over the least signature with its constructs.

use super::exhaust::{Counts, Exhaust};
use super::{Bound, Example, search};
use crate::enumerate::{Memory, Universe, least, nodes};
use crate::tree::Tree;
use crate::variant::Rules;
use std::time::Instant;

/// All programs with fewer nodes than an example, size by size, until the time is up or one goes wrong. Returns how far that got
/// with none going wrong, and the one that does.
pub fn below(
    rules: &Rules,
    example: &Example,
    race: bool,
    until: Instant,
    memory: &Memory,
) -> (Option<Bound>, Option<Tree>) {
    let Some(tree) = search::tree(example) else { return (None, None) };
    let signature = least(&tree);
    let known = example.below.clone().filter(|b| b.signature == signature.to_string());
    let mut reached = known;
    let from = reached.as_ref().map_or(2, |b| b.nodes + 1);
    for n in from..nodes(&tree) {
        let universe = Universe { signature, nodes: n };
        let variants = [rules.clone()];
        let exhaust = Exhaust { universe, loosest: rules, variants: &variants, race };
        let Some(Counts { programs, variants }) = exhaust.within(&|| Instant::now() > until, memory) else {
            break;
        };
        let Some(count) = variants.into_iter().next() else { break };
        if count.wrong > 0 {
            return (reached, count.smallest);
        }
        reached = Some(count.bound(signature.to_string(), n, programs));
    }
    (reached, None)
}
