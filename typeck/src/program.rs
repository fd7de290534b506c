//! Section 5.1: programs and classes.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::error::{Asker, Checked, Why};
use crate::judgment::Judgment;
use crate::open::{Asked, Question};
use crate::rules::{class3, env_empty, local_class, prog};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::Class;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::condition::{Bound, Terms};
use racefree_kernel::{PremiseId, RuleId};
use racefree_program::SuperProblem;
use racefree_program::problem::repeated;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The premises that \[CLASS₃\] and \[LOCAL CLASS\] share.
struct ClassPremises {
    ghost_type: PremiseId,
    super_known: PremiseId,
    super_not_string: PremiseId,
    super_type: PremiseId,
    field: PremiseId,
    method: PremiseId,
}

impl ClassPremises {
    /// The rule for a class, and the premises.
    fn of(class: &Class) -> (RuleId, ClassPremises) {
        if class.thread_local { (local_class::RULE, LOCAL_CLASS) } else { (class3::RULE, CLASS3) }
    }
}

/// How far the classes of a program have been looked at.
#[derive(Default)]
pub(crate) struct Reached {
    /// The classes before this one.
    class: usize,
    /// The methods before this one; and if a class was begun, the E outside.
    method: u32,
    within: Option<EnvId>,
    /// The classes where something was found.
    pub(crate) wrong: BTreeSet<usize>,
}

const CLASS3: ClassPremises = ClassPremises {
    ghost_type: class3::GHOST_TYPE,
    super_known: class3::SUPER_KNOWN,
    super_not_string: class3::SUPER_NOT_STRING,
    super_type: class3::SUPER_TYPE,
    field: class3::FIELD,
    method: class3::METHOD,
};

const LOCAL_CLASS: ClassPremises = ClassPremises {
    ghost_type: local_class::GHOST_TYPE,
    super_known: local_class::SUPER_KNOWN,
    super_not_string: local_class::SUPER_NOT_STRING,
    super_type: local_class::SUPER_TYPE,
    field: local_class::FIELD,
    method: local_class::METHOD,
};

impl<'p, R: Asked> Cx<'p, R> {
    /// \[PROG\]. The type of the main expression; none for an open program.
    pub fn prog(&mut self) -> Option<Ty> {
        self.open(prog::RULE);
        let program = self.program;
        self.predicates();
        self.classes_up_to(&mut Reached::default(), program.methods.len());
        self.premise(prog::MAIN);
        self.axiom(env_empty::RULE, |cx| Judgment::Env(cx.env.id()));
        let main = program.main.map(|e| self.expr(e));
        self.close(|_| Judgment::Program(main.unwrap_or(Ty::VOID)));
        main
    }

    /// The premise `defn`, from where it was left: for classes up to the first one that has a method from this number on, and of
    /// that one for what stands before the method. Whether that is all of them.
    pub(crate) fn classes_up_to(&mut self, reached: &mut Reached, method: usize) -> bool {
        while let Some(class) = self.program.classes.get(reached.class) {
            let (number, before) = (reached.class, self.found());
            let done = self.class_up_to(&class, reached, method);
            if self.found() > before {
                reached.wrong.insert(number);
            }
            if !done {
                return false;
            }
        }
        true
    }

    /// The class that was reached, for its methods before this one. Whether that is all of it; then the next one is reached.
    fn class_up_to(&mut self, class: &Class, reached: &mut Reached, method: usize) -> bool {
        let id = self.classes.of_declaration(reached.class);
        let outer = reached.within.take().unwrap_or_else(|| {
            self.premise(prog::DEFN);
            self.enter_class(id, class)
        });
        let (_, premises) = ClassPremises::of(class);
        let end = class.methods.end.min(method as u32);
        for m in reached.method..end {
            self.premise(premises.method);
            self.method(m);
        }
        reached.method = end;
        if class.methods.end as usize > method {
            reached.within = Some(outer);
            return false;
        }
        self.leave_class(id, class, outer);
        reached.class += 1;
        true
    }

    /// From the first keyword of a class to its name.
    pub(crate) fn header(&self, class: &Class) -> Span {
        Span::new(class.span.start, class.name_span.end.max(class.span.start))
    }

