//! The schemas in `docs/schemas` are those of the types that are read and written.

use racefree_answers::protocol::schemas::{WRITTEN, made};
use serde_json::Value;
use std::path::Path;

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let (made, mut stale) = (made(), Vec::new());
    for (name, schema) in &made {
        let text = in_lines(&serde_json::to_value(schema).expect("a schema"));
        let there = WRITTEN.iter().find(|(known, _)| known == name).map(|(_, text)| *text);
        if std::env::var_os("RACEFREE_BLESS").is_some() {
            std::fs::write(folder.join(format!("{name}.json")), text).expect("a schema is written");
        } else if there != Some(&*text) {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "stale (RACEFREE_BLESS=1 writes them): {stale:?}");
    assert_eq!(made.len(), WRITTEN.len());
    assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), WRITTEN.len());
}
