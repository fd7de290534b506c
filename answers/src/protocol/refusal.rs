//! Why a question has no answer.

use crate::json::{self, Places};
use crate::running::refused;
use crate::source::Source;
use racefree_grammar::SyntaxError;
use racefree_interp::CannotRun;
use racefree_kernel::System;
use schemars::JsonSchema;
use serde::Serialize;

/// What went wrong with a question.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// It is no question, or one with a word that means nothing.
    BadRequest,
    /// The program is too large.
    TooLarge,
    /// It nests too deeply.
    TooDeep,
    /// The program cannot run.
    CannotRun,
    /// Our error.
    Internal,
}

/// What went wrong, in words.
#[derive(Serialize, Debug, Clone, PartialEq, Eq, JsonSchema)]
pub struct Failure {
    /// The sort.
    pub kind: FailureKind,
    /// A sentence.
    pub message: String,
}

/// An answer that is none.
#[derive(Serialize, Debug, Clone, JsonSchema)]
#[schemars(rename = "failed")]
pub struct Failed {
    /// Why.
    pub error: Failure,
}

/// A bad request.
pub(crate) fn bad(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::BadRequest, message: message.into() }
}

/// Why a program has no answer.
#[derive(Debug)]
pub enum Refusal {
    /// Malformed program: its errors of syntax are the answer.
    Malformed {
        /// Its text.
        source: Source,
        /// The system that it is of.
        system: &'static dyn System,
        /// The errors, with repairs that were tried out.
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
    pub(super) fn answered(self) -> Result<String, Failure> {
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
