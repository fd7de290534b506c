//! Templates of the rules' declarations: their text at a node of a derivation, made from the one declaration.
//!
//! A conclusion or premise is declared in the notation of the calculus, `P; E ⊢ [e/this]l ∈ ls`. Its text is read once
//! ([`Templates::new`]): into what is fixed, and *metavariables* (`E`, `e`, `l`, `ls`). At a node, what the metavariables
//! stand for is found by matching, as one reads a rule ([`Templates::bindings`]): the rule's conclusion with the judgment of
//! the node, and each premise with the judgment that is evidence for it. A judgment has *places*, in the order in which the
//! calculus writes them (`E`, `ls`, `e`, `t` of P; E; ls ⊢ e : t); a place of the declaration that is more than a
//! metavariable, `let t₁ x = e₁ in e₂`, is matched with the parts of what is there, in the same order. A system says
//! what its judgments and terms consist of, one form at a time ([`Syntax`]); nothing is said per rule or per premise.
//!
//! A metavariable that nothing stands for is written as it is: it is quantified (`l ≡ l' for some l' ∈ ls`), or what it
//! would stand for is unknown because of an error.

mod instance;
mod parse;
#[cfg(test)]
mod tests;
mod writer;

pub use instance::{Bindings, Slot, Syntax};
pub use parse::{Index, Piece, Symbols, Template, Variable};
pub use writer::Writer;

use crate::rule::{PremiseId, Rule, RuleBook, RuleId};
use crate::statement::Sort;
use std::borrow::Cow;

/// The words of the language that the rules of several systems name.
pub const WORDS: &[(&str, Sort)] = &[
    ("int", Sort::Keyword),
    ("boolean", Sort::Keyword),
    ("void", Sort::Keyword),
    ("null", Sort::Keyword),
    ("thread_local", Sort::Keyword),
    ("this", Sort::Variable),
    ("Object", Sort::Class),
    ("String", Sort::Class),
];

/// The templates of all rules of a system.
#[derive(Debug)]
pub struct Templates {
    book: RuleBook,
    /// By [`RuleBook::position`].
    rules: Vec<(Template, Vec<Template>)>,
    symbols: Symbols,
}

impl Templates {
    /// Reads what the rules declare.
    pub fn new(book: RuleBook, symbols: Symbols) -> Templates {
        let read = |text| Template::new(text, &symbols);
        let rule = |rule: &'static crate::Rule| {
            (read(rule.conclusion), rule.premises.iter().map(|premise| read(premise.statement)).collect())
        };
        Templates { book, rules: book.rules().map(|(_, declared)| rule(declared)).collect(), symbols }
    }

    /// Conclusion of a rule.
    pub fn conclusion(&self, rule: RuleId) -> &Template {
        &self.rules[self.book.position(rule)].0
    }

    /// Template of a premise; one of a variant is read anew.
    pub fn premise(&self, premise: PremiseId) -> Cow<'_, Template> {
        match premise.is_own() {
            true => Cow::Owned(self.read(self.book.premise(premise).statement)),
            false => Cow::Borrowed(&self.premises(premise.rule())[premise.index()]),
        }
    }

    /// Templates of the premises of a rule.
    pub fn premises(&self, rule: RuleId) -> &[Template] {
        &self.rules[self.book.position(rule)].1
    }

    /// The rule itself.
    pub fn rule(&self, rule: RuleId) -> &'static Rule {
        self.book.rule(rule)
    }

    /// Reads another text by the same symbols.
    pub fn read(&self, text: &'static str) -> Template {
        Template::new(text, &self.symbols)
    }
}
