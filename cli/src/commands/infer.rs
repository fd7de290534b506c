//! `racefree infer`.

use super::Outcome;
use crate::args::infer::{InferArgs, StyleArg, WayArg};
use crate::args::{RunFormat, SchedulerArg};
use crate::atomic_file;
use crate::diagnostics::Artist;
use crate::inferring::json::Writer;
use crate::inferring::progress::with_progress;
use crate::inferring::{diff, explained, report};
use crate::input;
use crate::options;
use crate::running::interrupt;
use crate::terminal::Out;
use racefree_answers::Source;
use racefree_answers::json::{self, Places};
use racefree_answers::options as words;
use racefree_answers::variant::Rules;
use racefree_grammar::Program;
use racefree_infer::{Answer, Problem, Runs, Settings, Stopped, Style, Way};
use racefree_interp::Limits;
use racefree_kernel::System as _;
use racefree_owners::Eprfj;
use racefree_systems::BASE;
use std::io::{self, Write};
use std::path::Path;

/// Infers annotations for every file.
pub fn run(args: &InferArgs, out: &mut Out) -> io::Result<Outcome> {
    let one_text = args.format == RunFormat::Human && !args.diff && !args.report && !args.in_place;
    let wrong = if args.files.len() > 1 && one_text {
        Some("several files need `--diff`, `--report`, `--in-place` or `--format json`")
    } else if args.rules.defaults {
        Some("`--defaults` fills in what `infer` looks for; `infer --by defaults` says how far it gets")
    } else if args.in_place && args.files.iter().any(|f| f.as_os_str() == "-") {
        Some("`--in-place` needs a file, not standard input")
    } else if args.time.is_some_and(|t| !t.is_finite() || t < 0.0) {
        Some("`--time` takes a number of seconds")
    } else {
        None
    };
    if let Some(message) = wrong {
        out.complain(message);
        return Ok(Outcome::Failed);
    }
    interrupt::listen();
    let mut worst = Outcome::Fine;
    for path in &args.files {
        if interrupt::interrupted() {
            return Ok(Outcome::Interrupted);
        }
        let outcome = match input::read(path) {
            Ok(source) => one(path, &source, args, out)?,
            Err(message) => {
                out.complain(&message);
                Outcome::Failed
            }
        };
        worst = worst.max(outcome);
    }
    Ok(worst)
}

fn settings(args: &InferArgs, text: &str) -> Result<(Settings, Rules), String> {
    let system = options::system(args.rules.system, text)?;
    if system.id() != BASE.id() {
        return Err(format!("`infer` finds annotations of the system `{}`, not of `{}`", BASE.name(), system.name()));
    }
    let rules = options::rules(&args.rules, system)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(64);
    let settings = Settings {
        options: rules.options.clone(),
        depth: args.depth,
        ghosts: args.ghosts,
        thread_local: !args.no_thread_local,
        finals: !args.no_final,
        class_guards: args.class_guards,
        comments: args.comments,
        time: args.time,
        memory: args.memory,
        interrupt: interrupt::flag(),
        threads: args.threads.map_or(cores, usize::from),
    };
    Ok((settings, rules))
}

/// What is found for it are the owners underneath.
const OVER_OWNERS: &str = "owners+atomicity";

fn one(path: &Path, source: &Source, args: &InferArgs, out: &mut Out) -> io::Result<Outcome> {
    let Source { name, text } = source;
    if let Ok(system) = options::system(args.rules.system, text)
        && (system.id() == Eprfj.id() || racefree_systems::find(OVER_OWNERS).is_ok_and(|s| s.id() == system.id()))
    {
        return crate::inferring::owners::one(path, source, system, args, out);
    }
    let (settings, rules) = match settings(args, text) {
        Ok(both) => both,
        Err(message) => {
            out.complain(&format!("`{name}`: {message}"));
            return Ok(Outcome::Failed);
        }
    };
    let program = match racefree_grammar::parse(text) {
        Ok(program) => program,
        Err(errors) => {
            match args.format {
                RunFormat::Human => super::check::syntax_errors(source, &errors, out)?,
                RunFormat::Json => {
                    let empty = Program::default();
                    let writer = Writer { file: name, source: text, program: &empty, places: Places::new(text) };
                    let errors = json::syntax_errors(&writer.places, &errors);
                    writeln!(out, "{}", writer.none(way_name(args), true, errors))?;
                }
            }
            return Ok(Outcome::Wrong);
        }
    };
    if let Some(file) = &args.dump
        && let Ok(clauses) = racefree_infer::dump(&program, text, &settings)
        && let Err(error) = std::fs::write(file, clauses)
    {
        out.complain(&format!("cannot write `{}`: {error}", file.display()));
        return Ok(Outcome::Failed);
    }
    let style = args.style.map(|style| match style {
        StyleArg::Plain => Style::Plain,
        StyleArg::Comments => Style::Comments,
    });
    let needs_runs = args.by == WayArg::Run || args.explain && program.main.is_some();
    let runs = match needs_runs.then(|| runs(args, &rules, out)).transpose() {
        Ok(runs) => runs.unwrap_or_default(),
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    let way = match args.by {
        WayArg::Auto | WayArg::Run => None,
        WayArg::Fixpoint => Some(Way::Fixpoint),
        WayArg::Sat => Some(Way::Sat),
        WayArg::Defaults => Some(Way::Defaults),
    };
    let found = with_progress(!out.quiet, || {
        let mut answer = match args.by {
            WayArg::Run => racefree_infer::infer_by_runs(&program, text, &settings, &runs, style)?,
            _ => racefree_infer::infer(&program, text, &settings, way, style)?,
        };
        if args.explain && !answer.ok && program.main.is_some() && answer.by != Way::Run {
            racefree_infer::look_at_runs(&program, text, &settings, &runs, &mut answer)?;
        }
        Ok(answer)
    });
    let answer = match found {
        Ok(answer) => answer,
        Err(problem) => return no_answer(source, &program, problem, args, out),
    };
    let explained = if args.explain && !answer.ok {
        match explained::explain(source, &program, &answer, args, rules, out) {
            Ok(explained) => Some(explained),
            Err(message) => {
                out.complain(&message);
                return Ok(Outcome::Failed);
            }
        }
    } else {
        None
    };
    show(path, source, &program, &answer, explained.as_ref(), args, out)
}

/// What to run. The seed is drawn if none is given, and said.
fn runs(args: &InferArgs, rules: &Rules, out: &mut Out) -> Result<Runs, String> {
    let SchedulerArg::Kind(scheduler) = args.scheduler else {
        return Err("`infer` runs a program often, so it takes no `replay:` scheduler".to_owned());
    };
    let seed = args.seed.unwrap_or_else(|| {
        let seed = options::drawn();
        if !args.explore && args.scheduler.is_random() && !out.quiet {
            out.complain(&format!("seed {seed}"));
        }
        seed
    });
    let limits = Limits { steps: args.max_steps, ..Limits::default() };
    let semantics = words::semantics(options::locks(args.locks), rules);
    let (explore, unrooted) = (args.explore, args.unrooted);
    Ok(Runs { runs: args.runs, seed, scheduler, explore, unrooted, semantics, limits })
}

fn way_name(args: &InferArgs) -> &'static str {
    match args.by {
        WayArg::Auto => "auto",
        WayArg::Fixpoint => "fixpoint",
        WayArg::Sat => "sat",
        WayArg::Run => "run",
        WayArg::Defaults => "defaults",
    }
}

