//! Java to analyse: the elaborated sources in terms of the calculus, with what the elaboration knows besides.

use super::clients;
use super::lines::PartFile;
use super::subject::{Analysed, PairsSubject, Ready};
use crate::desk::{Desk, Refusal, bad, rules};
use crate::java::members::Members;
use crate::java::{self, JavaFile};
use crate::options::{JavaOptions, PairsOptions, RuleOptions};
use crate::source::{Source, count};
use crate::variant::Rules;
use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::declare::{Find, Problem};
use racefree_java::elaborate::{self, Elaborated, LibraryCall};
use racefree_java::origins::Origins;
use racefree_java::tree::{ClassNo, Field, MethodKind, Origin};
use racefree_java::types::{Shape, Ty};
use racefree_kernel::{Report, Until};
use racefree_pairs::java::{Called, Declared, Gives, Known, LIBRARY, plain, supertypes_of};
use racefree_pairs::{Phase, Watch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

/// Java files made ready to analyse; `name` is what the whole is called. No file is refused: what is not understood is counted.
pub fn subject(
    name: &str,
    files: Vec<JavaFile>,
    library: Option<Find>,
    asked: &PairsOptions,
    rules: Rules,
    (threads, watch): (usize, Watch),
) -> Result<PairsSubject, Refusal> {
    let own: Vec<JavaFile> = files.iter().filter(|f| !f.stub).cloned().collect();
    let words = RuleOptions::default();
    let until = Until(Some(watch.budget().clone()));
    let is_read = || {
        if watch.look().is_none() {
            watch.enter(Phase::Elaboration);
        }
    };
    let java_options = JavaOptions::default();
    let made = java::elaborated_until(files, library, &words, &java_options, (threads, &until), &is_read);
    let (java, mut made) = made?;
    if watch.look().is_some() {
        return Ok(unread(name, &java, (own, rules), watch));
    }
    let known = known(&java, &made);
    let text = java.sources.text();
    let program = std::mem::take(&mut made.program);
    let entries = if asked.calls.is_empty() { &asked.interface } else { &asked.calls };
    let ready = plain(program, text, &known, entries, &watch);
    if watch.look().is_some() {
        return Ok(unread(name, &java, (own, rules), watch));
    }
    let ready = ready.map_err(|message| bad(format!("`{name}` cannot be analysed: {message}")))?;
    let text = match &ready.harness {
        Some(harness) => harness.text.clone(),
        None => text.to_owned(),
    };
    let parts = parts(&java);
    let callable = if ready.harness.is_some() { clients::callable(&java) } else { Vec::new() };
    let called = ready.harness.as_ref().is_none_or(|h| !h.interface.is_empty());
    let origins = made.origins.clone();
    let mut assumptions = assumptions(&ready.assumptions, &made, &java);
    if !called {
        assumptions.insert(
            0,
            "no class says or shows that threads share its objects, so nothing is called; `--entry C` calls C"
                .to_owned(),
        );
    }
    let shown = move |text: &str| in_words(&origins, text);
    let source = Analysed {
        text,
        program: Arc::new(ready.program),
        harness: ready.harness,
        system: rules.system.name(),
        files: parts,
        shown: Some(Arc::new(shown)),
        assumptions,
        called: called && !ready.partial,
        alone: made.alone().to_vec(),
        forks: OnceLock::new(),
        members: Some(Arc::new(Members::of(&java))),
        damaged: java.problems.iter().any(|p| matches!(p, Problem::Syntax(_))),
    };
    Ok(PairsSubject {
        name: name.to_owned(),
        source,
        calls: Vec::new(),
        loaded: Ready::Java(own, Box::new(rules), callable),
        report: Report::default(),
        watch,
    })
}

/// The files of a program.
fn parts(java: &Java) -> Vec<PartFile> {
    let parts = java.sources.files().iter().filter(|f| f.origin == Origin::Source);
    parts.map(|f| PartFile { name: f.name.clone(), span: f.span }).collect()
}

/// Java that was not read to its end: nothing is known of it, and its program is empty.
fn unread(name: &str, java: &Java, (own, rules): (Vec<JavaFile>, Rules), watch: Watch) -> PairsSubject {
    let source = Analysed {
        text: java.sources.text().to_owned(),
        program: Arc::default(),
        harness: None,
        system: rules.system.name(),
        files: parts(java),
        shown: Some(Arc::new(str::to_owned)),
        assumptions: Vec::new(),
        called: true,
        alone: Vec::new(),
        forks: OnceLock::new(),
        members: None,
        damaged: false,
    };
    let loaded = Ready::Java(own, Box::new(rules), Vec::new());
    let (name, report) = (name.to_owned(), Report::default());
    PairsSubject { name, source, calls: Vec::new(), loaded, report, watch }
}

/// One file made ready to analyse, with the stubs of the library that are built in.
pub fn of_file(desk: &Desk, source: Source, asked: &PairsOptions) -> Result<PairsSubject, Refusal> {
    let rules = rules(&RuleOptions::default(), "", desk.variant)?;
    let file = JavaFile { name: source.name.clone(), bytes: source.text.into_bytes(), stub: false };
    let files = [file].into_iter().chain(java::built_in()).collect();
    subject(&source.name, files, None, asked, rules, (desk.limits.threads, super::watch(desk, asked)))
}

/// Words for an object of the library.
const GIVEN: &str = "the object of line ";

/// A text of the analysis in Java's words.
fn in_words(origins: &Origins, text: &str) -> String {
    let text = text.replace("$class", "").replace(LIBRARY, "").replace("outside$@", GIVEN).replace("given$@", GIVEN);
    let text = origins.in_java(&text).replace(".class.", ".").replace(".lock$", "").replace(".shared$", ".readLock()");
    if let Some(path) = text.strip_prefix("the object").filter(|path| path.is_empty() || path.starts_with('.')) {
        return format!("this{path}");
    }
    if text == "array.elements" { "an array's element".to_owned() } else { text }
}

/// Knowledge of the sources, by places.
fn known(java: &Java, made: &Elaborated) -> Known {
    let text = |name| java.names.text(name).to_owned();
    let mut known = Known {
        uses: made.library_uses.clone(),
        iterates: made.library_iterates.clone(),
        arguments: made.library_arguments.clone(),
        confined: made.library_made.clone(),
        new: made.library_new.clone(),
        wrapped: made.library_wrapped.clone(),
        permits: made.library_permits.clone(),
        stores: made.library_stores.clone(),
        references: made.library_references.clone(),
        functions: made.library_functions.clone(),
        received: made.library_received.clone(),
        starts: made.library_starts.clone(),
        together: made.library_together.clone(),
        short: made.library_short.clone(),
        forks: made.library_forks.clone(),
        calls: made.library_calls.iter().map(|(&at, call)| (at, called(java, call))).collect(),
        unknown_fields: made.library_fields.iter().map(|(&at, &(name, w))| (at, (text(name), w))).collect(),
        fields: java.fields.iter().map(|f| (f.name_span, text(f.name))).collect(),
        ..Known::default()
    };
    for method in &java.methods {
        if java.classes[method.class.index()].origin != Origin::Source {
            continue;
        }
        match method.kind {
            MethodKind::Plain => {}
            MethodKind::OfEnum => {
                known.enums.insert(method.name_span);
                continue;
            }
            _ => continue,
        }
        if !method.modifiers.is_private() {
            known.callable.insert(method.name_span);
        }
        let parameters: Vec<Ty> = method.parameters.iter().map(|p| p.ty.ty).collect();
        let takes_texts = match parameters[..] {
            [] => true,
            [one] => java.types.is_array(one) || method.varargs,
            _ => false,
        };
        if java.names.text(method.name) == "main" && takes_texts && method.has_body && method.result.ty == Ty::VOID {
            known.mains.push(method.name_span);
        }
    }
    known.concurrent = concurrent(java, made);
    known.foreign = foreign(java);
    known.supertypes = supertypes(java);
    known.extended = extended(java);
    let last = |name: &String| name.rsplit('.').next().unwrap_or(name).to_owned();
    known.types = made.library_types.iter().map(|(&at, name)| (at, last(name))).collect();
    outside(java, made, &mut known);
    // An old `main` goes before one without parameters.
    let is_old = |span: &racefree_grammar::Span| {
        let of = java.methods.iter().find(|m| m.name_span == *span);
        of.is_some_and(|m| m.modifiers.is_static() && m.parameters.len() == 1)
    };
    if known.mains.iter().any(is_old) {
        known.mains.retain(is_old);
    }
    known
}

/// Names of the classes of the sources that have a supertype which neither these nor Java's library declare, and those of stubs with true.
fn foreign(java: &Java) -> FxHashMap<Span, bool> {
    let is_known = |ty: Ty| match java.types.shape(ty) {
        Shape::External(name, _) => ["java.", "javax."].iter().any(|of| java.names.text(name).starts_with(of)),
        _ => true,
    };
    let classes = java.classes.iter().filter_map(|class| {
        let is_stub = class.origin != Origin::Source;
        let mut above = class.superclass.iter().chain(&class.interfaces);
        (is_stub || above.any(|written| !is_known(written.ty))).then_some((class.name_span, is_stub))
    });
    classes.collect()
}

/// Simple names of the types outside of the sources that classes of the sources extend.
fn extended(java: &Java) -> FxHashSet<String> {
    let name = |ty: Ty| match java.types.shape(ty) {
        Shape::Class(class, _) => Some(java.classes[class.index()].qualified),
        Shape::External(name, _) => Some(name),
        _ => None,
    };
    let all = java.classes.iter().flat_map(|class| class.superclass.iter().chain(&class.interfaces));
    let texts = all.filter_map(|above| Some(java.names.text(name(above.ty)?)));
    texts.map(|name| name.rsplit('.').next().unwrap_or(name).to_owned()).collect()
}

/// Names of the classes that have supertypes outside of the sources, with these and those above them; none, if not all are known.
fn supertypes(java: &Java) -> FxHashMap<Span, Option<Vec<String>>> {
    let of = |class: ClassNo| {
        let (mut todo, mut seen, mut found) = (vec![class], FxHashSet::default(), Vec::new());
        while let Some(at) = todo.pop() {
            let of = &java.classes[at.index()];
            for above in of.superclass.iter().chain(&of.interfaces) {
                let (name, of_sources) = match java.types.shape(above.ty) {
                    Shape::Class(above, _) => {
                        let it = &java.classes[above.index()];
                        (it.qualified, (it.origin == Origin::Source).then_some(above))
                    }
                    Shape::External(name, _) => (name, None),
                    _ => return Some(None),
                };
                if let Some(above) = of_sources {
                    todo.extend(seen.insert(above).then_some(above));
                    continue;
                }
                let name = java.names.text(name);
                let Some((package, simple)) = name.rsplit_once('.') else { return Some(None) };
                let java = ["java.lang", "java.util", "java.io", "java.util.concurrent"].contains(&package);
                let Some(above) = supertypes_of(simple).filter(|_| java) else { return Some(None) };
                found.push(simple.to_owned());
                found.extend(above.iter().map(|&above| above.to_owned()));
            }
        }
        (!found.is_empty()).then_some(Some(found))
    };
    let classes = java.classes.iter().enumerate().filter(|(_, c)| c.origin == Origin::Source);
    classes.filter_map(|(i, class)| Some((class.name_span, of(ClassNo(i as u32))?))).collect()
}

/// Names of the classes with a volatile field, or one of `java.util.concurrent`: who writes that has threads in mind.
fn concurrent(java: &Java, made: &Elaborated) -> FxHashSet<Span> {
    let name = |ty: Ty| match java.types.shape(ty) {
        Shape::External(name, _) => java.names.text(name),
        Shape::Class(class, _) => java.names.text(java.classes[class.index()].qualified),
        _ => "",
    };
    let shows = |field: &&Field| {
        let within = |at: &&Span| field.span.start <= at.start && at.end <= field.span.end;
        field.modifiers.is_volatile()
            || made.library_concurrent.iter().any(|at| within(&at))
            || name(field.ty.ty).starts_with("java.util.concurrent.")
    };
    let instance = java.fields.iter().filter(|field| !field.modifiers.is_static());
    let classes = instance.filter(shows).map(|field| &java.classes[field.class.index()]);
    classes.filter(|class| class.origin == Origin::Source).map(|class| class.name_span).collect()
}

/// Methods of the sources that code outside of them may call: by a call through a type of its own, or because it has the object. Java's own
/// library calls those of `Object` and `Comparable`, of iterators and functions. What is below `Thread` runs when it is started.
fn outside(java: &Java, made: &Elaborated, known: &mut Known) {
    for method in &java.methods {
        let class = &java.classes[method.class.index()];
        let plain = method.kind == MethodKind::Plain && !method.modifiers.is_static();
        if class.origin != Origin::Source || !plain {
            continue;
        }
        let (name, at) = (java.names.text(method.name), method.name_span);
        let sort = (name, method.parameters.len());
        let of_object = matches!(sort, ("equals" | "compareTo", 1) | ("hashCode" | "toString", 0));
        let of_library = matches!(
            sort,
            ("iterator" | "hasNext" | "next" | "close" | "run" | "call" | "get" | "initialValue", 0)
                | ("apply" | "accept" | "test", 1 | 2)
                | ("compare", 2)
        );
        let (is_below, is_thread) = above(java, method.class);
        let is_run = is_thread && name == "run";
        let (parameters, below_outside) = (method.parameters.len(), is_below && !is_run);
        known.methods.insert(at, Declared { name: name.to_owned(), parameters, below_outside });
        let overrides = of_library || made.library_overrides.contains(&at);
        if !method.modifiers.is_private() && (of_object || is_below && overrides && !is_run) {
            known.visible.insert(at);
        }
    }
}

fn called(java: &Java, call: &LibraryCall) -> Called {
    let LibraryCall { name, arguments, on_object, any_class, keeps, gives, acts: _ } = *call;
    let gives = match gives {
        elaborate::Gives::Anything => Gives::Anything,
        elaborate::Gives::Itself => Gives::Itself,
        elaborate::Gives::Part => Gives::Part,
        elaborate::Gives::Nothing => Gives::Nothing,
    };
    Called { name: java.names.text(name).to_owned(), arguments, on_object, any_class, keeps, gives }
}

/// Returns true for a class below one that the sources do not have, and, as a second answer, below `Thread`.
fn above(java: &Java, class: ClassNo) -> (bool, bool) {
    let (mut todo, mut seen) = (vec![class], FxHashSet::default());
    let (mut outside, mut is_thread) = (false, false);
    while let Some(at) = todo.pop() {
        let of = &java.classes[at.index()];
        for above in of.superclass.iter().chain(&of.interfaces).map(|written| java.types.class(written.ty)) {
            match above.map(|above| (above, &java.classes[above.index()])) {
                Some((above, it)) if it.origin == Origin::Source => todo.extend(seen.insert(above).then_some(above)),
                Some((_, it)) => {
                    is_thread |= java.names.text(it.qualified) == "java.lang.Thread";
                    outside = true;
                }
                None => outside = true,
            }
        }
    }
    (outside, is_thread)
}

/// Trust of the analysis, each sort with its number.
fn assumptions(plain: &[(&'static str, usize)], made: &Elaborated, java: &Java) -> Vec<String> {
    let mut all: Vec<String> = plain.iter().map(|(what, n)| format!("{what} ({n})")).collect();
    let wrong = java.problems.iter().filter(|p| matches!(p, Problem::Syntax(_))).count();
    if wrong > 0 {
        all.push(format!(
            "{}: what stands there is not looked at",
            count(wrong as u64, "place that is not understood").replace("understoods", "understood")
        ));
    }
    all.extend(java::assumed(&made.assumptions).iter().map(|(sort, n)| format!("{sort} ({n})")));
    all
}
