//! progress: no thread is stuck.

use super::Wrong;

/// The violation of a thread to which no rule applies.
pub(super) fn stuck() -> Wrong {
    Wrong::Stuck
}
