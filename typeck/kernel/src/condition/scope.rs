//! Bindings of a rule, taken from the templates of its conclusion, its premises and the definitions in its note.

use crate::rule::RuleId;
use crate::template::{Index, Template, Templates};

/// Sort of a metavariable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermSort {
    /// A lock expression.
    Lock,
    /// A type.
    Type,
    /// A lock set.
    Locks,
    /// An expression, which may be read as a lock.
    Expression,
    /// A variable, which may be read as a lock.
    Variable,
    /// A word that a declaration may leave out: `[final]`.
    Word,
}

impl TermSort {
    /// With an article, for messages.
    pub fn name(self) -> &'static str {
        match self {
            TermSort::Lock => "a lock",
            TermSort::Type => "a type",
            TermSort::Locks => "a lock set",
            TermSort::Expression => "an expression",
            TermSort::Variable => "a variable",
            TermSort::Word => "a word of a declaration",
        }
    }

    /// By the letters of the calculus: c, s, t, u are types, l locks, ls lock sets, e expressions, x, y variables.
    fn of(letters: &str) -> Option<TermSort> {
        Some(match letters {
            "c" | "s" | "t" | "u" => TermSort::Type,
            "l" => TermSort::Lock,
            "ls" => TermSort::Locks,
            "e" => TermSort::Expression,
            "x" | "y" => TermSort::Variable,
            _ => return None,
        })
    }
}

/// A binding of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metavariable {
    /// As the rule writes it, the index of one of several always as `ᵢ`: `l`, `e₁`, `tᵢ`, `ls'`, `final`.
    pub key: String,
    /// As it stands in the rule once its substitution is made: `[e/this]l`, `θsⱼ`.
    pub written: String,
    /// Its sort.
    pub sort: TermSort,
    /// True for one of several, `tᵢ`: a condition with such a one is demanded for each.
    pub each: bool,
}

/// The rules of a system that may have premises of a variant, and what they declare.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// Templates of the rules.
    pub templates: &'static Templates,
    /// The rules whose functions look at premises of variants.
    pub rules: &'static [RuleId],
}

/// Bindings of a rule, and the judgments by which its conditions can be looked at.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The rule's name.
    pub rule: &'static str,
    /// Its bindings.
    pub names: Vec<Metavariable>,
    /// True if there is an E, in which ⊢final is asked.
    pub has_env: bool,
}

impl Scope {
    /// Scope of a rule.
    pub fn of(templates: &Templates, rule: RuleId) -> Scope {
        let declared = templates.rule(rule);
        let mut scope = Scope { rule: declared.name, names: Vec::new(), has_env: declared.conclusion.contains('E') };
        let conclusion = templates.conclusion(rule);
        scope.take(conclusion);
        templates.premises(rule).iter().for_each(|premise| scope.take(premise));
        // `argᵢ = tᵢ xᵢ` in the note defines what it names.
        let definitions = declared.note.split(". ").next().unwrap_or_default();
        for part in definitions.split(", ").filter_map(|part| part.split_once(" = ")) {
            scope.take(&templates.read(part.1.trim_end_matches('.')));
        }
        scope
    }

    /// Takes the bindings of a template.
    fn take(&mut self, template: &Template) {
        for word in ["final", "ghost", "guarded_by"] {
            let declared = template.text.contains(&format!("[{word}]")) || template.text.contains(&format!("[{word} "));
            if declared && !self.names.iter().any(|known| known.key == word) {
                let (key, written) = (word.to_owned(), format!("`{word}`"));
                self.names.push(Metavariable { key, written, sort: TermSort::Word, each: false });
            }
        }
        let quantified = template.quantified();
        for x in template.variables().filter(|x| !x.is_option() && Some(x.text) != quantified) {
            let plain = x.text.strip_prefix(x.substitution).unwrap_or(x.text);
            let letters = plain.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
            let Some(sort) = TermSort::of(letters) else { continue };
            let each = x.index != Index::One;
            let key = if each { format!("{}ᵢ", x.name) } else { x.name.to_owned() };
            let written = match x.index {
                Index::All => format!("{}{}ᵢ", x.substitution, x.name),
                _ => x.text.to_owned(),
            };
            match self.names.iter_mut().find(|known| known.key == key) {
                // A rule goes by the term after its substitution.
                Some(known) if !x.substitution.is_empty() && !known.written.ends_with(written.as_str()) => {
                    known.written = written;
                }
                Some(_) => {}
                None => self.names.push(Metavariable { key, written, sort, each }),
            }
        }
    }

    /// Returns true if the rule has a lock set.
    pub fn has_locks(&self) -> bool {
        self.names.iter().any(|known| known.key == "ls")
    }

    /// Binding of a name, however its index is written: `e1`, `e_1`, `e₁`; `t_i`, `tᵢ`, `tⱼ`.
    pub fn find(&self, name: &str) -> Option<&Metavariable> {
        let key = key(name);
        self.names.iter().find(|known| known.key == key)
    }

    /// The names, for a message.
    pub fn listed(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(|known| known.key.as_str()).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    }
}

/// A name with its index as the calculus writes it.
fn key(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('_', Some('i' | 'j' | 'k')) => {
                rest.next();
                out.push('ᵢ');
            }
            ('_', Some('0'..='9')) => {}
            ('ᵢ' | 'ⱼ' | 'ₖ', _) => out.push('ᵢ'),
            ('0'..='9', _) => out.extend(char::from_u32('₀' as u32 + (c as u32 - '0' as u32))),
            ('’' | '′', _) => out.push('\''),
            (c, _) => out.push(c),
        }
    }
    out
}
