//! Programs in the binary: the corpus, and the examples for each premise.

use crate::json::VERSION;
use crate::matrix;
use racefree_corpus::{Header, index};
use racefree_kernel::System;
use racefree_systems::{BASE, SYSTEMS};

/// A program with a name.
#[derive(Debug, Clone)]
pub struct Example {
    /// Name: path in the corpus, or `why/` and the premise.
    pub name: String,
    /// Title of the program.
    pub title: String,
    /// Text of the program.
    pub text: String,
}

records! {
    /// Record of an example.
    pub struct ExampleRecord {
        /// Name of the example.
        pub name: String,
        /// Title of the program.
        pub title: String,
        /// Type system of the program.
        pub system: String,
        /// Level: `lesson`, `beginner`, `intermediate` or `advanced`.
        pub level: String,
        /// Place among the programs to begin with; of the others null.
        pub lesson: Option<u32>,
        /// Ideas that the program teaches.
        pub teaches: Vec<String>,
        /// Expected verdict of `check`, from the header.
        pub check: Option<String>,
        /// Expected races, from the header.
        pub race: Option<String>,
        /// Text of the program; left out of the list.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    }

    /// The examples.
    #[cfg_attr(feature = "schemas", schemars(rename = "examples"))]
    pub struct Examples {
        /// The version of the format.
        pub version: u32,
        /// All of them, or the one that was asked for.
        pub examples: Vec<ExampleRecord>,
    }
}

impl Examples {
    /// Some of them, with their texts or without.
    pub fn of<'e>(some: impl IntoIterator<Item = &'e Example>, texts: bool) -> Examples {
        Examples { version: VERSION, examples: some.into_iter().map(|e| e.record(texts)).collect() }
    }
}

impl Example {
    fn record(&self, text: bool) -> ExampleRecord {
        let header = Header::read(&self.text);
        let (level, lesson) = index::level(&self.name, &header);
        let said = |claim: Option<&str>| claim.map(str::to_owned);
        ExampleRecord {
            name: self.name.clone(),
            title: self.title.clone(),
            system: header.system().to_owned(),
            level: level.to_owned(),
            lesson,
            teaches: index::ideas(&header),
            check: said(header.claim("check")),
            race: said(header.claim("race")),
            text: text.then(|| self.text.clone()),
        }
    }
}

/// A premise as a part of a name.
pub fn slug(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    plain.split('-').filter(|s| !s.is_empty()).collect::<Vec<_>>().join("-")
}

/// Name of the smallest program that shows the purpose of a premise, or of the smallest with a race.
pub fn of_premise(system: &dyn System, premise: &str, race: bool) -> String {
    let folder = if system.id() == BASE.id() { "why".to_owned() } else { format!("why/{}", system.name()) };
    format!("{folder}/{}{}", slug(premise), if race { "-race" } else { "" })
}

/// All examples, the corpus first.
pub fn all() -> Vec<Example> {
    let mut all: Vec<Example> = racefree_corpus::entries()
        .iter()
        .map(|e| Example {
            name: e.path.trim_end_matches(".rfj").to_owned(),
            title: e.header().title,
            text: e.source.to_owned(),
        })
        .collect();
    for system in SYSTEMS {
        let Ok(known) = matrix::committed(system) else { continue };
        let header = if system.id() == BASE.id() { String::new() } else { format!("//! system: {}\n", system.name()) };
        for entry in &known.entries {
            let both = [(&entry.smallest, false, "the smallest program found"), (&entry.race, true, "with a race")];
            for (example, race, what) in both {
                let Some(example) = example else { continue };
                let title = format!("What {} is for, {what}", entry.variant);
                all.push(Example {
                    name: of_premise(system, &entry.variant, race),
                    text: format!("//! {title}\n{header}{}", example.program),
                    title,
                });
            }
        }
    }
    all
}

/// The example of a name: all of it, or its last part if that is clear.
pub fn find<'e>(all: &'e [Example], name: &str) -> Option<&'e Example> {
    let name = name.trim_start_matches("corpus/").trim_end_matches(".rfj");
    let last = |e: &&Example| e.name.rsplit('/').next() == Some(name);
    all.iter().find(|e| e.name == name).or_else(|| {
        let mut named = all.iter().filter(last);
        named.next().filter(|_| named.next().is_none())
    })
}
