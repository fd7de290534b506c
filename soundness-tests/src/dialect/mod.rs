//! The dialect of Java under test: programs that the rules accept, with a main expression that uses their classes from several
//! threads, run as programs of the calculus.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mod@plain`] | programs of the dialect, written in forms that have reduction rules |
//! | [`driver`] | main expressions |
//! | [`mutate`] | programs that differ a little from a given one |
//! | [`campaign`] | many programs, checked and run |

pub mod campaign;
pub mod driver;
pub mod mutate;
pub mod plain;
