//! Programs that one of two rule sets accepts: generated, made small, labelled by what goes wrong, and kept if they are the smallest.

use super::{Acceptance, Comparing, FiringMonitor, Label, RACED, REDUCED, SeparatingProgram, Side};
use crate::certificate::written;
use crate::generate::Settings;
use crate::judge::{Judge, Kind, Verdict};
use crate::owners::{self, near_miss};
use crate::reduce;
use crate::tree::{Tree, tokens};
use racefree_explore::Found;
use racefree_generate::Choices;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_interp::drive::Key;
use std::time::{Duration, Instant};

impl Comparing<'_> {
    pub(super) fn generated(&mut self, i: u64, over: &dyn Fn() -> bool) {
        if self.c.a.system.dialect() == Dialect::Owners {
            return self.with_owners(i);
        }
        let settings = if i % 8 < 6 { Settings::small() } else { Settings::wide() };
        let seed = self.c.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(i);
        let tree = self.makers[i as usize % 2].program(settings, seed);
        self.found.generated += 1;
        let accepted = self.accept(&tree);
        self.one_sided(&tree, accepted, true, over);
    }

    pub(super) fn one_sided(&mut self, tree: &Tree, accepted: Acceptance, generated: bool, over: &dyn Fn() -> bool) {
        if accepted[0] == accepted[1] {
            return;
        }
        let by = usize::from(accepted[1]);
        let (label, mut wrong) = self.label(tree.program(), by);
        if wrong.field.is_some() {
            self.race(tree, accepted, generated, over);
        }
        let smaller;
        let mut tree = tree;
        if generated && self.shrinks(by, label) {
            // The shrunk program is one-sided in the same way, and has the same label.
            let until = Instant::now() + Duration::from_secs(20);
            let mut keeps = |t: &Tree| !over() && self.accept(t) == accepted && self.label(t.program(), by).0 == label;
            smaller = reduce::minimal(tree, &mut keeps, until).0;
            tree = &smaller;
            wrong = self.label(tree.program(), by).1;
        }
        self.keep(by, label, wrong, tree.source(), generated);
    }

    /// A generated program with owners, which is text: one of four as it is, the others near misses.
    fn with_owners(&mut self, i: u64) {
        let seed = (self.c.seed << 32).wrapping_add(i / 4);
        let whole = owners::program(seed);
        let edited = (!i.is_multiple_of(4)).then(|| near_miss(&whole, &mut Choices::seeded(seed ^ i << 48))).flatten();
        let source = edited.unwrap_or(whole);
        self.found.generated += 1;
        let Ok(program) = racefree_grammar::parse(&source) else { return };
        let accepted = self.accept_program(&program);
        if accepted[0] == accepted[1] {
            return;
        }
        let by = usize::from(accepted[1]);
        let (label, mut wrong) = self.label(program, by);
        let mut text = source;
        if self.shrinks(by, label) {
            text = owners::matrix::reduced(&text, &mut |text| {
                let program = racefree_grammar::parse(text).ok().filter(|p| p.main.is_some());
                let program = program.filter(|p| self.accept_program(p) == accepted);
                program.is_some_and(|p| self.label(p, by).0 == label)
            });
            wrong = racefree_grammar::parse(&text).map_or_else(|_| wrong, |p| self.label(p, by).1);
        }
        self.keep(by, label, wrong, text, true);
    }

    /// Returns true if another program of a side with a label is to be shrunk, and counts it.
    fn shrinks(&mut self, by: usize, label: Label) -> bool {
        if label == Label::Unknown || self.reduced[by][label as usize] >= REDUCED {
            return false;
        }
        self.reduced[by][label as usize] += 1;
        true
    }

    fn side(&mut self, by: usize) -> &mut Side {
        if by == 0 { &mut self.found.only_a } else { &mut self.found.only_b }
    }

    /// Counts a program that only one of the two accepts, and keeps it if it is among the smallest.
    fn keep(&mut self, by: usize, label: Label, wrong: SeparatingProgram, program: String, generated: bool) {
        let example = SeparatingProgram { tokens: tokens(&program), program, generated, ..wrong };
        let keep = self.c.keep;
        let side = self.side(by);
        let kept = match label {
            Label::GoesWrong => {
                side.goes_wrong += 1;
                &mut side.wrong
            }
            Label::NeverWrong => {
                side.never_wrong += 1;
                &mut side.right
            }
            Label::Unknown => {
                side.unknown += 1;
                return;
            }
        };
        if kept.len() == keep && kept.last().is_none_or(|last| last.tokens <= example.tokens) {
            return;
        }
        if !kept.iter().any(|e| e.program == example.program) {
            kept.push(example);
            kept.sort();
            kept.truncate(keep);
        }
    }

    /// Keeps a program with a race if it is the smallest; the first few generated ones are made small, so that they keep it.
    fn race(&mut self, tree: &Tree, accepted: Acceptance, generated: bool, over: &dyn Fn() -> bool) {
        let by = usize::from(accepted[1]);
        let smaller;
        let mut tree = tree;
        if generated && self.raced[by] < RACED {
            self.raced[by] += 1;
            let until = Instant::now() + Duration::from_secs(20);
            let mut keeps =
                |t: &Tree| !over() && self.accept(t) == accepted && self.label(t.program(), by).1.field.is_some();
            smaller = reduce::minimal(tree, &mut keeps, until).0;
            tree = &smaller;
        }
        let program = tree.source();
        let tokens = tokens(&program);
        if self.side(by).race.as_ref().is_some_and(|known| known.tokens <= tokens) {
            return;
        }
        let wrong = self.label(tree.program(), by).1;
        if wrong.field.is_some() {
            self.side(by).race = Some(SeparatingProgram { tokens, program, generated, ..wrong });
        }
    }

    /// Fate of a program by one of the two, and what goes wrong in it; the program itself is not in that.
    fn label(&mut self, program: Program, by: usize) -> (Label, SeparatingProgram) {
        let fine = SeparatingProgram::default();
        let Some(program) = Judge::lower(program) else { return (Label::Unknown, fine) };
        match self.judges[by].explore(&program) {
            Verdict::Wrong(kind, found) => {
                // A race says more than a monitor, which is kept beside it.
                let race = if kind == Kind::Race { None } else { self.judges[by].race(&program) };
                let fires = |found: &Found| match &found.key {
                    Key::Monitor(monitor, _) => {
                        Some(FiringMonitor { monitor: monitor.name().to_owned(), schedule: written(&found.schedule) })
                    }
                    _ => None,
                };
                let monitor = race.as_ref().and_then(|_| fires(&found));
                let (kind, found) = race.map_or((kind, found), |race| (Kind::Race, race));
                let field = match &found.key {
                    Key::Race(field, ..) => Some(program.tables.field_name(*field)),
                    _ => None,
                };
                let (kind, schedule) = (Some(kind.name().to_owned()), Some(written(&found.schedule)));
                (Label::GoesWrong, SeparatingProgram { kind, schedule, field, monitor, ..fine })
            }
            Verdict::Sound => (Label::NeverWrong, fine),
            Verdict::Unknown(_) => (Label::Unknown, fine),
        }
    }
}
