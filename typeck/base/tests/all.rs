//! The tests of this crate, in one binary.

mod captures;
mod declared;
mod expressions;
mod table;
mod typed;
