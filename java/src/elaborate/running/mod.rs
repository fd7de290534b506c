//! Programs that are to run: nothing that runs is forgotten or taken on trust, and what cannot be told is refused at its place, all places
//! at once.
//!
//! | module | contents |
//! | --- | --- |
//! | this | primitives of the library, what is refused, the call of `main` |
//! | `members`, `records` | members of the library, of values and of enums; methods of records |
//! | `numbers` | conversions between numbers, boxes and texts |
//! | `operators` | operators on them |
//! | `patterns` | patterns of records |
//! | `hints`, `jdk` | what to write instead; names of the JDK |
//! | `nulls`, `slots` | messages of what is null |
//! | `polluted` | casts of generic results |
//! | `literals` | numbers, characters and strings as they are written |
//! | `companions` | the classes beside those of values |
//! | `asserts` | `assert` |
//! | `chosen` | the time, and numbers at random |
//! | `described` | `C.class` as a value |
//! | `places` | variables that are read and assigned, each part of their place once |

mod asserts;
mod chosen;
mod companions;
mod described;
mod ends;
mod hints;
mod jdk;
mod literals;
mod members;
mod nulls;
mod numbers;
mod operators;
mod patterns;
mod places;
mod polluted;
mod records;
mod resources;
mod slots;

pub use chosen::{Chosen, ChosenSort};
pub use nulls::NullMessage;

use super::Elaborator;
use super::code::Code;
use crate::tree::body::{Callee, ExprNo, Expression, Kind};
use crate::tree::{ClassNo, MethodNo, Origin};
use crate::types::{Primitive, Shape, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Extended};
use racefree_grammar::name::Name;

/// Classes of the library that every program has: those that the engine makes objects of, or looks at.
const NEEDED: &[(&str, &str)] = &[
    ("java.lang", "RacefreePrimitives"),
    ("java.lang", "Thread"),
    ("java.lang", "Throwable"),
    ("java.lang", "Error"),
    ("java.lang", "NullPointerException"),
    ("java.lang", "ArithmeticException"),
    ("java.lang", "AssertionError"),
    ("java.lang", "StackOverflowError"),
    ("java.lang", "OutOfMemoryError"),
    ("java.lang", "ExceptionInInitializerError"),
    ("java.lang", "NoClassDefFoundError"),
    ("java.lang", "InterruptedException"),
    ("java.lang", "ClassCastException"),
    ("java.lang", "ArrayStoreException"),
    ("java.lang", "NegativeArraySizeException"),
    ("java.lang", "NumberFormatException"),
    ("java.lang", "ArrayIndexOutOfBoundsException"),
    ("java.lang", "StringIndexOutOfBoundsException"),
    ("java.lang", "IllegalMonitorStateException"),
    ("java.lang", "IllegalThreadStateException"),
    ("java.lang", "Integer"),
    ("java.lang", "Boolean"),
    ("java.lang", "Character"),
    ("java.lang", "Long"),
    ("java.lang", "Double"),
    ("java.lang", "Float"),
    ("java.lang", "Number"),
];

/// Reason why a program, or a part of it, does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its place.
    pub span: Span,
    /// A sentence without its full stop.
    pub message: String,
}

