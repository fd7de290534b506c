//! All tests of this crate: one binary is linked instead of one for each file.

mod client;
mod edits;
mod features;
mod grammar;
mod java;
mod robust;
