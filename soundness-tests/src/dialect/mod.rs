//! The dialect of Java under test: programs that the rules accept, with a main expression that uses their classes from several
//! threads, run on the reference engine.
//!
//! | module | contents |
//! | --- | --- |
//! | [`values`] | values for `any t`, objects for variables of several threads |
//! | [`driver`] | main expressions |
//! | [`mutate`] | programs that differ a little from a given one |
//! | [`campaign`] | many programs, checked and run |

pub mod campaign;
pub mod driver;
pub mod mutate;
pub mod values;
