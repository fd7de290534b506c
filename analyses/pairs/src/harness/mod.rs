//! The harness of an open program (section 1): an ordinary main expression that calls the methods of an interface from two
//! threads each. Program in, program out; the choices that the paper writes `*` are the scheduler's here.
//!
//! The receivers, arguments and results live in *slots*, fields of one object of a class that locks itself, so that slots never
//! race.

mod calls;
mod slots;

use racefree_grammar::span::Span;
use racefree_program::{ClassId, MethodId, Resolved};
use rustc_hash::FxHashMap;
use slots::Writer;
use std::fmt::Write as _;

/// A method that is called, on objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Called {
    /// The class of the receiver.
    pub class: ClassId,
    /// The method, by its index in [`methods`](racefree_grammar::ast::Program::methods).
    pub method: u32,
}

/// Plan of the calls.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The methods, each from `threads` threads.
    pub calls: Vec<Called>,
    /// Number of threads that call each; two, unless these are single calls.
    pub threads: usize,
    /// A call that main makes before any thread is forked.
    pub warm_up: Option<Called>,
}

/// A program with a harness.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The whole text: that of the library, then the harness.
    pub text: String,
    /// Offset at which the harness begins.
    pub from: u32,
    /// The methods that are called, as `C.m`.
    pub interface: Vec<String>,
    /// Number of threads that call them.
    pub calls: usize,
    /// For each fork of the harness, in the order of its text, the name of the method that it calls, if it calls one.
    pub forks: Vec<Option<Span>>,
}

/// The methods of an interface: `C` or `C.m`; with no names, every method of every class that is not `thread_local`.
///
/// # Errors
///
/// A sentence: an unknown class or method, or no method at all.
pub fn interface(resolved: &Resolved<'_>, names: &[String]) -> Result<Vec<Called>, String> {
    let program = resolved.program;
    let mut calls = Vec::new();
    if names.is_empty() {
        for (i, class) in program.classes.iter().enumerate().filter(|(_, c)| !c.thread_local) {
            let id = resolved.of_declaration(i);
            calls.extend(class.methods.indices().map(|m| Called { class: id, method: m as u32 }));
        }
    }
    for name in names {
        let (class, method) = name.split_once('.').map_or((name.as_str(), None), |(c, m)| (c, Some(m)));
        let found = program.names.find(class).and_then(|c| resolved.find(c)).filter(|&c| resolved.decl(c).is_some());
        let Some(id) = found else { return Err(format!("there is no class `{class}`")) };
        match method {
            None => calls.extend(methods_of(resolved, id)),
            Some(m) => {
                let found = program.names.find(m).and_then(|m| resolved.method(id, m));
                let Some((_, MethodId::Declared(method))) = found else {
                    return Err(format!("class `{class}` has no method `{m}`"));
                };
                calls.push(Called { class: id, method });
            }
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    calls.retain(|&c| seen.insert(c));
    if calls.is_empty() {
        return Err("there is no method to call".to_owned());
    }
    Ok(calls)
}

/// The methods that a class declares or inherits.
fn methods_of(resolved: &Resolved<'_>, class: ClassId) -> Vec<Called> {
    let program = resolved.program;
    let mut found: Vec<Called> = Vec::new();
    for at in resolved.ancestors(class) {
        for m in resolved.decl(at).map_or(Default::default(), |c| c.methods).indices() {
            let name = program.methods[m].name;
            if found.iter().all(|f| program.methods[f.method as usize].name != name) {
                found.push(Called { class, method: m as u32 });
            }
        }
    }
    found.sort_by_key(|c| c.method);
    found
}

/// `C.m`
pub fn name_of(resolved: &Resolved<'_>, called: Called) -> String {
    let program = resolved.program;
    let class = program.text(resolved.get(called.class).name);
    format!("{class}.{}", program.text(program.methods[called.method as usize].name))
}

/// Writes a harness behind a library.
pub fn harness(resolved: &Resolved<'_>, source: &str, plan: &Plan) -> Harness {
    let mut writer = Writer {
        resolved,
        program: resolved.program,
        name: fresh_class(resolved),
        ghosts: Vec::new(),
        slots: Vec::new(),
        by_type: FxHashMap::default(),
        body: String::new(),
        forks: Vec::new(),
    };
    for &called in plan.warm_up.iter().chain(&plan.calls) {
        writer.types_of(called);
    }
    writer.fill();
    if let Some(called) = plan.warm_up {
        let call = writer.call(called, "  ");
        let _ = writeln!(writer.body, "  {{\n{call}  }};");
    }
    let method = |c: Called| resolved.program.methods[c.method as usize].name_span;
    for &called in &plan.calls {
        for _ in 0..plan.threads {
            let call = writer.call(called, "  ");
            let _ = writeln!(writer.body, "  fork {{\n{call}  }}");
            writer.forks.push(Some(method(called)));
        }
    }
    let mut text = source.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let from = text.len() as u32;
    text.push('\n');
    text.push_str(&writer.finish());
    let mut interface: Vec<String> = plan.calls.iter().map(|&c| name_of(resolved, c)).collect();
    interface.dedup();
    Harness { text, from, interface, calls: plan.calls.len() * plan.threads, forks: writer.forks }
}

fn fresh_class(resolved: &Resolved<'_>) -> String {
    let taken = |name: &str| resolved.program.names.find(name).is_some_and(|n| resolved.find(n).is_some());
    let more = (2..).map(|i| format!("Harness{i}"));
    std::iter::once("Harness".to_owned()).chain(more).find(|n| !taken(n)).unwrap_or_default()
}

fn with_args(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_owned() } else { format!("{name}<{}>", args.join(", ")) }
}