fn no_answer(
    source: &Source,
    program: &Program,
    problem: Problem,
    args: &InferArgs,
    out: &mut Out,
) -> io::Result<Outcome> {
    let Source { name, text } = source;
    let writer = Writer { file: name, source: text, program, places: Places::new(text) };
    let json = args.format == RunFormat::Json;
    match problem {
        Problem::NoProgram(errors) => {
            if json {
                let errors = json::errors(&writer.places, &errors);
                writeln!(out, "{}", writer.none(way_name(args), true, errors.into()))?;
                return Ok(Outcome::Wrong);
            }
            let artist = Artist::new(name, text, out);
            for error in errors.iter().take(super::check::DRAWN) {
                artist.type_error(error, false, out)?;
            }
            let many = errors.len();
            let summary =
                format!("{name}: {many} error{} that no annotation can mend", if many == 1 { "" } else { "s" });
            out.summary(&summary)?;
            Ok(Outcome::Wrong)
        }
        Problem::CannotRun(message) => {
            if json {
                let error = serde_json::json!([{ "kind": "run", "message": message }]);
                writeln!(out, "{}", writer.none(way_name(args), true, error))?;
            }
            out.complain(&format!("{name}: {message}"));
            Ok(Outcome::Failed)
        }
        Problem::Stopped(stopped) => {
            if json {
                writeln!(out, "{}", writer.none(way_name(args), false, serde_json::json!([])))?;
            }
            out.complain(&format!("{name}: {}, before an answer", report::stop(stopped)));
            Ok(ended(stopped))
        }
    }
}

/// How it ends when it is stopped.
fn ended(stopped: Stopped) -> Outcome {
    match stopped {
        Stopped::Time | Stopped::Memory => Outcome::Budget,
        Stopped::Interrupted => Outcome::Interrupted,
    }
}

fn show(
    path: &Path,
    source: &Source,
    program: &Program,
    answer: &Answer,
    explained: Option<&explained::Explained>,
    args: &InferArgs,
    out: &mut Out,
) -> io::Result<Outcome> {
    let Source { name, text } = source;
    let outcome = match (answer.ok, answer.stopped) {
        (_, Some(Stopped::Interrupted)) => Outcome::Interrupted,
        // The runs that were left out might have shown another guard to be wrong.
        (true, Some(stopped)) if answer.by == Way::Run => ended(stopped),
        (true, _) => Outcome::Fine,
        (false, Some(stopped)) => ended(stopped),
        (false, None) => Outcome::Wrong,
    };
    if args.in_place
        && (answer.ok || args.partial)
        && answer.text != *text
        && let Err(error) = atomic_file::rewrite(path, text, &answer.text)
    {
        out.complain(&format!("cannot write `{name}`: {error}; it is as it was"));
        return Ok(Outcome::Failed);
    }
    if args.format == RunFormat::Json {
        let writer = Writer { file: name, source: text, program, places: Places::new(text) };
        writeln!(out, "{}", writer.answer(answer, explained.map(|e| e.json.clone())))?;
        return Ok(outcome);
    }
    let told = report::report(&report::Input { name, source: text, program }, answer, explained);
    if args.report {
        out.write_all(told.as_bytes())?;
        return Ok(outcome);
    }
    if args.diff {
        out.verbatim(&diff::unified(name, text, &answer.text))?;
    } else if !args.in_place {
        out.verbatim(&answer.text)?;
    }
    out.flush()?;
    if !out.quiet {
        out.aside(&told);
    }
    Ok(outcome)
}
