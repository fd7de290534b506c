//! Lines of the matrix: the known entry of a variant, or a search for it.

use crate::desk::Desk;
use crate::options::{MatrixOptions, named};
use racefree_grammar::ast::Dialect;
use racefree_kernel::System;
use racefree_soundness::generate::systems::makes;
use racefree_soundness::matrix::{self, Budget, Entry, Matrix};
use racefree_soundness::owners;
use serde::Serialize;
use std::time::Duration;

/// A search takes so long by default.
const SEARCH_SECONDS: u64 = 60;

/// Why a variant that only adds premises has no counterexample.
const ONLY_ADDS: &str = "it only adds premises, so it accepts nothing that the base rejects; `racefree variants diff` shows what it \
    rejects and the base accepts";

/// A line of the matrix, known or searched for.
pub struct MatrixLine {
    /// The line.
    pub entry: Entry,
    /// True if it was searched for.
    pub searched: bool,
}

/// Returns true if the programs of a system come from its own generator, which makes no trees.
pub fn has_own_generator(system: &'static dyn System) -> bool {
    system.dialect() == Dialect::Owners && racefree_systems::beneath(system).id() == system.id()
}

/// The programs of the corpus that are of a system.
pub fn corpus_of(system: &dyn System) -> Vec<&'static str> {
    let of_it = racefree_corpus::entries().into_iter().filter(|e| e.header().system() == system.name());
    of_it.map(|e| e.source).collect()
}

/// Line of the matrix: the entry of a known variant; the meaning of one that only adds premises; or a search.
/// Fails if there is no such variant, or it cannot be searched for.
pub fn line(desk: &Desk, known: &Matrix, name: &str, asked: &MatrixOptions) -> Result<MatrixLine, String> {
    let system = named(asked.system.as_deref());
    let variant = (desk.variant)(system, name)?;
    let rules = variant.rules()?;
    // A variant is looked up by name, then by its meaning.
    if let Some(entry) = known.entry(&variant.name).or_else(|| known.entry(&rules.spelled())) {
        return Ok(MatrixLine { entry: entry.clone(), searched: false });
    }
    if rules.only_adds() {
        let none_because = Some(ONLY_ADDS.to_owned());
        let entry = Entry { variant: variant.name, none_because, ..Entry::default() };
        return Ok(MatrixLine { entry, searched: false });
    }
    makes(system)?;
    search(desk, name, asked)
}

/// Searches anew for one variant. Fails if there is no such variant, or it cannot be searched for.
pub fn search(desk: &Desk, name: &str, asked: &MatrixOptions) -> Result<MatrixLine, String> {
    let system = named(asked.system.as_deref());
    let time = Duration::from_secs(asked.time.unwrap_or(SEARCH_SECONDS).max(1));
    let own = has_own_generator(system);
    if !own {
        makes(system)?;
    }
    let variant = (desk.variant)(system, name)?;
    // Hunts from three seeds with shrinking, and races from two: each a sixth of the time.
    let budget = Budget { seeds: 3, hunt: time / 12, reduce: time / 24, proof: time / 72 };
    let entry = match own {
        true => owners::matrix::search_one(&variant.rules()?, &corpus_of(system), 0, time),
        false => matrix::search(&variant, &[], budget)?,
    };
    Ok(MatrixLine { entry, searched: true })
}

/// `matrix` Fails if a word means nothing.
pub fn answer(desk: &Desk, asked: &MatrixOptions) -> Result<String, String> {
    let system = named(asked.system.as_deref());
    let known = matrix::committed(system)?;
    match (&asked.search, &asked.variant) {
        (Some(name), _) => json(system, &search(desk, name, asked)?.entry),
        (None, Some(name)) => json(system, &line(desk, &known, name, asked)?.entry),
        (None, None) => json(system, &known),
    }
}

/// Answer tagged with its system.
#[derive(Serialize)]
struct OfSystem<'a, T> {
    system: &'static str,
    #[serde(flatten)]
    what: &'a T,
}

/// The matrix, or a line of it, as an object.
pub fn json<T: Serialize>(system: &'static dyn System, what: &T) -> Result<String, String> {
    serde_json::to_string(&OfSystem { system: system.name(), what }).map_err(|e| e.to_string())
}
