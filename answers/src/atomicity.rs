//! What is known of a program's atomicities, as an object.

use crate::json::{self, Places, VERSION};
use racefree_atomicity::{Analysis, Blame, Blamed, Shown};
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::span::Span;
use serde_json::{Value, json};

fn shown(a: &Shown) -> Value {
    match a {
        Shown::Basic(basic) => json!(basic.text()),
        Shown::Held { lock, then, otherwise } => json!({"held": lock, "then": shown(then), "else": shown(otherwise)}),
    }
}

fn blamed(places: &Places<'_>, step: &Blamed) -> Value {
    json!({"mover": step.mover.text(), "what": step.what, "span": places.place(step.span)})
}

fn blame(places: &Places<'_>, blame: &Blame) -> Value {
    let calls: Vec<Span> = blame.first.iter().chain([&blame.second]).flat_map(|step| step.calls.clone()).collect();
    json!({
        "first": blame.first.as_ref().map(|step| blamed(places, step)),
        "second": blamed(places, &blame.second),
        "calls": calls.into_iter().map(|span| places.place(span)).collect::<Vec<_>>(),
        "help": blame.help.as_ref().map_or(&[][..], |help| &help.0),
    })
}

/// As one JSON object.
pub fn json(file: &str, program: &Program, places: &Places<'_>, analysis: &Analysis) -> Value {
    let place = |span: Span| json!(places.place(span));
    let methods = analysis.methods.iter().map(|m| {
        let sites = m
            .sites
            .iter()
            .map(|site| json!({"span": place(site.span), "caller": analysis.name_of(program, site.caller), "atomicity": site.atomicity.text()}));
        let pieces = m.cuts.pieces.iter().map(|(span, is)| json!({"span": place(*span), "atomicity": is.text()}));
        json!({
            "name": m.name,
            "span": place(m.span),
            "atomicity": shown(&m.atomicity),
            "text": m.atomicity.to_string(),
            "declared": m.declared.as_ref().map(shown),
            "with_requires": m.with_requires.text(),
            "sites": sites.collect::<Vec<_>>(),
            "cuts": m.cuts.places.iter().map(|&span| place(span)).collect::<Vec<_>>(),
            "pieces": pieces.collect::<Vec<_>>(),
        })
    });
    let claims = analysis.claims.iter().map(|claim| {
        json!({
            "block": claim.block,
            "span": place(claim.span),
            "atomicity": claim.atomicity.text(),
            "holds": claim.holds,
            "blame": claim.blame.as_ref().map(|b| blame(places, b)),
        })
    });
    let threads = analysis.threads.iter().map(|t| json!({"span": place(t.span), "atomicity": t.atomicity.text()}));
    let clusters =
        analysis.clusters.iter().map(|c| json!({"guard": c.guard, "methods": c.methods, "report": c.report}));
    json!({
        "file": file,
        "version": VERSION,
        "system": if program.dialect == Dialect::Owners { "owners+atomicity" } else { "atomicity" },
        "ok": analysis.errors.is_empty(),
        "errors": json::errors(places, &analysis.errors),
        "assumes": json::errors(places, &analysis.assumes),
        "silenced": json::errors(places, &analysis.report.silenced),
        "escapes": json::escapes(&analysis.report),
        "methods": methods.collect::<Vec<_>>(),
        "claims": claims.collect::<Vec<_>>(),
        "rounds": analysis.rounds,
        "threads": threads.collect::<Vec<_>>(),
        "clusters": clusters.collect::<Vec<_>>(),
        "counts": {
            "methods": analysis.methods.len(),
            "atomic_everywhere": analysis.atomic_everywhere,
            "widened": analysis.widened,
        },
    })
}
