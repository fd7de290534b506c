//! The matrix: every `?` premise, its parts and every variant against the smallest program found that it lets through and that
//! goes wrong; and for those without one, how far that was looked for: all programs up to a size, and which other premises
//! hide it. All programs are found by the search. What is committed is in `racefree_variants::matrix`; the tests hold it to what it says.
//!
//! | module | contents |
//! | --- | --- |
//! | `search` | one variant: hunting, making small |
//! | `parts` | premises split into parts |
//! | [`exhaust`] | all programs up to a size under many variants at once |
//! | `spaces` | the signatures that exercise the premises without a counterexample |
//! | `smallest` | that no smaller counterexample exists up to a size |
//! | `company` | several premises off together, where one alone does no harm |
//! | `reasons` | why a premise has no counterexample, as far as we know |
//! | [`update`] | all of it, within a time |

mod company;
pub mod exhaust;
mod parts;
mod reasons;
mod search;
mod smallest;
mod spaces;
pub mod update;

pub use company::company;
pub use parts::parts;
pub use reasons::{outside, why};
pub use search::{Budget, example, explored, search, written};
pub use smallest::below;
pub use spaces::{SPACES, Space, spaces};

use crate::judge::Judge;
use crate::variant::{self, Variant};
use racefree_kernel::System;
pub use racefree_variants::matrix::{
    Bound, Entry, Enumerated, Example, IMPLIED, JointSearch, Matrix, PROVED, committed,
};

/// Every line that the matrix has: the premises, their parts after them, and the variants with a name of their own.
pub fn lines(system: &'static dyn System) -> Vec<Variant> {
    let parts = parts(system);
    let mut lines = Vec::new();
    for variant in variant::all(system) {
        let own = parts.iter().filter(|p| p.off == variant.off && !p.off.is_empty()).cloned().collect::<Vec<_>>();
        lines.push(variant);
        lines.extend(own);
    }
    lines
}

/// Verifies an entry: the variant accepts the program, the base rejects it, the schedule goes wrong as said, and
/// tokens and nodes are right.
///
/// # Errors
///
/// The claim that is false.
pub fn verify(system: &'static dyn System, entry: &Entry) -> Result<(), String> {
    let rules = variant::find_in(system, &entry.variant)?.rules()?;
    for (said, race) in [(&entry.smallest, false), (&entry.race, true)] {
        let Some(said) = said else { continue };
        let program = racefree_grammar::parse(&said.program).map_err(|e| format!("{}: {e:?}", entry.variant))?;
        if !rules.sets_apart(&program) {
            return Err(format!("{}: the program does not set the variant apart", entry.variant));
        }
        // Programs with owners are not enumerated, so their nodes are not counted.
        let nodes = crate::tree::Tree::of(&program).map_or(0, |t| crate::enumerate::nodes(&t));
        if nodes != said.nodes || crate::tree::tokens(&said.program) != said.tokens {
            return Err(format!("{}: {nodes} nodes, {} are said", entry.variant, said.nodes));
        }
        for fewer in company::fewer(&rules) {
            if fewer.accepts(&program) {
                return Err(format!("{}: {} would do", entry.variant, fewer.name));
            }
        }
        let Some(lowered) = Judge::lower(program) else { return Err(format!("{}: cannot run", entry.variant)) };
        Judge::new(&rules).replays(&lowered, said, race).map_err(|e| format!("{}: {e}", entry.variant))?;
    }
    Ok(())
}
