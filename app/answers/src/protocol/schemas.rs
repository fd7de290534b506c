//! The schemas of questions and answers (JSON Schema): files, since only tests make them of the types that are read and written.

macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../../docs/schemas/", $name, ".json")))),*] };
}

/// Each schema by its name, that of requests, of each answer, and of failures, as it stands in `docs/schemas/NAME.json`.
pub const WRITTEN: &[(&str, &str)] = files! {
    "request" "check" "atomicity" "fmt" "tokens" "outline" "tree" "derivation" "run" "trace" "state" "explore" "graph" "explain"
    "examples" "exercise" "why" "rules" "systems" "rewritten" "java" "failed"
};

#[cfg(test)]
pub(super) mod tests {
    use crate::desk::{ExerciseRecord, Failed};
    use crate::protocol::{Asked, Formatted, Outline, Tokens, Tree};
    use schemars::generate::SchemaSettings;
    use schemars::{JsonSchema, Schema, schema_for};
    use serde_json::Value;
    use std::path::Path;

    /// JSON schema of a type as it is serialized.
    fn of<T: JsonSchema>() -> Schema {
        SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>()
    }

    /// Options that are left out are as they always are.
    pub(in crate::protocol) fn options_may_be_left_out(schema: &mut Schema) {
        let Some(questions) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else { return };
        for question in questions {
            if let Some(required) = question["required"].as_array_mut() {
                required.retain(|name| name != "options");
            }
        }
    }

    /// A schema with a line for each of its parts: one that changes is one line of a difference.
    fn in_lines(schema: &Value) -> String {
        let part = |(name, value): (&String, &Value)| match value.as_object().filter(|_| name == "$defs") {
            Some(types) => {
                let types: Vec<String> = types.iter().map(|(name, of)| format!("\"{name}\": {of}")).collect();
                format!("\"{name}\": {{\n{}\n}}", types.join(",\n"))
            }
            None => format!("\"{name}\": {value}"),
        };
        let parts: Vec<String> = schema.as_object().expect("an object").iter().map(part).collect();
        format!("{{\n{}\n}}\n", parts.join(",\n"))
    }

    #[test]
    fn schemas_are_those_of_the_types() {
        let made = [
            ("request", schema_for!(Asked)),
            ("check", of::<crate::json::Check<'static>>()),
            ("atomicity", of::<crate::atomicity::AtomicityRecord<'static>>()),
            ("fmt", of::<Formatted>()),
            ("tokens", of::<Tokens>()),
            ("outline", of::<Outline>()),
            ("tree", of::<Tree>()),
            ("derivation", of::<crate::derivation::json::DerivationRecord<'static>>()),
            ("run", of::<crate::running::json::RunRecord>()),
            ("trace", of::<crate::trace::TraceDocument<'static>>()),
            ("state", of::<crate::running::state::StateAnswer>()),
            ("explore", of::<crate::exploring::json::ExploreRecord>()),
            ("graph", of::<crate::exploring::graph::picture::Picture<'static>>()),
            ("explain", of::<crate::explaining::json::ExplainRecord>()),
            ("examples", of::<crate::examples::Examples>()),
            ("exercise", of::<ExerciseRecord>()),
            ("why", of::<crate::why::WhyRecord>()),
            ("rules", of::<crate::rules::RuleList>()),
            ("systems", of::<crate::rules::SystemList>()),
            ("rewritten", of::<crate::rewriting::Rewritten>()),
            #[cfg(feature = "java")]
            ("java", of::<crate::java::json::JavaFileRecord<'static>>()),
            ("failed", of::<Failed>()),
        ];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
        let mut stale = Vec::new();
        for (name, schema) in &made {
            let text = in_lines(&serde_json::to_value(schema).expect("a schema"));
            let there = super::WRITTEN.iter().find(|(known, _)| known == name).map(|(_, text)| *text);
            if std::env::var_os("RACEFREE_BLESS").is_some() {
                std::fs::write(folder.join(format!("{name}.json")), text).expect("a schema is written");
            } else if there != Some(&*text) {
                stale.push(name);
            }
        }
        assert!(stale.is_empty(), "stale (RACEFREE_BLESS=1 writes them): {stale:?}");
        if cfg!(feature = "java") {
            assert_eq!(made.len(), super::WRITTEN.len());
        }
        assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), super::WRITTEN.len());
    }
}
