//! Ghost variables in code: they are substituted like any other variable, by a path whose fields are then read one by one.

use super::code::Lowered;
use super::state::{GhostNode, GhostStart, Heap};
use crate::program::ClassId;
use crate::value::Value;

/// Returns the start of a ghost variable's path, and its fields.
pub(super) fn ghost_path(
    program: &Lowered,
    heap: &Heap,
    this: Value,
    class: ClassId,
    ghost: u32,
) -> Option<(Value, Vec<racefree_grammar::name::Name>)> {
    let (start, mut after) = heap.ghost(&program.tables, this.object()?, class, ghost)?;
    let mut node = match start {
        GhostStart::Value(value) => return Some((value, after)),
        GhostStart::Node(node) => node,
    };
    let mut before = Vec::new();
    loop {
        match *heap.ghost_nodes.get(node.index())? {
            GhostNode::Field(inner, fd) => {
                before.push(fd);
                node = inner;
            }
            GhostNode::Root(value) => {
                before.reverse();
                before.append(&mut after);
                return Some((value, before));
            }
        }
    }
}
