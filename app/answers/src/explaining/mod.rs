//! Is a type error real?
//!
//! A program has a race or a firing monitor only if it is ill typed (section 9.5); so whatever goes wrong in some schedule is
//! due to some error. Which error it is due to is a matter of places, fields and classes.
//!
//! | module | contents |
//! | --- | --- |
//! | [`table`] | the run-time harm of each violated premise |
//! | [`places`] | the expressions, fields and classes that an error is about |
//! | `blame` | the findings that are due to each error |
//! | [`judge`] | the verdicts |
//! | [`methods`] | methods that are warned of, as if they were claimed |
//! | [`of_code`] | errors of the code itself, which no rule has |
//! | [`reach`] | sampled runs: is a place reached, and by which names are its locks held; why a claim is a false alarm |
//! | [`open`] | programs without a main expression, and suggestions for one |
//! | [`clients`] | other mains over the classes, in which an error is real |
//! | [`told`] | all of that, one after the other |
//! | [`report`] | the verdicts, in words |
//! | [`json`] | the verdicts, as objects |

pub mod answer;
mod blame;
pub mod clients;
pub mod json;
pub mod judge;
pub mod methods;
pub mod of_code;
pub mod open;
pub mod places;
pub mod reach;
pub mod report;
pub mod table;
pub mod told;
