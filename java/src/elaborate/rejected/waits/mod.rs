//! Waits that go wrong: for nobody where somebody is meant, for what was promised too early, with a lock that others need, deaf to who
//! interrupts or wakes. No access lacks a lock, so that no rule is about them: each is a warning, with its repair where the text says which it is.
//!
//! | module | contents |
//! | --- | --- |
//! | `comers` | how many times threads run a piece of code |
//! | `counted` | latches that wait for more counts than come |
//! | `early` | threads that a constructor starts before its fields have their values |
//! | `ended` | threads and tasks whose end nothing waits for |
//! | `handed` | objects that change once others have them |
//! | `interrupts` | interrupts that nothing takes note of |
//! | `latches` | latches that are counted down too early |
//! | `locked` | waits with a lock that who is waited for needs |
//! | `made` | what threads make, and who reads it |
//! | `nested` | waits with a second lock that who wakes needs |
//! | `offers` | elements that a full queue drops |
//! | `parties` | barriers for more threads than come |
//! | `permits` | permits that are waited for with others |
//! | `phases` | parties of a phaser that leave without saying so |
//! | `pills` | elements of queues that tell who takes them to end |
//! | `polls` | loops that sleep with the lock of those they wait for |
//! | `pools` | tasks that wait for what their own pool has no thread for |
//! | `purpose` | the condition that a wait is for |
//! | `quiet` | code that no other thread waits for |
//! | `rings` | locks of one array in the order of their caller |
//! | `stamps` | optimistic reads that nobody validates |
//! | `started` | threads and pools that are asked at the wrong time |
//! | `takes` | waits for what others give with the same lock |
//! | `tasks` | waits for tasks with a lock that one of them needs |
//! | `unclosed` | pools that nothing tells to end |
//! | `unheeded` | latches that threads count down, and nothing awaits |
//! | `unsignalled` | conditions that nobody signals |
//! | `upgrades` | readers that ask for the lock of writers |
//! | `wakes` | one thread that is woken where all are meant |

mod comers;
mod counted;
mod early;
mod ended;
mod handed;
mod interrupts;
mod latches;
mod locked;
mod made;
mod nested;
mod offers;
mod parties;
mod permits;
mod phases;
mod pills;
mod polls;
mod pools;
mod purpose;
mod quiet;
mod rings;
mod stamps;
mod started;
mod takes;
mod tasks;
mod unclosed;
mod unheeded;
mod unsignalled;
mod upgrades;
mod wakes;

use super::Judge;
use crate::elaborate::result::Lint;
use crate::tree::body::Kind;
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Judges the waits in a body.
    pub(super) fn waits(&mut self) {
        self.not_awaited();
        self.wakes();
        self.interrupts();
        self.latches();
        self.upgrades();
        self.stamped_twice();
        self.optimistic_reads();
        self.polls();
        self.pools();
        self.pills();
        self.offers();
        self.parties();
        self.counted_too_little();
        self.unclosed();
        self.phases();
        self.permits_under_permits();
        self.asked_in_time();
        self.unsignalled();
        self.waits_under_locks();
        self.takes_under_locks();
        self.nested_waits();
        self.rings();
        self.handed_over();
        self.starts_early();
    }

    /// Returns true for code with a call: the whole text is looked at for such code alone.
    fn calls_something(&self) -> bool {
        self.body.expressions.iter().any(|e| matches!(e.kind, Kind::Call(_)))
    }

    fn warn_wait(&mut self, kind: &'static str, span: Span, message: String, repair: Option<Fix>) {
        self.it.found.lints.push(Lint { kind, span, message, repair });
    }

    /// Statements behind another one, on lines of their own if that is on one.
    fn behind(&self, s: Span, added: &[&str]) -> Edit {
        let between = self.between(s.start);
        Edit::insert(s.end, added.iter().map(|statement| format!("{between}{statement}")).collect::<String>())
    }

    /// Text between a statement that begins at a place and one beside it: a new line, if it is the first on its line.
    pub(super) fn between(&self, at: u32) -> String {
        let (start, indent) = self.line_of(at);
        let is_first = self.it.java.sources.text()[start..at as usize].trim().is_empty();
        if is_first { format!("{}{indent}", self.feed()) } else { " ".to_owned() }
    }

    /// The start of the line of a place, and the white space there.
    fn line_of(&self, at: u32) -> (usize, String) {
        let text = self.it.java.sources.text();
        let start = text[..at as usize].rfind('\n').map_or(0, |n| n + 1);
        (start, text[start..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect())
    }

    fn feed(&self) -> &'static str {
        if self.it.java.sources.text().contains("\r\n") { "\r\n" } else { "\n" }
    }
}
