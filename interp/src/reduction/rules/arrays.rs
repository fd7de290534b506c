//! Arrays: an array is an object whose fields are its elements, each a place of its own.

use super::forms::LOCAL;
use super::{Reduced, become_value, fresh, receiver, thread};
use crate::event::{Access, EventKind};
use crate::program::{ClassId, FieldId, element};
use crate::reduction::{Execution, Object, State};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId, TypeKind};

/// Greatest number of elements of an array: a larger one is an `OutOfMemoryError`.
const MOST: usize = 1 << 24;

pub(super) fn int(v: Value) -> Result<i32, Fault> {
    if let Value::Int(n) = v { Ok(n) } else { Err(Fault::Stuck) }
}

impl Execution<'_> {
    /// `new t[](n)`
    pub(super) fn red_new_array(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        ty: TypeId,
        length: Value,
    ) -> Reduced {
        let TypeKind::Array { elem, .. } = self.tables.program.ty(ty).kind else { return Err(Fault::Stuck) };
        let n = int(length)?;
        match usize::try_from(n) {
            Err(_) => self.throws(state, i, at, "NegativeArraySizeException", Some(n.to_string())),
            Ok(n) if n > MOST => self.throws(state, i, at, "OutOfMemoryError", Some("Java heap space".to_owned())),
            Ok(n) => {
                let origin = self.origin(state, i, at);
                let object = self.new_array(state, i, elem, n);
                state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().origin = origin;
                become_value(thread(state, i)?, Value::Object(object));
                Ok(EventKind::Alloc { object, class: ClassId::OBJECT })
            }
        }
    }

    /// An array, all elements of their default value.
    pub(super) fn new_array(&self, state: &mut State, i: ThreadId, elem: TypeId, n: usize) -> ObjectId {
        let first = match self.tables.program.ty(elem).kind {
            TypeKind::Int => Value::Int(0),
            TypeKind::Boolean => Value::Bool(false),
            TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => self.zero_of(elem),
        };
        let mut object = Object::blank(ClassId::OBJECT, i);
        object.fields = std::iter::repeat_n(first, n).collect();
        object.java_mut().elem = Some(elem);
        fresh(state, i, object)
    }

    /// `o.length`
    pub(super) fn red_length(&self, state: &mut State, i: ThreadId, array: Value) -> Reduced {
        let n = self.length_of(state, array)?;
        become_value(thread(state, i)?, Value::Int(n as i32));
        LOCAL
    }

    /// Number of elements of an array.
    pub(super) fn length_of(&self, state: &State, array: Value) -> Result<usize, Fault> {
        let o = state.object(receiver(array)?).ok_or(Fault::Stuck)?;
        if o.java().elem.is_some() { Ok(o.fields.len()) } else { Err(Fault::Stuck) }
    }

    /// `o[n]` → `H(o)[n]`
    pub(super) fn red_element(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        array: Value,
        index: Value,
    ) -> Reduced {
        let Some((object, n)) = self.place(state, array, index)? else {
            return self.bounds(state, i, at, array, index);
        };
        let value = state.heap[object.index()].fields[n];
        become_value(thread(state, i)?, value);
        Ok(EventKind::Read { object, field: element(n), value })
    }

    /// `o[n] = v` → `v`
    pub(super) fn red_set_element(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        array: Value,
        index: Value,
        value: Value,
    ) -> Reduced {
        let Some((object, n)) = self.place(state, array, index)? else {
            return self.bounds(state, i, at, array, index);
        };
        let elem = state.heap[object.index()].java().elem.ok_or(Fault::Stuck)?;
        if value != Value::Null && !self.is_of(state, value, elem) {
            let name = self.class_of_value(state, value);
            return self.throws(state, i, at, "ArrayStoreException", Some(name));
        }
        let old = state.object_mut(object).ok_or(Fault::Stuck)?.fields.set(n, value);
        self.stored(state, object, value);
        become_value(thread(state, i)?, value);
        Ok(EventKind::Write { object, field: element(n), value, old })
    }

    /// The array and the index of an access to an element; none for an index out of bounds.
    fn place(&self, state: &State, array: Value, index: Value) -> Result<Option<(ObjectId, usize)>, Fault> {
        let (object, n, length) = (receiver(array)?, int(index)?, self.length_of(state, array)?);
        Ok(usize::try_from(n).ok().filter(|&n| n < length).map(|n| (object, n)))
    }

    fn bounds(&self, state: &mut State, i: ThreadId, at: ExprId, array: Value, index: Value) -> Reduced {
        let (n, length) = (int(index)?, self.length_of(state, array)?);
        let message = format!("Index {n} out of bounds for length {length}");
        self.throws(state, i, at, "ArrayIndexOutOfBoundsException", Some(message))
    }

    /// The access to an element that a form is about to make.
    pub(in crate::reduction) fn element_access(
        &self,
        state: &State,
        at: ExprId,
        done: &[Value],
    ) -> Option<(ObjectId, FieldId, Access)> {
        let access = match self.tables.program.expr(at) {
            Expr::Extended(Extended::Element { .. }) => Access::Read,
            Expr::Extended(Extended::SetElement { .. }) => Access::Write,
            _ => return None,
        };
        let (object, n) = self.place(state, *done.first()?, *done.get(1)?).ok()??;
        Some((object, element(n), access))
    }
}
