//! `racefree check`.

use super::{Done, Ending, Halt, fix, java, settled};
use crate::args::java::Language;
use crate::args::{AtomicityArgs, CheckArgs, DerivationForm, Format};
use crate::derivation;
use crate::diagnostics::Artist;
use crate::input;
use crate::options;
use crate::parallel::{in_order, size};
use crate::sarif::Log;
use crate::short::Lines;
use crate::terminal::Out;
use crate::whys::Whys;
use racefree_answers::Source;
use racefree_answers::fixes::{self, Budget};
use racefree_answers::json::{self, Places};
use racefree_answers::variant::Rules;
use racefree_answers::verdict::{self, Judged};
use racefree_answers::{self as answers, count};
use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::{Filled, Readings, Report};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Greatest number of errors of one file that are drawn; the others are counted. Formats for tools have them all.
pub const DRAWN: usize = 200;

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
    let java::files::Found { programs, java, wrong } = java::files::find(&args.files, args.language == Language::Java);
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
    if let (Some(option), true) = (args.adopt.given(), java.is_empty()) {
        return Err(format!("`{option}` is for Java, and there is no Java file").into());
    }
    if let (Some(first), true) = (java.first(), wants.is_some()) {
        let more = java.len() - 1;
        let others = if more == 0 { String::new() } else { format!(" and {}", count(more as u64, "other file")) };
        out.complain(&format!(
            "`{}`{others}: atomicities are inferred for programs of the calculus, not for Java; `racefree check` judges its locks",
            first.display()
        ));
        worst = Ending::Failed;
    } else if !java.is_empty() {
        worst = worst.max(java::check(&java, args, &mut kept, out)?);
    }
    match args.format {
        Format::Human => kept.whys.tell(if args.files.len() > 1 { "" } else { "  " }, out)?,
        Format::Sarif => kept.log.finish(out)?,
        Format::Short | Format::Json => {}
    }
    Ok(worst)
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
    let unjudged = if args.options.rules.system.is_none() { verdict::unjudged(text, rules.system) } else { None };
    let mut program = match verdict::parse(rules.system, text) {
        Ok(program) => program,
        Err(mut errors) => {
            fixes::settle_syntax(text, &rules, &mut errors, &mut Budget::default());
            match args.format {
                Format::Human => syntax_errors(source, &errors, out)?,
                Format::Short => Lines::new(name, text).syntax(&errors, out)?,
                Format::Json => writeln!(out, "{}", json::syntax(name, rules.system, &Places::new(text), &errors))?,
                Format::Sarif => kept.log.syntax(name, &Places::new(text), &errors, out)?,
            }
            return Ok(Ending::Wrong);
        }
    };
    let filled = match args.options.rules.defaults {
        true => verdict::fill_in(rules.system, &mut program, text),
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
        Format::Human => human(source, report, filled, &rules, out)?,
        Format::Short => Lines::new(name, text).report(report, out)?,
        Format::Json => writeln!(out, "{}", json::check(name, &Places::new(text), system, &judged))?,
        Format::Sarif => kept.log.check(name, &Places::new(text), system, report, out)?,
    }
    Ok(if report.is_ok() { Ending::Fine } else { Ending::Wrong })
}

/// Draws the syntax errors of a file and counts them.
pub fn syntax_errors(source: &Source, errors: &[SyntaxError], out: &mut Out) -> io::Result<()> {
    let Source { name, text } = source;
    let artist = Artist::new(name, text, out);
    errors.iter().take(DRAWN).try_for_each(|error| artist.syntax_error(error, out))?;
    let more = if errors.len() > DRAWN { format!(", the first {DRAWN} of them shown") } else { String::new() };
    out.summary(&format!("{name}: {}{more}", count(errors.len() as u64, "syntax error")))
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
        human(source, &report, filled, rules, out)?;
        writeln!(out)?;
    } else if !report.is_ok() {
        out.complain(&format!("{name}: {}; the derivation is partial", count(report.errors.len() as u64, "error")));
    }
    let document = derivation::render(form, &*derived, text, &wanted, look);
    writeln!(out, "{}", document.map_err(|message| format!("{name}: {message}"))?.trim_end())?;
    Ok(if report.is_ok() { Ending::Fine } else { Ending::Wrong })
}

