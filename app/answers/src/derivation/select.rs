//! The judgment about a place of the source (`--at`), or the one that fails (`--failing`), so that a reader need not find it in the
//! tree.

use racefree_grammar::span::{LineIndex, Span};
use racefree_kernel::{Derived, Evidence, NodeId};

/// The judgment about the outermost expression or declaration that begins at `LINE:COLUMN`, both from 1, the column in characters; if
/// none begins there, about the smallest that stands there.
pub fn at(derived: &dyn Derived, source: &str, places: &[Span], at: &str) -> Result<NodeId, String> {
    let (line, column) = parse(at).ok_or_else(|| format!("`{at}` is no place: write LINE:COLUMN, as in 12:5"))?;
    let offset = LineIndex::new(source)
        .offset(source, line, column)
        .ok_or_else(|| format!("there is no line {line}: the source has {} lines", source.lines().count()))?;
    let shape = derived.shape();
    let selectable = |id: &NodeId| derived.is_selectable(*id);
    // The outermost that begins there; one that fails first, and of several about the same, the one that concludes the others.
    let begins = shape.steps().map(|(id, _)| id).filter(|id| selectable(id) && places[id.0 as usize].start == offset);
    let outermost = begins.filter(|id| places[id.0 as usize].end > offset).max_by_key(|id| {
        let place = places[id.0 as usize];
        (fails(derived, *id), place.end - place.start, *id)
    });
    let smallest = || {
        let about = shape.steps().map(|(id, _)| id).filter(|id| {
            let place = places[id.0 as usize];
            selectable(id) && place.start <= offset && offset < place.end
        });
        about.min_by_key(|id| {
            let place = places[id.0 as usize];
            (place.end - place.start, std::cmp::Reverse(*id))
        })
    };
    outermost.or_else(smallest).ok_or_else(|| format!("there is no expression or declaration at {line}:{column}"))
}

/// The judgment of a number.
pub fn key(derived: &dyn Derived, key: Option<u32>) -> Result<NodeId, String> {
    let known = key.filter(|&key| (key as usize) < derived.shape().len());
    known.map(NodeId).ok_or_else(|| format!("there is no judgment {}", key.unwrap_or_default()))
}

/// Returns true if a premise of the judgment itself fails, rather than one of a judgment below it.
fn fails(derived: &dyn Derived, id: NodeId) -> bool {
    derived.shape().children(id).iter().any(|child| child.evidence == Evidence::Fails)
}

/// The first judgment about an expression or a declaration, in the order of the source, of which a premise fails.
pub fn failing(derived: &dyn Derived) -> Option<NodeId> {
    let places = derived.places();
    let shape = derived.shape();
    let own = shape.steps().map(|(id, _)| id).filter(|id| derived.is_selectable(*id) && !shape.step(*id).holds);
    own.filter(|&id| leads(derived, id)).min_by_key(|id| (places[id.0 as usize].start, places[id.0 as usize].end, *id))
}

/// Returns true if a premise fails here, or in a judgment above that is not about its own expression or declaration.
fn leads(derived: &dyn Derived, id: NodeId) -> bool {
    fails(derived, id)
        || derived.shape().children(id).iter().any(|child| match child.evidence {
            Evidence::Node(above) => {
                !derived.is_selectable(above) && !derived.shape().step(above).holds && leads(derived, above)
            }
            Evidence::Holds | Evidence::Fails | Evidence::Assumed => false,
        })
}

fn parse(at: &str) -> Option<(u32, u32)> {
    let (line, column) = at.split_once(':')?;
    let (line, column) = (line.trim().parse().ok()?, column.trim().parse().ok()?);
    (line > 0 && column > 0).then_some((line, column))
}
