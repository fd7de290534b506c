//! `racefree pairs`.

use super::settled;
use crate::args::RunFormat;
use crate::args::pairs::{PairsArgs, PairsFormat, PairsGraph};
use crate::atomic_file;
use crate::ending::{Done, Ending, Halt};
use crate::input::{is_java, java, read_results};
use crate::options;
use crate::pairing::compare::{self, Row};
use crate::pairing::{graph, html, human, sarif};
use crate::running::{Line, interrupt, program, write_file};
use crate::sarif::Log;
use crate::terminal::Out;
use racefree_answers::desk::{self, Desk, Refusal};
use racefree_answers::json::Places;
use racefree_answers::options::{ModeWord, RuleOptions};
use racefree_answers::pairing::baseline::PairsBaseline;
use racefree_answers::pairing::{self, Analysed, Answered, PairsSubject, json, verify};
use racefree_answers::{Source, count};
use racefree_pairs::{Analysis, Watch};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

/// Analyses programs, one after the other.
pub fn run(args: &PairsArgs, out: &mut Out) -> Done {
    let (desk, _) = options::desk(false);
    let mut worst = Ending::Fine;
    let mut log = Log::default();
    let [id, what, why] = sarif::RULE;
    log.rule(id, what, why);
    let mut rows: Vec<Row> = Vec::new();
    for (i, file) in args.files.iter().enumerate() {
        let watch = pairing::watch(&desk, &args.options);
        let done = load(file, args, watch, &mut log, out).and_then(|subject| match args.compare {
            true => {
                let (row, outcome) = row(subject, args, &desk, out)?;
                rows.push(row);
                Ok(outcome)
            }
            false => one(subject, args, &desk, &mut log, out),
        });
        let outcome = settled(done, out)?;
        worst = worst.max(outcome);
        if interrupt::interrupted() && i + 1 < args.files.len() {
            out.complain(&format!("interrupted: {} not analysed", count((args.files.len() - i - 1) as u64, "file")));
            worst = worst.max(Ending::Budget);
            break;
        }
    }
    if args.compare {
        match args.format {
            PairsFormat::Json => writeln!(out, "{}", compare::json(&rows))?,
            _ => compare::table(&rows, out)?,
        }
    } else if args.format == PairsFormat::Sarif {
        log.finish(out)?;
    }
    Ok(worst)
}

/// Reads a program; what cannot be analysed is shown, and then there is an outcome only.
fn load(file: &Path, args: &PairsArgs, watch: Watch, log: &mut Log, out: &mut Out) -> Done<PairsSubject> {
    let plain = args.graph.is_none() && matches!(args.format, PairsFormat::Human | PairsFormat::Json);
    let format = if plain && args.format == PairsFormat::Human { RunFormat::Human } else { RunFormat::Json };
    if is_java(file) || file.is_dir() {
        return load_java(file, args, watch, format);
    }
    let (source, _) = program::read(file, args.options.system.as_deref())?;
    let subject = match pairing::subject(source, &args.options, options::variant, watch) {
        Ok(subject) => subject,
        Err(Refusal::Malformed { source: Source { name, text }, errors, .. }) if !plain => {
            let places = Places::new(&text);
            if args.format == PairsFormat::Sarif && args.graph.is_none() {
                log.syntax(&name, &places, &errors, out)?;
            } else if let Some(e) = errors.first() {
                out.complain(&format!("{name}:{}: {}", places.line(e.span), e.message));
            }
            return Err(Halt::Shown(Ending::Wrong));
        }
        Err(refusal) => return Err(Halt::refused(format)(refusal)),
    };
    match (&args.harness, &subject.source.harness) {
        (Some(path), Some(harness)) => {
            write_file(path, "harness", &harness.text)?;
        }
        (Some(_), None) => {
            out.complain(&format!("`{}` has a main expression: there is no harness to write", subject.name));
        }
        (None, _) => {}
    }
    Ok(subject)
}

/// Reads Java: a file, or a folder as one program.
fn load_java(path: &Path, args: &PairsArgs, watch: Watch, format: RunFormat) -> Done<PairsSubject> {
    if args.harness.is_some() || args.compare || args.options.mode == ModeWord::Paper {
        return Err("`--harness`, `--compare` and `--mode paper` are for programs of the calculus".to_owned().into());
    }
    let files = java::read(&java::java_alone(&[path.to_owned()])?, &[], options::cores())?;
    let rules = desk::rules(&RuleOptions::default(), "", options::variant)?;
    let name = path.display().to_string();
    let subject = pairing::java::subject(&name, files, None, &args.options, rules, (options::cores(), watch));
    subject.map_err(Halt::refused(format))
}

