//! A program judged.

use crate::variant::Rules;
use racefree_grammar::ast::Dialect;
use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::{Filled, Report, System, Warning};

/// Verdict on a program.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Syntax errors: the text is no program.
    Syntax(Vec<SyntaxError>),
    /// Report on the program.
    Judged(Box<Judged>),
}

/// A program that was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The program, with default annotations filled in.
    pub program: Program,
    /// Annotations filled in.
    pub filled: Filled,
    /// Report of the type system.
    pub report: Report,
}

impl Verdict {
    /// Returns true if nothing is wrong.
    pub fn is_ok(&self) -> bool {
        match self {
            Verdict::Syntax(_) => false,
            Verdict::Judged(judged) => judged.report.is_ok(),
        }
    }
}

/// Parses a program of a system.
pub fn parse(system: &dyn System, source: &str) -> Result<Program, Vec<SyntaxError>> {
    parse_bounded(system, source, None)
}

/// Parses a program of a system, whose expressions nest at most so deeply.
pub fn parse_bounded(system: &dyn System, source: &str, depth: Option<u32>) -> Result<Program, Vec<SyntaxError>> {
    let dialect = Some(system.dialect());
    let options = racefree_grammar::Options { dialect, depth, ..Default::default() };
    let program = racefree_grammar::parse_with(source, options)?;
    if !system.judges(program.dialect) {
        return Err(vec![of_another(system, &program)]);
    }
    Ok(program)
}

/// Error about a program of a dialect that its system does not judge.
fn of_another(system: &dyn System, program: &Program) -> SyntaxError {
    let (span, word) = program.extension().unwrap_or((racefree_grammar::Span::NONE, "dialect: java"));
    let name = system.name();
    let message = format!("`{word}` is of the dialect of Java, which the system `{name}` does not judge");
    let judge = racefree_systems::SYSTEMS.into_iter().find(|known| known.judges(program.dialect));
    let ask = format!("ask with `--system {}`", judge.unwrap_or(racefree_systems::BASE).name());
    SyntaxError::new(span, message, ask)
}

/// Fills in missing annotations. Fails if the system has no heuristics for that.
pub fn fill_in(system: &dyn System, program: &mut Program, source: &str) -> Result<Filled, String> {
    if cfg!(not(feature = "few")) && system.dialect() == Dialect::Owners {
        return Ok(racefree_infer::owners::fill_in(program, source));
    }
    let none = || format!("the system `{}` has no annotations that `--defaults` could fill in", system.name());
    system.fill_in(program).ok_or_else(none)
}

/// Warning for a program without a header that claims what its system does not judge: it would always be called *ok*.
pub fn unjudged(text: &str, system: &dyn System) -> Option<Warning> {
    let words = ["atomic", "write_guarded_by"];
    if system.judges_claims()
        || !matches!(racefree_systems::named(text), Ok(None))
        || !words.iter().any(|w| text.contains(w))
    {
        return None;
    }
    let span = parse(system, text).ok()?.claim()?;
    let over = racefree_systems::over(system).map_or("atomicity", |over| over.name());
    let message = format!(
        "this is for the system `{over}`, and `{}` does not judge it: write `//! system: {over}` at the top, or ask with `--system {over}`",
        system.name()
    );
    Some(Warning { kind: "unjudged_claim", span, message, idle_holds: false, fixes: Vec::new() })
}

/// Judges a text. Its repairs are proposals still: [`crate::fixes::settle`].
pub fn judge(text: &str, rules: &Rules) -> Verdict {
    match parse(rules.system, text) {
        Ok(program) => Verdict::Judged(Box::new(judge_program(program, text, rules))),
        Err(errors) => Verdict::Syntax(errors),
    }
}

/// Judges the program that a text is.
pub fn judge_program(mut program: Program, text: &str, rules: &Rules) -> Judged {
    let filled = if rules.defaults { fill_in(rules.system, &mut program, text).ok() } else { None };
    let report = rules.system.check(&program, text, &rules.options);
    Judged { program, filled: filled.unwrap_or_default(), report }
}
