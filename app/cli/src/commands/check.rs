//! `racefree check`.

use super::{fix, java, settled};
use crate::args::java::Language;
use crate::args::{AtomicityArgs, CheckArgs, DerivationForm, Format};
use crate::derivation;
use crate::ending::{Done, Ending, Halt};
use crate::input;
use crate::options;
use crate::parallel::{in_order, size};
use crate::sarif::Log;
use crate::short::Lines;
use crate::terminal::Out;
use crate::verdict;
use crate::whys::Whys;
use racefree_answers::Source;
use racefree_answers::fixes::{self, Budget};
use racefree_answers::json::{self, Places};
use racefree_answers::variant::Rules;
use racefree_answers::verdict::{Judged, fill_in, parse, unjudged};
use racefree_answers::{self as answers, count};
use racefree_grammar::Program;
use racefree_kernel::Filled;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Results that are put together over all files.
#[derive(Default)]
pub struct Gathered {
    /// Log of `--format sarif`.
    pub log: Log,
    /// Premises that errors name.
    pub whys: Whys,
}

/// Checks every file, by the rules of atomicity if its command asks for that.
pub fn run(args: &CheckArgs, wants: Option<&AtomicityArgs>, out: &mut Out) -> Done {
    if let Some(form) = args.derivation {
        let whole_page = matches!(form, DerivationForm::Latex | DerivationForm::Html);
        if args.format != Format::Human {
            return Err("a derivation as JSON is `--derivation json`, without `--format`".into());
        }
        if whole_page && args.files.len() > 1 {
            return Err("a derivation as LaTeX or HTML is one document, so it takes one FILE".into());
        }
    }
    if args.show {
        return java::show_profile(args, out);
    }
    let input::java::Found { programs, java, wrong } = input::java::find(&args.files, args.language == Language::Java);
    wrong.iter().for_each(|message| out.complain(message));
    let mut worst = if wrong.is_empty() { Ending::Fine } else { Ending::Failed };
    let mut kept = Gathered::default();
    let one = |path: &PathBuf, kept: &mut Gathered, out: &mut Out| {
        let done = input::read(path).map_err(Halt::from);
        let done = done.and_then(|source| check(&source, path, args, wants, kept, out));
        settled(done, out)
    };
    if let [path] = &programs[..] {
        worst = one(path, &mut kept, out)?;
    } else {
        let blank = out.in_memory();
        let work = |path: &PathBuf| {
            let (mut of_file, mut out) = (Gathered { log: Log::part(), ..Gathered::default() }, blank.in_memory());
            one(path, &mut of_file, &mut out).map(|outcome| (outcome, of_file, out))
        };
        let all = in_order(&programs, size, work, |answer| {
            let (outcome, of_file, text) = answer?;
            worst = worst.max(outcome);
            kept.log.append(of_file.log, out)?;
            kept.whys.append(of_file.whys);
            out.replay(text)?;
            if out.is_left() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        });
        // Nobody reads of the other programs.
        match all {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(worst),
            all => all?,
        }
    }
    worst = worst.max(of_java(&java, args, wants.is_some(), &mut kept, out)?);
    match args.format {
        Format::Human => kept.whys.tell(if args.files.len() > 1 { "" } else { "  " }, out)?,
        Format::Sarif => kept.log.finish(out)?,
        Format::Short | Format::Json => {}
    }
    Ok(worst)
}

/// Checks the Java files of a call, which know no atomicities.
fn of_java(java: &[PathBuf], args: &CheckArgs, atomicity: bool, kept: &mut Gathered, out: &mut Out) -> Done {
    let Some(first) = java.first() else {
        let none = |option| Err(format!("`{option}` is for Java, and there is no Java file").into());
        return args.adopt.given().map_or(Ok(Ending::Fine), none);
    };
    if !atomicity {
        return java::check(java, args, kept, out);
    }
    let more = java.len() - 1;
    let others = if more == 0 { String::new() } else { format!(" and {}", count(more as u64, "other file")) };
    out.complain(&format!(
        "`{}`{others}: atomicities are inferred for programs of the calculus, not for Java; `racefree check` judges its locks",
        first.display()
    ));
    Ok(Ending::Failed)
}