impl Elaborator<'_> {
    /// Says that something does not run.
    pub(super) fn refuse(&mut self, span: Span, message: impl Into<String>) {
        self.found.refusals.push(Refusal { span, message: message.into() });
    }

    /// The class of a package, if the sources or the library declare it.
    pub(super) fn class_in(&mut self, package: &str, name: &str) -> Option<ClassNo> {
        let (package, name) = (self.java.names.intern(package), self.java.names.intern(name));
        self.java.top(package, name)
    }

    /// Finds out the names of the library's methods that the program may call.
    pub(super) fn find_needed(&mut self) {
        let sources = &self.java.sources;
        let own = sources.files().iter().filter(|file| file.origin == Origin::Source);
        let all = crate::runtime::needed(own.map(|file| sources.at(file.span)));
        let all: Vec<String> = all.into_iter().map(str::to_owned).collect();
        self.needed = all.iter().map(|word| self.java.names.intern(word)).collect();
    }

    /// Returns true for a method of the library that a run does not call.
    pub(super) fn is_left_out(&self, method: MethodNo) -> bool {
        let it = &self.java.methods[method.index()];
        it.has_body && self.is_of_library(it.class) && !self.needed.contains(&it.name)
    }

    /// Makes the classes that every program needs.
    pub(super) fn need(&mut self) {
        for wide in [Ty::LONG, Ty::DOUBLE, Ty::FLOAT] {
            if let Some(name) = self.wide_name(wide) {
                self.classes.push(super::classes::bare_class(name, Span::NONE, Span::NONE));
            }
        }
        for small in [Ty::CHAR, Ty::primitive(Primitive::Byte), Ty::primitive(Primitive::Short)] {
            if let Some(name) = self.small_name(small) {
                self.classes.push(super::classes::bare_class(name, Span::NONE, Span::NONE));
            }
        }
        for (package, name) in NEEDED {
            if let Some(class) = self.class_in(package, name) {
                self.java.ensure_members(class);
                self.class_name(class);
                self.want(class);
            }
        }
    }

    /// Returns true for a class whose code is elaborated: of the sources, and of the library that a program runs with.
    pub(super) fn has_code(&self, class: ClassNo) -> bool {
        match self.java.classes[class.index()].origin {
            Origin::Source => true,
            Origin::Library => self.options.run,
            Origin::Stub => false,
        }
    }

    /// Returns true for a class of the library that a program runs with.
    pub(super) fn is_of_library(&self, class: ClassNo) -> bool {
        self.options.run && self.java.classes[class.index()].origin == Origin::Library
    }

    /// The call of a primitive of the library.
    pub(super) fn primitive(&mut self, name: &str, args: &[ExprId], span: Span) -> ExprId {
        let class = self.class_in("java.lang", racefree_program::primitives::CLASS);
        let java = self.java.names.intern(name);
        let method = class.and_then(|class| Some((class, *self.methods_named(class, java).first()?)));
        let Some((class, method)) = method else { return self.out.unit(span) };
        self.call_static(class, method, args, span)
    }

    /// The call of a static method.
    pub(super) fn call_static(&mut self, class: ClassNo, method: MethodNo, args: &[ExprId], span: Span) -> ExprId {
        self.want(class);
        let receiver = self.class_object(class, span);
        let name = self.method_name(method);
        self.out.call(receiver, name, args, span)
    }

    /// The main expression: what `java` runs of the first class that has a `main`.
    pub(super) fn main(&mut self) {
        let Some(name) = self.java.names.find("main") else { return self.no_main() };
        let first = |it: &Self, takes: usize| {
            it.java.methods.iter().position(|m| {
                let class = &it.java.classes[m.class.index()];
                m.name == name
                    && m.has_body
                    && class.origin == Origin::Source
                    && m.parameters.len() == takes
                    && !it.java.is_inner(m.class)
            })
        };
        let Some(at) = first(self, 1).or_else(|| first(self, 0)) else { return self.no_main() };
        let method = MethodNo(at as u32);
        let it = &self.java.methods[at];
        let (class, takes, span, is_static) = (it.class, it.parameters.len(), it.name_span, it.modifiers.is_static());
        let called = self.method_name(method);
        let mut args = Vec::new();
        if takes == 1 {
            let text = self.out.class_type(Name::STRING, &[], span);
            let array = self.out.program.add_array(text, &[], span);
            let given = self.java.arguments.clone();
            let length = self.out.int(given.len() as i32, span);
            let array = self.out.new_array(array, length, span);
            let texts = given.iter().map(|text| self.intern(text)).collect::<Vec<_>>();
            let texts = texts.into_iter().map(|text| self.out.expr(Expr::Str(text), span));
            let all: Vec<ExprId> = [array].into_iter().chain(texts).collect();
            args.push(if given.is_empty() { array } else { self.primitive("fill", &all, span) });
        }
        let receiver = if is_static {
            self.class_object(class, span)
        } else {
            let (name, constructor) = (self.class_name(class), self.name_of_constructor(None));
            let ty = self.out.class_type(name, &[], span);
            match self.builds(class) {
                true => self.out.make(ty, constructor, &[], span),
                false => self.out.expr(Expr::New(ty), span),
            }
        };
        let call = self.out.call(receiver, called, &args, span);
        let call = self.handled(call, span);
        // `System.out` is made before any thread can ask for it.
        let system = self.java.names.find("racefreeBegin").and_then(|begin| {
            let class = self.class_in("java.lang", "System").filter(|class| self.made.contains(class))?;
            let method = *self.methods_named(class, begin).first()?;
            Some(self.call_static(class, method, &[], span))
        });
        self.out.program.main = Some(self.out.after(system, call, span));
    }

    /// `main` in a program that sets a handler of exceptions for all threads.
    fn handled(&mut self, call: ExprId, span: Span) -> ExprId {
        let class = self.class_in("java.lang", "RacefreeHandler").filter(|class| self.made.contains(class));
        let thrown = self.class_in("java.lang", "Throwable");
        let name = self.java.names.intern("ofMain");
        let method = class.and_then(|class| Some((class, *self.methods_named(class, name).first()?)));
        let (Some((class, method)), Some(thrown)) = (method, thrown) else { return call };
        let var = self.java.names.intern("e");
        let name = self.class_name(thrown);
        let ty = self.out.class_type(name, &[], span);
        let value = self.out.var(var, span);
        let body = self.call_static(class, method, &[value], span);
        self.out.attempt(call, &[super::emit::CatchClause { ty, var, body, span }], None, span)
    }

    fn no_main(&mut self) {
        self.refuse(Span::NONE, NO_MAIN);
    }

    /// Refuses what is left that nobody knows the value of.
    pub(super) fn refuse_unknown(&mut self) {
        let program = &self.out.program;
        let bodies = program.methods.iter().map(|m| m.body).chain(program.main);
        let unknown: Vec<Span> = bodies
            .flat_map(|body| program.within(body))
            .filter(|e| matches!(program.expr(*e), Expr::Extended(Extended::Any { .. })))
            .map(|e| program.span(e))
            .collect();
        for span in unknown {
            let covered = |r: &Refusal| r.span != Span::NONE && (r.span.contains(span) || span.contains(r.span));
            if !self.found.refusals.iter().any(covered) {
                let text = self.java.sources.at(span).lines().next().unwrap_or_default().trim_end().to_owned();
                self.refuse(span, format!("`{text}` {NOT_IN_SUBSET}"));
            }
        }
        self.found.refusals.sort_by_key(|r| (r.span.start, r.span.end));
        self.found.refusals.dedup();
        // Code around a part that does not run is refused because of that part alone.
        let all: Vec<(Span, bool)> = self.found.refusals.iter().map(|r| (r.span, is_consequence(&r.message))).collect();
        let has_cause =
            |of: &Refusal| all.iter().any(|(at, later)| !later && *at != Span::NONE && of.span.contains(*at));
        self.found.refusals.retain(|r| !is_consequence(&r.message) || !has_cause(r));
        // A class that the library lacks has no members: it is refused where objects of it are made.
        let lacks: Vec<String> = self.found.refusals.iter().filter_map(|r| class_after(&r.message, NO_CLASS)).collect();
        let of_such = |r: &Refusal| class_after(&r.message, IN_CLASS).is_some_and(|class| lacks.contains(&class));
        self.found.refusals.retain(|r| !of_such(r));
    }

    /// Java's names of the classes that were made, as `getClass().getName()` has them.
    pub(super) fn note_binary_names(&mut self) {
        for class in self.made.clone() {
            let name = self.class_name(class);
            let binary = self.binary_name(class);
            self.found.binary_names.push((name, binary));
            if let Some(known) = self.stand_in(class) {
                self.found.stand_ins.push((name, known));
            }
        }
    }

    /// The interface by which a class of the library is known that nobody can name.
    fn stand_in(&mut self, class: ClassNo) -> Option<String> {
        let it = &self.java.classes[class.index()];
        if it.origin != Origin::Library || it.modifiers.is_public() {
            return None;
        }
        let known = self.java.types.class(it.interfaces.first()?.ty)?;
        Some(self.text(self.java.classes[known.index()].name).to_owned())
    }

    pub(super) fn binary_name(&mut self, class: ClassNo) -> String {
        let it = &self.java.classes[class.index()];
        let (outer, name, qualified) = (it.outer, it.name, it.qualified);
        let last = self.text(qualified).rsplit('.').next().unwrap_or_default().to_owned();
        match outer {
            Some(outer) => format!("{}${last}", racefree_grammar::stack::deep(|| self.binary_name(outer))),
            None if self.text(qualified) == format!("java.util.{last}") && jdk::of_jdk(&last).is_some() => {
                format!("java.util.{}", jdk::of_jdk(&last).unwrap_or_default())
            }
            None if self.text(qualified).is_empty() => self.text(name).to_owned(),
            None => self.text(qualified).to_owned(),
        }
    }
}

