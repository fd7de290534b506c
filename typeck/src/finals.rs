//! Section 5.6: final expressions and lock sets.

use crate::cx::Cx;
use crate::error::{Checked, Why};
use crate::judgment::Judgment;
use crate::open::{Asked, Question};
use crate::rules::{final_ref, final_var, lock_elem, lock_set};
use crate::types::Ty;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step, Substitution};
use racefree_grammar::stack::deep;
use racefree_kernel::Evidence;

/// The types of final paths found so far. A path's type depends on the binding that it starts from, and on nothing else
/// as long as no binding hides another.
#[derive(Default)]
pub(crate) struct FinalMemo {
    by_path: Vec<Entry>,
    /// Entries of an earlier age are forgotten.
    age: u32,
    /// How many types of final fields are being looked at inside one another.
    nesting: u32,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    /// The binding of the root, by serial number; 0 for none.
    serial: u32,
    /// The environment that the derivation is for, kept while recording.
    env: u32,
    age: u32,
    state: State,
}

#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    Unknown,
    /// Being looked at: to need it again would be to go in a circle.
    Started,
    Final {
        ty: Ty,
        /// Its derivation, if it was recorded and there was room for it.
        node: Option<racefree_kernel::NodeId>,
        recorded: bool,
    },
}

/// Final fields' types may need each other to so many levels; there is no finite derivation if the need never ends.
const MAX_NESTING: u32 = 256;

impl FinalMemo {
    /// Nothing is known yet.
    pub(crate) fn begin(&mut self) {
        self.by_path.clear();
        (self.age, self.nesting) = (0, 0);
    }

    /// Forgets everything, since a binding hides another.
    pub(crate) fn forget(&mut self) {
        self.age += 1;
    }
}

impl<'p, R: Asked> Cx<'p, R> {
    /// P; E ⊢final e : t for an expression of the program.
    pub(crate) fn final_expr(&mut self, e: ExprId) -> Checked<Ty> {
        let path = self.types.paths.of_expr(self.program, e);
        self.final_path(path)
    }

    /// P; E ⊢final l : t. What is not known yet is of any type.
    pub(crate) fn final_path(&mut self, path: Path) -> Checked<Ty> {
        if R::ASKS {
            let env = self.env.id();
            let open = self.types.paths.is_open(path);
            if self.recorder.ask(|| Question::Final(path, env)) && open {
                return Ok(Ty::ERROR);
            }
        }
        self.final_known(path)
    }

    /// P; E ⊢final l : t for a lock that is known.
    fn final_known(&mut self, path: Path) -> Checked<Ty> {
        let Root::Var(x) = self.types.paths.root(path) else {
            return Err(Why::NotAPath { path, lock: None }.cause());
        };
        let serial = self.env.get(x).map_or(0, |b| b.serial);
        let env = if R::RECORDS { self.env.id().0 } else { 0 };
        let i = path.0 as usize;
        if let Some(entry) = self.finals.by_path.get(i)
            && entry.serial == serial
            && entry.env == env
            && entry.age == self.finals.age
        {
            match entry.state {
                State::Final { ty, node, recorded } if recorded || !R::RECORDS || self.recorder.is_paused() => {
                    if let Some(node) = node {
                        self.recorder.evidence(Evidence::Node(node));
                    }
                    return Ok(ty);
                }
                State::Started => return Err(Why::Circular(path).by(final_ref::TYPE)),
                _ => {}
            }
        }
        let set = |cx: &mut Self, state| {
            let age = cx.finals.age;
            let entries = &mut cx.finals.by_path;
            if entries.len() <= i {
                entries.resize(i + 1, Entry::default());
            }
            entries[i] = Entry { serial, env, age, state };
        };
        set(self, State::Started);
        let (outcome, node) = match self.types.paths.step(path) {
            Step::Root(_) => self.final_var(path, x),
            Step::Field(before, field) => deep(|| self.final_ref(path, before, field)),
        };
        let recorded = R::RECORDS && !self.recorder.is_paused();
        set(self, outcome.as_ref().map_or(State::Unknown, |&ty| State::Final { ty, node, recorded }));
        outcome
    }

    /// \[FINAL VAR\]
    fn final_var(&mut self, path: Path, x: Name) -> (Checked<Ty>, Option<racefree_kernel::NodeId>) {
        self.open(final_var::RULE);
        let outcome = match self.env.get(x).map(|b| b.ty) {
            Some(ty) => {
                self.given(final_var::IN_SCOPE);
                Ok(ty)
            }
            None => {
                self.premise(final_var::IN_SCOPE);
                self.recorder.evidence(Evidence::Fails);
                Err(Why::NotInScope(x).by(final_var::IN_SCOPE))
            }
        };
        let ty = *outcome.as_ref().unwrap_or(&Ty::ERROR);
        let node = self.close(|cx| Judgment::Final(cx.env.id(), path, ty));
        (outcome, node)
    }

