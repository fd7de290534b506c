//! Well-typed programs for property tests of other crates.
//!
//! ```no_run
//! use proptest::prelude::*;
//! use racefree_soundness::judge::{Judge, Verdict};
//! use racefree_soundness::strategy::{Settings, well_typed};
//! use racefree_soundness::variant::Rules;
//!
//! proptest! {
//!     # #[allow(unused)]
//!     fn no_schedule_goes_wrong(given in well_typed(Settings::small())) {
//!         let program = Judge::lower(given.program).expect("a well-typed program can run");
//!         prop_assert!(!matches!(Judge::new(&Rules::base()).explore(&program), Verdict::Wrong(..)));
//!     }
//! }
//! # fn main() {}
//! ```

use crate::generate;
pub use crate::generate::Settings;
use proptest::prelude::*;
use racefree_grammar::Program;
use racefree_typeck::Options;
use std::fmt;

/// A program that the base rules accept. It is shown as its text.
#[derive(Clone)]
pub struct WellTyped {
    /// The text.
    pub source: String,
    /// Its parse.
    pub program: Program,
}

impl fmt::Debug for WellTyped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

/// Well-typed programs of some size and sort: small ones ([`Settings::small`]), or with something of everything
/// ([`Settings::wide`]). A program that fails a property is made small by taking choices of its generator back, so that it
/// stays well typed. What has two threads that conflict, blocks, overrides, and so on, is as frequent as `racefree fuzz` says.
pub fn well_typed(settings: Settings) -> impl Strategy<Value = WellTyped> {
    generate::programs(&Options::default(), settings).prop_filter_map("it parses", |tree| {
        let source = tree.source();
        let program = racefree_grammar::parse(&source).ok()?;
        Some(WellTyped { source, program })
    })
}
