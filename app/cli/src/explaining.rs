//! Verdicts on type errors, for people.

use crate::diagnostics::Artist;
use crate::running::schedules;
use crate::terminal::Out;
use crate::whys::Whys;
use racefree_answers::explaining::answer::Explanation;
use racefree_answers::explaining::clients::{Client, ClientSearch, WithClient};
use racefree_answers::explaining::judge::{ErrorVerdict, Subject};
use racefree_answers::explaining::report::{Told, word};
use racefree_answers::exploring::cycles::Serial;
use racefree_answers::exploring::shown::run_options;
use racefree_answers::exploring::{Shown, shown, words};
use racefree_answers::json::Places;
use racefree_answers::running::{Loaded, Parsed};
use racefree_answers::{Problem, Source, count};
use racefree_explore::Options;
use racefree_interp::drive::Key;
use racefree_kernel::TypeError;
use racefree_systems::premise_name;
use std::io::{self, Write};

/// Draws a finding; of a program in Java also the last steps of its schedule.
pub fn draw(loaded: &Loaded, shown: &Shown, serial: &Serial, out: &mut Out) -> io::Result<()> {
    Artist::new(&loaded.source.name, &loaded.source.text, out).problem(&shown.problem(loaded, serial), out)?;
    if !loaded.program.on_reference() {
        return Ok(());
    }
    let options = Options { semantics: loaded.rules.semantics, ..Options::default() };
    schedules::steps(loaded, &run_options(&options, &shown.schedule), &shown.schedule, out)?;
    writeln!(out)
}

/// The client in which an error is real, and its schedule.
fn with_client(client: &WithClient, out: &mut Out) -> io::Result<()> {
    let Some(Client { main, loaded, shown }) = &client.client else { return Ok(()) };
    writeln!(out, "\nThe client, in the place of the main expression:\n")?;
    out.indented("    ", main)?;
    writeln!(out)?;
    draw(loaded, shown, &Serial::default(), out)?;
    writeln!(out, "To see it, with the classes and that client in client.rfj:\n  {}", shown.command)
}

/// Names what the premises of errors are for.
fn whys<'e>(errors: impl IntoIterator<Item = &'e TypeError>, out: &mut Out) -> io::Result<()> {
    let mut whys = Whys::default();
    whys.note(errors);
    whys.tell("  ", out)
}

/// Prints an explanation.
pub fn print(explanation: &Explanation, out: &mut Out) -> io::Result<()> {
    match explanation {
        Explanation::Open(parsed, main) => open(parsed, main.as_deref(), out),
        Explanation::Library(parsed, tried) => library(parsed, tried, out),
        Explanation::Nothing(loaded) => nothing(loaded, out),
        Explanation::Told(told) => verdicts(told, out),
    }
}

