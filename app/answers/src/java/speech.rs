//! Reports of the base in the words and places of Java.

use super::FileVerdict;
use super::error::{JavaError, JavaRelated, JavaWarning, Volatile, elsewhere};
use super::wording::Wording;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, Program, TypeKind};
use racefree_java::Java;
use racefree_java::declare::Problem;
use racefree_java::elaborate::{Elaborated, Finding, Role};
use racefree_java::kinds::{About, ERROR, java_kind};
use racefree_java::spelling::of_static;
use racefree_java::tree::{FileNo, Origin};
use racefree_kernel::{Report, TypeError, Warning};
use racefree_systems::premise_name;
use racefree_typeck::rules::shareable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Premises that fail since a class is thread-local.
const LOCAL: &[&str] = &[
    "EXP FORK2/fv-shared",
    "SHAREABLE GUARDED FIELD/field-type",
    "SHAREABLE FINAL FIELD/field-type",
    "SHAREABLE VOLATILE FIELD/field-type",
    "CLASS3/super-shared",
    "LOCAL CLASS/override",
    "EXP CAST/local",
    "EXP THROW/local",
    "SUBTYPE ARRAY/elem-shared",
];

/// Code of an error of the syntax.
pub const SYNTAX: &str = "syntax";

/// Beginning of the names of pseudo-fields for what is inside objects of the library.
const CONTENTS: &str = "contents$";

/// Verdicts by the number of the file.
pub type Files = BTreeMap<u32, FileVerdict>;

/// Speaker about one elaborated program.
struct Speaker<'j> {
    java: &'j Java,
    elaborated: &'j Elaborated,
    /// Roles of places.
    roles: FxHashMap<Span, &'static str>,
    /// Fields by the places of their declarations.
    fields: FxHashMap<Span, About>,
    wording: Wording<'j>,
}

/// Sorts a report out by files.
pub fn files(java: &Java, elaborated: &Elaborated, report: &Report) -> Files {
    let mut files = Files::new();
    for (i, file) in java.sources.files().iter().enumerate() {
        if file.origin == Origin::Source {
            files.insert(i as u32, blank(java, FileNo(i as u32)));
        }
    }
    let speaker = Speaker::new(java, elaborated);
    report.errors.iter().for_each(|error| speaker.put(speaker.error(error), false, &mut files));
    report.silenced.iter().for_each(|error| speaker.put(speaker.error(error), true, &mut files));
    // A task of Java may be there for its result alone: `submit(() -> text)`.
    let is_used = |warning: &Warning| {
        let own = elaborated.silencing.contains(&warning.span);
        let silences = own && warning.kind == "unused_no_warn" && warning.message.ends_with("silences nothing");
        silences || warning.kind == "idle_fork"
    };
    for warning in report.warnings.iter().filter(|warning| !is_used(warning)) {
        let (file, span) = java.sources.place(warning.span);
        let message = elaborated.origins.in_java(&warning.message);
        let warning = JavaWarning { kind: warning.kind, span, message, repair: None };
        of_file(java, file, &mut files).warnings.push(warning);
    }
    for lint in &elaborated.lints {
        let (file, span) = java.sources.place(lint.span);
        let repair = lint.repair.clone().map(|mut fix| {
            fix.edits.iter_mut().for_each(|edit| edit.span = java.sources.place(edit.span).1);
            fix
        });
        let warning = JavaWarning { kind: lint.kind, span, message: lint.message.clone(), repair };
        of_file(java, file, &mut files).warnings.push(warning);
    }
    for (findings, silenced) in [(&elaborated.problems, false), (&elaborated.silenced, true)] {
        for finding in findings {
            speaker.put(speaker.finding(finding), silenced, &mut files);
        }
    }
    files
}

