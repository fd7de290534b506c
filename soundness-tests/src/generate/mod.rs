//! Programs of any system, by the base's generator (`racefree-generate`): what a system or a variant demands beyond the base's
//! rules is met by edits of them.

pub mod blocks;
mod fitted;
mod shapes;
pub mod systems;

pub use racefree_generate::Choices;
pub use racefree_generate::base::{Settings, decode, edited, program};
pub use systems::Maker;
