//! `racefree pairs`.

use super::Outcome;
use crate::args::pairs::{PairsArgs, PairsFormat, PairsGraph};
use crate::pairing::compare::{self, Row};
use crate::pairing::{self, Answered, Subject, graph, html, human, json, sarif, verify};
use crate::running::{failed, interrupt};
use crate::sarif::Log;
use crate::terminal::Out;
use racefree_answers::count;
use racefree_grammar::span::LineIndex;
use racefree_pairs::stages::pair;
use racefree_pairs::why::why;
use racefree_pairs::{AccessId, Pair};
use std::io::{self, Write};

/// Analyses programs, one after the other.
pub fn run(args: &PairsArgs, out: &mut Out) -> io::Result<Outcome> {
    interrupt::listen();
    let mut worst = Outcome::Fine;
    let mut log = Log::default();
    let [id, what, why] = sarif::RULE;
    log.rule(id, what, why);
    let mut rows: Vec<Row> = Vec::new();
    for (i, file) in args.files.iter().enumerate() {
        let subject = match pairing::load(file, args, &mut log, out)? {
            Ok(subject) => subject,
            Err(outcome) => {
                worst = worst.max(outcome);
                continue;
            }
        };
        let outcome = if args.compare {
            let (row, outcome) = row(subject, args);
            rows.push(row);
            outcome
        } else {
            one(subject, args, &mut log, out)?
        };
        worst = worst.max(outcome);
        if interrupt::interrupted() && i + 1 < args.files.len() {
            out.complain(&format!("interrupted: {} not analysed", count((args.files.len() - i - 1) as u64, "file")));
            worst = worst.max(Outcome::Budget);
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

fn one(subject: Subject, args: &PairsArgs, log: &mut Log, out: &mut Out) -> io::Result<Outcome> {
    let options = pairing::options(&subject, args);
    let source = subject.source.clone();
    let analysis = pairing::analyse(&source, &options, !out.quiet);
    for name in analysis.unknown_threads() {
        out.complain(&format!("--not-parallel: no thread of `{}` calls `{name}` or is forked there", subject.name));
    }
    let mut answered = Answered::new(&subject.name, &source, analysis, args);
    if let Some((a, b)) = &args.why {
        return explain(&answered, (a, b), args, out);
    }
    if args.verify {
        verify::verify(&mut answered, subject, args, out)?;
    }
    match (args.graph, args.format) {
        (Some(PairsGraph::Dot), _) => write!(out, "{}", graph::dot(&answered))?,
        (Some(PairsGraph::Html), _) | (None, PairsFormat::Html) => write!(out, "{}", html::page(&answered))?,
        (None, PairsFormat::Json) => writeln!(out, "{}", json::pairs(&answered))?,
        (None, PairsFormat::Sarif) => sarif::results(&answered, &mut log.to(out))?,
        (None, PairsFormat::Human) => human::pairs(&answered, args, out)?,
    }
    Ok(answered.outcome())
}

/// The row of a file in the comparison.
fn row(subject: Subject, args: &PairsArgs) -> (Row, Outcome) {
    let options = pairing::options(&subject, args);
    let source = subject.source.clone();
    let analysis = pairing::analyse(&source, &options, false);
    let answered = Answered::new(&subject.name, &source, analysis, args);
    let accepted = subject.report.errors.is_empty();
    let explorer = verify::races(subject, args);
    (Row::new(&answered, accepted, explorer), answered.outcome())
}

/// `LINE` or `LINE:COLUMN`
fn place(text: &str) -> Option<(u32, Option<u32>)> {
    let (line, column) = text.split_once(':').map_or((text, None), |(l, c)| (l, Some(c)));
    Some((line.parse().ok()?, column.map(str::parse).transpose().ok()?))
}

/// Why pairs of two places were removed, or are left.
fn explain(answered: &Answered<'_>, (a, b): (&str, &str), args: &PairsArgs, out: &mut Out) -> io::Result<Outcome> {
    let (Some(a), Some(b)) = (place(a), place(b)) else {
        return Ok(failed(out, "--why takes two places, each LINE or LINE:COLUMN, as in --why 17,21:5"));
    };
    let analysis = &answered.analysis;
    let lines = LineIndex::new(answered.text());
    let at = |e, (line, column): (u32, Option<u32>)| {
        let (l, c) = lines.line_column(answered.text(), analysis.facts.place(e).start);
        l == line && column.is_none_or(|column| c == column)
    };
    let accesses = |place| -> Vec<AccessId> { analysis.facts.access_ids().filter(|&e| at(e, place)).collect() };
    let (firsts, seconds) = (accesses(a), accesses(b));
    let mut asked: Vec<Pair> = firsts.iter().flat_map(|&x| seconds.iter().map(move |&y| pair(x, y))).collect();
    asked.sort_unstable();
    asked.dedup();
    asked.retain(|&p| analysis.stage_of(p).is_some());
    let mut found = Vec::new();
    for pair in asked {
        let Some(why) = why(analysis, answered.text(), pair) else {
            out.complain("the analysis was stopped before it had an answer");
            return Ok(Outcome::Budget);
        };
        found.push((pair, why));
    }
    if found.is_empty() {
        return Ok(failed(out, "no original pair has its accesses at these places"));
    }
    if args.format == PairsFormat::Json {
        writeln!(out, "{}", json::explained(answered, &found))?;
        return Ok(answered.outcome());
    }
    for (pair, why) in &found {
        let access = |e| {
            let (kind, span) = answered.access(e);
            format!("{} of line {}", kind.name(), lines.line(span.start))
        };
        let stage = why.stage.map_or("", |s| s.name());
        let head = format!("{} and {}: last stage {stage}, k = {}", access(pair.0), access(pair.1), why.k);
        writeln!(out, "{}", out.bold(&head))?;
        for (depth, text) in &why.lines {
            writeln!(out, "{}{text}", "  ".repeat(depth + 1))?;
        }
    }
    Ok(answered.outcome())
}
