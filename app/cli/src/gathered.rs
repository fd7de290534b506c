//! Results that are put together over the files of a call.

use crate::sarif::Log;
use crate::whys::Whys;

/// Results that are put together over all files.
#[derive(Default)]
pub struct Gathered {
    /// Log of `--format sarif`.
    pub log: Log,
    /// Premises that errors name.
    pub whys: Whys,
}
