//! `racefree check --derivation`: text, LaTeX, a page and JSON, all of them from [`racefree_answers::derivation`].

mod html;
pub mod latex;
mod text;

pub use latex::escape::escaped as escaped_latex;

use crate::args::DerivationForm;
use racefree_answers::derivation::outline::OutlineBounds;
use racefree_answers::derivation::{Document, Options, json};
use racefree_kernel::Derived;

/// Properties of the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Columns of the terminal.
    pub width: usize,
    /// True if the terminal shows colours.
    pub color: bool,
}

/// Default number of judgments shown, if no depth is asked for.
fn reasonable(form: DerivationForm) -> usize {
    match form {
        DerivationForm::Text => 1_500,
        DerivationForm::Latex => 400,
        DerivationForm::Html => 20_000,
        DerivationForm::Json => usize::MAX,
    }
}

/// A derivation as a document of some form, or a part of it.
pub fn render(
    form: DerivationForm,
    derived: &dyn Derived,
    source: &str,
    options: &Options<'_>,
    look: Look,
) -> Result<String, String> {
    let (judgments, whole) = (reasonable(form), form == DerivationForm::Json);
    let extent = OutlineBounds { depth: options.depth, judgments, levels: u32::MAX, whole };
    let document = Document::new(derived, source, extent, options)?;
    Ok(match form {
        DerivationForm::Text => text::render(&document, look),
        DerivationForm::Latex => latex::render(&document),
        DerivationForm::Html => html::render(&document),
        DerivationForm::Json => json::render(&document),
    })
}