/// The report of the base in Java's words, about the text of the sources: errors in places of the text of the run.
pub fn in_java(java: &Java, elaborated: &Elaborated, report: &Report, own_end: u32) -> Report {
    let speaker = Speaker::new(java, elaborated);
    let reword = |error: &TypeError| {
        let said = speaker.error(error);
        let of_others = error
            .also
            .iter()
            .map(|also| TypeError { message: elaborated.origins.in_java(&also.message), ..also.clone() });
        // The library that runs is another one than the stubs, which the checker has.
        let own = |(span, _): &&(Span, String)| span.end <= own_end;
        let (here, there): (Vec<_>, Vec<_>) = error.related.iter().partition(own);
        let in_java = |text: &str| elaborated.origins.in_java(text);
        let there =
            there.into_iter().map(|(span, text)| elsewhere(&java.sources, java.sources.place(*span), &in_java(text)));
        TypeError {
            message: said.message,
            label: said.label,
            notes: said.notes.into_iter().chain(there).collect(),
            help: None,
            fixes: Vec::new(),
            also: of_others.collect(),
            related: here.into_iter().map(|(span, text)| (*span, in_java(text))).collect(),
            ..error.clone()
        }
    };
    let own = |error: &&TypeError| error.span.end <= own_end;
    let suppressed = |error: &TypeError| elaborated.is_suppressed(&premise_name(error.premise), error.span);
    let (silenced, errors): (Vec<TypeError>, Vec<TypeError>) =
        report.errors.iter().filter(own).map(reword).partition(suppressed);
    let silenced = report.silenced.iter().filter(own).map(reword).chain(silenced).collect();
    let mut made = Report { errors, silenced, ..report.clone() };
    made.escapes.holds.retain(|span| span.end <= own_end);
    made
}

/// Errors of the declarations and the syntax. The base may have found one too, without the first declaration.
pub fn declared(java: &Java, elaborated: &Elaborated, files: &mut Files) {
    let fields: FxHashSet<Span> = java.fields.iter().map(|field| field.name_span).collect();
    let mut found: BTreeMap<(FileNo, u32, &str), (usize, JavaError)> = BTreeMap::new();
    for (i, problem) in java.problems.iter().enumerate() {
        if let Some((file, error)) = declared_one(java, elaborated, &fields, problem) {
            found.insert((file, error.span.start, code_of(problem, &fields)), (i, error));
        }
    }
    for verdict in files.values_mut() {
        let file = verdict.file;
        verdict.errors.retain(|error| !found.contains_key(&(file, error.span.start, error.code.as_str())));
    }
    let mut all: Vec<_> = found.into_iter().map(|((file, ..), (i, error))| (i, file, error)).collect();
    all.sort_unstable_by_key(|(i, ..)| *i);
    for (_, file, error) in all {
        of_file(java, file, files).errors.push(error);
    }
}

fn code_of(problem: &Problem, fields: &FxHashSet<Span>) -> &'static str {
    match problem {
        Problem::Syntax(_) => SYNTAX,
        Problem::DuplicateClass { .. } => "PROG/class-once",
        Problem::DuplicateMember { span, .. } if fields.contains(span) => "PROG/fields-once",
        Problem::DuplicateMember { .. } => "PROG/methods-once",
        Problem::CyclicInheritance { .. } | Problem::TooLong { .. } => "PROG/wf-classes",
    }
}

fn declared_one(
    java: &Java,
    elaborated: &Elaborated,
    fields: &FxHashSet<Span>,
    problem: &Problem,
) -> Option<(FileNo, JavaError)> {
    let place = |span: Span| java.sources.place(span);
    let (span, first, message) = match problem {
        Problem::Syntax(error) => (error.span, None, error.message(&java.sources)),
        Problem::DuplicateClass { span, first, .. } => {
            let name = java.sources.at(*span);
            (*span, Some(*first), format!("there is a class `{name}` already, and that one counts"))
        }
        Problem::DuplicateMember { span, first } => {
            (*span, Some(*first), format!("`{}` is declared already", java.sources.at(*span)))
        }
        Problem::CyclicInheritance { span } => {
            (*span, None, format!("`{}` inherits from itself", java.sources.at(*span)))
        }
        Problem::TooLong { .. } => return None,
    };
    let related = first.map(|first| {
        let (file, span) = place(first);
        JavaRelated { file, span, message: "the first one".to_owned(), role: "declaration" }
    });
    let code = code_of(problem, fields);
    let (file, span) = place(elaborated.place(code, span));
    let error = JavaError {
        code: code.to_owned(),
        java_kind: java_kind(code, About::default()),
        span,
        message,
        related: related.into_iter().collect(),
        ..JavaError::default()
    };
    Some((file, error))
}

