//! \[EXP FORK₂\]: FV(e), found while e is checked, and its types.
//!
//! A variable is free in the body of a fork if it was bound before the fork began. So the body need not be searched: each
//! use of a variable asks which of the forks around it began after the variable's binding.

use crate::cx::Cx;
use crate::error::Cause;
use crate::judgment::Judgment;
use crate::rules::exp_fork2;
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, Recorder};

/// A fork whose body is being checked.
pub(crate) struct ForkFrame {
    /// Bindings with a serial number up to this one were made before it.
    before: u32,
    span: Span,
    /// Free variables of types that are not shared: reported once each.
    reported: Vec<Name>,
    /// All free variables seen, while recording.
    seen: Vec<Name>,
}

impl<'p, R: Recorder<Judgment>> Cx<'p, R> {
    /// \[EXP FORK₂\]
    pub(crate) fn exp_fork2(&mut self, e: ExprId, body: ExprId) -> Ty {
        self.open(exp_fork2::RULE);
        let point = self.locks.point();
        let inherits = self.options.is_off_at_all(exp_fork2::EMPTY_LOCK_SET);
        if !inherits {
            self.locks.clear();
        }
        let frame =
            ForkFrame { before: self.env.serial(), span: self.program.span(e), reported: Vec::new(), seen: Vec::new() };
        self.forks.push(frame);
        self.premise(exp_fork2::BODY);
        self.expr(body);
        self.leave_locks(point);
        self.premise(exp_fork2::EMPTY_LOCK_SET);
        self.recorder.evidence(if inherits { Evidence::Assumed } else { Evidence::Holds });
        let Some(frame) = self.forks.pop() else { return Ty::INT };
        self.premise(exp_fork2::FV_SHARED);
        if self.options.is_off_at_all(exp_fork2::FV_SHARED) {
            self.recorder.evidence(Evidence::Assumed);
        } else {
            let mut shared = true;
            for &x in &frame.seen {
                if let Some(ty) = self.env.get(x).map(|b| b.ty) {
                    shared &= self.shared(ty);
                }
            }
            if frame.seen.is_empty() {
                self.recorder.evidence(Evidence::Holds);
            } else if shared && !frame.reported.is_empty() {
                self.recorder.evidence(Evidence::Fails);
            }
        }
        self.conclude(e, Ty::INT)
    }

    /// A variable is used, in code or in a type annotation (D9), within the body of a fork at least.
    #[inline]
    pub(crate) fn use_in_fork(&mut self, x: Name, place: Span) {
        let Some(binding) = self.env.get(x) else { return };
        let (serial, ty) = (binding.serial, binding.ty);
        let local = self.types.class_of(ty).is_some_and(|c| self.classes.info(c).thread_local);
        if local || R::RECORDS {
            self.captured(x, serial, ty, local, place);
        }
    }

    fn captured(&mut self, x: Name, serial: u32, ty: Ty, local: bool, place: Span) {
        let checked = !self.options.is_off_at_all(exp_fork2::FV_SHARED);
        for i in (0..self.forks.len()).rev() {
            let frame = &mut self.forks[i];
            if serial > frame.before {
                break;
            }
            if R::RECORDS && !frame.seen.contains(&x) {
                frame.seen.push(x);
            }
            if !local || !checked {
                continue;
            }
            if frame.reported.contains(&x) {
                break;
            }
            frame.reported.push(x);
            let fork = frame.span;
            let here = self.errors.iter().rev().take_while(|e| e.premise == exp_fork2::FV_SHARED);
            if here.into_iter().any(|e| e.span == place) {
                continue;
            }
            let cause = self.not_shared(x, ty, fork);
            self.report_capture(place, cause);
        }
    }

    /// Reports without a trace in the derivation: the fork records the failure when its body is done.
    #[allow(clippy::boxed_local)] // as in `Cx::fail`
    fn report_capture(&mut self, place: Span, cause: Box<Cause>) {
        let Cause { message, label, help, related, notes, .. } = *cause;
        let premise = exp_fork2::FV_SHARED;
        self.errors.push(crate::error::TypeError {
            premise,
            span: place,
            message,
            label,
            help,
            related,
            notes,
            because: Vec::new(),
        });
    }

    /// The variables in a type that is written in code are used (D9), whether or not it is well formed.
    #[inline]
    pub(crate) fn free_in_written(&mut self, ty: TypeId) {
        if !self.forks.is_empty() {
            let t = self.resolve(ty);
            if self.types.has_args(t) {
                self.free_in_type(ty);
            }
        }
    }

    /// The variables in the ghost arguments of a written type are used.
    fn free_in_type(&mut self, ty: TypeId) {
        if let TypeKind::Class { args, .. } = self.program.ty(ty).kind {
            for i in 0..args.len {
                let l = self.program.list(args)[i as usize];
                self.free_in_lock(l);
            }
        }
    }

    /// The variable that a lock expression starts from is used.
    pub(crate) fn free_in_lock(&mut self, l: ExprId) {
        let mut at = l;
        loop {
            match self.program.expr(at) {
                Expr::Field { recv, .. } => at = recv,
                Expr::Var(x) => return self.use_in_fork(x, self.program.span(at)),
                _ => return,
            }
        }
    }
}
