//! progress: no thread is stuck.

use crate::observe::View;

pub(super) fn stuck(view: View<'_>) -> String {
    format!("thread {} is stuck: no rule applies here", view.id)
}
