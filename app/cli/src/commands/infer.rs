//! `racefree infer`.

use super::each;
use crate::args::RunFormat;
use crate::args::infer::InferArgs;
use crate::ending::{Done, Halt};
use crate::inferring::shown::show;
use crate::running::{Line, write_file};
use crate::terminal::Out;
use crate::{input, options};
use racefree_answers::Source;
use racefree_answers::desk::Desk;
use racefree_answers::inferring;
use racefree_answers::options::InferOptions;
use std::path::Path;

/// Infers annotations for every file.
pub fn run(args: &InferArgs, out: &mut Out) -> Done {
    let one_text = args.format == RunFormat::Human && !args.diff && !args.report && !args.in_place;
    if args.files.len() > 1 && one_text {
        return Err("several files need `--diff`, `--report`, `--in-place` or `--format json`".into());
    }
    if args.in_place && args.files.iter().any(|f| f.as_os_str() == "-") {
        return Err("`--in-place` needs a file, not standard input".into());
    }
    let (desk, _) = options::desk(false);
    each(&args.files, out, |path, out| one(path, input::read(path)?, args, &desk, out))
}

fn one(path: &Path, source: Source, args: &InferArgs, desk: &Desk, out: &mut Out) -> Done {
    if let Some(file) = &args.dump
        && let Ok(Some(clauses)) = inferring::constraints(desk, &source.text, &args.options)
    {
        write_file(file, "clauses", &clauses)?;
    }
    let seed = args.options.seed.unwrap_or_else(options::drawn);
    let asked = InferOptions { seed: Some(seed), ..args.options.clone() };
    let words = |seconds| format!("looking for annotations, {seconds} s");
    let inferred = Line::during(!out.quiet, words, || inferring::infer(desk, source, &asked))
        .map_err(Halt::refused(args.format))?;
    if let Some(seed) = inferred.seed.filter(|_| args.options.seed.is_none() && !out.quiet) {
        out.complain(&format!("seed {seed}"));
    }
    show(path, &inferred, args, out)
}
