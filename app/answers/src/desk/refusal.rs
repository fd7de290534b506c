//! Reasons why a question has no answer.

use crate::json::{self, Places};
use crate::running::refused;
use crate::source::Source;
use racefree_grammar::SyntaxError;
use racefree_interp::CannotRun;
use racefree_kernel::System;
use serde::Serialize;

/// Kinds of failures.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The question is malformed, or has an unknown word.
    BadRequest,
    /// The program is too large.
    TooLarge,
    /// The program nests too deeply.
    TooDeep,
    /// The program cannot run.
    CannotRun,
    /// An internal error of racefree.
    Internal,
}

/// A failure to answer, in words.
#[derive(Serialize, Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Failure {
    /// Kind of the failure.
    pub kind: FailureKind,
    /// Message, one sentence.
    pub message: String,
}

/// Answer to a question that failed.
#[derive(Serialize, Debug, Clone)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "failed"))]
pub struct Failed {
    /// The failure.
    pub error: Failure,
}

/// A bad request.
pub(crate) fn bad(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::BadRequest, message: message.into() }
}

/// Reason why a program has no answer.
#[derive(Debug)]
pub enum Refusal {
    /// Malformed program: its errors of syntax are the answer.
    Malformed {
        /// Text of the program.
        source: Source,
        /// Type system of the program.
        system: &'static dyn System,
        /// Errors, with verified repairs.
        errors: Vec<SyntaxError>,
    },
    /// Program that cannot run.
    CannotRun(Source, Vec<CannotRun>),
    /// Something is wrong with the question.
    Failure(Failure),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::Failure(failure)
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        bad(message).into()
    }
}

impl Refusal {
    /// Answer or failure of a refusal: a syntax error is an answer.
    pub(crate) fn answered(self) -> Result<String, Failure> {
        match self {
            Refusal::Malformed { source, system, errors } => {
                Ok(json::syntax(&source.name, system, &Places::new(&source.text), &errors))
            }
            Refusal::CannotRun(source, errors) => {
                let (_, message) = refused(&source.text, &errors);
                Err(Failure { kind: FailureKind::CannotRun, message })
            }
            Refusal::Failure(failure) => Err(failure),
        }
    }
}
