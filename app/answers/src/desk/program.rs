//! Program of a question, from its text.

use super::{Desk, Failure, FailureKind, FindVariant, Refusal};
use crate::fixes::{self, Budget};
#[cfg(feature = "java")]
use crate::java::{self, JavaFile};
use crate::options::{self, RuleOptions, StartOptions};
use crate::running::{Loaded, Parsed};
use crate::source::Source;
use crate::variant::Rules;
use crate::verdict;
use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::Filled;

impl Desk {
    pub(crate) fn rules(&self, words: &RuleOptions, text: &str) -> Result<Rules, String> {
        rules(words, text, self.variant)
    }

    pub(crate) fn parsed(&self, source: Source, words: &RuleOptions) -> Result<Parsed, Refusal> {
        parsed(source, words, self.variant)
    }

    /// A program whose errors in Java have their repairs; those of the calculus are found where they are shown.
    #[cfg_attr(not(feature = "java"), expect(unused_mut, reason = "only Java is changed"))]
    pub(crate) fn repaired(
        &self,
        source: Source,
        words: &RuleOptions,
        start: &StartOptions,
    ) -> Result<Parsed, Refusal> {
        #[cfg(feature = "java")]
        let file = JavaFile { name: source.name.clone(), bytes: source.text.clone().into_bytes(), stub: false };
        let mut parsed = parsed_to_start(source, words, start, self.variant)?;
        #[cfg(feature = "java")]
        if crate::source::is_java(&file.name) {
            java::running::settle(&mut parsed, &[file], words)?;
        }
        Ok(parsed)
    }

    /// A program that can run; one in Java is started so.
    pub(crate) fn started(&self, source: Source, words: &RuleOptions, start: &StartOptions) -> Result<Loaded, Refusal> {
        ready(parsed_to_start(source, words, start, self.variant)?)
    }
}

/// Refusal of a program that nests too deeply, if that is among its errors.
pub(crate) fn too_deep(errors: &[SyntaxError]) -> Option<Failure> {
    let deep = |message: &str| message.contains("nested deeper than") || message.contains("brackets are open");
    let error = errors.iter().find(|e| deep(&e.message))?;
    Some(Failure { kind: FailureKind::TooDeep, message: error.message.clone() })
}

/// The system of a program, and the rules that the options name.
pub fn rules(words: &RuleOptions, text: &str, variant: FindVariant) -> Result<Rules, String> {
    let system = options::system(words.system.as_deref(), text)?;
    // The reader of variants is half as large as the code that judges by them.
    match cfg!(feature = "few") {
        true => options::plain_rules(words, system),
        false => options::rules(words, system, &variant),
    }
}

/// A program that parses, judged.
pub fn parsed(source: Source, words: &RuleOptions, variant: FindVariant) -> Result<Parsed, Refusal> {
    parsed_to_start(source, words, &StartOptions::default(), variant)
}

/// The same; one in Java is started so.
#[cfg_attr(not(feature = "java"), expect(unused_variables, reason = "only Java is started in several ways"))]
pub fn parsed_to_start(
    source: Source,
    words: &RuleOptions,
    start: &StartOptions,
    variant: FindVariant,
) -> Result<Parsed, Refusal> {
    #[cfg(feature = "java")]
    if crate::source::is_java(&source.name) {
        let rules = rules(words, "", variant)?;
        let file = JavaFile { name: source.name.clone(), bytes: source.text.into_bytes(), stub: false };
        return java::running::parsed(&source.name, vec![file], rules, start, true);
    }
    let rules = rules(words, &source.text, variant)?;
    let (mut program, source) = well_formed(source, &rules)?;
    let filled = match words.defaults {
        true => verdict::fill_in(rules.system, &mut program, &source.text)?,
        false => Filled::default(),
    };
    Ok(Parsed::of(source, program, filled, rules))
}

/// A program that parses.
pub(crate) fn well_formed(source: Source, rules: &Rules) -> Result<(Program, Source), Refusal> {
    match verdict::parse(rules.system, &source.text) {
        Ok(program) => Ok((program, source)),
        Err(mut errors) => {
            fixes::settle_syntax(&source.text, rules, &mut errors, &mut Budget::default());
            Err(Refusal::Malformed { source, system: rules.system, errors })
        }
    }
}

/// A program that can run.
pub fn ready(parsed: Parsed) -> Result<Loaded, Refusal> {
    parsed.ready().map_err(|(source, errors)| Refusal::CannotRun(source, errors))
}
