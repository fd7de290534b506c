//! The schemas of questions and answers (JSON Schema): files, which tests hold to the types that are read and written.

macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../../docs/schemas/", $name, ".json")))),*] };
}

/// Each schema by its name, that of requests, of each answer, and of failures, as it stands in `docs/schemas/NAME.json`.
pub const WRITTEN: &[(&str, &str)] = files! {
    "request" "check" "atomicity" "fmt" "tokens" "outline" "tree" "derivation" "run" "trace" "state" "explore" "graph" "explain"
    "examples" "exercise" "why" "rules" "systems" "rewritten" "java" "failed"
};

/// The schemas as the types have them, by name.
#[cfg(feature = "schemas")]
pub fn made() -> Vec<(&'static str, schemars::Schema)> {
    vec![
        ("request", schemars::schema_for!(super::Asked)),
        ("check", of::<crate::json::Check<'static>>()),
        ("atomicity", of::<crate::atomicity::AtomicityRecord<'static>>()),
        ("fmt", of::<super::Formatted>()),
        ("tokens", of::<super::Tokens>()),
        ("outline", of::<super::Outline>()),
        ("tree", of::<super::Tree>()),
        ("derivation", of::<crate::derivation::json::DerivationRecord<'static>>()),
        ("run", of::<crate::running::json::RunRecord>()),
        ("trace", of::<crate::trace::TraceDocument<'static>>()),
        ("state", of::<crate::running::state::StateAnswer>()),
        ("explore", of::<crate::exploring::json::ExploreRecord>()),
        ("graph", of::<crate::exploring::graph::picture::Picture<'static>>()),
        ("explain", of::<crate::explaining::json::ExplainRecord>()),
        ("examples", of::<crate::examples::Examples>()),
        ("exercise", of::<crate::desk::ExerciseRecord>()),
        ("why", of::<crate::why::WhyRecord>()),
        ("rules", of::<crate::rules::RuleList>()),
        ("systems", of::<crate::rules::SystemList>()),
        ("rewritten", of::<crate::rewriting::Rewritten>()),
        #[cfg(feature = "java")]
        ("java", of::<crate::java::json::JavaFileRecord<'static>>()),
        ("failed", of::<crate::desk::Failed>()),
    ]
}

/// JSON schema of a type as it is serialized.
#[cfg(feature = "schemas")]
fn of<T: schemars::JsonSchema>() -> schemars::Schema {
    schemars::generate::SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// Options that are left out are as they always are.
#[cfg(feature = "schemas")]
pub(super) fn options_may_be_left_out(schema: &mut schemars::Schema) {
    let Some(questions) = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut) else { return };
    for question in questions {
        if let Some(required) = question["required"].as_array_mut() {
            required.retain(|name| name != "options");
        }
    }
}
