//! R1, R5, R8 and R9: what must be true of objects and their locks.

use super::{Invariant, Preservation};
use racefree_interp::program::{ClassId, FieldId};
use racefree_interp::reduction::{Object, State};
use racefree_interp::{Event, EventKind, ObjectId, ThreadId, Value};
use racefree_typeck::values::Type;

impl Preservation<'_> {
    /// The fields of a class with their slots, inherited ones included.
    fn fields_of(&self, class: ClassId) -> impl Iterator<Item = (FieldId, usize)> {
        let tables = self.run.tables;
        let all = tables.fields.iter().enumerate();
        all.filter(move |(_, f)| tables.classes.below(class, f.owner)).map(|(i, f)| (FieldId(i as u32), f.slot.index()))
    }

    pub(super) fn heap(&self, state: &State) {
        let held: Vec<Vec<ObjectId>> =
            (0..state.threads.len()).map(|t| self.run.held(state, ThreadId(t as u32))).collect();
        for (i, object) in state.heap.iter().enumerate() {
            let o = ObjectId(i as u32);
            self.shape(state, o, object);
            self.field_values(state, o, object);
            self.lock(state, o, object, &held);
        }
    }

    /// R9
    fn shape(&self, state: &State, o: ObjectId, object: &Object) {
        let ghosts = self.run.tables.classes.ghosts(self.program, object.class);
        let fields = self.fields_of(object.class).count();
        if fields + ghosts == 0 {
            return;
        }
        let holds = object.fields.len() == fields && object.built as usize <= fields && object.ghosts.len() == ghosts;
        self.hold(Invariant::Shapes, holds, || {
            format!("{} has {} of {fields} fields", self.name(state, Value::Object(o)), object.fields.len())
        });
    }

    /// R1; and R7 for objects.
    fn field_values(&self, state: &State, o: ObjectId, object: &Object) {
        for (field, slot) in self.fields_of(object.class) {
            let Some(&v) = object.fields.get(slot) else { continue };
            let name = || format!("{} in {} of {}", self.name(state, v), self.run.tables.field_name(field), o.0);
            let declared = Type::written(self.program, self.program.fields[field.index()].ty);
            if v != Value::Null {
                self.hold(Invariant::Fields, self.fits_field(state, o, field, v), name);
            }
            if let Some(target) = v.object().and_then(|v| state.heap.get(v.index()))
                && self.local(&declared)
            {
                let holder = self.run.tables.classes.get(object.class).thread_local();
                self.hold(Invariant::Confinement, holder && target.thread == object.thread, name);
            }
        }
    }

    /// R5
    fn lock(&self, state: &State, o: ObjectId, object: &Object, held: &[Vec<ObjectId>]) {
        let count = |t: usize| held[t].iter().filter(|&&l| l == o).count() as u32;
        let holders: Vec<(usize, u32)> = (0..held.len()).map(|t| (t, count(t))).filter(|h| h.1 > 0).collect();
        let holds = match (object.lock, &*holders) {
            (None, []) => return,
            (Some((owner, n)), [(t, frames)]) => owner.index() == *t && n == *frames,
            _ => false,
        };
        self.hold(Invariant::Counts, holds, || {
            format!("the lock of {} is {:?}, the frames {holders:?}", self.name(state, Value::Object(o)), object.lock)
        });
    }

    /// R5, the last part: a new thread holds nothing.
    pub(super) fn new_thread(&self, event: &Event, after: &State) {
        if let EventKind::Fork { child } = event.kind {
            let holds = after.heap.iter().all(|o| o.lock.is_none_or(|(owner, _)| owner != child));
            self.hold(Invariant::Counts, holds, || format!("the new thread {child} holds a lock"));
        }
    }

    /// R8: final fields that are initialised keep their value, what ghosts denote stays the same, and no final field is read
    /// before it is initialised.
    pub(super) fn finals(&self, before: &State, event: &Event, after: &State) {
        for (i, (old, new)) in before.heap.iter().zip(after.heap.iter()).enumerate() {
            let o = ObjectId(i as u32);
            for (field, slot) in self.fields_of(old.class) {
                if !self.run.tables.fields[field.index()].is_final || slot >= old.built as usize {
                    continue;
                }
                let (v, w) = (old.fields.get(slot), new.fields.get(slot));
                self.hold(Invariant::Finals, v == w, || {
                    format!("{} of {} changes", self.run.tables.field_name(field), self.name(after, Value::Object(o)))
                });
            }
            for path in old.ghosts.iter() {
                // Through an object under construction a path may come to denote something.
                let (v, w) = (self.run.denote(before, path), self.run.denote(after, path));
                if v.and_then(Value::object).is_some() {
                    self.hold(Invariant::Finals, v == w, || {
                        format!("a ghost of {} changes", self.name(after, Value::Object(o)))
                    });
                }
            }
        }
        if let EventKind::Read { object, field, .. } = event.kind
            && let f = &self.run.tables.fields[field.index()]
            && f.is_final
            && let Some(o) = before.heap.get(object.index())
        {
            self.hold(Invariant::Finals, f.slot.0 < o.built, || {
                format!("{} is read before it is set", self.run.tables.field_name(field))
            });
        }
    }
}
