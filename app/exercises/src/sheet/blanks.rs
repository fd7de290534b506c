//! Blanks of a sheet.

use super::tree::{Last, Step};

/// Part of a line that can be left blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Blank {
    /// The environment.
    Env,
    /// The lock set.
    Locks,
    /// The type.
    Type,
    /// The whole judgment.
    Judgment,
    /// The rule.
    Rule,
    /// The last column of a side condition.
    Verdict,
}

const WORDS: [(&str, Blank); 6] = [
    ("env", Blank::Env),
    ("locks", Blank::Locks),
    ("type", Blank::Type),
    ("judgment", Blank::Judgment),
    ("rule", Blank::Rule),
    ("verdict", Blank::Verdict),
];

impl Blank {
    /// The word for it in headers.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|word| word.1 == self).map_or("", |word| word.0)
    }
}

/// The blanks of an exercise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blanks {
    /// Place of the judgment at the root, as `LINE:COLUMN`; without one, the whole program's.
    pub at: Option<String>,
    /// Blanks everywhere.
    everywhere: Vec<Blank>,
    /// Blanks of single lines.
    nodes: Vec<(String, Blank)>,
}

impl Blanks {
    /// Reads the values of `at` and `blank`: parts, parts of single lines (`1.3/rule`), or `all`.
    ///
    /// # Errors
    ///
    /// It leaves nothing blank, or a word means nothing.
    pub fn read(at: Option<&str>, words: &[&str]) -> Result<Blanks, String> {
        let mut blanks = Blanks { at: at.map(str::to_owned), ..Blanks::default() };
        for word in words {
            let (node, part) = word.split_once('/').map_or(("", *word), |(node, part)| (node.trim(), part.trim()));
            let known = WORDS.iter().find(|(name, _)| *name == part).map(|known| known.1);
            match (node, part, known) {
                ("", "all", _) => blanks.everywhere.extend([Blank::Judgment, Blank::Rule, Blank::Verdict]),
                ("", _, Some(blank)) => blanks.everywhere.push(blank),
                (node, _, Some(blank)) if !node.is_empty() => blanks.nodes.push((node.to_owned(), blank)),
                _ => {
                    return Err(format!(
                        "`blank: {word}` is none of env, locks, type, judgment, rule, verdict, all, or such a part of a line, as 1.3/rule"
                    ));
                }
            }
        }
        if blanks.everywhere.is_empty() && blanks.nodes.is_empty() {
            return Err("there is no line `blank`".to_owned());
        }
        Ok(blanks)
    }

    /// Returns true if side conditions are asked about.
    pub(super) fn asks_verdicts(&self) -> bool {
        self.everywhere.contains(&Blank::Verdict) || self.nodes.iter().any(|node| node.1 == Blank::Verdict)
    }

    /// The blanks of a line, each part once.
    pub(super) fn of(&self, step: &Step) -> Vec<Blank> {
        let here = self.nodes.iter().filter(|(node, _)| *node == step.number).map(|node| node.1);
        let mut all: Vec<Blank> = self.everywhere.iter().copied().chain(here).collect();
        all.sort_unstable();
        all.dedup();
        // A part of a judgment that is blank as a whole is no blank of its own.
        let whole = all.contains(&Blank::Judgment);
        all.retain(|blank| match (blank, step.last) {
            (Blank::Verdict, Last::Holds(_)) | (Blank::Rule, Last::Rule(_)) => true,
            (Blank::Verdict | Blank::Rule, _) | (_, Last::Holds(_)) => false,
            (Blank::Judgment, Last::Rule(_)) => true,
            (Blank::Env, Last::Rule(_)) => !whole && step.judgment.context.len() > 1,
            (Blank::Locks, Last::Rule(_)) => {
                !whole && (step.judgment.context.len() > 2 || step.judgment.object.starts_with('{'))
            }
            (Blank::Type, Last::Rule(_)) => !whole && step.judgment.relation == " : ",
        });
        all
    }

    /// Lines that are named and are not there, or have no such part.
    pub fn unknown(&self, steps: &[Step]) -> Option<String> {
        let is_there =
            |node: &&(String, Blank)| steps.iter().any(|step| step.number == node.0 && step.blanks.contains(&node.1));
        self.nodes.iter().find(|node| !is_there(node)).map(|node| node.0.clone())
    }
}