impl Elaborator<'_> {
    /// The simple name of a type, for messages.
    pub(super) fn type_text(&mut self, ty: Ty) -> Option<String> {
        let name = match self.java.types.shape(ty) {
            Shape::Class(class, _) => self.java.classes[class.index()].qualified,
            Shape::External(name, _) => name,
            Shape::Primitive(p) => return Some(p.text().to_owned()),
            _ => return None,
        };
        Some(self.text(name).rsplit('.').next().unwrap_or_default().to_owned())
    }
}

impl Code<'_, '_, '_> {
    /// Refuses an expression: its value stands in for it.
    pub(super) fn refused(&mut self, ty: Ty, span: Span, message: impl Into<String>) -> ExprId {
        self.it.refuse(span, message);
        self.any(ty, &[], span)
    }

    /// Refuses a use of something that nothing declares.
    pub(super) fn refused_name(&mut self, expression: &Expression) -> ExprId {
        let (span, ty) = (expression.span, expression.ty);
        // An object or argument that nothing declares leaves the member unknown: it is what is missing.
        let parts: Vec<ExprNo> = match &expression.kind {
            // Types of lambdas are known by the method alone.
            Kind::Call(call) => {
                let is_function =
                    |e: &&ExprNo| matches!(self.expression(**e).kind, Kind::Lambda(_) | Kind::Reference(_));
                call.target.iter().chain(call.arguments.iter().filter(|e| !is_function(e))).copied().collect()
            }
            Kind::ExternalField { target, .. } => target.iter().copied().collect(),
            _ => Vec::new(),
        };
        let before = self.it.found.refusals.len();
        for part in parts {
            if self.expression(part).ty == Ty::UNKNOWN {
                self.expr(part);
            }
        }
        if self.it.found.refusals.len() > before {
            return self.any(ty, &[], span);
        }
        let text = self.it.java.sources.at(span).lines().next().unwrap_or_default().trim_end().to_owned();
        let message = match &expression.kind {
            Kind::NotUnderstood => format!("`{text}` is not understood"),
            Kind::Call(call) => {
                let name = self.it.text(call.name).to_owned();
                let of = match call.callee {
                    Callee::External { owner } => self.it.type_text(owner),
                    _ => call.target.map(|target| self.expression(target).ty).and_then(|ty| self.it.type_text(ty)),
                };
                match of {
                    Some(of) => format!("the library of runs has no `{name}` {IN_CLASS}{of}`"),
                    None => format!("nothing that runs declares `{name}` with these arguments"),
                }
            }
            _ => format!("nothing that runs declares `{text}`"),
        };
        let span = match &expression.kind {
            Kind::Call(call) => call.name_span,
            _ => span,
        };
        let hint = hints::hint(&text);
        self.refused(ty, span, format!("{message}{hint}"))
    }
}

/// Refusal of a class, and of a member of one, in front of its name.
const NO_CLASS: &str = "the library of runs has no such class: `";
const IN_CLASS: &str = "with these arguments in `";

/// The class in a refusal behind such words, without its type arguments.
fn class_after(message: &str, words: &str) -> Option<String> {
    let name = message.split_once(words)?.1;
    Some(name.split(['<', '`']).next().unwrap_or(name).to_owned())
}

/// Returns true for a refusal that may be due to that of a part.
fn is_consequence(message: &str) -> bool {
    message.ends_with(operators::NO_NUMBER) || message.ends_with(NOT_IN_SUBSET)
}

/// End of a refusal of what nothing else is known of.
const NOT_IN_SUBSET: &str = "is not in the subset of Java that runs";

/// Refusal of classes that have no `main`.
pub const NO_MAIN: &str = "nothing says where to begin: no class has a method `main(String[] args)` or `main()`";
