//! The context in which rules are applied.

use crate::env::Env;
use crate::error::{At, Cause, Checked, Failure, IdleHolds};
use crate::finals::FinalMemo;
use crate::fork::Captures;
use crate::judgment::Judgment;
use crate::locks::Locks;
use crate::memory::Memory;
use crate::open::Asked;
use crate::options::{CONSTRUCTOR_HOLDS_LOCK, Options, Part};
use crate::rules::field;
use crate::supertypes::Supertypes;
use crate::types::{Ty, Types};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, NodeId, PremiseId, RuleId};
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// Everything that a judgment can refer to: P, the current E and ls, and what was found so far.
///
/// The rules are methods of it, in the modules named after the sections of the calculus.
pub struct Cx<'p, R> {
    /// P
    pub program: &'p Program,
    /// The text that P was parsed from, for messages.
    pub source: &'p str,
    /// The classes of P, resolved, and their superclasses as types.
    pub classes: Supertypes<'p>,
    /// All types and lock expressions met so far.
    pub types: Types,
    /// E
    pub env: Env,
    /// ls
    pub locks: Locks,
    /// Which premises are off, which readings are in force.
    pub options: &'p Options,
    /// What keeps the derivation.
    pub recorder: R,
    /// Errors, in the order in which they were found.
    pub(crate) errors: Vec<Failure>,
    /// What each `holds` that lets nothing through is about, likewise.
    pub(crate) idle: Vec<IdleHolds>,
    /// The type of each written type, by [`racefree_grammar::ast::TypeId`]: one more than its number; 0 if not asked for yet.
    pub(crate) written: Vec<u32>,
    pub(crate) finals: FinalMemo,
    pub(crate) captures: Captures,
    /// In how many forks the current expression is.
    pub(crate) forks: u32,
    /// While recording: P; E ⊢ wf for the E of the current class.
    pub(crate) this_env: Option<NodeId>,
    /// Where the current method is declared, for hints.
    pub(crate) method: Option<u32>,
    /// Names of fields that are assigned in bodies which are left out of the tree, for hints.
    pub(crate) assigned: FxHashSet<Name>,
    /// Declarations that something had to be said of, and whose parts have no places.
    pub(crate) unplaced: RefCell<Vec<Span>>,
}

impl<'p, R: Asked> Cx<'p, R> {
    /// The context for a program: E = ∅, ls = ∅.
    pub fn new(program: &'p Program, source: &'p str, options: &'p Options, recorder: R) -> Cx<'p, R> {
        Cx::with_slots(program, source, options, recorder, None)
    }

    /// The context for a program whose variables from the name `slots` on are locks that are not known yet.
    pub(crate) fn with_slots(
        program: &'p Program,
        source: &'p str,
        options: &'p Options,
        recorder: R,
        slots: Option<Name>,
    ) -> Cx<'p, R> {
        let mut memory = Memory::take();
        memory.types.begin(program.classes.len() + crate::types::ClassId::PREDEFINED as usize);
        if let Some(first) = slots {
            memory.types.paths.open_from(first);
        }
        let classes = Supertypes::new(program, &mut memory.types, memory.classes, memory.above);
        (memory.classes, memory.indices, memory.above) = classes.into_parts();
        memory.env.begin(R::RECORDS || R::ASKS);
        memory.locks.begin(R::RECORDS || R::ASKS);
        memory.written.clear();
        memory.finals.begin();
        memory.captures.begin();
        Cx::resume(program, source, options, recorder, memory)
    }

