//! Shares of programs that rule sets accept, for people and as a table.

use crate::args::CurveArgs;
use crate::table::Table;
use crate::terminal::Out;
use racefree_answers::count;
use racefree_soundness::curve::{Bin, Curves, Population};
use std::io::{self, Write};

pub fn table(found: &Curves) -> Table {
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

pub fn human(args: &CurveArgs, found: &Curves, out: &mut Out) -> io::Result<()> {
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
    out.summary(&format!("{}, seed {}", count(found.programs, "program"), args.options.seed))?;
    if !found.complete {
        writeln!(out, "This is not all that was asked for: it was stopped before the end")?;
    }
    if let Some(file) = &args.svg {
        writeln!(out, "drawn to {}", file.display())?;
    }
    Ok(())
}

/// Returns true if a bin has enough programs for a meaningful rate. Smaller bins are in the data only.
pub(super) fn seen(bin: &Bin) -> bool {
    bin.programs >= 20
}
