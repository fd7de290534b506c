//! Primitives of the library: which rule each is reduced by.

use super::arrays::int;
use super::forms::LOCAL;
use super::{Reduced, become_value, fresh, receiver, thread};
use crate::event::EventKind;
use crate::reduction::state::Number;
use crate::reduction::{Execution, Object, State};
use crate::value::{Fault, ThreadId, Value};
use racefree_grammar::ast::ExprId;
use racefree_program::Primitive;
use std::sync::Arc;

impl Execution<'_> {
    /// `p(v…)`
    pub(super) fn red_primitive(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        primitive: Primitive,
        args: &[Value],
    ) -> Reduced {
        use Primitive as P;
        let value = match (primitive, args) {
            (P::Start | P::StartDaemon, &[t]) => {
                return self.red_start(state, i, at, t, primitive == P::StartDaemon);
            }
            (P::Halt, &[status]) => {
                state.halted = Some(int(status)?);
                Value::Void
            }
            (P::Interrupt, &[t]) => return self.red_interrupt(state, i, t),
            (P::InterruptAgain, &[]) => {
                thread(state, i)?.interrupted = true;
                Value::Void
            }
            (P::Interrupted, &[clear]) => {
                let thread = thread(state, i)?;
                let was = thread.interrupted;
                thread.interrupted = was && clear != Value::Bool(true);
                Value::Bool(was)
            }
            (P::IsInterrupted, &[t]) => {
                let part = state.object(receiver(t)?).ok_or(Fault::Stuck)?.java();
                let (runs, told) = (part.runs, part.told);
                let is = |t: ThreadId| state.threads.get(t.index()).is_some_and(|t| t.interrupted);
                Value::Bool(told || runs.is_some_and(is))
            }
            (P::Join | P::JoinTimed, &[t]) => return self.red_join(state, i, at, t, primitive == P::JoinTimed),
            (P::IsAlive, &[t]) => return self.red_is_alive(state, i, t),
            (P::Activity, &[t]) => return self.red_activity(state, i, t),
            (P::Pause, []) => Value::Void,
            (P::StartNumber, &[t]) => {
                let runs = state.object(receiver(t)?).ok_or(Fault::Stuck)?.java().runs;
                Value::Int(runs.map_or(-1, |thread| thread.0 as i32))
            }
            (P::Ending, []) => {
                thread(state, i)?.ending = true;
                Value::Void
            }
            (P::Current, []) => thread(state, i)?.object.map_or(Value::Null, Value::Object),
            (P::Locals, []) => thread(state, i)?.locals,
            (P::SetLocals, &[v]) => {
                thread(state, i)?.locals = v;
                Value::Void
            }
            (P::SetCurrent, &[t]) => {
                let object = receiver(t)?;
                thread(state, i)?.object = Some(object);
                state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().runs = Some(i);
                Value::Void
            }
            (P::Wait | P::WaitOrThrow | P::WaitTimed, &[set, lock]) => {
                return self.red_wait(state, i, at, (set, lock), primitive);
            }
            (P::Notify | P::NotifyAll, &[set, lock]) => {
                return self.red_notify(state, i, at, (set, lock), primitive == P::NotifyAll);
            }
            (P::Acquire, &[lock]) => return self.red_take(state, i, lock),
            (P::AcquireOrThrow, &[lock]) => return self.red_take_or_throw(state, i, at, lock),
            (P::TryAcquire, &[lock]) => return self.red_try(state, i, lock),
            (P::Release, &[lock]) => return self.red_give(state, i, at, lock),
            (P::Holds, &[lock]) => Value::Int(self.count_of(state, i, receiver(lock)?) as i32),
            (P::IsHeld, &[lock]) => Value::Bool(state.object(receiver(lock)?).ok_or(Fault::Stuck)?.lock.is_some()),
            (P::CompareAndSet, &[o, old, now]) => return self.red_compare_and_set(state, i, o, old, now),
            (P::GetAndSet, &[o, now]) => return self.red_get_and_set(state, i, o, |_, _| Ok(now)),
            (P::GetAndAdd, &[o, d]) => {
                let d = int(d)?;
                return self.red_get_and_set(state, i, o, |_, old| Ok(Value::Int(int(old)?.wrapping_add(d))));
            }
            (P::GetAndAddLong, &[o, d]) => {
                return self.red_get_and_set(state, i, o, |state, old| {
                    let (Some(a), Some(b)) = (self.long(state, old), self.long(state, d)) else {
                        return Err(Fault::Stuck);
                    };
                    Ok(self.number(state, i, Number::Long(a.wrapping_add(b))))
                });
            }
            (P::Print, &[text]) => {
                state.output.push_back((i, text));
                become_value(thread(state, i)?, Value::Void);
                return Ok(EventKind::Print { value: text });
            }
            (P::PrintError, &[text]) => {
                state.errors.push_back((i, text));
                Value::Void
            }
            (P::ClassName | P::SimpleName, &[v]) => {
                receiver_or_box(v)?;
                let name = match primitive {
                    P::ClassName => self.class_of_value(state, v),
                    _ => self.simple_name(state, v),
                };
                self.text(state, i, &name)
            }
            (P::IdentityHash, &[v]) => Value::Int(match v {
                Value::Object(o) => state.object(o).ok_or(Fault::Stuck)?.serial as i32,
                _ => 0,
            }),
            (P::Fill, [array, elements @ ..]) => {
                let object = receiver(*array)?;
                let o = state.object_mut(object).ok_or(Fault::Stuck)?;
                if o.fields.len() != elements.len() {
                    return Err(Fault::Stuck);
                }
                o.fields = elements.iter().copied().collect();
                *array
            }
            (P::Nested, [array, lengths @ ..]) => return self.red_nested(state, i, at, *array, lengths),
            (P::CopyArray, &[array, from, to, end]) => {
                return self.red_copy_array(state, i, at, array, [from, to, end]);
            }
            (P::CloneArray, &[array]) => {
                let length = Value::Int(self.length_of(state, array)? as i32);
                return self.red_copy_array(state, i, at, array, [Value::Int(0), length, length]);
            }
            (P::CopyObject, &[o]) => {
                let old = state.object(receiver(o)?).ok_or(Fault::Stuck)?.clone();
                let java = old.java.clone().map(|mut part| {
                    let part_of_copy = Arc::make_mut(&mut part);
                    (part_of_copy.escaped, part_of_copy.runs) = (false, None);
                    (part_of_copy.waiters, part_of_copy.notes) = (Vec::new(), Vec::new());
                    part_of_copy.uses = Vec::new();
                    part
                });
                let copy = Object { lock: None, thread: i, java, ..old };
                Value::Object(fresh(state, i, copy))
            }
            (P::ThreadNumber, []) => {
                let number = state.unnamed;
                state.unnamed += 1;
                Value::Int(number as i32)
            }
            (P::Constant, &[o, name, ordinal]) => {
                let name = state.object(receiver(name)?).and_then(|o| o.text.clone()).ok_or(Fault::Stuck)?;
                let object = state.object_mut(receiver(o)?).ok_or(Fault::Stuck)?;
                object.java_mut().constant = Some((int(ordinal)?, name));
                o
            }
            (P::Ordinal | P::ConstantName, &[o]) => {
                let constant = state.object(receiver(o)?).and_then(|o| o.java().constant.clone());
                let (ordinal, name) = constant.ok_or(Fault::Stuck)?;
                match primitive {
                    P::Ordinal => Value::Int(ordinal),
                    _ => self.string(state, i, name),
                }
            }
            (P::IsArray, &[v]) => Value::Bool(self.length_of(state, v).is_ok()),
            (P::ArrayLength, &[v]) => Value::Int(self.length_of(state, v)? as i32),
            _ if (P::Concat..=P::HashValue).contains(&primitive) => {
                return self.red_text(state, i, at, primitive, args);
            }
            _ => return self.red_number(state, i, at, primitive, args),
        };
        become_value(thread(state, i)?, value);
        LOCAL
    }
}

/// A value that has a class; `null` has none.
fn receiver_or_box(v: Value) -> Result<(), Fault> {
    match v {
        Value::Int(_) | Value::Bool(_) => Ok(()),
        v => receiver(v).map(drop),
    }
}
