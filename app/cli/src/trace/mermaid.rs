//! A trace as a mermaid sequence diagram: threads and the objects that they use.

use super::TraceLook;
use racefree_answers::trace::{Step, Trace, cut};
use std::fmt::Write;

/// Greatest number of messages that mermaid draws in reasonable time.
const MOST: usize = 500;

/// The diagram.
pub fn render(trace: &Trace, look: TraceLook) -> String {
    let shown: Vec<&Step> = trace.steps.iter().filter(|s| look.all_steps || !s.is_local()).collect();
    let steps = &shown[..shown.len().min(MOST)];
    let mut objects: Vec<&str> = Vec::new();
    for name in steps.iter().filter_map(|s| s.object.as_deref()) {
        if !objects.contains(&name) {
            objects.push(name);
        }
    }
    let mut out = String::from("sequenceDiagram\n");
    // Writing to a string cannot fail.
    for lane in &trace.threads {
        let _ = writeln!(out, "    participant T{} as thread {}", lane.thread, lane.thread);
    }
    for (i, name) in objects.iter().enumerate() {
        let _ = writeln!(out, "    participant O{i} as {}", escape(name));
    }
    for step in steps {
        let at = step.object.as_deref().and_then(|name| objects.iter().position(|o| *o == name));
        message(&mut out, step, at);
        for &race in &step.races {
            let mark = &trace.races[race];
            if mark.steps.iter().flatten().max() == Some(&step.step) {
                let [a, b] = mark.threads;
                let text = escape(&format!("race {} on {} of {}", race + 1, mark.field, mark.object));
                let _ = writeln!(out, "    Note over T{},T{}: {text}", a.min(b), a.max(b));
            }
        }
    }
    for lane in &trace.threads {
        let _ = writeln!(out, "    Note over T{}: {}", lane.thread, escape(&lane.end.words()));
    }
    let all = shown.len();
    if steps.len() < all {
        let _ =
            writeln!(out, "    Note over T0: {}", escape(&format!("only the first {MOST} of {all} steps are shown")));
    } else if let Some(cut) = cut(trace) {
        let _ = writeln!(out, "    Note over T0: {}", escape(&cut));
    }
    out
}

fn message(out: &mut String, step: &Step, object: Option<usize>) {
    let t = step.thread;
    let field = step.field.as_deref().unwrap_or("");
    let value = step.value.as_deref().unwrap_or("");
    let line = match (step.event, object, step.child) {
        ("read", Some(o), _) => format!("O{o}-->>T{t}: {}", escape(&format!("{field} is {value}"))),
        ("write" | "init-write", Some(o), _) => format!("T{t}->>O{o}: {}", escape(&format!("{field} = {value}"))),
        ("alloc" | "call" | "acquire" | "release", Some(o), _) => {
            let text = match step.event {
                "alloc" => "new".to_owned(),
                "call" => format!("{}(…)", step.method.as_deref().unwrap_or("")),
                lock if step.count == Some(u32::from(lock == "acquire")) => lock.to_owned(),
                lock => format!("{lock}, now held {} times", step.count.unwrap_or(0)),
            };
            format!("T{t}->>O{o}: {}", escape(&text))
        }
        ("fork", _, Some(child)) => format!("T{t}->>T{child}: fork"),
        ("throw", ..) => format!("T{t}-xT{t}: {}", escape(&step.text)),
        _ => format!("T{t}->>T{t}: {}", escape(&step.text)),
    };
    let _ = writeln!(out, "    {line}");
}

/// Text that mermaid takes as it is: what means something to mermaid or to HTML is written by its number.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | ';' | '<' | '>' | '&' | '"' | '%' | ':' | '{' | '}' | '\\' | '`' | '*' | '_' | '$' | '[' | ']' => {
                let _ = write!(escaped, "#{};", u32::from(c));
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    // A message must not be empty, and the word `end` closes a block.
    match escaped.trim() {
        "" => "#8203;".to_owned(),
        word if word.eq_ignore_ascii_case("end") => format!("({word})"),
        word => word.to_owned(),
    }
}
