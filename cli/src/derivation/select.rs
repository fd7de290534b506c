//! The judgment about a place of the source (`--at`): the smallest expression or declaration there, so that a reader need not find
//! it in the tree.

use racefree_grammar::span::{LineIndex, Span};
use racefree_kernel::{Derived, NodeId};

/// The judgment about the smallest expression or declaration at `LINE:COLUMN`, both from 1, the column in characters. Of
/// several about the same, the one that concludes the others.
pub(super) fn at(derived: &dyn Derived, source: &str, places: &[Span], at: &str) -> Result<NodeId, String> {
    let (line, column) = parse(at).ok_or_else(|| format!("`{at}` is no place: write LINE:COLUMN, as in 12:5"))?;
    let offset = LineIndex::new(source)
        .offset(source, line, column)
        .ok_or_else(|| format!("there is no line {line}: the source has {} lines", source.lines().count()))?;
    let about = derived.shape().steps().filter(|(id, _)| {
        let place = places[id.0 as usize];
        derived.is_selectable(*id) && place.start <= offset && offset < place.end
    });
    let smallest = about.min_by_key(|(id, _)| {
        let place = places[id.0 as usize];
        (place.end - place.start, std::cmp::Reverse(*id))
    });
    let (id, _) = smallest.ok_or_else(|| format!("there is no expression or declaration at {line}:{column}"))?;
    Ok(id)
}

fn parse(at: &str) -> Option<(u32, u32)> {
    let (line, column) = at.split_once(':')?;
    let (line, column) = (line.trim().parse().ok()?, column.trim().parse().ok()?);
    (line > 0 && column > 0).then_some((line, column))
}
