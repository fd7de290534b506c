//! The schemas of questions and answers (JSON Schema), made from the types that are read and written.

use super::{Asked, ExerciseRecord, Failed, Formatted, Outline, Tokens, Tree};
use crate::atomicity::AtomicityRecord;
use crate::derivation::json::DerivationRecord;
use crate::examples::Examples;
use crate::explaining::report::ExplainRecord;
use crate::exploring::graph::picture::Picture;
use crate::exploring::json::ExploreRecord;
use crate::json::Check;
use crate::rewriting::Rewritten;
use crate::rules::{RuleList, SystemList};
use crate::running::json::RunRecord;
use crate::running::state::StateAnswer;
use crate::trace::json::TraceDocument;
use crate::why::WhyRecord;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, schema_for};
use serde_json::Value;

/// JSON schema of a type as it is serialized.
fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// Options that are left out are as they always are.
pub(super) fn options_may_be_left_out(schema: &mut Schema) {
    let Some(questions) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { return };
    for question in questions {
        if let Some(required) = question["required"].as_array_mut() {
            required.retain(|name| name != "options");
        }
    }
}

/// Each schema, by its name: that of requests, of each answer, and of failures.
pub fn all() -> Vec<(&'static str, Schema)> {
    vec![
        ("request", schema_for!(Asked)),
        ("check", of::<Check<'static>>()),
        ("atomicity", of::<AtomicityRecord<'static>>()),
        ("fmt", of::<Formatted>()),
        ("tokens", of::<Tokens>()),
        ("outline", of::<Outline>()),
        ("tree", of::<Tree>()),
        ("derivation", of::<DerivationRecord>()),
        ("run", of::<RunRecord>()),
        ("trace", of::<TraceDocument<'static>>()),
        ("state", of::<StateAnswer>()),
        ("explore", of::<ExploreRecord>()),
        ("graph", of::<Picture<'static>>()),
        ("explain", of::<ExplainRecord>()),
        ("examples", of::<Examples>()),
        ("exercise", of::<ExerciseRecord>()),
        ("why", of::<WhyRecord>()),
        ("rules", of::<RuleList>()),
        ("systems", of::<SystemList>()),
        ("rewritten", of::<Rewritten>()),
        #[cfg(feature = "java")]
        ("java", of::<crate::java::json::JavaFileRecord<'static>>()),
        ("failed", of::<Failed>()),
    ]
}

/// Each schema as it stands in `schemas/NAME.json`.
pub fn written() -> Vec<(&'static str, String)> {
    let text = |schema: Schema| serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
    all().into_iter().map(|(name, schema)| (name, text(schema))).collect()
}
