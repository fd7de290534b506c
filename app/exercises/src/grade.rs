//! Points of an answer, and the first thing that is wrong with it.

use serde::Serialize;

/// Verdict on a submission.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All of it is right.
    Right,
    /// Some of it is right.
    Partly,
    /// None of it is right.
    Wrong,
    /// Nothing was handed in.
    Missing,
    /// It is no answer that could be read.
    Unreadable,
    /// A budget ran out before a verdict.
    Undecided,
}

impl Verdict {
    /// The word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Partly => "partly",
            Verdict::Wrong => "wrong",
            Verdict::Missing => "missing",
            Verdict::Unreadable => "unreadable",
            Verdict::Undecided => "undecided",
        }
    }

    /// The verdict of a word.
    pub fn of(name: &str) -> Option<Verdict> {
        use Verdict::{Missing, Partly, Right, Undecided, Unreadable, Wrong};
        [Right, Partly, Wrong, Missing, Unreadable, Undecided].into_iter().find(|verdict| verdict.name() == name)
    }
}

/// Extent of what a student is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Feedback {
    /// Right or wrong.
    Verdict,
    /// The place of the first thing that is wrong.
    Place,
    /// The part that is wrong, and the reason for the premise.
    #[default]
    Reason,
    /// The expected part too.
    Expected,
}

impl Feedback {
    /// The level of a number from 0 to 3.
    pub fn level(number: u8) -> Option<Feedback> {
        [Feedback::Verdict, Feedback::Place, Feedback::Reason, Feedback::Expected].get(usize::from(number)).copied()
    }
}

/// The first thing that is wrong with an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// Its place in the answer: `1.3 requires-held`, `line 4`, `step 7`.
    pub place: String,
    /// The part that is wrong, in a sentence without a full stop.
    pub part: String,
    /// Reason why it is, in a sentence or none.
    pub reason: String,
    /// The expected part.
    pub expected: String,
}

/// Grade of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// Verdict.
    pub verdict: Verdict,
    /// Parts that are right, and parts that there are.
    pub parts: (u64, u64),
    /// Stars of a schedule, from 1 to 3.
    pub stars: Option<u8>,
    /// The first fault.
    pub fault: Option<Box<Fault>>,
    /// A remark on an answer, whatever the level of feedback.
    pub remark: String,
}

impl Grade {
    /// All of it is right.
    pub fn right() -> Grade {
        Grade { verdict: Verdict::Right, parts: (1, 1), stars: None, fault: None, remark: String::new() }
    }

    /// Grade by parts that are right; the fault is one of the others.
    pub fn share(right: u64, of: u64, fault: Fault) -> Grade {
        let verdict = if right == 0 { Verdict::Wrong } else { Verdict::Partly };
        Grade { verdict, parts: (right, of.max(right + 1)), fault: Some(Box::new(fault)), ..Grade::right() }
    }

    /// None of it is right.
    pub fn wrong(fault: Fault) -> Grade {
        Grade::share(0, 1, fault)
    }

    /// It cannot be read.
    pub fn unreadable(place: impl Into<String>, why: impl Into<String>) -> Grade {
        let fault = Fault { place: place.into(), part: why.into(), ..Fault::default() };
        Grade { verdict: Verdict::Unreadable, ..Grade::wrong(fault) }
    }

    /// Nothing was handed in.
    pub fn missing() -> Grade {
        Grade { verdict: Verdict::Missing, parts: (0, 1), ..Grade::right() }
    }

    /// A budget ran out.
    pub fn undecided(why: impl Into<String>) -> Grade {
        Grade { verdict: Verdict::Undecided, parts: (0, 1), fault: None, remark: why.into(), ..Grade::right() }
    }

    /// Hundredths of points, of so many points.
    pub fn hundredths(&self, points: u32, all_or_nothing: bool) -> u64 {
        let (right, of) = self.parts;
        match self.verdict {
            Verdict::Right => u64::from(points) * 100,
            Verdict::Partly if !all_or_nothing => u64::from(points) * 100 * right / of.max(1),
            Verdict::Partly | Verdict::Wrong | Verdict::Missing | Verdict::Unreadable | Verdict::Undecided => 0,
        }
    }

    /// The place of the fault, if that is told.
    pub fn place(&self, feedback: Feedback) -> String {
        let fault = self.fault.as_ref().filter(|_| feedback >= Feedback::Place);
        fault.map_or_else(String::new, |fault| fault.place.clone())
    }

    /// Feedback for a student.
    pub fn message(&self, feedback: Feedback) -> String {
        let mut sentences: Vec<&str> = vec![&self.remark];
        let expected;
        if let Some(fault) = &self.fault {
            // Without it nobody could hand in a better one.
            if feedback >= Feedback::Reason || self.verdict == Verdict::Unreadable {
                sentences.extend([fault.part.as_str(), &fault.reason]);
            }
            if feedback >= Feedback::Expected && !fault.expected.is_empty() {
                expected = format!("expected: {}", fault.expected);
                sentences.push(&expected);
            }
        }
        let mut message = String::new();
        for sentence in sentences.into_iter().map(|s| s.trim().trim_end_matches('.')).filter(|s| !s.is_empty()) {
            if !message.is_empty() {
                message.push_str(". ");
            }
            message.push_str(sentence);
        }
        message
    }
}

/// Hundredths as a decimal number: `2`, `0.5`, `0.33`.
pub fn decimal(hundredths: u64) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