/// The verdicts.
fn verdicts(told: &Told, out: &mut Out) -> io::Result<()> {
    let Loaded { source, .. } = &told.loaded;
    let mut drawn: Vec<&Key> = Vec::new();
    for judged in &told.judged {
        let artist = Artist::new(&source.name, &source.text, out);
        match judged.item {
            Subject::Error(ref error, silenced) => artist.type_error(error, silenced, out)?,
            Subject::Holds(span) => {
                let label = (span, "taken at its word".to_owned());
                let problem = Problem::new("holds", "is this lock always held here?", vec![label]);
                artist.problem(&problem, out)?;
            }
        }
        let client = told.client(judged);
        let (word, _) = word(judged, client);
        let mut reasons = told.reasons(judged);
        let found = client.is_some_and(|c| c.client.is_some());
        if client.is_some() && !found && !reasons.is_empty() {
            // `NOT IN THIS PROGRAM, and in none of N clients`
            let first = reasons.remove(0);
            let rest: String = reasons.iter().map(|r| format!(".\n  {r}")).collect();
            writeln!(out, "{}, {first}{rest}", out.bold(word))?;
        } else {
            writeln!(out, "{}: {}", out.bold(word), reasons.join(".\n  "))?;
        }
        if let Some(client) = client {
            with_client(client, out)?;
        }
        if let (Some(key), Some(shown)) = (judged.real(), told.command(judged)) {
            if drawn.contains(&key) {
                writeln!(out, "(drawn above)")?;
            } else {
                drawn.push(key);
                writeln!(out)?;
                draw(&told.loaded, shown, &told.serial, out)?;
            }
        }
        if let Some(shown) = told.command(judged) {
            let what = match judged.verdict {
                ErrorVerdict::FalseAlarm => "To see the lock not being held",
                ErrorVerdict::Real(_) | ErrorVerdict::Unknown => "To see it",
            };
            writeln!(out, "{what}:\n  {}", shown.command)?;
        }
        writeln!(out)?;
    }
    for of in told.of_code() {
        let artist = Artist::new(&source.name, &source.text, out);
        artist.problem(&Problem::new("JAVA CODE", &of.message, vec![(of.span, "here".to_owned())]), out)?;
        writeln!(out, "{}: {}\n", out.bold(of.word().0), told.reason_of_code(&of))?;
    }
    for other in told.others() {
        writeln!(out, "{}: {other}, which no complaint is about\n", out.bold("BESIDES"))?;
    }
    if !told.others().is_empty() {
        writeln!(out, "To see it:\n  racefree explore {}\n", source.name)?;
    }
    if let Some(note) = &told.searched.note {
        writeln!(out, "{note}")?;
    }
    out.summary(&format!("{}: {}; {}", source.name, told.counts(), words::completeness(&told.searched)))?;
    whys(told.judged.iter().filter_map(|judged| judged.item.error()), out)
}

/// A program that the checker has no complaint about.
fn nothing(loaded: &Loaded, out: &mut Out) -> io::Result<()> {
    let name = &loaded.source.name;
    match out.quiet {
        true => Ok(()),
        false => writeln!(
            out,
            "{name}: well typed, nothing silenced and nothing assumed: there is nothing to explain (deadlocks and exceptions: `racefree explore`)"
        ),
    }
}

/// A program without a main expression.
fn open(parsed: &Parsed, suggestion: Option<&str>, out: &mut Out) -> io::Result<()> {
    let Source { name, text } = &parsed.source;
    let places = Places::new(text);
    for error in parsed.complaints() {
        writeln!(
            out,
            "UNKNOWN: [{}] line {}: {}",
            premise_name(error.premise),
            places.line(error.span),
            error.message
        )?;
    }
    out.summary(&format!(
        "{name}: no main expression to judge by: whether an error goes wrong depends on what a client does with these classes"
    ))?;
    match suggestion {
        Some(main) => writeln!(out, "A main expression could be, for example:\n\n{main}\n"),
        None => writeln!(
            out,
            "A main expression makes objects and lets two threads use them: let C x = new C in {{ fork {{ … }}; … }}"
        ),
    }
}

/// A program without a main expression, its errors judged by clients.
fn library(parsed: &Parsed, tried: &ClientSearch, out: &mut Out) -> io::Result<()> {
    let Source { name, text } = &parsed.source;
    let artist = Artist::new(name, text, out);
    for (error, client) in parsed.complaints().zip(&tried.found) {
        artist.type_error(error, false, out)?;
        match &client.client {
            Some(Client { loaded, shown, .. }) => {
                let what = shown::headline(loaded, &shown.key);
                writeln!(out, "{}: {what}, in a schedule of {}", out.bold("REAL WITH THIS CLIENT"), shown.size())?;
                with_client(client, out)?;
            }
            None => {
                let n = count(tried.clients as u64, "client");
                writeln!(out, "{}: [{}] goes wrong in none of {n}", out.bold("UNKNOWN"), premise_name(error.premise))?;
            }
        }
        writeln!(out)?;
    }
    let real = tried.found.iter().filter(|c| c.client.is_some()).count();
    out.summary(&format!(
        "{name}: no main expression; of {}, {real} real with a client; {} tried",
        count(tried.found.len() as u64, "complaint"),
        count(tried.clients as u64, "client"),
    ))?;
    whys(parsed.complaints(), out)
}
