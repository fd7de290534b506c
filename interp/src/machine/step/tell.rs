//! Telling observers, where it need not be compiled into the steps.

use crate::event::Event;
use crate::observe::{Observer, Touch, View};

/// Tells an observer of a step.
#[inline(never)]
pub(super) fn tell<O: Observer>(obs: &mut O, view: View<'_>, event: &Event) {
    obs.event(view, event);
}

/// Tells an observer of an access.
#[inline(never)]
pub(super) fn tell_touch<O: Observer>(obs: &mut O, touch: Touch<'_>) {
    obs.touch(touch);
}

/// Tells an observer of a step with which something may be wrong.
#[cold]
#[inline(never)]
pub(super) fn tell_doubt<O: Observer>(obs: &mut O, view: View<'_>, event: &Event) {
    obs.doubt(view, event);
}
