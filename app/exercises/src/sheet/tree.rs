//! The judgments of a derivation that stand on a sheet.

use super::blanks::{Blank, Blanks};
use super::judgment::Judgment;
use crate::exercise::Exercise;
use crate::facts;
use crate::grade::Grade;
use racefree_answers::derivation::outline::{OutlineBounds, PremiseView};
use racefree_answers::derivation::{Document, Options};
use racefree_answers::desk::Desk;
use racefree_kernel::statement::Limits;
use racefree_kernel::{NodeId, PremiseId, RuleBook, RuleId};

/// The most lines of a sheet.
const MOST_LINES: usize = 400;

/// The last column of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// The rule that concludes the judgment.
    Rule(RuleId),
    /// True if the side condition holds.
    Holds(bool),
}

/// A line of a sheet, as it is right.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line of the judgment whose premise it is; of the root, none.
    pub below: Option<usize>,
    /// Number, as `1.3`.
    pub number: String,
    /// The premise.
    pub premise: Option<PremiseId>,
    /// Text of the judgment or side condition.
    pub text: String,
    /// The judgment in parts; empty for a side condition.
    pub judgment: Judgment,
    /// The last column.
    pub last: Last,
    /// True if it stands on the sheet; what is evident may be written too.
    pub shown: bool,
    /// Parts that are left blank.
    pub blanks: Vec<Blank>,
}

/// A derivation as a sheet has it.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The lines, each before its premises.
    pub steps: Vec<Step>,
    /// The rules.
    pub book: RuleBook,
}

/// Lengths of the parts of judgments. An expression is written out as far as it is short; it is never asked for in a longer form.
const LIMITS: Limits = Limits { expression: 72, environment: 10_000, locks: 10_000 };

impl Tree {
    /// The derivation that an exercise is about.
    ///
    /// # Errors
    ///
    /// The grade of a program that has none there.
    pub fn of(desk: &Desk, exercise: &Exercise, blanks: &Blanks) -> Result<Tree, Grade> {
        let parsed = facts::judged(desk, &exercise.rules, &exercise.file(), &exercise.text)?;
        let system = parsed.rules.system;
        let (_, derived) = system.derive(&parsed.program, &exercise.text, &parsed.rules.options);
        let extent = OutlineBounds { depth: None, judgments: MOST_LINES, levels: u32::MAX, whole: false };
        let options =
            Options { file: &exercise.file(), system: system.name(), at: blanks.at.as_deref(), ..Options::default() };
        let document = Document::new(&*derived, &exercise.text, extent, &options);
        let document = document.map_err(|message| Grade::unreadable("", message))?;
        if document.outline.order.len() > MOST_LINES {
            let message =
                format!("the derivation has {} judgments, and {MOST_LINES} is the most", document.outline.order.len());
            return Err(Grade::unreadable("", message));
        }
        let mut tree = Tree { steps: Vec::new(), book: system.book() };
        let mut notation = derived.writer(LIMITS);
        let conclusion = |id: NodeId, notation: &mut dyn racefree_kernel::JudgmentWriter| {
            let text = notation.conclusion(id).text().to_owned();
            (text, Last::Rule(document.shape().step(id).rule))
        };
        let root = document.outline.root;
        let mut todo = vec![(None, None, conclusion(root, &mut *notation), Some(root), true)];
        while let Some((below, premise, (text, last), node, shown)) = todo.pop() {
            let at = tree.steps.len();
            let judgment = if matches!(last, Last::Rule(_)) {
                Judgment::of(&text).unwrap_or_default()
            } else {
                Judgment::default()
            };
            let number = String::new();
            tree.steps.push(Step { below, number, premise, text, judgment, last, shown, blanks: Vec::new() });
            let Some(node) = node else { continue };
            let mut above = Vec::new();
            for item in document.outline.items(node) {
                let premise = Some(item.premise);
                let mut said = || notation.premise(node, item.premise, item.nth).text().to_owned();
                above.push(match item.shown {
                    PremiseView::Judgment(id) => {
                        let trivial = document.outline.is_trivial(id);
                        (Some(at), premise, conclusion(id, &mut *notation), Some(id), shown && !trivial)
                    }
                    PremiseView::Again(id) => {
                        let trivial = document.outline.is_trivial(id);
                        (Some(at), premise, conclusion(id, &mut *notation), None, shown && !trivial)
                    }
                    PremiseView::Holds | PremiseView::Assumed => {
                        (Some(at), premise, (said(), Last::Holds(true)), None, shown && blanks.asks_verdicts())
                    }
                    PremiseView::Fails => (Some(at), premise, (said(), Last::Holds(false)), None, shown),
                });
            }
            todo.extend(above.into_iter().rev());
        }
        tree.number();
        for at in 0..tree.steps.len() {
            tree.steps[at].blanks = if tree.steps[at].shown { blanks.of(&tree.steps[at]) } else { Vec::new() };
        }
        Ok(tree)
    }

    /// Numbers the lines; those that stand on the sheet come first among their siblings.
    fn number(&mut self) {
        let mut counts = vec![0; self.steps.len()];
        for shown in [true, false] {
            for at in 0..self.steps.len() {
                if self.steps[at].shown != shown {
                    continue;
                }
                self.steps[at].number = match self.steps[at].below {
                    None => "1".to_owned(),
                    Some(below) => {
                        counts[below] += 1;
                        format!("{}.{}", self.steps[below].number, counts[below])
                    }
                };
            }
        }
    }

    /// The premises of a line.
    pub fn above(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        (at + 1..self.steps.len()).filter(move |&i| self.steps[i].below == Some(at))
    }

    /// Name of a premise.
    pub fn premise_name(&self, step: &Step) -> &'static str {
        step.premise.map_or("", |premise| self.book.premise(premise).name)
    }

    /// Number of blanks.
    pub fn blanks(&self) -> usize {
        self.steps.iter().map(|step| step.blanks.len()).sum()
    }
}
