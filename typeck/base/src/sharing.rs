//! Section 5.5: sharing.

use crate::error::Why;
use crate::judgment::{Judgment, MethodId};
use crate::open::Question;
use crate::reading::{Here, Outcome, Reading};
use crate::rules::{
    class_shared, int_shared, object_shared, override_ok, shareable, shareable_final_field, shareable_guarded_field,
};
use crate::terms::{Bound, Terms};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::Class;
use racefree_kernel::listener::holds;

impl Reading<'_, '_> {
    /// P ⊢ t shared: \[OBJECT SHARED\], \[INT SHARED\], \[CLASS SHARED\].
    pub fn shared(self, t: Ty) -> bool {
        if let Some(own) = self.of_extension(t) {
            return own.shared(self, t);
        }
        match self.class_of(t) {
            None | Some(ClassId::STRING) => self.axiom(int_shared::RULE, Judgment::Shared(t)),
            Some(ClassId::OBJECT) => self.axiom(object_shared::RULE, Judgment::Shared(t)),
            Some(cn) => {
                let rule = self.rule(class_shared::RULE);
                let shared = !self.classes.get(cn).thread_local();
                rule.premise(class_shared::NOT_LOCAL).holds(shared);
                return rule.concludes_as(Judgment::Shared(t), shared);
            }
        }
        true
    }

    /// P ⊢ field shareable: \[SHAREABLE GUARDED FIELD\], \[SHAREABLE FINAL FIELD\], for field number `f` of a class.
    pub(crate) fn shareable(self, here: Here, (id, class): (ClassId, &Class), f: u32) {
        let field = &self.program.fields[f as usize];
        let guard = self.program.guard_of(class, field);
        let (id_of_rule, field_type) = match guard {
            Some(_) => (shareable_guarded_field::RULE, shareable_guarded_field::FIELD_TYPE),
            None if field.is_final => (shareable_final_field::RULE, shareable_final_field::FIELD_TYPE),
            None => match self.extension().and_then(|own| own.shareable(field)) {
                Some(of_its_own) => of_its_own,
                None => {
                    let rule = self.declared(shareable::RULE, here, field.span);
                    rule.check(shareable::GUARDED_OR_FINAL, || Err(Why::Unguarded(f).cause()));
                    return rule.concludes_as(Judgment::Shareable(f), ());
                }
            },
        };
        let (rule, t) = (self.declared(id_of_rule, here, field.span), self.written_result(field.ty));
        if guard.is_some_and(|l| self.is_open(self.path(l)))
            && rule.constrained(shareable::GUARDED_OR_FINAL, field.span)
        {
            self.subject_to(|_| true, || Question::Protected(f));
        }
        rule.check(field_type, || {
            let of = self.class_of(t).unwrap_or(ClassId::OBJECT);
            let open = self.subject_to(|open| open.local(of) || open.local(id), || Question::SharedField(f, of));
            holds(open || self.shared(t), || Why::LocalField { field: f, ty: t }.cause())
        });
        self.own(&rule, id_of_rule, here, || {
            let l = guard.map(|l| Bound::Lock(self.path(l)));
            let terms = Terms::default().bind("t", t).bind("l", l);
            terms.bind("e", field.init.map(Bound::Expression)).bind("final", Bound::Word(field.is_final))
        });
        rule.concludes_as(Judgment::Shareable(f), ());
    }

    /// \[OVERRIDE OK\]: P; E; c ⊢ meth, for method number `m` of a thread-local class.
    pub(crate) fn override_ok(self, here: Here, (id, c): (ClassId, Ty), m: u32) -> Outcome {
        let not_from_shared = || match self.overridden_shared((id, c), m) {
            None => Ok(()),
            Some((owner, MethodId::Declared(over))) => Err(Why::OverridesShared { method: m, owner, over: Some(over) }),
            Some((owner, MethodId::Predefined(_))) => Err(Why::OverridesShared { method: m, owner, over: None }),
        };
        self.rule(override_ok::RULE).asked(
            |_| Judgment::OverrideOk(here.env, c, m),
            |rule| {
                let judged = rule.require(override_ok::NOT_FROM_SHARED, || not_from_shared().map_err(Why::cause));
                judged.map(drop)
            },
        )
    }

    /// The nearest shared supertype of c that has the method. A supertype has it from a class that declares it; between the two none
    /// does, and a shared class is below a thread-local one only if `super-shared` is off.
    fn overridden_shared(self, (id, c): (ClassId, Ty), m: u32) -> Option<(ClassId, MethodId)> {
        let mn = self.program.methods[m as usize].name;
        if let Some(found) = self.extension().and_then(|own| own.overridden_shared(self, id, m)) {
            return Some(found);
        }
        let local = |c: ClassId| self.classes.get(c).thread_local();
        let mut class = self.class_of(c)?;
        loop {
            let (owner, method) = self.classes.method(class, mn)?;
            let open = || self.subject_to(|open| open.local(owner) || open.local(id), || Question::Overrides(m, owner));
            if !local(owner) && !open() {
                return Some((owner, method));
            }
            let mut between = self.classes.ancestors(class).take_while(|&c| c != owner);
            if let Some(shared) = between.find(|&c| self.open.is_none() && !local(c)) {
                return Some((shared, method));
            }
            if owner == ClassId::OBJECT {
                return None;
            }
            class = self.classes.get(owner).superclass().unwrap_or(ClassId::OBJECT);
        }
    }
}
