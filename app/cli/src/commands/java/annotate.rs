//! `racefree annotate`.

use crate::args::java::AnnotateArgs;
use crate::ending::{Done, Ending};
use crate::inferring::report;
use crate::input::java as input;
use crate::running::interrupt;
use crate::terminal::Out;
use crate::{atomic_file, options};
use racefree_answers::count as counted;
use racefree_answers::java;
use racefree_answers::options::RuleOptions;
use racefree_infer::Stopped;
use racefree_systems::BASE;
use std::io;

/// Puts inferred annotations into Java files.
pub fn run(args: &AnnotateArgs, out: &mut Out) -> Done {
    let rules = java::rules(&RuleOptions::default(), &args.options.java, &|words| options::rules(words, BASE))?;
    let (library, threads) = (|| input::around(&args.java).0, input::around(&args.java).1);
    let paths = input::java_alone(&args.files)?;
    let files = input::read(&paths, &args.java.stubs, threads)?;
    interrupt::listen();
    let (java, annotated) = java::annotate(files, library, rules, &args.options, interrupt::flag(), threads)?;
    for changed in &annotated.files {
        let path = &paths[changed.file.index()];
        if args.write && path.as_os_str() != "-" {
            let bytes = changed.bytes.as_ref().ok_or_else(|| io::Error::other("its encoding has no such letter"));
            bytes
                .and_then(|bytes| atomic_file::rewrite_bytes(path, &changed.read, bytes))
                .map_err(|e| format!("cannot write `{}`: {e}; it is as it was", path.display()))?;
        }
        if args.diff || !args.write {
            out.verbatim(&annotated.difference(&java, changed))?;
        }
    }
    annotated.unplaced.iter().for_each(|what| out.complain(&format!("no place in the text: {what}")));
    annotated.findings.iter().for_each(|what| out.complain(what));
    let (count, files) = (annotated.count as u64, annotated.files.len() as u64);
    let checks = match annotated.stopped {
        Some(stopped) => format!("; {}, and nothing is known of what is left", report::stop(stopped)),
        None if annotated.ok => "; the program checks with them".to_owned(),
        None => "; some errors are left".to_owned(),
    };
    out.summary(&format!("{} in {}{checks}", counted(count, "annotation"), counted(files, "file")))?;
    Ok(match annotated.stopped {
        Some(Stopped::Interrupted) => Ending::Interrupted,
        Some(Stopped::Time | Stopped::Memory) => Ending::Budget,
        None if annotated.ok => Ending::Fine,
        None => Ending::Wrong,
    })
}
