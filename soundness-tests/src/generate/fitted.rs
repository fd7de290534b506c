//! Programs that satisfy a variant's own premises. The generator decides by the rules of the system and by the premises
//! that are off; a variant's further demands are met by edits: offending parts are taken out or simplified, the nearest
//! program with fewer errors first, until there are none.

use crate::reduce;
use crate::tree::Tree;
use racefree_kernel::Options;
use racefree_systems::BASE;

/// Bounds on the edits in a row, and on the programs looked at in all.
const EDITS: usize = 24;
const LOOKS: usize = 1_200;

/// The program, edited until it keeps to the premises of the variant's own; as far as that went, if it did not work out.
pub fn fitted(options: &Options, mut tree: Tree, seed: u64) -> Tree {
    let errors = |tree: &Tree| {
        let found = BASE.failures(&tree.program(), options);
        (found.iter().any(|(premise, _)| premise.is_own()), found.len())
    };
    let (own, mut left) = errors(&tree);
    if !own {
        return tree;
    }
    let mut looks = 0;
    for edit in 0..EDITS {
        let near = reduce::candidates(&tree);
        let start = (seed.rotate_left(edit as u32 * 7) % near.len().max(1) as u64) as usize;
        let mut better = None;
        for candidate in near[start..].iter().chain(&near[..start]).filter(|tree| tree.is_syntax()) {
            looks += 1;
            let (_, now) = errors(candidate);
            if now < left {
                better = Some((candidate.clone(), now));
                break;
            }
            if looks > LOOKS {
                return tree;
            }
        }
        let Some((next, now)) = better else { return tree };
        (tree, left) = (next, now);
        if left == 0 {
            break;
        }
    }
    tree
}
