//! `racefree variants curve`: which share of programs of a size each rule set accepts.

mod drawing;

use super::Outcome;
use crate::args::curve::CurveArgs;
use crate::args::values::TableFormat;
use crate::options;
use crate::running::{failed, interrupt, write_file};
use crate::table::{Style, Table};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::variant::Rules;
use racefree_kernel::System;
use racefree_soundness::curve::{Bin, Curves, Population, curves};
use racefree_soundness::generate::systems::makes;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Counts, prints and draws.
pub fn run(system: &'static dyn System, args: &CurveArgs, out: &mut Out) -> io::Result<Outcome> {
    let rules = makes(system).and_then(|()| {
        let of = |name: &String| options::variant(system, name).and_then(|v| v.rules());
        let mut all = vec![Rules::of(system)];
        for name in &args.variants {
            let rules = of(name)?;
            if all.iter().all(|known| known.spelled() != rules.spelled()) {
                all.push(rules);
            }
        }
        Ok::<_, String>(all)
    });
    let rules = match rules {
        Ok(rules) => rules,
        Err(message) => return Ok(failed(out, &message)),
    };
    interrupt::listen();
    let start = Instant::now();
    let shows = !out.quiet && io::stderr().is_terminal();
    let mut told = false;
    let found = curves(system, &rules, (args.programs, args.seed), args.bin as usize, &mut |done| {
        if shows && done % 256 == 255 && start.elapsed().as_secs() >= 1 {
            told = true;
            // Progress is a courtesy: that it cannot be written changes nothing.
            let _ = write!(io::stderr(), "\r\x1b[K{done} of {} programs", args.programs);
        }
        !interrupt::interrupted() && args.time.is_none_or(|time| start.elapsed() < time)
    });
    if told {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    if let Some(file) = &args.svg {
        let drawn = drawing::svg(&found, args.seed).and_then(|svg| write_file(file, "drawing", &svg));
        if let Err(message) = drawn {
            return Ok(failed(out, &message));
        }
    }
    match args.format {
        TableFormat::Json => {
            let object = serde_json::json!({
                "version": racefree_answers::json::VERSION,
                "system": system.name(),
                "seed": args.seed,
                "bin": args.bin,
                "programs": found.programs,
                "complete": found.complete,
                "curves": found.curves,
            });
            writeln!(out, "{object}")?;
        }
        TableFormat::Human => human(args, &found, out)?,
        format => write!(out, "{}", table(&found).written(format.style().unwrap_or(Style::Csv)))?,
    }
    Ok(match found.complete {
        true => Outcome::Fine,
        false if interrupt::interrupted() => Outcome::Interrupted,
        false => Outcome::Budget,
    })
}

fn table(found: &Curves) -> Table {
    let row = |rules: &str, population: Population, bin: &Bin| {
        let numbers = [bin.from as u64, bin.to as u64, bin.programs, bin.accepted].map(|n| n.to_string());
        let mut row = vec![rules.to_owned(), population.name().to_owned()];
        row.extend(numbers);
        row.push(format!("{:.4}", bin.rate()));
        row
    };
    let rows = found.curves.iter().flat_map(|c| c.bins.iter().map(|bin| row(&c.rules, c.population, bin)));
    let head = vec!["rules", "programs are", "tokens from", "to", "programs", "accepted", "rate"];
    Table { title: "variants curve".to_owned(), head, rows: rows.collect() }
}

fn human(args: &CurveArgs, found: &Curves, out: &mut Out) -> io::Result<()> {
    for population in Population::ALL {
        let what = match population {
            Population::Generated => "Programs made for the base: accepted, in percent",
            Population::Edited => "The same with one random edit each: accepted, in percent",
        };
        writeln!(out, "{}", out.bold(what))?;
        let curves: Vec<_> = found.curves.iter().filter(|c| c.population == population).collect();
        let width = curves.iter().map(|c| c.rules.chars().count()).max().unwrap_or(0).min(40);
        let bins: Vec<&Bin> = curves.first().map_or(Vec::new(), |c| c.bins.iter().filter(|b| seen(b)).collect());
        let heads: Vec<String> = bins.iter().map(|b| format!("{:>9}", format!("{}-{}", b.from, b.to))).collect();
        writeln!(out, "  {:<width$} {}   tokens", "", heads.concat())?;
        for curve in curves {
            let name: String = curve.rules.chars().take(40).collect();
            let rates = curve.bins.iter().filter(|b| seen(b)).map(|b| format!("{:>9.1}", 100.0 * b.rate()));
            writeln!(out, "  {name:<width$} {}", rates.collect::<String>())?;
        }
        writeln!(out)?;
    }
    out.summary(&format!("{}, seed {}", count(found.programs, "program"), args.seed))?;
    if !found.complete {
        writeln!(out, "This is not all that was asked for: it was stopped before the end")?;
    }
    if let Some(file) = &args.svg {
        writeln!(out, "drawn to {}", file.display())?;
    }
    Ok(())
}

/// Of fewer programs a rate says little: they are in the data, and not in what people look at.
fn seen(bin: &Bin) -> bool {
    bin.programs >= 20
}