    /// The context that was left with [`Cx::leave`], when more of the program is there: more expressions, types and names, and the
    /// same declarations.
    pub(crate) fn resume(
        program: &'p Program,
        source: &'p str,
        options: &'p Options,
        recorder: R,
        memory: Memory,
    ) -> Cx<'p, R> {
        let Memory { types, classes, indices, above, env, locks, mut written, finals, captures } = memory;
        written.resize(program.types.len(), 0);
        Cx {
            program,
            source,
            classes: Supertypes::of_parts(program, classes, indices, above),
            types,
            env,
            locks,
            options,
            recorder,
            errors: Vec::new(),
            idle: Vec::new(),
            written,
            finals,
            captures,
            forks: 0,
            this_env: None,
            method: None,
            assigned: FxHashSet::default(),
            unplaced: RefCell::default(),
        }
    }

    /// What is known of the program, without the program; it is between two declarations, and nothing has been found.
    pub(crate) fn leave(self) -> Memory {
        let Cx { types, classes, env, locks, written, finals, captures, .. } = self;
        let (classes, indices, above) = classes.into_parts();
        Memory { types, classes, indices, above, env, locks, written, finals, captures }
    }

    /// The same with another recorder, and the one that it had.
    pub(crate) fn recording<S>(self, recorder: S) -> (Cx<'p, S>, R) {
        let Cx { program, source, classes, types, env, locks, options, errors, idle, .. } = self;
        let Cx { written, finals, captures, forks, this_env, method, assigned, unplaced, recorder: before, .. } = self;
        let cx = Cx {
            program,
            source,
            classes,
            types,
            env,
            locks,
            options,
            recorder,
            errors,
            idle,
            written,
            finals,
            captures,
            forks,
            this_env,
            method,
            assigned,
            unplaced,
        };
        (cx, before)
    }

    /// The memory is left to the next check.
    pub(crate) fn end(self) {
        let program = self.program;
        self.leave().keep(program);
    }

    // How a rule is applied.

    /// A rule begins.
    #[inline(always)]
    pub(crate) fn open(&mut self, rule: RuleId) {
        self.recorder.open(rule);
    }

    /// What follows establishes this premise.
    #[inline(always)]
    pub(crate) fn premise(&mut self, premise: PremiseId) {
        self.recorder.premise(premise);
    }

    /// The rule opened last concludes.
    #[inline(always)]
    pub(crate) fn close(&mut self, judgment: impl FnOnce(&Self) -> Judgment) -> Option<NodeId> {
        if R::RECORDS {
            let judgment = judgment(self);
            return self.recorder.close(|| judgment);
        }
        None
    }

    /// The rule for an expression concludes P; E; ls ⊢ e : t.
    #[inline(always)]
    pub(crate) fn conclude(&mut self, expr: ExprId, ty: Ty) -> Ty {
        self.close(|cx| Judgment::Expr { env: cx.env.id(), locks: cx.locks.id(), expr, ty });
        ty
    }

    /// A rule without premises.
    #[inline(always)]
    pub(crate) fn axiom(&mut self, rule: RuleId, judgment: impl FnOnce(&Self) -> Judgment) {
        if R::RECORDS {
            self.open(rule);
            self.close(judgment);
        }
    }

    /// A side condition that holds, or is computed rather than checked.
    #[inline(always)]
    pub(crate) fn given(&mut self, premise: PremiseId) {
        if R::RECORDS {
            self.premise(premise);
            self.recorder.evidence(Evidence::Holds);
        }
    }

    // How premises are looked at. Nothing else asks which of them are switched off.

    /// Looks at a `?` premise about the place `span`: not at all if it is switched off, else a failure is reported, and
    /// the rule goes on as if the premise held. Whether it was looked at, and not taken as holding.
    #[inline]
    pub(crate) fn check(&mut self, premise: PremiseId, span: Span, holds: impl FnMut(&mut Self) -> Checked) -> bool {
        self.recorder.at(premise, span, self.method);
        match self.look(premise, holds) {
            Ok(looked_at) => looked_at.is_some(),
            Err(cause) => {
                self.fail(premise, span, cause);
                true
            }
        }
    }

    /// Like [`Cx::check`] for a premise of a judgment that is itself only asked for: the failure goes to the asker. What the
    /// premise yields; none if it is taken as holding.
    #[inline]
    pub(crate) fn require<T>(
        &mut self,
        premise: PremiseId,
        holds: impl FnMut(&mut Self) -> Checked<T>,
    ) -> Checked<Option<T>> {
        let outcome = self.look(premise, holds);
        if outcome.is_err() {
            self.recorder.evidence(Evidence::Fails);
        }
        outcome
    }

    #[inline]
    fn look<T>(&mut self, premise: PremiseId, mut holds: impl FnMut(&mut Self) -> Checked<T>) -> Checked<Option<T>> {
        self.premise(premise);
        if self.options.off.is_off(premise) && self.is_taken(premise, &mut holds) {
            self.assumed(premise);
            return Ok(None);
        }
        let value = holds(self)?;
        self.recorder.holds();
        Ok(Some(value))
    }

    /// A premise is taken as holding, unless another one stands in its place.
    fn assumed(&mut self, premise: PremiseId) {
        if !self.options.own.replace(premise) {
            self.recorder.evidence(Evidence::Assumed);
        }
    }

    /// Whether a premise that is switched off is taken as holding: if a part of it alone is off, it has to be looked at.
    #[cold]
    fn is_taken<T>(&mut self, premise: PremiseId, holds: impl FnMut(&mut Self) -> Checked<T>) -> bool {
        self.options.only.is_none() || self.quietly(holds).is_err_and(|cause| self.excuses(premise, &cause))
    }

    /// Whether a premise that fails for this reason is taken as holding, or its off reading is in force.
    pub(crate) fn excuses(&self, premise: PremiseId, cause: &Cause) -> bool {
        self.options.takes(premise, cause.part())
    }

    /// Looks at a premise that is a judgment with errors of its own: not at all if it is switched off.
    pub(crate) fn judge(&mut self, premise: PremiseId, judgment: impl FnOnce(&mut Self)) {
        self.premise(premise);
        if self.in_force(premise) {
            judgment(self);
        } else {
            self.assumed(premise);
        }
    }

    /// A premise with an off reading: does what the one that is in force says.
    #[inline]
    pub(crate) fn choose<T>(
        &mut self,
        premise: PremiseId,
        reading: impl FnOnce(&mut Self) -> T,
        off_reading: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.premise(premise);
        let in_force = self.in_force(premise);
        self.recorder.evidence(if in_force { Evidence::Holds } else { Evidence::Assumed });
        if in_force { reading(self) } else { off_reading(self) }
    }

    /// Whether a premise that is about no type and no lock expression is in force, and not its off reading.
    #[inline]
    pub(crate) fn in_force(&self, premise: PremiseId) -> bool {
        let by_escape = premise == field::INIT_THIS && self.options.reads(CONSTRUCTOR_HOLDS_LOCK);
        !self.options.takes(premise, Part::Rest) && !by_escape
    }

    /// In the tree, a premise that was looked at before: if it failed, it was marked as failing there, and is left out here.
    pub(crate) fn again(&mut self, premise: PremiseId, mut holds: impl FnMut(&mut Self) -> Checked) {
        if R::RECORDS && self.stands(premise, &mut holds) {
            let _ = self.require(premise, holds);
        }
    }

    /// Whether a premise holds or is taken as holding. Nothing is recorded.
    pub(crate) fn stands(&mut self, premise: PremiseId, holds: impl FnMut(&mut Self) -> Checked) -> bool {
        self.quietly(|cx| cx.require(premise, holds).is_ok())
    }

    /// A judgment that is asked for and is no part of the derivation.
    pub(crate) fn quietly<T>(&mut self, judgment: impl FnOnce(&mut Self) -> T) -> T {
        self.recorder.pause();
        let outcome = judgment(self);
        self.recorder.resume();
        outcome
    }

    /// A premise does not hold: reports it, unless that was done where the reason lies.
    #[cold]
    pub(crate) fn fail(&mut self, premise: PremiseId, span: Span, cause: Box<Cause>) {
        self.premise(premise);
        self.recorder.evidence(Evidence::Fails);
        if cause.is_reported() {
            return;
        }
        // What the error is about stays readable until it is shown.
        self.env.keep(true);
        self.locks.keep(true);
        let (env, locks) = (self.env.id(), self.locks.id());
        let at = At { env, locks, method: self.method, forked: self.forks > 0 };
        self.errors.push(Failure { premise, span, at, cause });
    }

    /// How many errors and other things that are spoken of were found.
    pub(crate) fn found(&self) -> usize {
        self.errors.len() + self.idle.len()
    }

    // How things are called.

    /// The text of a name.
    pub(crate) fn name(&self, name: Name) -> &'p str {
        self.program.text(name)
    }

    /// The text of a type.
    pub fn show(&self, ty: Ty) -> String {
        crate::show::ty(&self.types, &self.classes, self.program, self.source, ty)
    }
}