fn check(
    source: &Source,
    path: &Path,
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let Source { name, text } = source;
    let named = |message| format!("`{name}`: {message}");
    let words = wants.map(|wants| wants.claims.rules(&args.options.rules, text)).transpose().map_err(named);
    let rules = words.and_then(|words| {
        let words = words.as_ref().unwrap_or(&args.options.rules);
        let system = answers::options::system(words.system.as_deref(), text).map_err(named)?;
        options::rules(words, system)
    });
    let rules = rules?;
    if let Some(choice) = args.fix {
        return fix::run(source, path, choice, args, &rules, kept, out);
    }
    let unjudged = if args.options.rules.system.is_none() { unjudged(text, rules.system) } else { None };
    let mut program = match parse(rules.system, text) {
        Ok(program) => program,
        Err(mut errors) => {
            fixes::settle_syntax(text, &rules, &mut errors, &mut Budget::default());
            match args.format {
                Format::Human => verdict::syntax_errors(source, &errors, out)?,
                Format::Short => Lines::new(name, text).syntax(&errors, out)?,
                Format::Json => writeln!(out, "{}", json::syntax(name, rules.system, &Places::new(text), &errors))?,
                Format::Sarif => kept.log.syntax(name, &Places::new(text), &errors, out)?,
            }
            return Ok(Ending::Wrong);
        }
    };
    let filled = match args.options.rules.defaults {
        true => fill_in(rules.system, &mut program, text),
        false => Ok(Filled::default()),
    };
    let filled = filled?;
    if let Some(form) = args.derivation {
        return derive(source, args, form, (&program, &filled), &rules, kept, out);
    }
    if rules.system.judges_claims() {
        return super::atomicity::present(source, args, wants, &program, &rules, kept, out);
    }
    let mut report = rules.system.check(&program, text, &rules.options);
    fixes::settle_errors(text, &rules, &program, &mut report.errors, &mut Budget::default());
    report.warnings.extend(unjudged);
    kept.whys.note(&report.errors);
    let (system, judged) = (rules.system, Judged { program, filled, report });
    let Judged { filled, report, .. } = &judged;
    match args.format {
        Format::Human => verdict::human(source, report, filled, &rules, out)?,
        Format::Short => Lines::new(name, text).report(report, out)?,
        Format::Json => writeln!(out, "{}", json::check(name, &Places::new(text), system, &judged))?,
        Format::Sarif => kept.log.check(name, &Places::new(text), system, report, out)?,
    }
    Ok(if report.is_ok() { Ending::Fine } else { Ending::Wrong })
}

/// Checks a program and prints its derivation. As text it follows the verdict; another form is a document of its own, and
/// the verdict goes to standard error.
fn derive(
    source: &Source,
    args: &CheckArgs,
    form: DerivationForm,
    (program, filled): (&Program, &Filled),
    rules: &Rules,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let Source { name, text } = source;
    let (mut report, derived) = rules.system.derive(program, text, &rules.options);
    fixes::settle_errors(text, rules, program, &mut report.errors, &mut Budget::default());
    let wanted = racefree_answers::derivation::Options {
        file: name,
        system: rules.system.name(),
        depth: args.options.depth,
        at: args.options.at.as_deref(),
        failing: args.options.failing,
        below: None,
    };
    let look = derivation::Look { width: out.width, color: out.color && form == DerivationForm::Text };
    if form == DerivationForm::Text {
        kept.whys.note(&report.errors);
        verdict::human(source, &report, filled, rules, out)?;
        writeln!(out)?;
    } else if !report.is_ok() {
        out.complain(&format!("{name}: {}; the derivation is partial", count(report.errors.len() as u64, "error")));
    }
    let document = derivation::render(form, &*derived, text, &wanted, look);
    writeln!(out, "{}", document.map_err(|message| format!("{name}: {message}"))?.trim_end())?;
    Ok(if report.is_ok() { Ending::Fine } else { Ending::Wrong })
}
