//! The model's verdict as the checker's is: errors, those that are silenced, escapes, annotations.

use super::{Verdict, judge};
use crate::rules::BOOK;
use crate::{Base, Options, Report, TypeError};
use racefree_grammar::ast::Program;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, report};

/// Judges a program that `source` was parsed to by the model. What it knows of an error is the premise, and what it is about.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    let Verdict { main, failed, .. } = judge(program, options);
    let errors = failed.into_iter().map(error).collect();
    let main = main.map(|t| t.text(program, source));
    report::sort_out(&Base, program, source, options, errors, Vec::new(), main)
}

fn error((premise, span): (PremiseId, Span)) -> TypeError {
    let declared = BOOK.premise(premise);
    let message = format!("the premise does not hold: {}", declared.statement);
    TypeError {
        label: "it is about this".to_owned(),
        notes: vec![declared.why.to_owned()],
        ..TypeError::new(premise, span, message)
    }
}
