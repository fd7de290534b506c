//! The dialect of Java under test: programs that the rules accept, with a main expression that uses their classes from several
//! threads, run on the reference engine; those with a form that no rule runs there are written as programs of the calculus.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mod@plain`] | programs of the dialect, written in forms that have reduction rules |
//! | [`values`] | values for `any t` |
//! | [`driver`] | main expressions |
//! | [`mutate`] | programs that differ a little from a given one |
//! | [`campaign`] | many programs, checked and run |

pub mod campaign;
pub mod driver;
pub mod mutate;
pub mod plain;
pub mod values;
