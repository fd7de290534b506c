//! Generated programs as strategies of proptest, for property tests of any crate. They shrink by the choices that they are made of.
//!
//! ```no_run
//! use proptest::prelude::*;
//! use racefree_soundness::judge::{Judge, Verdict};
//! use racefree_strategies::{Settings, well_typed};
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

use proptest::prelude::*;
use racefree_generate::Choices;
pub use racefree_generate::base::Settings;
use racefree_generate::base::decode;
use racefree_generate::owners;
use racefree_generate::tree::Tree;
use racefree_grammar::Program;
use racefree_kernel::Options;
use std::fmt;

/// A program that the rules accept. It is shown as its text.
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
pub fn well_typed(settings: Settings) -> impl Strategy<Value = WellTyped> + use<> {
    well_typed_by(&Options::default(), settings)
}

/// The same by the rules of a variant: with premises off, or with literal readings in force.
pub fn well_typed_by(options: &Options, settings: Settings) -> impl Strategy<Value = WellTyped> + use<> {
    programs(options, settings).prop_filter_map("it parses", |tree| {
        let source = tree.source();
        let program = racefree_grammar::parse(&source).ok()?;
        Some(WellTyped { source, program })
    })
}

/// Programs of the system of owners, most of them well typed, as text.
pub fn with_owners() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u16>(), 0..600).prop_map(|row| owners::program(Choices::given(&row)))
}

/// Well-typed programs as trees.
pub fn programs(options: &Options, settings: Settings) -> impl Strategy<Value = Tree> + use<> {
    let options = options.clone();
    prop::collection::vec(any::<u16>(), 0..400).prop_map(move |row| decode(&options, settings, Choices::given(&row)).0)
}
