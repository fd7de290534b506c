//! Section 5.5: sharing.

use crate::cx::Cx;
use crate::error::{Checked, Why};
use crate::judgment::{Judgment, MethodId};
use crate::open::{Asked, Question};
use crate::rules::{
    class_shared, int_shared, local_class, object_shared, override_ok, shareable, shareable_final_field,
    shareable_guarded_field,
};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::Class;
use racefree_kernel::Evidence;
use racefree_kernel::condition::{Bound, Terms};

impl<'p, R: Asked> Cx<'p, R> {
    /// P ⊢ t shared: \[OBJECT SHARED\], \[INT SHARED\], \[CLASS SHARED\].
    #[inline]
    pub(crate) fn shared(&mut self, t: Ty) -> bool {
        let class = self.types.class_of(t);
        let shared = class.is_none_or(|c| !self.classes.get(c).thread_local());
        if R::RECORDS {
            match class {
                None | Some(ClassId::STRING) => self.axiom(int_shared::RULE, |_| Judgment::Shared(t)),
                Some(ClassId::OBJECT) => self.axiom(object_shared::RULE, |_| Judgment::Shared(t)),
                Some(_) => {
                    self.open(class_shared::RULE);
                    self.premise(class_shared::NOT_LOCAL);
                    self.recorder.evidence(if shared { Evidence::Holds } else { Evidence::Fails });
                    self.close(|_| Judgment::Shared(t));
                }
            }
        }
        shared
    }

    /// P ⊢ field shareable: \[SHAREABLE GUARDED FIELD\], \[SHAREABLE FINAL FIELD\].
    pub(crate) fn shareable(&mut self, class: &Class, f: u32) {
        let field = &self.program.fields[f as usize];
        let guard = self.program.guard_of(class, field);
        if R::ASKS
            && let Some(l) = guard
            && let l = self.types.paths.of_expr(self.program, l)
            && self.types.paths.is_open(l)
        {
            self.recorder.at(shareable::GUARDED_OR_FINAL, field.span, None);
            if self.in_force(shareable::GUARDED_OR_FINAL) {
                self.recorder.ask(|| Question::Protected(f));
            }
        }
        let (rule, field_type) = match guard {
            Some(_) => (shareable_guarded_field::RULE, shareable_guarded_field::FIELD_TYPE),
            None if field.is_final => (shareable_final_field::RULE, shareable_final_field::FIELD_TYPE),
            None => {
                self.open(shareable::RULE);
                self.check(shareable::GUARDED_OR_FINAL, field.span, |_| Err(Why::Unguarded(f).cause()));
                self.close(|_| Judgment::Shareable(f));
                return;
            }
        };
        self.open(rule);
        let t = self.resolve(field.ty);
        self.check(field_type, field.span, |cx| {
            let class = cx.types.class_of(t).unwrap_or(ClassId::OBJECT);
            let open = cx.recorder.ask(|| Question::SharedField(f, class));
            if open || cx.shared(t) { Ok(()) } else { Err(Why::LocalField { field: f, ty: t }.cause()) }
        });
        self.own(rule, field.span, |cx| {
            let l = guard.map(|l| Bound::Lock(cx.types.paths.of_expr(cx.program, l)));
            let terms = Terms::default().bind("t", Self::ty_term(t)).bind("l", l.into());
            terms.bind("e", field.init.map(Bound::Expression).into()).bind("final", Bound::Word(field.is_final))
        });
        self.close(|_| Judgment::Shareable(f));
    }

    /// \[OVERRIDE OK\]: P; E; c ⊢ meth, for a method of a thread-local class.
    pub(crate) fn override_ok(&mut self, c: Ty, m: u32) -> Checked {
        self.open(override_ok::RULE);
        self.premise(override_ok::NOT_FROM_SHARED);
        let mn = self.program.methods[m as usize].name;
        let mut found = None;
        let mut at = c;
        // Every supertype that has the method has it from a class that declares it; the nearest shared one is named.
        while let Some(class) = self.types.class_of(at) {
            let Some((owner, method)) = self.classes.method(class, mn) else { break };
            if !self.classes.get(owner).thread_local() && !self.recorder.ask(|| Question::Overrides(m, owner)) {
                found = Some((owner, method));
                break;
            }
            // Between `class` and `owner` nothing declares it; a shared class cannot stand below a thread-local one
            // unless `super-shared` is off, and then it is found as a supertype that has the method.
            let mut between = class;
            while between != owner && (R::ASKS || self.classes.get(between).thread_local()) {
                between = self.classes.get(between).superclass().unwrap_or(ClassId::OBJECT);
            }
            if !R::ASKS && !self.classes.get(between).thread_local() {
                found = Some((between, method));
                break;
            }
            let superclass = self.classes.get(owner).superclass().unwrap_or(ClassId::OBJECT);
            at = Ty::class(superclass);
            if owner == ClassId::OBJECT {
                break;
            }
        }
        self.recorder.evidence(if found.is_some() { Evidence::Fails } else { Evidence::Holds });
        self.close(|cx| Judgment::OverrideOk(cx.env.id(), c, m));
        let Some((owner, method)) = found else { return Ok(()) };
        let over = match method {
            MethodId::Declared(over) => Some(over),
            MethodId::Predefined(_) => None,
        };
        Err(Why::OverridesShared { method: m, owner, over }.cause())
    }

    /// The premise of \[LOCAL CLASS\] about a method.
    pub(crate) fn local_override(&mut self, c: Ty, m: u32) {
        let span = self.program.methods[m as usize].span;
        self.check(local_class::OVERRIDE, span, |cx| cx.override_ok(c, m));
    }
}
