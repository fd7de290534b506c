//! Questions of editors about a text that changes at every key: names, types and locks at a place, changes that can be made there.
//!
//! | module | contents |
//! | --- | --- |
//! | [`names`], `walk` | occurrences of names, and what they stand for |
//! | [`mod@rename`] | another name for a declaration, if that changes nothing else |
//! | [`place`] | the judgment about a place; why a path is, or is not, a lock |
//! | [`mod@held`] | locks held, where they change |
//! | [`changes`] | changes that an editor offers beside the repairs of errors |
//! | [`candidates`] | words that can stand at a place |
//! | [`layout`] | what is told from the syntax alone: blocks, selections, kinds of words |

pub mod candidates;
pub mod changes;
pub mod held;
pub mod layout;
pub mod names;
pub mod place;
pub mod rename;
mod walk;

pub use held::held;
pub use names::{Entity, Names, Occurrence};
pub use racefree_grammar::ast::Dialect;
pub use racefree_grammar::fix::apply;
pub use racefree_grammar::printer::format_in;
pub use racefree_grammar::{Edit, Fix, Program, Span, SyntaxError};
pub use racefree_kernel::{TypeError, Warning};
pub use rename::rename;

use crate::desk;
use crate::fixes::{self, Budget};
use crate::options::RuleOptions;
use crate::variant::{self, Rules};
use crate::verdict::{self, Judged, Verdict, judge_program};
use racefree_kernel::{PremiseId, report};
use std::cell::OnceCell;

/// A text in an editor, judged. What takes longer than the verdict is found when it is first asked for.
#[derive(Debug)]
pub struct Buffer {
    /// The text.
    pub text: String,
    /// The rules that it is judged by.
    pub rules: Rules,
    /// The program as it is written, without defaults; none, if there are syntax errors.
    pub program: Option<Program>,
    /// The verdict. Repairs in it are proposals.
    pub verdict: Verdict,
    names: OnceCell<Names>,
    settled: OnceCell<Verdict>,
}

impl Buffer {
    /// Judges a text by the rules that the options name. Fails if one means nothing, or the header differs from it.
    pub fn read(text: String, words: &RuleOptions, variant: desk::FindVariant) -> Result<Buffer, String> {
        let rules = desk::rules(words, &text, variant)?;
        Ok(Buffer::judged(text, rules))
    }

    /// Judges a text.
    pub fn judged(text: String, rules: Rules) -> Buffer {
        let (program, verdict) = match verdict::parse(rules.system, &text) {
            Ok(program) => {
                let judged = judge_program(program.clone(), &text, &rules);
                (Some(program), Verdict::Judged(Box::new(judged)))
            }
            Err(errors) => (None, Verdict::Syntax(errors)),
        };
        Buffer { text, rules, program, verdict, names: OnceCell::new(), settled: OnceCell::new() }
    }

    /// A program of which names alone are asked.
    pub(crate) fn unjudged(text: String, rules: Rules, program: Program) -> Buffer {
        let verdict = Verdict::Syntax(Vec::new());
        Buffer { text, rules, program: Some(program), verdict, names: OnceCell::new(), settled: OnceCell::new() }
    }

    /// The report, if the text is a program.
    pub fn report(&self) -> Option<&Judged> {
        match &self.verdict {
            Verdict::Judged(judged) => Some(judged),
            Verdict::Syntax(_) => None,
        }
    }

    /// The names; none in a text that is no program.
    pub fn names(&self) -> &Names {
        let names = || self.program.as_ref().map_or_else(Names::default, |program| Names::new(program, &self.text));
        self.names.get_or_init(names)
    }

    /// The verdict with the repairs that do what they say.
    pub fn settled(&self) -> &Verdict {
        self.settled.get_or_init(|| {
            let mut verdict = self.verdict.clone();
            fixes::settle(&self.text, &self.rules, &mut verdict, &mut Budget::default());
            verdict
        })
    }

    /// A text beside this one, by the same rules.
    fn beside(&self, edits: &[Edit]) -> Option<Buffer> {
        Some(Buffer::judged(racefree_grammar::fix::apply(&self.text, edits)?, self.rules.clone()))
    }
}

/// `EXP REF/guard-held`
pub fn premise_name(premise: PremiseId) -> String {
    racefree_systems::premise_name(premise)
}

/// The kind of an error, as `no_warn` names it.
pub fn kind(rules: &Rules, error: &TypeError) -> String {
    report::kind(rules.system.book(), error.premise)
}

/// Rule of a variant that an option names, by built-in names and as TOML.
pub const VARIANTS: desk::FindVariant = |system, name| variant::find_in(system, name);
