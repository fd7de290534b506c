//! From a file to a program that can run.

use crate::args::{RuleArgs, RunFormat};
use crate::commands::{Outcome, check};
use crate::diagnostics::Artist;
use crate::input::{self, Source};
use crate::json::{self, Places};
use crate::options;
use crate::terminal::Out;
use racefree_answers as answers;
use racefree_grammar::ast::Program;
use racefree_interp::machine::{Lowered, lower};
use racefree_kernel::{Filled, Report};
use racefree_soundness::variant::Rules;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::{count, failed};

/// A program that can run, with its source.
pub struct Loaded {
    /// The source.
    pub source: Source,
    /// The program.
    pub program: Arc<Lowered>,
    /// Whether the type checker accepts it, with no error silenced.
    pub accepted: bool,
    /// What the type checker says.
    pub report: Report,
    /// The rules by which it does, and what the program means.
    pub rules: Rules,
}

impl Loaded {
    /// The same once more; the program itself is shared.
    pub fn again(&self) -> Loaded {
        let Loaded { source, program, accepted, report, rules } = self;
        let source = Source { name: source.name.clone(), text: source.text.clone() };
        Loaded { source, program: program.clone(), accepted: *accepted, report: report.clone(), rules: rules.clone() }
    }
}

/// A program that parses.
pub struct Parsed {
    /// The source.
    pub source: Source,
    /// The syntax tree, defaults filled in if wanted.
    pub program: Program,
    /// What the type checker says.
    pub report: Report,
    /// The rules by which it does, and what the program means.
    pub rules: Rules,
}

impl Parsed {
    /// Of the repairs that errors have, keeps those that do what they say; for commands that show them.
    pub fn settle(&mut self, defaults: bool) {
        let rules = answers::Rules { system: self.rules.system, options: self.rules.options.clone(), defaults };
        let report = std::mem::take(&mut self.report);
        self.report = check::settled(&self.source.text, &rules, self.program.clone(), Filled::default(), report);
    }
}

/// So many errors are drawn; the others are counted.
const DRAWN: usize = 200;

/// Reads a program, and says on standard error if the type checker rejects it. What cannot run is shown; then there is an
/// outcome only.
pub fn load(file: &Path, rules: &RuleArgs, format: RunFormat, out: &mut Out) -> io::Result<Result<Loaded, Outcome>> {
    let parsed = match parse(file, rules, format, out)? {
        Ok(parsed) => parsed,
        Err(outcome) => return Ok(Err(outcome)),
    };
    let loaded = ready(parsed, format, out)?;
    if let Ok(loaded) = &loaded {
        let name = &loaded.source.name;
        let (errors, silenced) = (loaded.report.errors.len() as u64, loaded.report.silenced.len() as u64);
        if errors > 0 {
            let what = count(errors, "type error");
            out.complain(&format!("the checker rejects `{name}` ({what}, see `racefree check`); it runs all the same"));
        } else if silenced > 0 {
            let what = count(silenced, "type error");
            out.complain(&format!("in `{name}` {what} silenced by no_warn: nothing promises that it has no race"));
        }
    }
    Ok(loaded)
}

/// Reads, parses and checks a program.
pub fn parse(file: &Path, args: &RuleArgs, format: RunFormat, out: &mut Out) -> io::Result<Result<Parsed, Outcome>> {
    let source = match input::read(file) {
        Ok(source) => source,
        Err(message) => return Ok(Err(failed(out, &message))),
    };
    let Source { name, text } = &source;
    let system = options::system(args.system, text).map_err(|message| format!("`{name}`: {message}"));
    let rules = match system.and_then(|system| options::rules(args, system)) {
        Ok(rules) => rules,
        Err(message) => return Ok(Err(failed(out, &message))),
    };
    let mut program = match options::parse(rules.system, text) {
        Ok(program) => program,
        Err(errors) if format == RunFormat::Json => {
            writeln!(out, "{}", json::syntax(name, rules.system, &Places::new(text), &errors))?;
            return Ok(Err(Outcome::Wrong));
        }
        Err(errors) => {
            let artist = Artist::new(name, text, out);
            for error in errors.iter().take(DRAWN) {
                artist.syntax_error(error, out)?;
            }
            let summary = format!("{name}: {}", count(errors.len() as u64, "syntax error"));
            writeln!(out, "{}", out.bold(&summary))?;
            return Ok(Err(Outcome::Wrong));
        }
    };
    if let Err(message) = options::fill_in(args, rules.system, &mut program, text) {
        return Ok(Err(failed(out, &message)));
    }
    let report = rules.system.check(&program, text, &rules.options);
    Ok(Ok(Parsed { source, program, report, rules }))
}

/// Makes a program ready to run.
pub fn ready(parsed: Parsed, format: RunFormat, out: &mut Out) -> io::Result<Result<Loaded, Outcome>> {
    let Parsed { source, program, report, rules } = parsed;
    let Source { name, text } = &source;
    match lower(program) {
        Ok(program) => {
            let accepted = report.errors.is_empty() && report.silenced.is_empty();
            Ok(Ok(Loaded { program, source, accepted, report, rules }))
        }
        Err(errors) => {
            if format == RunFormat::Human {
                let artist = Artist::new(name, text, out);
                for error in errors.iter().take(DRAWN).filter(|e| e.span != racefree_grammar::Span::NONE) {
                    let label = (error.span, "here".to_owned());
                    let code = if error.rule.is_empty() { "cannot run" } else { error.rule };
                    artist.problem(code, &error.message, &[label], &[], out)?;
                }
            }
            let why = errors.first().map_or_else(String::new, |e| match Places::new(text).line(e.span) {
                _ if e.span == racefree_grammar::Span::NONE => e.message.clone(),
                line => format!("line {line}: {}", e.message),
            });
            Ok(Err(failed(out, &format!("`{name}` cannot run: {why}"))))
        }
    }
}
