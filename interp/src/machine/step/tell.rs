//! Telling observers, where it need not be compiled into the steps.

use crate::event::Event;
use crate::machine::Lowered;
use crate::machine::observer::{Built, Observer, Place, Touch, View};
use crate::machine::sites::AccessAt;
use crate::machine::state::Heap;
use crate::value::{ThreadId, Value};

/// Tells an observer of a step.
#[inline(never)]
pub(super) fn tell<O: Observer>(obs: &mut O, view: View<'_>, event: &Event) {
    obs.event(view, event);
}

/// Tells an observer of an access.
#[inline(never)]
pub(super) fn tell_touch<'a, O: Observer>(obs: &mut O, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
    obs.touch(place, more);
}

/// Tells an observer of the init-writes of an object.
#[inline(never)]
pub(super) fn tell_built<O: Observer>(obs: &mut O, built: Built<'_>) {
    obs.built(built);
}

/// Tells an observer of a step that monitors look at.
#[inline(never)]
pub(super) fn tell_monitored<O: Observer>(obs: &mut O, view: View<'_>, event: &Event) {
    obs.monitored(view, event);
}

/// Tells an observer that a thread has come to rest before an instruction that makes this access, if any. Nothing is
/// told if the access takes a closer look.
#[inline(always)]
pub(super) fn tell_point<O: Observer>(
    obs: &mut O,
    program: &Lowered,
    heap: &Heap,
    access: &AccessAt,
    regs: &[Value],
    (thread, steps): (ThreadId, u64),
) -> bool {
    let old = access.number.get().is_some_and(|number| obs.is_old(number));
    let find = || regs.get(access.obj.index()).and_then(|&object| access.find(object, heap));
    let next = if old { None } else { find() };
    let told = old || next.is_some() || access.is_none();
    if told {
        obs.rest(program, thread, next, steps);
    }
    told
}
