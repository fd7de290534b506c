//! `racefree overhead`: the cost of race detectors, and the cost that remains where types prove fields free of races.

use super::each;
use crate::args::{OverheadArgs, RunFormat};
use crate::ending::{Done, Ending, Halt};
use crate::options;
use crate::running::{interrupt, program};
use crate::terminal::Out;
use racefree_answers::options::OverheadOptions;
use racefree_answers::options::StartOptions;
use racefree_answers::overhead::{self, Measured, Spread};
use racefree_interp::drive::Work;
use std::io::{self, Write};
use std::time::Instant;

/// Measures every file.
pub fn run(args: &OverheadArgs, out: &mut Out) -> Done {
    if args.format == RunFormat::Human {
        writeln!(
            out,
            "{:<28} {:>9} {:>9} {:>8} {:>12}  x bare, without and with types (median, least-most)",
            "program", "steps", "accesses", "watched", "bare"
        )?;
    }
    let (desk, _) = options::desk(false);
    let start = Instant::now();
    each(&args.files, out, |file, out| {
        let loaded = program::load(file, &args.options.rules, &StartOptions::default(), args.format, out)?;
        loaded.on_machine("`overhead`")?;
        let time = args.options.time.map(|time| (time - start.elapsed().as_secs_f64()).max(0.0));
        let measured = overhead::measured(&desk, &loaded, &OverheadOptions { time, ..args.options.clone() })
            .map_err(Halt::refused(args.format))?;
        let name = &loaded.source.name;
        match args.format {
            _ if measured.rounds == 0 => {}
            RunFormat::Json => writeln!(out, "{}", measured.json(&loaded))?,
            RunFormat::Human => line(name, &measured, out)?,
        }
        if measured.rounds == args.options.rounds {
            return Ok(Ending::Fine);
        }
        out.complain(&format!("{name}: stopped after {} of {} rounds", measured.rounds, args.options.rounds));
        Ok(if interrupt::interrupted() { Ending::Interrupted } else { Ending::Budget })
    })
}

fn line(name: &str, m: &Measured, out: &mut Out) -> io::Result<()> {
    let Work { steps, accesses, .. } = m.work;
    let bare = format!("{:.1} us", m.bare.0[0] * 1e6);
    let short = name.rsplit('/').next().unwrap_or(name);
    write!(out, "{short:<28} {steps:>9} {accesses:>9} {:>7.0}% {bare:>12}", m.share() * 100.0)?;
    for (name, both) in &m.factors {
        let [without, with] = both.map(|Spread([median, least, most])| format!("{median:.2} ({least:.2}-{most:.2})"));
        write!(out, "  {name} {without} -> {with}")?;
    }
    writeln!(out)
}