    /// \[CLASS₃\] and \[LOCAL CLASS\], up to the methods. The E outside.
    fn enter_class(&mut self, id: ClassId, class: &Class) -> EnvId {
        let (rule, premises) = ClassPremises::of(class);
        self.open(rule);
        let outer = self.env.id();
        self.ghosts(class, &premises);
        let this = self.this_type(id);
        if self.options.reads(crate::options::SUPER_MAY_MENTION_THIS) {
            let ghosts = self.env.id();
            self.bind(Name::THIS, this, false, class.name_span, None);
            self.superclass(id, class, &premises);
            self.env.pop_to(ghosts);
        } else {
            self.superclass(id, class, &premises);
        }
        if !class.thread_local {
            let super_ty = self.classes.super_ty(id);
            self.check(class3::SUPER_SHARED, self.header(class), |cx| cx.shared_superclass(super_ty, id));
        }
        self.this_env = None;
        if R::RECORDS && self.program.methods_of(class).iter().any(|m| m.params.is_empty()) {
            self.this_env = self.env_this(this, class.name_span);
        } else {
            self.bind(Name::THIS, this, false, class.name_span, None);
        }
        for f in class.fields.indices() {
            self.premise(premises.field);
            self.field(id, class, f as u32);
        }
        outer
    }

    /// \[CLASS₃\] and \[LOCAL CLASS\], from the methods on.
    fn leave_class(&mut self, id: ClassId, class: &Class, outer: EnvId) {
        let (rule, _) = ClassPremises::of(class);
        let super_ty = self.classes.super_ty(id);
        // A class that may be made thread-local needs what either rule asks.
        if class.thread_local || self.recorder.ask(|| Question::Local(id)) {
            for m in class.methods.indices() {
                self.local_override(super_ty, m as u32);
            }
        }
        if !class.thread_local {
            for f in class.fields.indices() {
                self.judge(class3::SHAREABLE, |cx| cx.shareable(class, f as u32));
            }
        }
        let places = |cx: &mut Self| cx.program.ghosts_of(class).iter().map(|ghost| ghost.span).collect();
        self.own_premises(rule, self.header(class), places, |cx| {
            let ghosts = cx.program.ghosts_of(class).iter();
            let xs = ghosts.clone().map(|ghost| Bound::Variable(ghost.name)).collect();
            let ts = ghosts.map(|ghost| Self::ty_term(cx.resolve_value(ghost.ty))).collect();
            Terms::default().each("tᵢ", ts).each("xᵢ", xs).bind("c", Self::ty_term(super_ty))
        });
        self.env.pop_to(outer);
        self.close(|_| Judgment::Class(id));
    }

    /// The premise `ghost-type`, and G.
    fn ghosts(&mut self, class: &Class, premises: &ClassPremises) {
        let ghosts = self.program.ghosts_of(class);
        let twice: FxHashMap<usize, usize> =
            repeated(ghosts.len(), |i| ghosts[i].name).into_iter().map(|(a, b)| (b, a)).collect();
        let mut checked: SmallVec<[bool; 8]> = SmallVec::new();
        for (i, ghost) in ghosts.iter().enumerate() {
            checked.push(self.check(premises.ghost_type, ghost.span, |cx| {
                cx.well_formed_written(ghost.ty)?;
                match twice.get(&i) {
                    None => Ok(()),
                    Some(&first) => Err(Why::NotFresh { name: ghost.name, first: ghosts[first].span }.cause()),
                }
            }));
        }
        self.premise(premises.ghost_type);
        for (ghost, checked) in ghosts.iter().zip(checked) {
            self.env_ghost(ghost.ty, ghost.name, ghost.span, checked);
        }
    }

    /// The premises about the superclass.
    fn superclass(&mut self, id: ClassId, class: &Class, premises: &ClassPremises) {
        let header = self.header(class);
        let Some(extends) = class.extends else {
            self.check(premises.super_type, header, |cx| cx.well_formed(Ty::OBJECT));
            return;
        };
        let problem = self.classes.problem(id);
        if !matches!(problem, Some(SuperProblem::Unknown | SuperProblem::IsString)) {
            self.given(premises.super_known);
            self.given(premises.super_not_string);
        }
        match problem {
            Some(SuperProblem::Unknown) => {
                self.fail(premises.super_known, header, Why::UnknownSuper(extends).cause());
            }
            Some(SuperProblem::IsString) => {
                self.fail(premises.super_not_string, header, Why::StringSuper.cause());
            }
            _ => {
                self.check(premises.super_type, header, |cx| {
                    cx.well_formed_written(extends).map_err(|cause| cause.asked_by(Asker::Subclass))
                });
            }
        }
    }

    fn shared_superclass(&mut self, super_ty: Ty, class: ClassId) -> Checked {
        let above = self.types.class_of(super_ty).unwrap_or(ClassId::OBJECT);
        let open = self.recorder.ask(|| Question::SharedSuper(class, above));
        if open || self.shared(super_ty) { Ok(()) } else { Err(Why::LocalSuper { class, super_ty }.cause()) }
    }
}
