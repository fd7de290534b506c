//! progress: no thread is stuck.

use super::Wrong;

/// When no rule applies to a thread.
pub(super) fn stuck() -> Wrong {
    Wrong::Stuck
}
