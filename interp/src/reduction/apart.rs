//! Accesses that need no point of choice: those of one thread, those that only read, and those that a lock keeps apart. They commute with all
//! steps that another thread can make meanwhile. That every field is used so is assumed first, and looked at with each access; the first
//! field of which it is not true is *open*, and the search begins again (Stoller and Cohen, *Optimistic synchronization-based state-space
//! reduction*, TACAS 2003). Accesses that the start or the end of a thread orders are apart as well.

use super::redex::Redex;
use super::{Execution, State};
use crate::event::Access;
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::TypeId;
use racefree_program::Primitive;
use rustc_hash::FxHashSet;

/// A field of all objects of its class, or the elements of all arrays of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A field.
    Field(FieldId),
    /// The elements of arrays.
    Elements(TypeId),
}

/// Pieces whose accesses nothing keeps apart: each of them is a point of choice.
pub type Open = FxHashSet<Piece>;

/// Accesses of a thread to a field of an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The field; none: all fields of the object.
    pub(super) field: Option<FieldId>,
    pub(super) thread: ThreadId,
    /// Number of threads that it had started.
    pub(super) forks: u32,
    /// It has written.
    pub(super) writes: bool,
    /// The locks that it held each time.
    pub(super) locks: Vec<ObjectId>,
}

/// The bit of a thread; none for those with great numbers.
pub(super) fn bit(t: ThreadId) -> u64 {
    1u64.checked_shl(t.0).unwrap_or(0)
}

impl Execution<'_> {
    /// Takes note of the accesses of a thread's next step, which other threads can see. Returns true if they need no point of choice. `Err`:
    /// a piece is not used as was assumed.
    pub fn note_uses(&self, state: &mut State, i: ThreadId, redex: &Redex, open: &Open) -> Result<bool, Piece> {
        if self.used_class(state, i, redex).is_some() {
            return Ok(false);
        }
        if let Some((object, field, access)) = self.access_of(state, redex) {
            // Nobody else uses a class meanwhile.
            if self.is_initialising(state, object, i) {
                return Ok(true);
            }
            let piece = self.piece(state, object, field);
            if self.is_volatile(field) || self.is_final(field) || piece.is_none_or(|piece| open.contains(&piece)) {
                return Ok(false);
            }
            return self.note_use(state, i, (object, Some(field)), access != Access::Read).map(|()| true);
        }
        let Redex::Invoke { at, recv, args } = redex else { return Ok(false) };
        let Some(object) = args.first().and_then(|v| v.object()) else { return Ok(false) };
        match self.primitive(state, *at, *recv) {
            Some(Primitive::CloneArray | Primitive::CopyArray | Primitive::CopyObject) => {
                self.note_use(state, i, (object, None), false)?;
            }
            Some(Primitive::CompareAndSet | Primitive::GetAndSet | Primitive::GetAndAdd | Primitive::GetAndAddLong) => {
                let first = self.first_field(state, Value::Object(object)).map(|(_, field)| field);
                let is_noted = |field: &FieldId| !self.is_volatile(*field) && !open.contains(&Piece::Field(*field));
                if let Some(field) = first.ok().filter(is_noted) {
                    self.note_use(state, i, (object, Some(field)), true)?;
                }
            }
            _ => {}
        }
        Ok(false)
    }

    /// Returns true if a step does nothing but give a lock back, or tell those that wait for it: nobody can tell when it comes, if nobody
    /// looks whether locks are free.
    pub fn ends_section(&self, state: &State, i: ThreadId, redex: &Redex) -> bool {
        if self.is_left_before(state, i) {
            return false;
        }
        match redex {
            Redex::Release { .. } | Redex::Leave => !self.tables.java.tries,
            Redex::Invoke { at, recv, args } => {
                let holds = || {
                    let lock = args.get(1).and_then(|v| v.object());
                    lock.is_some_and(|lock| self.count_of(state, i, lock) > 0)
                };
                match self.primitive(state, *at, *recv) {
                    Some(Primitive::Notify | Primitive::NotifyAll) => holds(),
                    Some(Primitive::Wait | Primitive::WaitOrThrow | Primitive::WaitTimed) => {
                        !self.tables.java.tries && holds()
                    }
                    Some(Primitive::Release) => !self.tables.java.tries,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn piece(&self, state: &State, object: ObjectId, field: FieldId) -> Option<Piece> {
        match state.object(object)?.java().elem {
            Some(elem) => Some(Piece::Elements(elem)),
            None => Some(Piece::Field(field)),
        }
    }

    fn note_use(
        &self,
        state: &mut State,
        i: ThreadId,
        (object, field): (ObjectId, Option<FieldId>),
        writes: bool,
    ) -> Result<(), Piece> {
        let (Some(o), Some(thread)) = (state.object(object), state.threads.get(i.index())) else { return Ok(()) };
        // All threads begin behind what the first one did before it started any.
        if i == ThreadId::MAIN && thread.forks == 0 {
            return Ok(());
        }
        let (forks, uses) = (thread.forks, &o.java().uses);
        let is_own = |used: &Use| (used.field, used.thread, used.forks) == (field, i, forks);
        let own = uses.iter().position(is_own);
        let has = |lock: &ObjectId| self.count_of(state, i, *lock) > 0;
        let locks: Vec<ObjectId> = match own {
            Some(own) => uses[own].locks.iter().copied().filter(has).collect(),
            None => thread.locks.clone(),
        };
        let meets = |used: &&Use| {
            used.thread != i
                && (used.writes || writes)
                && (used.field == field || used.field.is_none() || field.is_none())
                && !used.locks.iter().any(|lock| locks.contains(lock))
                && !self.is_before(state, used, i)
        };
        if let Some(other) = uses.iter().find(meets)
            && let Some(field) = field.or(other.field)
        {
            return self.piece(state, object, field).map_or(Ok(()), Err);
        }
        let new = Use { field, thread: i, forks, writes: writes || own.is_some_and(|own| uses[own].writes), locks };
        if own.is_some_and(|own| uses[own] == new) {
            return Ok(());
        }
        let Some(o) = state.object_mut(object) else { return Ok(()) };
        let uses = &mut o.java_mut().uses;
        match own {
            Some(own) => uses[own] = new,
            None => uses.push(new),
        }
        Ok(())
    }

    /// Returns true if a thread begins behind these accesses, or waited for the end of their thread.
    fn is_before(&self, state: &State, used: &Use, i: ThreadId) -> bool {
        if state.threads.get(i.index()).is_some_and(|thread| thread.joined & bit(used.thread) != 0) {
            return true;
        }
        let mut at = i;
        while let Some(thread) = state.threads.get(at.index()).filter(|_| at != ThreadId::MAIN) {
            if thread.parent == used.thread {
                return used.forks < thread.fork;
            }
            at = thread.parent;
        }
        false
    }
}
