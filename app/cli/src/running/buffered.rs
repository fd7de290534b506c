//! A run with store buffers as people read it.

use crate::args::{RunArgs, RunFormat};
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::options::{MemoryWord, Scheduling};
use racefree_answers::running::Loaded;
use racefree_answers::running::replayed::{Replayed, replayed};
use racefree_interp::drive::RunOptions;
use racefree_interp::reduction::Order;
use std::io::{self, Write};

/// Prints the steps that others can see, what was printed, and how the threads are.
fn human(loaded: &Loaded, run: &Replayed, model: MemoryWord, out: &mut Out) -> io::Result<()> {
    let mut before = None;
    for one in &run.told {
        let who = if before == Some(one.thread) { String::new() } else { format!("thread {}", one.thread) };
        before = Some(one.thread);
        let line = one.line.map_or(String::new(), |line| format!("line {line}"));
        let waits = if one.waits { "   ◀ waits" } else { "" };
        writeln!(out, "  {who:<10}{line:<10}{}{waits}", one.text)?;
    }
    let listed = |lines: &[String]| lines.join(" | ");
    if !run.output.is_empty() {
        writeln!(out, "\nprinted: {}", listed(&run.output))?;
    }
    let ends: Vec<String> = run.ends.iter().map(|(thread, end)| format!("{thread}: {end}")).collect();
    writeln!(out, "{}threads {}", if run.output.is_empty() { "\n" } else { "" }, ends.join(", "))?;
    let waiting = match run.waiting {
        0 => String::new(),
        n => format!("; {} waiting still", count(n as u64, "write")),
    };
    out.summary(&format!(
        "{}: {}, with store buffers ({model}){waiting}",
        loaded.source.name,
        count(run.turns as u64, "turn")
    ))
}

/// Replays a run with store buffers, as `explore --memory-model` has found it.
pub fn run(args: &RunArgs, loaded: &Loaded, options: &RunOptions, order: Order, out: &mut Out) -> Done {
    let Scheduling::Replay(turns) = &args.running.scheduler else {
        let model = args.memory_model;
        return Err(format!("`--memory-model {model}` replays a run: `--scheduler replay:TURNS`, which `explore --memory-model {model}` prints").into());
    };
    if args.format == RunFormat::Json {
        return Err(
            "a run with store buffers has no form in JSON; the question `state` of `racefree ask` has one".into()
        );
    }
    let run = replayed(loaded, (options.semantics, options.limits), (order, turns))?;
    human(loaded, &run, args.memory_model, out)?;
    Ok(Ending::Fine)
}
