//! Arguments of `racefree play`.

use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::options::RuleOptions;
use std::path::PathBuf;

pub const AFTER: &str = "The page is served to this machine alone (127.0.0.1), under an address that cannot be guessed, until Ctrl-C. Its searches run \
here, on all cores. A page of --export, and the site of --export-site, need no program: their engine is a WebAssembly module, which is in \
this program if `app/web/build engine` was run before it was built; else --engine names its folder.";

/// Arguments of `racefree play`.
#[derive(ClapArgs, Debug)]
pub struct PlayArgs {
    /// The program to begin with; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleOptions,
    /// The schedule to begin with, as in 0*7,1*4,2.
    #[arg(long, value_name = "SCHEDULE", requires = "file")]
    pub schedule: Option<String>,
    /// With --schedule: step to begin at; by default, the last.
    #[arg(long, value_name = "STEP", requires = "schedule")]
    pub at: Option<u64>,
    /// View of the schedules.
    #[arg(long, value_name = "VIEW", requires = "file")]
    pub view: Option<View>,
    /// Port of the server; 0 means any free port. By default, a fixed port if it is free, because a browser keeps drafts by port.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Do not open a browser.
    #[arg(long)]
    pub no_open: bool,
    /// Address of a site (`--export-site`) that others can open: links of *Share* and of `--link` begin with it.
    #[arg(long, value_name = "URL", value_parser = address)]
    pub address: Option<String>,
    /// Print the link to the program with these rules and this schedule, and exit: with --address all of it, else the part after the
    /// address of the page.
    #[arg(long, requires = "file", conflicts_with_all = ["port", "no_open", "export", "export_site"])]
    pub link: bool,
    /// Write the page as one self-contained file, and exit.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["port", "no_open", "export_site"])]
    pub export: Option<PathBuf>,
    /// Write the site into a folder, for any file server, and exit.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "no_open", "file"])]
    pub export_site: Option<PathBuf>,
    /// With --export and --export-site: folder of the browser's engine, `engine.wasm` and `judge.wasm`; by default, the engine in this
    /// program.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "no_open", "link"])]
    pub engine: Option<PathBuf>,
}

pub const AFTER_COURSE: &str = "The page is that of `racefree play`, which has the course too. How far you are is kept by the browser. `racefree play \
--export-site DIR` writes all of it as files.";

/// Arguments of `racefree course`.
#[derive(ClapArgs, Debug)]
pub struct CourseArgs {
    /// The chapter to begin with, as 01-races or its number; by default, the last that was open.
    #[arg(value_name = "CHAPTER")]
    pub chapter: Option<String>,
    /// List the chapters, and exit.
    #[arg(long, conflicts_with_all = ["chapter", "port", "no_open"])]
    pub list: bool,
    /// Port of the server; 0 means any free port. By default, a fixed port if it is free, because a browser keeps by port how far you are.
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Do not open a browser.
    #[arg(long)]
    pub no_open: bool,
    /// Address of a site (`racefree play --export-site`) that others can open: links of *Share* begin with it.
    #[arg(long, value_name = "URL", value_parser = address)]
    pub address: Option<String>,
}

/// Reads the address of a site: links add what is behind a `#`.
fn address(text: &str) -> Result<String, String> {
    let rest = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '#' | '?' | '"' | '<' | '>');
    match rest {
        Some(rest) if !rest.is_empty() && rest.chars().all(is_plain) => Ok(text.to_owned()),
        Some(_) => Err("it is the address of a page, without `?` and `#`".to_owned()),
        None => Err("an address begins with https:// or http://".to_owned()),
    }
}

/// Views of the schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// One schedule, step by step.
    Step,
    /// The search through all of them.
    Explore,
    /// The state graph.
    Graph,
    /// Pairs of accesses that may race.
    Pairs,
    /// Verdict on each type error: real or a false alarm.
    Explain,
}
