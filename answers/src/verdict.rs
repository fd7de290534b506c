//! A program judged.

use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::{Filled, Options, Report, System};

/// The rules that programs are judged by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The type system.
    pub system: &'static dyn System,
    /// Its premises switched off, its readings.
    pub options: Options,
    /// Whether missing annotations are filled in first.
    pub defaults: bool,
}

impl Rules {
    /// A system as it is.
    pub fn of(system: &'static dyn System) -> Rules {
        Rules { system, options: Options::default(), defaults: false }
    }
}

/// What is to say of a program.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It is none.
    Syntax(Vec<SyntaxError>),
    /// It was judged.
    Judged(Box<Judged>),
}

/// A program that was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The program, with what was filled in.
    pub program: Program,
    /// What was filled in.
    pub filled: Filled,
    /// What the type system says.
    pub report: Report,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub fn is_ok(&self) -> bool {
        match self {
            Verdict::Syntax(_) => false,
            Verdict::Judged(judged) => judged.report.is_ok(),
        }
    }

    /// How many errors there are.
    pub fn errors(&self) -> usize {
        match self {
            Verdict::Syntax(errors) => errors.len(),
            Verdict::Judged(judged) => judged.report.errors.len(),
        }
    }
}

/// Judges a text. Its repairs are proposals still: [`crate::fixes::settle`].
pub fn judge(text: &str, rules: &Rules) -> Verdict {
    let parsing = racefree_grammar::Options { dialect: Some(rules.system.dialect()), ..Default::default() };
    let mut program = match racefree_grammar::parse_with(text, parsing) {
        Ok(program) => program,
        Err(errors) => return Verdict::Syntax(errors),
    };
    let filled = if rules.defaults { rules.system.fill_in(&mut program) } else { None };
    let report = rules.system.check(&program, text, &rules.options);
    Verdict::Judged(Box::new(Judged { program, filled: filled.unwrap_or_default(), report }))
}
