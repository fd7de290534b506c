//! Sections 4, 5.1, 5.3: the predicates, programs, classes, fields and methods.

use crate::rules::{class, field, method, prog};
use crate::typing::{EnvId, Judgment, Ty, Typing};
use racefree_grammar::ast::{Expr, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, PremiseId, Recorder};
use racefree_program::{ClassId, FieldId, MethodId, Problem, SuperProblem};

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// \[PROG\]: the type of the main expression, if there is one.
    pub fn prog(&mut self) -> Option<Ty> {
        self.recorder.open(prog::RULE);
        self.predicates();
        self.plain();
        for i in 0..self.program.classes.len() {
            self.premise(prog::DEFN);
            self.class(self.resolved.of_declaration(i));
        }
        self.premise(prog::MAIN);
        self.env_empty();
        let main = self.program.main.map(|e| self.expr(EnvId::EMPTY, e));
        self.recorder.close(|| Judgment::Program(main.unwrap_or(Ty::Void)));
        main
    }

    /// What is wrong, premise by premise; a premise of which nothing is said holds.
    fn premises(&mut self, premises: &[PremiseId], wrong: &[(PremiseId, Span, String)]) {
        for &premise in premises {
            let failed: Vec<_> = wrong.iter().filter(|(failed, ..)| *failed == premise).collect();
            for (_, span, message) in &failed {
                self.check(premise, *span, false, |_| message.clone());
            }
            if failed.is_empty() {
                self.check(premise, Span::NONE, true, |_| String::new());
            }
        }
    }

    fn predicates(&mut self) {
        let name = |class| self.program.text(self.resolved.get(class).name);
        let member = |f: FieldId| self.program.text(self.program.fields[f.index()].name);
        let mut wrong = Vec::new();
        for problem in self.resolved.problems() {
            let (premise, message) = match problem {
                Problem::ClassAgain { class, .. } => {
                    (prog::CLASS_ONCE, format!("there is another class `{}`", name(class)))
                }
                Problem::Superclass { class, problem: SuperProblem::Cycle } => {
                    (prog::ACYCLIC, format!("class `{}` inherits from itself", name(class)))
                }
                Problem::Superclass { .. } => continue,
                Problem::FieldAgain { again, .. } => {
                    (prog::FIELDS_ONCE, format!("the field `{}` is declared twice", member(again)))
                }
                Problem::FieldInherited { field, owner, .. } => {
                    let message =
                        format!("the field `{}` is inherited from class `{}` already", member(field), name(owner));
                    (prog::FIELDS_ONCE, message)
                }
                Problem::MethodAgain { again, .. } => {
                    let mn = self.program.text(self.program.methods[again as usize].name);
                    (prog::METHODS_ONCE, format!("the method `{mn}` is declared twice; there is no overloading"))
                }
            };
            wrong.push((premise, problem.span(&self.resolved), message));
        }
        wrong.extend(self.overrides());
        let all = [prog::CLASS_ONCE, prog::ACYCLIC, prog::FIELDS_ONCE, prog::METHODS_ONCE, prog::OVERRIDE_TYPE];
        self.premises(&all, &wrong);
    }

    /// OverridesOK: the overriding methods of another type.
    fn overrides(&self) -> Vec<(PremiseId, Span, String)> {
        let mut wrong = Vec::new();
        for (class, info) in self.resolved.iter() {
            let (Some(decl), Some(superclass)) = (self.resolved.decl(class), info.superclass()) else { continue };
            for m in decl.methods.indices() {
                let method = &self.program.methods[m];
                let Some((owner, over)) = self.resolved.method(superclass, method.name) else { continue };
                if self.signature(MethodId::Declared(m as u32)) != self.signature(over) {
                    let (mn, owner) = (self.program.text(method.name), self.resolved.get(owner).name);
                    let message = format!(
                        "`{mn}` has other types than the method of `{}` that it overrides",
                        self.program.text(owner)
                    );
                    wrong.push((prog::OVERRIDE_TYPE, method.name_span, message));
                }
            }
        }
        wrong
    }

    /// The types of a method's parameters, and of its result.
    pub(crate) fn signature(&self, method: MethodId) -> (Vec<Ty>, Ty) {
        match method {
            MethodId::Declared(m) => {
                let method = &self.program.methods[m as usize];
                let params = self.program.params_of(method).iter().map(|param| self.meant(param.ty));
                (params.collect(), self.meant(method.ret))
            }
            MethodId::Predefined(m) => {
                (m.params().iter().map(|param| Ty::predefined(param.0)).collect(), Ty::predefined(m.ret()))
            }
        }
    }

    /// What is no ConcurrentJava: the annotations, each where it stands.
    fn plain(&mut self) {
        let p = self.program;
        let mut found: Vec<(Span, &str)> = Vec::new();
        for class in p.classes.iter() {
            found.extend(Some((class.name_span, "thread_local")).filter(|_| class.thread_local));
            found.extend(class.guard.map(|l| (p.span(l), "guarded_by")));
        }
        found.extend(p.ghosts.iter().map(|ghost| (ghost.span, "ghost")));
        found.extend(p.fields.iter().filter_map(|field| Some((p.span(field.guard?), "guarded_by"))));
        found.extend(p.fields.iter().filter_map(|field| Some((p.span(field.write_guard?), "write_guarded_by"))));
        found.extend(p.methods.iter().filter_map(|m| Some((p.span(*p.list(m.requires).first()?), "requires"))));
        let with_locks = |kind| matches!(kind, TypeKind::Class { args, .. } if args.len > 0);
        found.extend(p.types.iter().filter(|ty| with_locks(ty.kind)).map(|ty| (ty.span, "ghost")));
        let moves = p.exprs.iter().zip(&p.spans).filter(|(e, _)| matches!(e, Expr::Move(_)));
        found.extend(moves.map(|(_, &span)| (span, "--")));
        let holds = p.exprs.iter().zip(&p.spans).filter(|(e, _)| matches!(e, Expr::Holds(_)));
        found.extend(holds.map(|(_, &span)| (span, "holds")));
        let wrong = |(span, what): (Span, &str)| {
            (prog::PLAIN, span, format!("ConcurrentJava has no `{what}`: the program is one of the system `base`"))
        };
        let wrong: Vec<_> = found.into_iter().map(wrong).collect();
        self.premises(&[prog::PLAIN], &wrong);
    }

    /// \[CLASS\]
    fn class(&mut self, id: ClassId) {
        let Some(decl) = self.resolved.decl(id) else { return };
        let problem = self.resolved.problem(id);
        let place = decl.extends.map_or(decl.name_span, |ty| self.program.ty(ty).span);
        self.recorder.open(class::RULE);
        let known = !matches!(problem, Some(SuperProblem::Unknown | SuperProblem::NoClass));
        self.check(class::SUPER_KNOWN, place, known, |_| "there is no such class to extend".to_owned());
        let string = problem == Some(SuperProblem::IsString);
        self.check(class::SUPER_NOT_STRING, place, !string, |_| "`String` cannot be extended".to_owned());
        let env = self.extend(EnvId::EMPTY, Ty::Class(id), Name::THIS, Span::NONE);
        for f in decl.fields.indices() {
            self.premise(class::FIELD);
            self.field(env, FieldId(f as u32));
        }
        for m in decl.methods.indices() {
            self.premise(class::METHOD);
            self.method(env, m as u32);
        }
        self.recorder.close(|| Judgment::Class(id));
    }

    /// \[FIELD\]
    fn field(&mut self, env: EnvId, id: FieldId) {
        let decl = &self.program.fields[id.index()];
        self.recorder.open(field::RULE);
        self.premise(field::TYPE);
        let t = self.written(decl.ty, false);
        self.premise(field::INIT_THIS);
        let off = self.options.off.is_off(field::INIT_THIS);
        self.recorder.evidence(if off { Evidence::Assumed } else { Evidence::Holds });
        if let Some(init) = decl.init {
            let at = if off { env } else { EnvId::EMPTY };
            let fd = self.program.text(decl.name);
            self.expect(field::INIT, at, init, t, |wants| format!("the field `{fd}` {wants}"));
        } else {
            self.check(field::INIT, decl.span, true, |_| String::new());
        }
        self.recorder.close(|| Judgment::Field(env, id));
    }

    /// \[METHOD\]
    fn method(&mut self, env: EnvId, m: u32) {
        let decl = &self.program.methods[m as usize];
        self.recorder.open(method::RULE);
        let mut inner = env;
        for param in self.program.params_of(decl) {
            self.premise(method::PARAMS);
            inner = self.env_x(inner, param.ty, param.name, param.span);
        }
        self.premise(method::RETURN_TYPE);
        let t = self.written(decl.ret, true);
        let mn = self.program.text(decl.name);
        self.expect(method::BODY, inner, decl.body, t, |wants| format!("the result of `{mn}` {wants}"));
        self.recorder.close(|| Judgment::Method(env, MethodId::Declared(m)));
    }
}