fn one(subject: PairsSubject, args: &PairsArgs, desk: &Desk, log: &mut Log, out: &mut Out) -> Done {
    let source = subject.source.clone();
    let analysis = analysed(&source, &subject, args, out)?;
    for name in analysis.unknown_threads() {
        out.complain(&format!("--not-parallel: no thread of `{}` calls `{name}` or is forked there", subject.name));
    }
    let mut answered = Answered::new(&subject.name, &source, analysis, &args.options);
    if let Some((a, b)) = &args.options.why {
        return explain(&answered, (a, b), args, out);
    }
    if args.options.verify
        && let Err(message) = verify::verify(desk, &mut answered, subject, &args.options)
    {
        out.complain(&message);
    }
    adopt(&mut answered, args, out)?;
    if let Some(path) = &args.write_baseline {
        return write_baseline(&answered, path, out);
    }
    match (args.graph, args.format) {
        (Some(PairsGraph::Dot), _) => write!(out, "{}", graph::dot(&answered))?,
        (Some(PairsGraph::Html), _) | (None, PairsFormat::Html) => write!(out, "{}", html::page(&answered))?,
        (None, PairsFormat::Json) => {
            serde_json::to_writer(&mut *out, &answered).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        (None, PairsFormat::Sarif) => sarif::results(&answered, &mut log.to(out))?,
        (None, PairsFormat::Human) => human::pairs(&answered, args, out)?,
    }
    Ok(answered.ending())
}

/// Most stale entries that are named.
const NAMED: usize = 10;

/// Takes known pairs out of an answer, and says how many these are.
fn adopt(answered: &mut Answered<'_>, args: &PairsArgs, out: &mut Out) -> Result<(), String> {
    let Some(path) = &args.baseline else { return Ok(()) };
    let name = path.display();
    let baseline =
        read_results(path).and_then(|text| PairsBaseline::read(&text).map_err(|e| format!("`{name}`: {e}")))?;
    let stale = baseline.apply(answered)?;
    out.aside(&format!("{} of `{name}` do not count", count(answered.known.len() as u64, "known pair")));
    let gone: usize = stale.iter().map(|(_, n)| n).sum();
    if gone > 0 {
        let pairs = count(gone as u64, "pair");
        out.complain(&format!("{pairs} of `{name}` are there no more; `--write-baseline {name}` drops them:"));
        stale.iter().take(NAMED).for_each(|(identity, _)| out.complain(&format!("  {}", identity.words())));
        if stale.len() > NAMED {
            out.complain(&format!("  and {} more", stale.len() - NAMED));
        }
    }
    Ok(())
}

/// Writes the pairs of an answer as a baseline; of an answer that has not all of them there is none.
fn write_baseline(answered: &Answered<'_>, path: &Path, out: &mut Out) -> Done {
    let baseline = match PairsBaseline::of(answered) {
        Ok(baseline) => baseline,
        Err(why) => {
            out.complain(&why);
            return Ok(answered.ending().max(Ending::Budget));
        }
    };
    let cannot = |e: std::io::Error| format!("cannot write `{}`: {e}", path.display());
    atomic_file::replace(path, baseline.text().as_bytes()).map_err(cannot)?;
    out.summary(&format!("{} written to `{}`", count(baseline.count() as u64, "pair"), path.display()))?;
    Ok(Ending::Fine)
}

/// Analyses a program, and meanwhile says how far that is.
fn analysed<'s>(
    source: &'s Analysed,
    subject: &PairsSubject,
    args: &PairsArgs,
    out: &Out,
) -> Result<Analysis<'s>, String> {
    let how = pairing::options(subject, &args.options)?;
    let progress = how.progress.clone();
    let words = move |seconds| {
        let (k, facts) = (progress.k.load(Relaxed), progress.facts.load(Relaxed));
        format!("k = {k}, {facts} facts, {} a second, {seconds} s", facts / u64::max(seconds, 1))
    };
    Ok(Line::during(!out.quiet && !args.compare, words, || pairing::analyse(source, &how)))
}

/// The row of a file in the comparison.
fn row(subject: PairsSubject, args: &PairsArgs, desk: &Desk, out: &mut Out) -> Result<(Row, Ending), String> {
    let source = subject.source.clone();
    let analysis = analysed(&source, &subject, args, out)?;
    let answered = Answered::new(&subject.name, &source, analysis, &args.options);
    let accepted = subject.report.errors.is_empty();
    let explorer = verify::races(desk, subject, &args.options);
    Ok((Row::new(&answered, accepted, explorer), answered.ending()))
}

/// Why pairs of two places were removed, or are left.
fn explain(answered: &Answered<'_>, places: (&str, &str), args: &PairsArgs, out: &mut Out) -> Done {
    let found = match pairing::explain(answered, places) {
        Ok(Some(found)) => found,
        Ok(None) => {
            out.complain("the analysis was stopped before it had an answer");
            return Ok(Ending::Budget);
        }
        Err(refusal) => return Err(Halt::refused(RunFormat::Human)(refusal)),
    };
    if args.format == PairsFormat::Json {
        writeln!(out, "{}", json::explained(answered, &found))?;
        return Ok(answered.ending());
    }
    let lines = answered.source.lines();
    for (pair, why) in &found {
        let access = |e| {
            let (kind, span) = answered.access(e);
            format!("{} of line {}", kind.name(), lines.line(span))
        };
        let stage = why.stage.map_or("", |s| s.name());
        let head = format!("{} and {}: last stage {stage}, k = {}", access(pair.0), access(pair.1), why.k);
        writeln!(out, "{}", out.bold(&head))?;
        for (depth, text) in &why.lines {
            writeln!(out, "{}{text}", "  ".repeat(depth + 1))?;
        }
    }
    Ok(answered.ending())
}
