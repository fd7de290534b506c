//! Demands on a part of a judgment by the rest of a rule's instance. A metavariable of a rule stands for one thing in all its places: the
//! environment of a premise is that of the conclusion, or extends it; the type of `synchronized e₁ in e₂` is that of e₂. Where the rule
//! computes more than that (a substitution, say), what the derivation has is demanded alone.

use super::judgment::{Judgment, Sort, arguments, normal};
use super::line::GAP;
use super::tree::{Last, Step, Tree};
use racefree_kernel::RuleId;

/// Judgments as they are written, by line of the tree; none where nothing is written that could be read.
pub type Written = [Option<Judgment>];

/// Forms of a part that follow from what is written around it, beside the one that is right: from the conclusion below for what a rule
/// hands up, from the premises above for what it computes.
pub fn followed(tree: &Tree, written: &Written, at: usize, part: Part) -> Vec<String> {
    let found = match part {
        Part::Object if tree.steps[at].judgment.relation == " : " => from_premises(tree, written, at),
        Part::Context(_) | Part::Subject | Part::Object => from_conclusion(tree, written, at, part),
    };
    found.into_iter().filter(|text| !text.contains(GAP)).collect()
}

/// Part of a judgment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Part before the turnstile, by its number: `E` is 1, `ls` is 2.
    Context(usize),
    /// Expression, declaration or type that the judgment is about.
    Subject,
    /// Part behind the relation.
    Object,
}

impl Part {
    /// Text of the part.
    pub fn of(self, judgment: &Judgment) -> Option<&str> {
        match self {
            Part::Context(at) => judgment.context.get(at).map(String::as_str),
            Part::Subject => Some(judgment.subject.as_str()),
            Part::Object => Some(judgment.object.as_str()).filter(|_| !judgment.relation.is_empty()),
        }
    }

    /// Sort by which two forms of it are compared.
    pub fn sort(self, right: &str) -> Sort {
        match self {
            Part::Context(1) => Sort::Env,
            Part::Context(_) | Part::Object if right == "∅" || right.starts_with('{') => Sort::Locks,
            Part::Context(_) | Part::Subject | Part::Object => Sort::Term,
        }
    }
}

/// The judgment that a rule concludes, in metavariables.
fn conclusion(tree: &Tree, rule: RuleId) -> Option<Judgment> {
    Judgment::of(tree.book.rule(rule).conclusion)
}

/// The judgment of a premise, in metavariables; of a premise that is several judgments, the one of this shape.
fn statement(tree: &Tree, step: &Step) -> Option<Judgment> {
    let text = tree.book.premise(step.premise?).statement;
    let judgments = text.split("  and  ").filter_map(|judgment| {
        let end = [",  ", " for every ", " for some ", " (D"].iter().filter_map(|end| judgment.find(end)).min();
        Judgment::of(&judgment[..end.unwrap_or(judgment.len())])
    });
    let shape = |judgment: &Judgment| (judgment.context.len(), judgment.relation);
    judgments.into_iter().find(|judgment| shape(judgment) == shape(&step.judgment))
}

fn rule_of(step: &Step) -> Option<RuleId> {
    match step.last {
        Last::Rule(rule) => Some(rule),
        Last::Holds(_) => None,
    }
}

/// Forms of a part of a premise that its conclusion, and the premises before it, demand as they are written.
fn from_conclusion(tree: &Tree, written: &Written, at: usize, part: Part) -> Vec<String> {
    let step = &tree.steps[at];
    let demanded = || {
        let below = step.below?;
        let said = statement(tree, step)?;
        let concluded = conclusion(tree, rule_of(&tree.steps[below])?)?;
        let (variable, right) = (part.of(&said)?.to_owned(), part.of(&step.judgment)?);
        let mut forms = Vec::new();
        if let (Some(outer), Some(theirs)) = (part.of(&concluded), written[below].as_ref().and_then(|w| part.of(w)))
            && matches!(part, Part::Context(_))
            && let Some(reference) = part.of(&tree.steps[below].judgment)
        {
            match () {
                () if outer == variable => forms.push(theirs.to_owned()),
                () if variable.contains(outer) && variable != "∅" => {
                    forms.push(extended(theirs, reference, right, part.sort(reference)));
                }
                () => {}
            }
        }
        // The same metavariable in another premise, looked at before.
        for other in tree.above(below).take_while(|&other| other < at) {
            let Some(theirs) = statement(tree, &tree.steps[other]) else { continue };
            for other_part in [Part::Subject, Part::Object] {
                if part.of(&said).is_some_and(is_plain) && other_part.of(&theirs) == Some(variable.as_str()) {
                    forms.extend(written[other].as_ref().and_then(|w| other_part.of(w)).map(str::to_owned));
                }
            }
        }
        Some(forms)
    };
    demanded().unwrap_or_default()
}

/// Returns true if the text is one metavariable.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', '[', '(', '.', '<', '∅'])
}

/// Written environment or lock set with what the premise adds to the right one.
fn extended(theirs: &str, reference: &str, right: &str, sort: Sort) -> String {
    let elements = |text: &str| -> Vec<String> {
        let inner = if sort == Sort::Locks { text.trim_matches(['{', '}']) } else { text };
        let parts = arguments(inner).into_iter().filter(|part| !matches!(*part, "" | "∅" | "{}"));
        parts.map(str::to_owned).collect()
    };
    let known = elements(reference);
    let added = elements(right).into_iter().filter(|element| !known.contains(element));
    let all: Vec<String> = elements(theirs).into_iter().chain(added).collect();
    match sort {
        Sort::Locks => format!("{{{}}}", all.join(", ")),
        Sort::Env | Sort::Term => all.join(", "),
    }
}

/// Forms of a type that follow from the premises as they are written.
fn from_premises(tree: &Tree, written: &Written, at: usize) -> Vec<String> {
    let step = &tree.steps[at];
    let mut forms = Vec::new();
    let Some(concluded) = rule_of(step).and_then(|rule| conclusion(tree, rule)) else { return forms };
    for above in tree.above(at) {
        let premise = &tree.steps[above];
        let Some(said) = statement(tree, premise) else {
            // `t x ∈ E`
            let looks_up = premise.premise.is_some_and(|p| tree.book.premise(p).statement.ends_with("t x ∈ E"));
            forms.extend(written[at].as_ref().filter(|_| looks_up).and_then(looked_up));
            continue;
        };
        let same = variable(&said.object) == variable(&concluded.object) && said.relation == concluded.relation;
        if same && premise.judgment.object == step.judgment.object {
            forms.extend(written[above].as_ref().map(|w| w.object.clone()));
        }
    }
    forms
}

/// A metavariable without the substitution in front of it, which may change nothing.
fn variable(text: &str) -> &str {
    text.rsplit_once(']').map_or(text, |(_, variable)| variable)
}

/// The type of a variable in the environment that stands in its judgment.
fn looked_up(judgment: &Judgment) -> Option<String> {
    let bindings = arguments(judgment.context.get(1)?);
    let of = bindings.into_iter().find_map(|binding| {
        let (ty, x) = binding.rsplit_once(char::is_whitespace)?;
        (normal(x, Sort::Term) == normal(&judgment.subject, Sort::Term))
            .then(|| ty.trim_start_matches("ghost ").to_owned())
    });
    of.map(|ty| ty.trim().to_owned())
}
