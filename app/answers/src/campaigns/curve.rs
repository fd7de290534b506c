//! Acceptance curves: the share of programs of a size that each rule set accepts.

use super::Hooks;
use crate::desk::Desk;
use crate::json::VERSION;
use crate::left::Job;
use crate::options::{CurveOptions, named};
use crate::source::Ending;
use crate::variant::Rules;
use racefree_soundness::curve::{Curves, curves};
use racefree_soundness::generate::systems::makes;
use serde_json::{Value, json};

/// Counts the programs that the base and each variant accept. Fails if a word means nothing.
pub fn counted(desk: &Desk, asked: &CurveOptions, company: &Hooks<'_, ()>) -> Result<(Curves, Ending), String> {
    let system = named(asked.system.as_deref());
    makes(system)?;
    let mut rules = vec![Rules::of(system)];
    for name in &asked.variants {
        let more = (desk.variant)(system, name).and_then(|v| v.rules())?;
        if rules.iter().all(|known| known.spelled() != more.spelled()) {
            rules.push(more);
        }
    }
    let over = desk.until(asked.time);
    let (start, job) = (desk.host.now(), Job { all: Some(asked.programs), time: asked.time });
    let found = curves(system, &rules, (asked.programs, asked.seed), asked.bin as usize, &mut |done| {
        (company.tell)(&|_| {
            let left = job.left(done, (desk.host.now() - start).as_secs_f64());
            format!("{done} of {} programs{left}", asked.programs)
        });
        !over()
    });
    let ending = desk.ending(found.complete);
    Ok((found, ending))
}

/// Curves as an object.
pub fn json(asked: &CurveOptions, found: &Curves) -> Value {
    json!({
        "version": VERSION,
        "system": named(asked.system.as_deref()).name(),
        "seed": asked.seed,
        "bin": asked.bin,
        "programs": found.programs,
        "complete": found.complete,
        "curves": found.curves,
    })
}
