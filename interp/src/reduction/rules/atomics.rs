//! Steps that read and write a field at once, and copies of arrays: what the classes of the library are made of.

use super::arrays::int;
use super::{Reduced, become_value, receiver, thread};
use crate::event::EventKind;
use crate::program::{ClassId, FieldId};
use crate::reduction::{Execution, State};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{ExprId, TypeKind};

impl Execution<'_> {
    /// The first field of an object.
    pub(in crate::reduction) fn first_field(&self, state: &State, o: Value) -> Result<(ObjectId, FieldId), Fault> {
        let object = receiver(o)?;
        let class = state.object(object).ok_or(Fault::Stuck)?.class;
        let field = self.fields_of(class).first().copied().ok_or(Fault::Stuck)?;
        Ok((object, field))
    }

    /// The first field of an object takes a new value, and the result is the old one.
    pub(super) fn red_get_and_set(
        &self,
        state: &mut State,
        i: ThreadId,
        o: Value,
        new: impl FnOnce(&mut State, Value) -> Result<Value, Fault>,
    ) -> Reduced {
        let (object, field) = self.first_field(state, o)?;
        let old = state.heap[object.index()].fields[0];
        let value = new(state, old)?;
        state.object_mut(object).ok_or(Fault::Stuck)?.fields.set(0, value);
        self.stored(state, object, value);
        become_value(thread(state, i)?, old);
        Ok(EventKind::Write { object, field, value, old })
    }

    /// `compareAndSet(o, old, now)`
    pub(super) fn red_compare_and_set(
        &self,
        state: &mut State,
        i: ThreadId,
        o: Value,
        old: Value,
        now: Value,
    ) -> Reduced {
        let (object, field) = self.first_field(state, o)?;
        let value = state.heap[object.index()].fields[0];
        let number = |v: Value| state.object(v.object()?)?.java().number;
        let same = value == old || number(value).is_some() && number(value) == number(old);
        let thread_value = Value::Bool(same);
        if !same {
            become_value(thread(state, i)?, thread_value);
            return Ok(EventKind::Read { object, field, value });
        }
        state.object_mut(object).ok_or(Fault::Stuck)?.fields.set(0, now);
        self.stored(state, object, now);
        become_value(thread(state, i)?, thread_value);
        Ok(EventKind::Write { object, field, value: now, old: value })
    }

    /// `nested(array, n, …)`: each element becomes a new array, and so on.
    pub(super) fn red_nested(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        array: Value,
        lengths: &[Value],
    ) -> Reduced {
        for length in lengths {
            let n = int(*length)?;
            if n < 0 {
                return self.throws(state, i, at, "NegativeArraySizeException", Some(n.to_string()));
            }
        }
        let mut open = vec![(receiver(array)?, lengths)];
        let mut made = 0usize;
        while let Some((object, lengths)) = open.pop() {
            let Some((length, rest)) = lengths.split_first() else { continue };
            let (n, o) = (int(*length)? as usize, state.object(object).ok_or(Fault::Stuck)?);
            let elem = o.java().elem.ok_or(Fault::Stuck)?;
            let TypeKind::Array { elem, .. } = self.tables.program.ty(elem).kind else { return Err(Fault::Stuck) };
            for at_element in 0..o.fields.len() {
                made += n;
                if made > 1 << 22 {
                    return self.throws(state, i, at, "OutOfMemoryError", Some("Java heap space".to_owned()));
                }
                let inner = self.new_array(state, i, elem, n);
                state.object_mut(object).ok_or(Fault::Stuck)?.fields.set(at_element, Value::Object(inner));
                open.push((inner, rest));
            }
        }
        become_value(thread(state, i)?, array);
        Ok(EventKind::Alloc { object: receiver(array)?, class: ClassId::OBJECT })
    }

    /// `copyArray(array, from, to, end)`: an array of `end` elements, at its start those from `from` to `to`.
    pub(super) fn red_copy_array(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        array: Value,
        [from, to, end]: [Value; 3],
    ) -> Reduced {
        let (from, to, end) = (int(from)?, int(to)?, int(end)?);
        let object = receiver(array)?;
        let o = state.object(object).ok_or(Fault::Stuck)?;
        let (elem, values) = (o.java().elem.ok_or(Fault::Stuck)?, o.fields.clone());
        if from < 0 || to < from || to as usize > values.len() || end < to - from {
            let message = format!("arraycopy: last source index {to} out of bounds for length {}", values.len());
            return self.throws(state, i, at, "ArrayIndexOutOfBoundsException", Some(message));
        }
        let origin = self.origin(state, i, at);
        let copy = self.new_array(state, i, elem, end as usize);
        let copied = state.object_mut(copy).ok_or(Fault::Stuck)?;
        copied.java_mut().origin = origin;
        let into = &mut copied.fields;
        for (n, value) in values.iter().skip(from as usize).take((to - from) as usize).enumerate() {
            into.set(n, *value);
        }
        become_value(thread(state, i)?, Value::Object(copy));
        Ok(EventKind::Alloc { object: copy, class: ClassId::OBJECT })
    }
}