fn blank(java: &Java, file: FileNo) -> FileVerdict {
    let (errors, silenced, warnings, assumptions) = Default::default();
    let (known, outside) = (Vec::new(), Vec::new());
    FileVerdict { file, errors, silenced, known, outside, warnings, assumptions, lines: java.lines[file.index()] }
}

fn of_file<'f>(java: &Java, file: FileNo, files: &'f mut Files) -> &'f mut FileVerdict {
    files.entry(file.0).or_insert_with(|| blank(java, file))
}

impl<'j> Speaker<'j> {
    fn new(java: &'j Java, elaborated: &'j Elaborated) -> Speaker<'j> {
        let program = &elaborated.program;
        let (mut roles, mut fields) = (FxHashMap::default(), FxHashMap::default());
        for (&expr, &span) in program.exprs.iter().zip(&program.spans) {
            if let Expr::Sync { lock, .. } = expr {
                roles.insert(program.span(lock), "lock");
                roles.insert(span, "lock");
            }
        }
        for class in &program.classes {
            roles.insert(class.name_span, "declaration");
            roles.insert(class.span, "declaration");
            let is_static = of_static(program.text(class.name)).is_some();
            for field in program.fields_of(class) {
                let is_array = matches!(program.ty(field.ty).kind, TypeKind::Array { .. });
                for span in [field.span, field.name_span] {
                    roles.insert(span, "declaration");
                    fields.insert(span, About { is_static, is_array });
                }
            }
        }
        roles.extend(program.methods.iter().flat_map(|m| [m.span, m.name_span]).map(|span| (span, "declaration")));
        roles.extend(guards(program).map(|span| (span, "guard")));
        Speaker { java, elaborated, roles, fields, wording: Wording::new(java, elaborated) }
    }

    /// An error of the elaboration; its place is in the text of the run still.
    fn finding(&self, finding: &Finding) -> JavaError {
        let related = finding.related.iter().map(|(span, message, role)| {
            self.related(*span, message, if *role == Role::Declaration { "declaration" } else { "other" })
        });
        JavaError {
            code: finding.premise.to_owned(),
            java_kind: java_kind(finding.premise, self.fields.get(&finding.span).copied().unwrap_or_default()),
            span: finding.span,
            message: finding.message.clone(),
            related: related.collect(),
            ..JavaError::default()
        }
    }

    /// A place beside an error.
    fn related(&self, span: Span, message: &str, role: &'static str) -> JavaRelated {
        let (file, span) = self.java.sources.place(span);
        JavaRelated { file, span, message: self.elaborated.origins.in_java(message), role }
    }

    /// An error of the base; its place is in the text of the run still.
    fn error(&self, error: &TypeError) -> JavaError {
        // A receiver that is not written is `this`, and its text is empty.
        let java = |text: &String| self.elaborated.origins.in_java(text).replace("`.", "`");
        let code = premise_name(error.premise);
        let places = std::iter::once(error.span).chain(error.related.iter().map(|(span, _)| *span));
        let about = places.filter_map(|span| self.fields.get(&span).copied()).next().unwrap_or_default();
        let cause = error.because.iter().map(|(premise, _)| java_kind(&premise_name(*premise), about));
        let kind = std::iter::once(java_kind(&code, about)).chain(cause).find(|kind| *kind != ERROR);
        let message = self.of_contents(error).unwrap_or_else(|| java(&error.message));
        let mut said = JavaError {
            java_kind: kind.unwrap_or(ERROR),
            code,
            span: error.span,
            message,
            label: java(&error.label),
            notes: error.notes.iter().map(java).chain(self.for_want_of_a_word(error)).collect(),
            related: error
                .related
                .iter()
                .map(|(span, message)| self.related(*span, message, self.roles.get(span).copied().unwrap_or("other")))
                .collect(),
            because: error.because.iter().map(|(premise, text)| (premise_name(*premise), java(text))).collect(),
            guard: None,
            is_held: false,
            volatile: Volatile::default(),
            unlocked: Vec::new(),
            repair: None,
        };
        self.wording.reword(&mut said, error);
        said
    }

    /// The reason for which a class in an error is thread-local, if the sources do not say so.
    fn for_want_of_a_word(&self, error: &TypeError) -> Option<String> {
        let places = [&error.message, &error.label].into_iter().chain(error.notes.iter());
        let texts =
            places.chain(error.related.iter().map(|(_, text)| text)).chain(error.because.iter().map(|(_, text)| text));
        let mut quoted = texts.flat_map(|text| text.split('`').skip(1).step_by(2));
        let is_default = |word: &&str| self.elaborated.local_by_default.contains(*word);
        // An overriding method does not name its class.
        let around = || {
            let program = &self.elaborated.program;
            let classes = program.classes.iter().filter(|class| class.span.contains(error.span));
            let innermost = classes.min_by_key(|class| class.span.end - class.span.start);
            innermost.map(|class| program.text(class.name)).filter(|name| is_default(name))
        };
        let class = quoted.find(is_default).or_else(around)?;
        LOCAL.contains(&&*premise_name(error.premise)).then(|| {
            let class = self.elaborated.origins.in_java(class);
            format!(
                "no annotation, so `{class}` is thread-local (section 6.2 of the paper): write `/*# thread_shared */` in \
                 front of it if several threads use its objects"
            )
        })
    }

    /// The message of an error about what is inside an object of the library.
    fn of_contents(&self, error: &TypeError) -> Option<String> {
        let at = error.message.find(CONTENTS)?;
        let end = error.message[at..].find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
        let made = &error.message[at..end.map_or(error.message.len(), |end| at + end)];
        let name = self.elaborated.origins.in_java(made);
        let mut places = std::iter::once(error.span).chain(error.related.iter().map(|(span, _)| *span));
        let locks = places.find_map(|span| self.elaborated.contents.get(&span));
        Some(match (error.premise, locks) {
            (shareable::GUARDED_OR_FINAL, locks) => {
                let locks = locks.map_or_else(String::new, |locks| format!(": {locks}"));
                format!("race on the contents of `{name}`: no final lock is held where it is used{locks}")
            }
            (_, Some(locks)) => {
                let said = error.message.replace(made, &name);
                let said =
                    self.elaborated.origins.in_java(said.split(',').next().unwrap_or_default()).replace("`.", "`");
                format!("race on the contents of `{name}`: {said}; {locks}")
            }
            (_, None) => {
                let said = self.elaborated.origins.in_java(&error.message).replace("`.", "`");
                format!("race on the contents of `{name}`: {said}")
            }
        })
    }

    /// Puts an error into its file.
    fn put(&self, mut error: JavaError, silenced: bool, files: &mut Files) {
        let silenced = silenced || self.elaborated.is_suppressed(&error.code, error.span);
        let (file, span) = self.java.sources.place(self.elaborated.place(&error.code, error.span));
        error.span = span;
        let of = of_file(self.java, file, files);
        let all = if silenced { &mut of.silenced } else { &mut of.errors };
        all.push(error);
    }
}

fn guards(program: &Program) -> impl Iterator<Item = Span> + '_ {
    let more = program.fields.iter().flat_map(|field| program.list(field.more_guards).iter().copied());
    program.fields.iter().filter_map(|field| field.guard).chain(more).map(|guard| program.span(guard))
}
