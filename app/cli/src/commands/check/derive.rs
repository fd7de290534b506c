//! `racefree check --derivation`.

use crate::args::{CheckArgs, DerivationForm};
use crate::ending::{Done, Ending};
use crate::gathered::Gathered;
use crate::terminal::Out;
use crate::{derivation, verdict};
use racefree_answers::fixes::{self, Budget};
use racefree_answers::variant::Rules;
use racefree_answers::{Source, count};
use racefree_grammar::Program;
use racefree_kernel::Filled;
use std::io::Write;

/// Checks a program and prints its derivation. As text it follows the verdict; another form is a document of its own, and
/// the verdict goes to standard error.
pub fn derive(
    source: &Source,
    args: &CheckArgs,
    form: DerivationForm,
    (program, filled): (&Program, &Filled),
    rules: &Rules,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let Source { name, text } = source;
    let (mut report, derived) = rules.system.derive(program, text, &rules.options);
    fixes::settle_errors(text, rules, program, &mut report.errors, &mut Budget::default());
    let wanted = racefree_answers::derivation::Options {
        file: name,
        system: rules.system.name(),
        depth: args.options.depth,
        at: args.options.at.as_deref(),
        failing: args.options.failing,
        below: None,
    };
    let look = derivation::Look { width: out.width, color: out.color && form == DerivationForm::Text };
    if form == DerivationForm::Text {
        kept.whys.note(&report.errors);
        verdict::human(source, &report, filled, rules, out)?;
        writeln!(out)?;
    } else if !report.is_ok() {
        out.complain(&format!("{name}: {}; the derivation is partial", count(report.errors.len() as u64, "error")));
    }
    let document = derivation::render(form, &*derived, text, &wanted, look);
    writeln!(out, "{}", document.map_err(|message| format!("{name}: {message}"))?.trim_end())?;
    Ok(if report.is_ok() { Ending::Fine } else { Ending::Wrong })
}
