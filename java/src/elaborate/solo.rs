//! Classes of threads and tasks, each object of which one thread runs once: a thread that nothing else runs, and a task that is made for a new
//! thread or an executor, or that a variable has of which one thread gets it.

use super::Elaborator;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo};
use crate::tree::{ClassNo, Member, Nesting, Origin};
use crate::types::Ty;
use racefree_grammar::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts about the classes of the sources, by their places.
#[derive(Default)]
struct Facts {
    made: FxHashSet<Span>,
    /// Others may run their objects, too.
    open: FxHashSet<Span>,
    /// Some thread gets an object that code has made.
    given: FxHashSet<Span>,
    /// Constructors make a thread for their own object; the number of places.
    own: FxHashMap<Span, usize>,
    /// A thread is the task of another one, or some object of it is.
    passes_threads: bool,
}

/// Expressions by what stands around them.
pub(super) struct Around {
    /// Tasks that threads and executors get.
    pub(super) given: FxHashSet<ExprNo>,
    /// Objects whose member is used, and locks.
    pub(super) used: FxHashSet<ExprNo>,
}

impl Elaborator<'_> {
    /// Returns true for such a class. In much text threads are not looked at: any code may hand one over.
    pub(super) fn is_solo(&mut self, class: ClassNo) -> bool {
        if !self.java.is_small() && self.is_thread(class) {
            return false;
        }
        if self.solo.is_none() {
            self.solo = Some(self.found_solo());
        }
        let place = self.java.classes[class.index()].span;
        self.solo.as_ref().is_some_and(|solo| solo.contains(&place))
    }

    fn found_solo(&mut self) -> FxHashSet<Span> {
        let mut facts = Facts::default();
        let is_own = |class: &&crate::tree::Class| {
            class.origin == Origin::Source && matches!(class.nesting, Nesting::Top | Nesting::Member)
        };
        let mut members: Vec<Member> =
            self.java.classes.iter().filter(is_own).flat_map(|c| c.members.clone()).collect();
        if !self.java.is_small() {
            let names = self.words_of_tasks();
            members.retain(|member| self.has_word(*member, &names));
        }
        for member in members {
            let body = self.java.attribute(member);
            self.facts_of(&body, &mut facts);
        }
        let mut all: Vec<ClassNo> = (0..self.java.classes.len() as u32).map(ClassNo).collect();
        all.retain(|class| self.java.classes[class.index()].origin == Origin::Source);
        let mut found = FxHashSet::default();
        for class in all {
            let place = self.java.classes[class.index()].span;
            let above = self.java.classes[class.index()].superclass.and_then(|above| self.java.types.class(above.ty));
            let is_thread = self.is_thread(class);
            // Objects of the class below are objects of the one above.
            if let Some(above) = above.filter(|_| !is_thread) {
                facts.open.insert(self.java.classes[above.index()].span);
            }
            if if is_thread { !facts.passes_threads } else { facts.made.contains(&place) } {
                found.insert(place);
            }
        }
        // A thread for the object, from its constructor, and no other one.
        let own = |place: &Span| facts.own.get(place).copied().unwrap_or_default();
        found.retain(|place| {
            let is_one = own(place) == 0 || own(place) == 1 && !facts.given.contains(place);
            is_one && !facts.open.contains(place)
        });
        found
    }

    /// Words of code that makes tasks, runs one, or is one.
    fn words_of_tasks(&self) -> FxHashSet<String> {
        let all = self.java.methods.iter().filter(|m| matches!(self.text(m.name), "run" | "call"));
        let names = all.map(|m| self.text(self.java.classes[m.class.index()].name).to_owned());
        names.chain(["run", "call", "Runnable", "Callable"].map(str::to_owned)).collect()
    }

    /// Returns true for a member in whose text one of these words is, or in whose class it is declared.
    fn has_word(&self, member: Member, words: &FxHashSet<String>) -> bool {
        let (class, span) = match member {
            Member::Method(m) => (self.java.methods[m.index()].class, self.java.methods[m.index()].span),
            Member::Field(f) => (self.java.fields[f.index()].class, self.java.fields[f.index()].span),
            Member::Initializer(_) => {
                let class = self.java.site(member).0;
                (class, self.java.classes[class.index()].span)
            }
        };
        let text = self.java.sources.at(span);
        let mut all = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        words.contains(self.text(self.java.classes[class.index()].name)) || all.any(|word| words.contains(word))
    }

    /// Returns true for code that is a constructor of a class, outside of loops.
    fn is_built_by(&self, body: &Body, class: ClassNo) -> bool {
        let builds = body.parts.first().is_some_and(|part| match part.member {
            Member::Method(m) => part.class == class && self.java.methods[m.index()].kind.constructs(),
            Member::Field(_) | Member::Initializer(_) => false,
        });
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        builds && !body.statements.iter().any(|s| is_loop(&s.form))
    }

    /// Returns true for an object that a thread gets where it is made, or by its variable.
    fn gets_thread(&self, body: &Body, made: ExprNo, around: &Around) -> bool {
        let is_of = |e: &ExprNo| match body.expressions[e.index()].kind {
            Kind::Local(local) => body.locals[local.index()].value == Some(made),
            _ => *e == made,
        };
        around.given.iter().any(is_of)
    }

    fn facts_of(&mut self, body: &Body, facts: &mut Facts) {
        let around = self.what_is_around(body);
        for (n, e) in body.expressions.iter().enumerate() {
            let e_no = ExprNo(n as u32);
            match &e.kind {
                Kind::New(new) => {
                    let class = new.anonymous.or(self.java.types.class(e.ty));
                    // A thread starts once, whoever has it.
                    let Some(class) = class.filter(|class| !self.is_thread(*class)) else { continue };
                    let place = self.java.classes[class.index()].span;
                    facts.made.insert(place);
                    let is_given = self.gets_thread(body, e_no, &around);
                    facts.given.extend(is_given.then_some(place));
                    let is_one = || self.is_given_once(body, e_no, &around) || self.is_kept(body, e_no, &around, false);
                    if !around.given.contains(&e_no) && !is_one() {
                        facts.open.insert(place);
                    }
                }
                Kind::Reference(reference) if matches!(self.text(reference.name), "run" | "call") => {
                    let class = reference.callee.method().map(|m| self.java.methods[m.index()].class);
                    facts.open.extend(class.map(|class| self.java.classes[class.index()].span));
                }
                Kind::Reference(reference) if reference.is_new => {
                    let class = reference.written.and_then(|written| self.java.types.class(written.ty));
                    facts.open.extend(class.map(|class| self.java.classes[class.index()].span));
                }
                Kind::This { class, .. } if around.given.contains(&e_no) && self.is_built_by(body, *class) => {
                    *facts.own.entry(self.java.classes[class.index()].span).or_default() += 1;
                }
                Kind::This { class, .. } if !around.used.contains(&e_no) && !self.is_thread(*class) => {
                    facts.open.insert(self.java.classes[class.index()].span);
                }
                Kind::Call(call) if matches!(self.text(call.name), "run" | "call") && call.arguments.is_empty() => {
                    let class = call.callee.method().map(|m| self.java.methods[m.index()].class);
                    facts.open.extend(class.map(|class| self.java.classes[class.index()].span));
                    let of = call.target.map(|of| body.expressions[of.index()].ty);
                    facts.passes_threads |= of.is_some_and(|ty| self.is_some_thread(ty));
                }
                _ => {}
            }
            facts.passes_threads |= around.given.contains(&e_no) && self.is_some_thread(e.ty);
        }
    }

    fn is_some_thread(&mut self, ty: Ty) -> bool {
        match self.java.types.class(ty) {
            Some(class) => self.is_thread(class),
            None => self.last_name(ty) == "Thread",
        }
    }

    fn what_is_around(&self, body: &Body) -> Around {
        let (mut given, mut used) = (FxHashSet::default(), FxHashSet::default());
        for e in &body.expressions {
            match &e.kind {
                Kind::Call(call) => {
                    let gets = self.is_task(body, call) || self.is_started_with(body, call);
                    given.extend(call.arguments.first().filter(|_| gets));
                    used.extend(call.target);
                }
                Kind::New(new) if self.last_name(e.ty) == "Thread" && new.anonymous.is_none() => {
                    given.extend(new.arguments.iter().copied());
                }
                Kind::Field { target, .. } => used.extend(*target),
                _ => {}
            }
        }
        used.extend(body.statements.iter().filter_map(|s| match s.form {
            Form::Synchronized { lock, .. } => Some(lock),
            _ => None,
        }));
        given.extend(self.listed(body).into_keys());
        Around { given, used }
    }

    /// Returns true for an object that a variable has, and that one thread gets, or none.
    fn is_given_once(&self, body: &Body, made: ExprNo, around: &Around) -> bool {
        let all = (0..body.locals.len() as u32).map(LocalNo);
        let own = all.into_iter().find(|local| {
            let it = &body.locals[local.index()];
            it.value == Some(made) && it.effectively_final
        });
        let Some(local) = own else { return false };
        let declared = body.locals[local.index()].name_span;
        let uses = (0..).map(ExprNo).zip(&body.expressions);
        let uses: Vec<ExprNo> =
            uses.filter(|(_, e)| matches!(e.kind, Kind::Local(of) if of == local)).map(|(e, _)| e).collect();
        let mut given = uses.iter().filter(|e| around.given.contains(e));
        let (first, more) = (given.next(), given.next());
        let is_repeated = |at: Span| {
            let loops = body.statements.iter().filter(|s| {
                matches!(s.form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
            });
            let lambdas = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)));
            let mut around = loops.map(|s| s.span).chain(lambdas.map(|e| e.span));
            around.any(|code| code.contains(at) && !code.contains(declared))
        };
        let is_once = more.is_none() && first.is_none_or(|e| !is_repeated(body.expressions[e.index()].span));
        let is_given = first.is_some();
        let is_known = |e: &ExprNo| {
            around.given.contains(e) || around.used.contains(e) || self.is_kept(body, *e, around, is_given)
        };
        is_once && uses.iter().all(is_known)
    }
}
