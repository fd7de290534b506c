//! `⟨H; T⟩` (calculus, section 8), all of it: persistent maps from numbers, so that a copy shares the equal parts.

use super::context::{Control, Frame, GhostPath};
use crate::ops::{Text, Texts};
use crate::program::ClassId;
use crate::value::{ObjectId, ThreadId, Value};
use im::Vector;
use std::sync::Arc;

/// `⟨H; T⟩` and the output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// `H`: by [`ObjectId`].
    pub heap: Vector<Object>,
    /// `T`: by [`ThreadId`].
    pub threads: Vector<Thread>,
    /// The values printed, each with its thread.
    pub output: Vector<(ThreadId, Value)>,
}

/// An object `o` of `H`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    /// `cn`
    pub class: ClassId,
    /// `a₁…ₙ`
    pub ghosts: Arc<[GhostPath]>,
    /// The values of the fields, by slot.
    pub fields: Vector<Value>,
    /// Number of initialised fields.
    pub built: u32,
    /// The lock: its owner and count, or free.
    pub lock: Option<(ThreadId, u32)>,
    /// The thread that allocated it.
    pub thread: ThreadId,
    /// Number of the `new` of that thread that made it, from 1; 0 for string literals.
    pub serial: u32,
    /// The contents, if it is a string.
    pub text: Option<Text>,
}

/// A thread of `T`: `C[e]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// Content of the hole of `C`: a redex as it stands, a value, or an exception.
    pub(crate) control: Control,
    /// `C`, from the outside in.
    pub context: Vector<Frame>,
    /// The thread that forked it; the main thread itself.
    pub parent: ThreadId,
    /// Number of the fork of its parent, from 1; 0 for the main thread.
    pub fork: u32,
    /// Number of threads it has forked.
    pub(crate) forks: u32,
    /// Number of objects it has made.
    pub(crate) allocs: u32,
}

impl State {
    /// The object of a number.
    pub fn object(&self, o: ObjectId) -> Option<&Object> {
        self.heap.get(o.index())
    }
}

impl Texts for State {
    fn text(&self, value: Value) -> Option<&Text> {
        self.object(value.object()?)?.text.as_ref()
    }
}
