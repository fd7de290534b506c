//! A trace for tools: one JSON object.

use super::{Title, Trace};

records! {
    /// The object.
    #[cfg_attr(test, schemars(rename = "trace"))]
    pub(crate) struct TraceDocument<'a> {
        #[serde(flatten)]
        title: &'a Title<'a>,
        #[serde(flatten)]
        trace: &'a Trace,
    }
}

/// The object, in one line.
pub fn render(trace: &Trace, title: &Title<'_>) -> String {
    // Serialization cannot fail: all parts are plain data.
    serde_json::to_string(&TraceDocument { title, trace }).unwrap_or_default() + "\n"
}
