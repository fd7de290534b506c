//! exclusion: a lock has one owner, and its count is the number of `in_sync` frames of it in that thread.

use super::Wrong;
use crate::observe::View;
use crate::value::ObjectId;

/// After an acquire or a release of `object` by the thread of the view.
pub(super) fn of_lock(view: View<'_>, object: ObjectId) -> Option<Wrong> {
    let frames = view.syncs.iter().filter(|h| h.object == Some(object)).count() as u32;
    let lock = view.heap.object(object);
    let held = if lock.held_by(view.id) { lock.count } else { 0 };
    if held == frames && (lock.count == 0) == lock.owner().is_none() {
        return None;
    }
    Some(Wrong::Count { frames, held })
}
