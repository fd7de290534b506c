//! Questions about a Java file, which is judged with the stubs of the library that are built in.

use super::{Asked, Request, programs, written};
use crate::desk::{Desk, Refusal, bad};
use crate::java::json::Objects;
use crate::java::{self, JavaFile, built_in};
use crate::json::VERSION;
use crate::options::{
    self, AnnotateOptions, DerivationOptions, JavaCheckOptions, JavaOptions, LowerOptions, RuleOptions,
};
use crate::rewriting::Rewritten;
use crate::source::Source;
use crate::variant::Rules;
use racefree_systems::BASE;

impl Desk {
    fn java_rules(&self, words: &RuleOptions, java: &JavaOptions) -> Result<Rules, Refusal> {
        java::rules(words, java, &|words| options::rules(words, BASE, &self.variant)).map_err(|e| bad(e).into())
    }
}

fn files(source: Source) -> Vec<JavaFile> {
    let file = JavaFile { name: source.name, bytes: source.text.into_bytes(), stub: false };
    [file].into_iter().chain(built_in()).collect()
}

/// `java`
pub fn check(desk: &Desk, source: Source, options: &JavaCheckOptions) -> Result<String, Refusal> {
    let rules = desk.java_rules(&options.rules, &options.java)?;
    let verdict = java::check(files(source), None, &options.rules, &options.java, &rules, desk.limits.threads);
    let verdict = verdict.map_err(bad)?;
    let file = verdict.files.first().ok_or_else(|| bad("there is no file"))?;
    Ok(Objects::new(&verdict, options.java.assumptions).file(file))
}

/// The answer to a question that has one of its own about Java; none, if the answer is made as that about other programs.
pub fn answer(desk: &Desk, asked: &Asked) -> Option<Result<String, Refusal>> {
    let source = match desk.sized(asked) {
        Ok(source) => source,
        Err(failure) => return Some(Err(failure.into())),
    };
    Some(match &asked.request {
        Request::Check(rules) => {
            check(desk, source, &JavaCheckOptions { rules: rules.clone(), java: JavaOptions::default() })
        }
        Request::Derivation(options) => derivation(desk, source, options),
        Request::Fmt(_) | Request::Tokens(_) | Request::Outline(_) | Request::Tree(_) | Request::Fix(_) => {
            Err(bad("this question is one about programs of the calculus, and not about Java").into())
        }
        Request::Infer(_) | Request::Erase(_) | Request::Translate(_) | Request::Atomicity(_) => {
            Err(bad("this question does not know Java; `annotate` finds its annotations").into())
        }
        _ => return None,
    })
}

/// `derivation`: that of the program which the checker judges, without the library.
fn derivation(desk: &Desk, source: Source, options: &DerivationOptions) -> Result<String, Refusal> {
    let java = JavaOptions::default();
    let (rules, name) = (desk.java_rules(&options.rules, &java)?, source.name.clone());
    let made = java::elaborated(files(source), None, &options.rules, &java, desk.limits.threads).map_err(bad)?;
    let source = Source { name, text: made.0.sources.text().to_owned() };
    programs::derived(desk, &made.1.program, &source, &rules, options)
}

/// `lower`
pub fn lower(desk: &Desk, source: Source, options: &LowerOptions) -> Result<String, Refusal> {
    let words = RuleOptions { defaults: options.defaults, ..RuleOptions::default() };
    let file = source.name.clone();
    let lowered = java::elaborated(files(source), None, &words, &options.java, desk.limits.threads);
    let text = java::lowered(&lowered.map_err(bad)?.1);
    written(&Rewritten { file, version: VERSION, text, notes: Vec::new() })
}

/// `annotate`
pub fn annotate(desk: &Desk, source: Source, options: &AnnotateOptions) -> Result<String, Refusal> {
    let rules = desk.java_rules(&RuleOptions::default(), &options.java)?;
    let options = AnnotateOptions { time: desk.clocked(options.time), ..options.clone() };
    let Source { name: file, text } = source.clone();
    let (interrupt, threads) = (desk.interrupt.clone(), desk.limits.threads);
    let (_, annotated) = java::annotate(files(source), || None, rules, &options, interrupt, threads).map_err(bad)?;
    let text = annotated.files.into_iter().next().map_or(text, |changed| changed.text);
    let left = match annotated.stopped {
        Some(stopped) => Some(format!("stopped: {}; nothing is known of what is left", stopped.name())),
        None => (!annotated.ok).then(|| "some errors are left".to_owned()),
    };
    let unplaced = annotated.unplaced.iter().map(|what| format!("no place in the text: {what}"));
    written(&Rewritten {
        file,
        version: VERSION,
        text,
        notes: left.into_iter().chain(annotated.findings.iter().cloned()).chain(unplaced).collect(),
    })
}
