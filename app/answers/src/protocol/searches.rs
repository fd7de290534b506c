//! Questions about all runs.

use super::written;
use crate::desk::{Desk, Limits, Refusal};
use crate::exploring::Explored;
use crate::exploring::graph::picture;
use crate::options::{ExplainOptions, ExploreOptions, Exploring, GraphOptions};
use crate::running::Again;
use crate::source::Source;

impl Desk {
    /// A search as it is made here: within the limits, from now on.
    pub fn exploring(&self, asked: &Exploring) -> Exploring {
        let Limits { states, steps, time, memory, .. } = self.limits;
        Exploring {
            max_steps: asked.max_steps.min(steps),
            max_states: match states {
                u64::MAX => asked.max_states,
                most => Some(asked.max_states.map_or(most, |n| n.min(most))),
            },
            time: match time {
                most if most < 1e9 => Some(asked.time.map_or(most, |time| time.min(most))),
                _ => asked.time,
            },
            memory: asked.memory.min(memory),
            began: Some(self.host.now()),
            ..asked.clone()
        }
    }

    /// The same of an exploration.
    pub fn explore(&self, asked: &ExploreOptions) -> ExploreOptions {
        ExploreOptions { exploring: self.exploring(&asked.exploring), ..asked.clone() }
    }
}

/// `explore`
pub fn explore(desk: &Desk, source: Source, options: &ExploreOptions) -> Result<String, Refusal> {
    let asked = desk.explore(options);
    let loaded = desk.started(source, &asked.exploring.rules, &asked.exploring.start)?;
    let how = asked.options(&loaded, &desk.host)?;
    written(&Explored::new(&loaded, &asked, &how).json(&loaded))
}

/// `graph`
pub fn graph(desk: &Desk, source: Source, options: &GraphOptions) -> Result<String, Refusal> {
    let asked = desk.explore(&options.explore);
    asked.without_buffers("a graph")?;
    let from = options.schedule.as_ref().map(|schedule| schedule.read()).transpose()?.unwrap_or_default();
    let loaded = desk.started(source, &asked.exploring.rules, &asked.exploring.start)?;
    let how = asked.options(&loaded, &desk.host)?;
    let again = Again::exploring(&loaded.source.name, &asked.exploring, asked.monitors);
    let graph = racefree_explore::graph_from(&loaded.program, &how, &from, options.graph_nodes as usize);
    written(&picture::picture(&loaded, &how, &again, &graph, options.graph_nodes))
}

/// `explain`
pub fn explain(desk: &Desk, source: Source, options: &ExplainOptions) -> Result<String, Refusal> {
    let parsed = desk.repaired(source, &options.exploring.rules, &options.exploring.start)?;
    written(&desk.explain(parsed, options)?.json())
}
