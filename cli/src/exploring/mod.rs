//! What `racefree explore` and `racefree explain` share.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`mod@search`] | an exploration with progress and Ctrl-C; which algorithm fits |
//! | [`shown`] | what was found, run once more so that it can be seen |
//! | [`words`] | how complete an exploration is, in words |
//! | [`outcomes`] | how runs end, by a projection, each with a schedule |
//! | [`owners`] | the monitors of run-time owners, in runs |
//! | [`causes`] | races by the access that lacks the lock |
//! | [`cycles`] | blocks that are not serializable |
//! | [`json`] | the result, for tools |
//! | [`graph`] | the state graph, as a page and for Graphviz |

pub mod causes;
pub mod cycles;
pub mod graph;
pub mod json;
pub mod outcomes;
pub mod owners;
pub mod search;
pub mod shown;
pub mod words;

pub use search::{Searched, search};
pub use shown::Shown;
