//! Programs on which two rule sets differ, for people and as a table.

use crate::table::Table;
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::options::DiffOptions;
use racefree_soundness::diff::{Difference, SeparatingProgram, Side};
use racefree_soundness::enumerate::Universe;
use std::io::{self, Write};

pub fn human(args: &DiffOptions, universe: Option<&Universe>, found: &Difference, out: &mut Out) -> io::Result<()> {
    let (a, b) = (&args.a, &args.b);
    side(a, b, &found.only_a, ("soundness gained", "precision lost"), out)?;
    side(b, a, &found.only_b, ("soundness lost", "precision gained"), out)?;
    if let Some(universe) = universe {
        enumerated(args, universe, found, out)?;
    }
    let and = if universe.is_some() { "And " } else { "" };
    writeln!(out, "{and}{}, seed {}", count(found.generated, "generated program"), args.seed)?;
    if !found.complete {
        let why = match found.out_of_memory {
            true => format!("lists of bodies need more than {} MB of memory", args.memory),
            false => "it was stopped before the end".to_owned(),
        };
        writeln!(out, "{}", out.bold(&format!("This is not all that was asked for: {why}")))?;
    }
    Ok(())
}

/// The programs that are shown, a row each, below the counts of all.
pub fn table(args: &DiffOptions, found: &Difference) -> Table {
    let row = |cells: [&str; 7]| cells.map(str::to_owned).to_vec();
    let mut rows = Vec::new();
    for (by, side) in [(&args.a, &found.only_a), (&args.b, &found.only_b)] {
        let counts = [("goes wrong", side.goes_wrong), ("never wrong", side.never_wrong), ("unknown", side.unknown)];
        for (label, n) in counts {
            rows.push(row([by, label, &n.to_string(), "", "", "", ""]));
        }
        for (label, example) in side
            .wrong
            .iter()
            .chain(side.race.iter().filter(|race| !side.wrong.contains(race)))
            .map(|e| ("goes wrong", e))
            .chain(side.right.iter().map(|e| ("never wrong", e)))
        {
            let (tokens, schedule) = (example.tokens.to_string(), example.schedule.as_deref().unwrap_or_default());
            rows.push(row([by, label, "", &tokens, &example.wrong(), schedule, example.program.trim_end()]));
        }
    }
    let head =
        vec!["accepted by", "what becomes of it", "programs", "tokens", "what goes wrong", "schedule", "program"];
    Table { title: format!("variants diff {} {}", args.a, args.b), head, rows }
}

/// Prints the counts of the enumerated programs.
fn enumerated(args: &DiffOptions, universe: &Universe, found: &Difference, out: &mut Out) -> io::Result<()> {
    let (a, b, signature) = (&args.a, &args.b, universe.signature);
    let share = |n: u64| if found.race_free == 0 { 0.0 } else { 100.0 * n as f64 / found.race_free as f64 };
    writeln!(out, "{}", out.bold(&format!("All programs of at most {} nodes over `{signature}`", args.nodes)))?;
    let all = count(found.enumerated, "program");
    writeln!(out, "  {all}, well typed or not; {} have no race in any schedule", found.race_free)?;
    writeln!(out, "  {:>6.2} % of those without a race are well typed by A, {a}", share(found.race_free_a))?;
    writeln!(out, "  {:>6.2} % by B, {b}", share(found.race_free_b))?;
    if found.race_unknown > 0 {
        let unknown = count(found.race_unknown, "program");
        writeln!(out, "  of {unknown} it is not known whether they have a race; they are not counted")?;
    }
    Ok(())
}

/// Prints the programs that only one of the two accepts.
fn side(by: &str, not: &str, side: &Side, labels: (&str, &str), out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}", out.bold(&format!("Accepted by {by} and not by {not}")))?;
    if side.goes_wrong + side.never_wrong + side.unknown == 0 {
        writeln!(out, "  no program that was looked at\n")?;
        return Ok(());
    }
    writeln!(out, "  {}: {} that go wrong", labels.0, count(side.goes_wrong, "program"))?;
    examples(&side.wrong, "the smallest", out)?;
    if let Some(race) = side.race.iter().find(|race| !side.wrong.contains(race)) {
        examples(std::slice::from_ref(race), "the smallest with a race", out)?;
    }
    writeln!(out, "  {}: {} that never go wrong in any schedule", labels.1, count(side.never_wrong, "program"))?;
    examples(&side.right, "the smallest", out)?;
    if side.unknown > 0 {
        writeln!(out, "  not known: {}", count(side.unknown, "program"))?;
    }
    writeln!(out)
}

fn examples(examples: &[SeparatingProgram], first: &str, out: &mut Out) -> io::Result<()> {
    for (i, example) in examples.iter().enumerate() {
        let which = match (i, example.generated) {
            (0, false) => first.to_owned(),
            (0, true) => format!("{first} found, generated and made small"),
            (_, generated) => if generated { "also, generated" } else { "also" }.to_owned(),
        };
        let wrong = match (&example.kind, &example.schedule) {
            (Some(kind), Some(schedule)) => format!("; {kind} under replay:{schedule}"),
            _ => String::new(),
        };
        writeln!(out, "    {which}, {} tokens{wrong}", example.tokens)?;
        out.indented("      ", &example.program)?;
    }
    Ok(())
}
