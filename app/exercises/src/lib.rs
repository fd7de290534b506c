//! Exercises that grade themselves. An exercise is a program whose `//!` lines say what is asked of it; its answer is computed by the
//! tools and written nowhere. This crate reads exercises, makes sheets and answers, grades what was handed in, and finds faults of
//! exercises. It prints nothing, and judges nothing itself: type systems, searches and inference do.
//!
//! ```text
//! //! Lost money                                a title, then whatever prose helps a learner
//! //! exercise: schedule                        or: predict, derivation, annotate, repair
//! //! task: Two deposits of 10. Let one of them get lost.
//! //! goal: heap Account#1.balance = 10
//! //! points: 1                                 1 if left out
//! //! score: all                                no points for parts
//! //! hint: …                                   as many as there are
//! //! option: --off RULE/premise                rules to judge by
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`exercise`], `header` | an exercise, and its header |
//! | [`mod@file`] | the exercises that are built in |
//! | [`facts`] | what the tools say of a program, within a budget |
//! | [`handed`] | what a student hands in, read |
//! | [`mod@grade`] | the points of an answer, and the first thing that is wrong with it |
//! | [`predict`], [`schedule`], [`annotate`], [`repair`], [`sheet`] | the five kinds of exercises |
//! | [`ready`] | an exercise with its answer; faults of exercises |
//! | [`mutants`] | wrong answers made of a right one |
//! | [`vary`] | an exercise with other names for each student |
//! | [`table`] | rows and summaries of graded submissions |
//! | [`mod@ask`] | the question `exercise` of the protocol |

pub mod annotate;
pub mod ask;
pub mod exercise;
pub mod facts;
pub mod file;
pub mod grade;
pub mod handed;
mod header;
pub mod mutants;
pub mod predict;
pub mod ready;
pub mod repair;
pub mod schedule;
pub mod sheet;
pub mod table;
pub mod vary;

pub use ask::answer as ask;
pub use exercise::{Exercise, Kind};
pub use facts::Budget;
pub use grade::{Feedback, Grade, Verdict};
pub use ready::Ready;
pub use table::{Row, Table};
