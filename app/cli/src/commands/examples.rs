//! `racefree examples`: the corpus, and the programs that show what each premise is for. They are in the binary.

use crate::args::ExamplesArgs;
use crate::ending::Done;
use crate::examples::{copy, list, show};
use crate::terminal::Out;
use racefree_answers::examples::{all, find};
use racefree_answers::names;

/// Lists, shows or copies.
pub fn run(args: &ExamplesArgs, out: &mut Out) -> Done {
    let (action, name) = match (args.action.as_deref(), args.name.as_deref()) {
        (None, _) => ("list", None),
        (Some(action @ ("list" | "show" | "copy")), name) => (action, name),
        (Some(name), None) => ("show", Some(name)),
        (Some(action), Some(_)) => {
            let near = names::suggestion(action, ["list", "show", "copy"]);
            return Err(format!("there is no `examples {action}`: there are list, show and copy{near}").into());
        }
    };
    let all = all();
    match action {
        "list" => list(&all, name, args.format, out),
        _ if action == "copy" && name.is_none() => copy(all.iter().collect(), args.to.as_deref(), true, out),
        _ => {
            let Some(name) = name else {
                return Err("which one? `racefree examples list` lists them".into());
            };
            let Some(example) = find(&all, name) else {
                let names = all.iter().flat_map(|e| [e.name.as_str(), e.name.rsplit('/').next().unwrap_or_default()]);
                let near = names::suggestion(name, names);
                return Err(format!("there is no example `{name}`{near}; `racefree examples list` lists them").into());
            };
            match action {
                "copy" => copy(vec![example], args.to.as_deref(), false, out),
                _ => show(example, args.format, out),
            }
        }
    }
}