pub fn human(source: &Source, report: &Report, filled: &Filled, rules: &Rules, out: &mut Out) -> io::Result<()> {
    let Source { name, text } = source;
    let drawn = !report.errors.is_empty() || !(out.quiet || report.silenced.is_empty() && report.warnings.is_empty());
    if drawn {
        let artist = Artist::new(name, text, out);
        report.errors.iter().take(DRAWN).try_for_each(|error| artist.type_error(error, false, out))?;
        if !out.quiet {
            report.silenced.iter().take(DRAWN).try_for_each(|error| artist.type_error(error, true, out))?;
            report.warnings.iter().take(DRAWN).try_for_each(|warning| artist.warning(warning, out))?;
        }
    }
    if out.quiet && report.is_ok() {
        return Ok(());
    }
    let summary = match (&report.main, report.errors.len()) {
        (Some(ty), 0) => format!("{name}: ok, the main expression is of type {ty}"),
        (None, 0) => format!("{name}: ok, an open program (it has no main expression, so it cannot run)"),
        (_, n) if n > DRAWN => {
            format!("{name}: {n} errors, the first {DRAWN} of them shown; `--format json` lists them all")
        }
        (_, n) => format!("{name}: {}", count(n as u64, "error")),
    };
    out.summary(&summary)?;
    trust(text, report, filled, rules, out)
}

/// Prints the assumptions of the verdict: an escaped program is not to be taken for a proved one.
fn trust(text: &str, report: &Report, filled: &Filled, rules: &Rules, out: &mut Out) -> io::Result<()> {
    escapes(text, report, out)?;
    let Rules { system, options, .. } = rules;
    let mut readings = options.readings;
    for (reading, trust) in system.variants().iter().filter_map(|v| Some((v.reading?, v.trust?))) {
        if options.reads(reading) {
            writeln!(out, "  taken on trust: {trust}")?;
            readings = readings.without(reading);
        }
    }
    if filled.count > 0 {
        let what = &filled.what;
        writeln!(out, "  filled in: {what} (`racefree fmt --defaults` prints the program with them)")?;
    }
    if !options.off.is_empty() || readings != Readings::default() {
        let off: Vec<String> = options.off.iter().map(racefree_systems::premise_name).collect();
        let off = if off.is_empty() { String::new() } else { format!(": without {}", off.join(", ")) };
        let part =
            options.only.map(|part| format!(", and of that only its part `{}`", part.name())).unwrap_or_default();
        writeln!(out, "  checked by a variant of the rules{off}{part}")?;
    }
    Ok(())
}

/// The escapes that a program uses.
pub fn escapes(text: &str, report: &Report, out: &mut Out) -> io::Result<()> {
    let places = Places::new(text);
    let lines = |spans: &mut dyn Iterator<Item = racefree_grammar::Span>| {
        let mut lines: Vec<String> = spans.map(|s| places.line(s).to_string()).collect();
        lines.dedup();
        if lines.len() > 12 {
            lines.truncate(12);
            lines.push("…".to_owned());
        }
        format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, lines.join(", "))
    };
    if !report.silenced.is_empty() {
        let at = lines(&mut report.silenced.iter().map(|e| e.span));
        writeln!(out, "  taken on trust: {} silenced by no_warn ({at})", count(report.silenced.len() as u64, "error"))?;
    }
    if !report.escapes.holds.is_empty() {
        let at = lines(&mut report.escapes.holds.iter().copied());
        writeln!(out, "  taken on trust: {} holds ({at})", report.escapes.holds.len())?;
    }
    Ok(())
}
