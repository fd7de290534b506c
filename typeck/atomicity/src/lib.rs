//! Types for atomicity (specification: `atomicity`): a method is atomic if every execution is equivalent to one in which nothing comes
//! between its steps. A system over the base, whose types and members it uses.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`algebra`], [`tree`], [`locks`] | section 1: basic atomicities, conditional ones in normal form, the locks that they test |
//! | [`theta`] | what a declaration's ghosts, formal owners and variables stand for where it is used |
//! | `over` | what the rules ask of the type system underneath: the base with the dialect of Java, or owners |
//! | `outside` | what is known of the code outside of a program |
//! | [`rules`] | section 3: every rule as data |
//! | [`checker`] | the rules over the typed program, on hash-consed trees, by components of the call graph |
//! | [`options`] | readings of the rules |
//! | `reading` | the rules' frame: listeners, how a premise is looked at |
//! | `error`, `explain` | causes as data; their sentences |
//! | [`blame`], `walk`, `names` | why a block is not atomic: the first pair of steps that cannot be in one block |
//! | [`cuts`], [`clusters`] | where a method can be interrupted; which warnings have one cause |
//! | `verdict` | errors, and those of `check` that count |
//! | [`report`] | everything that is known, as data |
//! | [`system`], `writing` | as a [`racefree_kernel::System`]; judgments as text |

pub mod algebra;
pub mod blame;
pub mod checker;
pub mod clusters;
pub mod cuts;
mod error;
mod explain;
pub mod judgment;
pub mod locks;
mod names;
pub mod options;
mod outside;
mod over;
mod reading;
pub mod report;
pub mod rules;
pub mod system;
pub mod theta;
pub mod tree;
mod verdict;
mod walk;
mod writing;

pub use blame::{Blame, Blamed};
pub use checker::Enclosing;
pub use outside::{Act, Setting};
pub use report::{Analysis, Claim, MethodInfo, Summary, analyse, analyse_in, summary};
pub use system::{Atomicity, Epaj};
pub use tree::Shown;
pub use verdict::{check, keep_what_holds};
