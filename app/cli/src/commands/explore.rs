//! `racefree explore`.

use crate::args::{ExploreArgs, RunFormat};
use crate::ending::{Done, written};
use crate::exploring::{self, DRAWN};
use crate::graph;
use crate::options;
use crate::running::{program, save_schedule};
use crate::terminal::Out;
use racefree_answers::exploring::{Explored, shown};
use racefree_answers::json::line;
use racefree_answers::options::ExploreOptions;
use racefree_answers::running::{Again, Loaded};
use std::io::Write;
use std::path::Path;

/// Explores a program.
pub fn run(args: &ExploreArgs, out: &mut Out) -> Done {
    let (asked, format) = (&args.options.explore, args.format);
    let loaded = program::load(&args.file, &asked.exploring.rules, &asked.exploring.start, format, out)?;
    let (desk, terminal) = options::desk(!out.quiet);
    // All of them for tools; people see one race for each cause.
    let all = format == RunFormat::Json || args.save_schedules.is_some();
    let asked = ExploreOptions {
        most: (!all).then_some(DRAWN),
        no_schedules: format == RunFormat::Human && out.quiet,
        ..desk.explore(asked)
    };
    let how = asked.options(&loaded, &desk.host)?;
    if let Some(form) = args.graph {
        asked.without_buffers("a graph")?;
        let again = Again::exploring(&loaded.source.name, &asked.exploring, asked.monitors);
        let drawing = (form, args.options.graph_nodes, args.graph_file.as_deref());
        return graph::draw(&loaded, &how, &again, drawing, out);
    }
    let explored = Explored::new(&loaded, &asked, &how);
    terminal.clear();
    match format {
        RunFormat::Json => writeln!(out, "{}", line(&explored.json(&loaded)))?,
        RunFormat::Human => exploring::human(&args.options.explore, &loaded, &explored, out)?,
    }
    let kept = args.save_schedules.as_ref().map_or(Ok(()), |directory| save(directory, &loaded, &explored));
    Ok(written(kept, explored.ending, out))
}

/// A file for each finding: `race-1.schedule`.
fn save(directory: &Path, loaded: &Loaded, explored: &Explored) -> Result<(), String> {
    std::fs::create_dir_all(directory)
        .map_err(|error| format!("the directory `{}` cannot be made: {error}", directory.display()))?;
    for (i, shown) in explored.all.iter().enumerate() {
        let name = format!("{}-{}.schedule", shown::kind(&shown.key), i + 1);
        let locks = explored.searched.options.semantics.locks;
        save_schedule(&directory.join(name), loaded, locks, shown.schedule.clone())?;
    }
    Ok(())
}