    /// \[FINAL REF\]
    fn final_ref(&mut self, path: Path, before: Path, fd: Name) -> (Checked<Ty>, Option<racefree_kernel::NodeId>) {
        self.open(final_ref::RULE);
        let outcome = self.final_ref_premises(path, before, fd);
        let ty = *outcome.as_ref().unwrap_or(&Ty::ERROR);
        let node = self.close(|cx| Judgment::Final(cx.env.id(), path, ty));
        (outcome, node)
    }

    fn final_ref_premises(&mut self, path: Path, before: Path, fd: Name) -> Checked<Ty> {
        self.premise(final_ref::RECEIVER);
        let c = self.final_known(before)?;
        if c.is_error() {
            return Ok(Ty::ERROR);
        }
        self.premise(final_ref::FIELD);
        let Some(found) = self.field_in(c, fd) else {
            self.recorder.evidence(Evidence::Fails);
            if c.is_class() && self.inherits_unknown(c) {
                return Ok(Ty::ERROR);
            }
            return Err(Why::NoField { class: c, field: fd }.by(final_ref::FIELD));
        };
        let field = &self.program.fields[found.field as usize];
        self.require(final_ref::FINAL, |cx| {
            if field.is_final || cx.recorder.ask(|| Question::FinalField(found.field)) {
                return Ok(());
            }
            Err(Why::NotFinal { path, owner: found.owner, field: found.field }.by(final_ref::FINAL))
        })?;
        let mut ty = self.resolve_value(field.ty);
        if self.types.has_args(ty) {
            let mut theta = self.classes.ghost_substitution(found.at, &self.types);
            ty = if self.options.reads(crate::options::SUBSTITUTE_IN_TWO_STEPS) {
                let ghosts_in = self.types.substitute(ty, &theta);
                theta = Substitution::default();
                theta.add(Name::THIS, before);
                self.types.substitute(ghosts_in, &theta)
            } else {
                theta.add(Name::THIS, before);
                self.types.substitute(ty, &theta)
            };
        }
        self.require(final_ref::TYPE, |cx| {
            if cx.finals.nesting >= MAX_NESTING {
                return Err(Why::Circular(path).by(final_ref::TYPE));
            }
            cx.finals.nesting += 1;
            let outcome = cx.well_formed(ty);
            cx.finals.nesting -= 1;
            outcome.map_err(|cause| cause.under(final_ref::TYPE, Why::TypeOfPath(path)))
        })?;
        Ok(ty)
    }

    /// \[LOCK SET\]: the locks of a method's requires clause. Of several that are none, the cause is the first, but one that
    /// the asking premise takes as holding does not hide another.
    pub(crate) fn lock_set(&mut self, method: u32) -> Checked {
        let requires = self.program.methods[method as usize].requires;
        self.open(lock_set::RULE);
        let mut outcome: Checked = Ok(());
        for &l in self.program.list(requires) {
            self.premise(lock_set::ELEMENT);
            let Err(cause) = self.final_lock(l) else { continue };
            self.recorder.evidence(Evidence::Fails);
            if outcome.as_ref().err().is_none_or(|first| self.excuses(crate::rules::method::REQUIRES_FINAL, first)) {
                outcome = Err(cause);
            }
        }
        self.close(|cx| Judgment::LockSet(cx.env.id(), method));
        outcome
    }

    /// P; E ⊢final l : c for some class type c.
    pub(crate) fn final_lock(&mut self, l: ExprId) -> Checked {
        let ty = self.final_expr(l).map_err(|mut cause| {
            if let Why::NotAPath { lock, .. } = &mut cause.why {
                *lock = Some(l);
            }
            cause
        })?;
        if ty.is_class() || ty.is_error() { Ok(()) } else { Err(Why::LockNotObject { lock: l, ty }.cause()) }
    }

    /// \[LOCK ELEM\]: P; E ⊢ l ∈ ls
    #[inline]
    pub(crate) fn lock_elem(&mut self, l: Path) -> bool {
        let locks = self.locks.id();
        let held = self.locks.holds(l) || R::ASKS && self.recorder.ask(|| Question::Held(l, locks));
        if R::RECORDS {
            self.open(lock_elem::RULE);
            self.premise(lock_elem::SAME);
            self.recorder.evidence(if held { Evidence::Holds } else { Evidence::Fails });
            self.close(|cx| Judgment::LockElem(cx.env.id(), l, cx.locks.id()));
        }
        held
    }
}
