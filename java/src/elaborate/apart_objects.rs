//! Tasks that are objects: threads, and objects with a `run` or `call` that one thread gets, with the fields by which they have an array.

use super::Elaborator;
use super::apart::{Task, loop_around};
use super::apart_uses::{Array, Names, Uses};
use super::meetings::Meetings;
use crate::tree::body::{Body, ExprNo, Kind, LocalNo, New};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo, Origin};
use racefree_grammar::Span;

impl Elaborator<'_> {
    /// The task that an object is, with the place of the code that uses the array, or of the argument; none inside, if it is no task with the array.
    #[allow(clippy::option_option)] // none outside: it is not understood
    pub(super) fn task_of_object(
        &mut self,
        body: &Body,
        e: ExprNo,
        new: &New,
        array: LocalNo,
    ) -> Option<Option<(Task, Span)>> {
        let is_it = |e: &ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == array);
        let span = body.expressions[e.index()].span;
        let inner = new.anonymous.or(self.java.types.class(body.expressions[e.index()].ty));
        if let Some(class) =
            inner.filter(|class| body.classes.iter().any(|of| of.class == *class && of.locals.contains(&array)))
        {
            let code = self.run_in(body, class, array)?;
            let names = self.names_of_object(body, class, new)?.inside(code);
            let uses = Uses { body, names: &names, code, without: &[], alone: &[], depth: 0 };
            let accesses = self.accesses_to(&uses, Array::Local(array))?;
            let is_one = self.is_made_once(body, class, e);
            let meetings = self.meetings_of(body, code, loop_around(body, span));
            let task = Task { accesses, turns: self.turns_of(body, span, array), field: None, meetings };
            return is_one.then_some(Some((task, code)));
        }
        let Some(n) = new.arguments.iter().position(is_it) else { return Some(None) };
        let class = inner?;
        let constructor = new.callee.method()?;
        let field = self.kept_in_field(class, constructor, n)?;
        let run = self.run_with(class, field)?;
        let names = self.names_of_object(body, class, new)?;
        let run_body = self.java.attribute(Member::Method(run));
        let whole = self.java.methods[run.index()].span;
        let uses = Uses { body: &run_body, names: &names, code: whole, without: &[], alone: &[], depth: 0 };
        let accesses = self.accesses_to(&uses, Array::Field(field))?;
        let argument = body.expressions[new.arguments[n].index()].span;
        let task = Task {
            accesses,
            turns: self.turns_of(body, span, array),
            field: Some((field, e)),
            meetings: Meetings::default(),
        };
        self.is_made_once(body, class, e).then_some(Some((task, argument)))
    }

    /// The method `run` or `call` of a class in code, if nothing else of it uses a variable.
    fn run_in(&self, body: &Body, class: ClassNo, array: LocalNo) -> Option<Span> {
        let own = self.java.classes[class.index()].span;
        let is_run = |m: MethodNo| matches!(self.text(self.java.methods[m.index()].name), "run" | "call");
        let part = body.parts.iter().find(|part| {
            part.class == class && matches!(part.member, Member::Method(m) if is_run(m)) && part.parameters.is_empty()
        })?;
        let code =
            part.block.iter().map(|s| body.statements[s.index()].span).reduce(|a, b| Span::new(a.start, b.end))?;
        let mut uses = body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == array));
        uses.all(|e| !own.contains(e.span) || code.contains(e.span)).then_some(code)
    }

    /// The final field that a constructor puts an argument into, and nowhere else.
    pub(super) fn kept_in_field(&mut self, class: ClassNo, constructor: MethodNo, n: usize) -> Option<FieldNo> {
        let body = self.java.attribute(Member::Method(constructor));
        let parameter = *body.parts.first()?.parameters.get(n)?;
        let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == parameter);
        let mut uses = (0..body.expressions.len() as u32).map(ExprNo).filter(|e| is_it(*e));
        let (one, more) = (uses.next()?, uses.next());
        let field = body.expressions.iter().find_map(|e| match e.kind {
            Kind::Assign { target, value } if value == one => match body.expressions[target.index()].kind {
                Kind::Field { field, .. } => Some(field),
                _ => None,
            },
            _ => None,
        })?;
        let it = &self.java.fields[field.index()];
        let is_own = it.class == class && it.modifiers.is_final() && !it.modifiers.is_static() && !it.initialized;
        (more.is_none() && is_own).then_some(field)
    }

    /// The method `run` or `call` of a class whose code alone uses a field, but for one constructor.
    pub(super) fn run_with(&mut self, class: ClassNo, field: FieldNo) -> Option<MethodNo> {
        let mut run = None;
        let members: Vec<Member> = self
            .java
            .classes
            .iter()
            .filter(|it| it.origin == Origin::Source)
            .flat_map(|it| it.members.iter().copied())
            .collect();
        for member in members {
            let name = self.text(self.java.fields[field.index()].name).to_owned();
            let (of, span) = match member {
                Member::Method(m) => (self.java.methods[m.index()].class, self.java.methods[m.index()].span),
                Member::Field(f) if f == field => continue,
                Member::Field(f) => (self.java.fields[f.index()].class, self.java.fields[f.index()].span),
                Member::Initializer(_) => return None,
            };
            if !self.java.sources.at(span).contains(&name) || self.java.is_inner(of) {
                continue;
            }
            let body = self.java.attribute(member);
            let uses = |e: &Kind| matches!(e, Kind::Field { field: of, .. } if *of == field);
            if !body.expressions.iter().any(|e| uses(&e.kind)) {
                continue;
            }
            match member {
                Member::Method(m) if self.java.methods[m.index()].kind.constructs() && of == class => {}
                Member::Method(m) if self.is_run(m) && of == class && run.is_none() => run = Some(m),
                _ => return None,
            }
        }
        run
    }

    fn is_run(&self, method: MethodNo) -> bool {
        let it = &self.java.methods[method.index()];
        matches!(self.text(it.name), "run" | "call") && it.parameters.is_empty() && it.has_body
    }

    /// Returns true for an object that is a thread, or the task of one, and that runs once: nothing else of its class is made by its words.
    pub(super) fn is_made_once(&mut self, body: &Body, class: ClassNo, e: ExprNo) -> bool {
        let name = self.text(self.java.classes[class.index()].name).to_owned();
        let files = self.java.sources.files().iter().filter(|file| file.origin == Origin::Source);
        let texts: Vec<&str> = files.map(|file| self.java.sources.at(file.span)).collect();
        let others = [".run()".to_owned(), ".call()".to_owned(), format!("extends {name} "), format!("{name}::new")];
        let is_free = !texts.iter().any(|text| others.iter().any(|word| text.contains(word)));
        let of_class = self.java.sources.at(self.java.classes[class.index()].span);
        let is_passed =
            ["start(", "(this", ", this", "= this;", "return this"].iter().any(|word| of_class.contains(word));
        let made = body.expressions.iter().filter(|e| match &e.kind {
            Kind::New(_) => self.java.types.class(e.ty) == Some(class),
            _ => false,
        });
        let (made, members) = (made.count(), &self.java.classes[class.index()].members);
        let constructors = members.iter().filter(|member| match member {
            Member::Method(m) => self.java.methods[m.index()].kind.constructs(),
            Member::Field(_) | Member::Initializer(_) => false,
        });
        let in_text: usize = texts.iter().map(|text| calls_of(text, &name)).sum();
        let is_all = self.java.is_inner(class) || made + constructors.count() >= in_text;
        is_free && !is_passed && is_all && (self.is_thread(class) || self.is_task_of_thread(body, e))
    }

    /// Names of an object's fields, as the code that makes it has their values.
    fn names_of_object(&mut self, body: &Body, class: ClassNo, new: &New) -> Option<Names> {
        let mut names = Names::default();
        let Some(constructor) = new.callee.method().filter(|_| new.anonymous.is_none()) else {
            return Some(names);
        };
        let inner = self.java.is_inner(class);
        let owned = if inner { None } else { Some(self.java.attribute(Member::Method(constructor))) };
        let code = owned.as_ref().unwrap_or(body);
        let part = code.parts.iter().find(|part| part.member == Member::Method(constructor))?;
        for e in &code.expressions {
            let Kind::Assign { target, value } = e.kind else { continue };
            let (Kind::Field { field, .. }, Kind::Local(of)) =
                (&code.expressions[target.index()].kind, &code.expressions[value.index()].kind)
            else {
                continue;
            };
            let it = &self.java.fields[field.index()];
            let Some(n) = part.parameters.iter().position(|p| p == of) else { continue };
            if it.class == class
                && it.modifiers.is_final()
                && code.locals[of.index()].effectively_final
                && new.spread.is_none()
            {
                let term = self.term(body, *new.arguments.get(n)?, &Names::of_main(Span::NONE));
                names.put_field(*field, term);
            }
        }
        Some(names)
    }
}

/// Number of places at which a name has arguments, behind those of types if it has these.
fn calls_of(text: &str, name: &str) -> usize {
    let letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let places = text.match_indices(name).filter(|(at, _)| {
        let behind = text[at + name.len()..].trim_start();
        let behind = match behind.strip_prefix('<') {
            Some(arguments) => arguments.split_once('>').map_or("", |(_, behind)| behind).trim_start(),
            None => behind,
        };
        !text[..*at].ends_with(letter) && behind.trim_start_matches('>').trim_start().starts_with('(')
    });
    places.count()
}
