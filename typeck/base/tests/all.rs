//! The tests of this crate, in one binary.

mod captures;
mod declared;
mod expressions;
mod java;
mod table;
mod typed;
