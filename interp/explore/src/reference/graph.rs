//! The state graph of a program with forms of Java, as [`crate::graph()`] makes that of others.

use super::program::{Next, ROOM};
use super::rows::Row;
use super::{Burst, Program, schedule};
use crate::graph::{Does, Edge, End, Graph, GraphThread, Node, stop};
use crate::options::Options;
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::event::Access;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::{Redex, State};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashMap;

/// A state that was reached, and the way to it.
struct Met {
    row: Row,
    way: Vec<Burst>,
    depth: u32,
}

/// The states nearest to that which a schedule leads to, at most `most` of them, and all transitions between them.
pub fn graph(program: &Lowered, options: &Options, from: &Schedule, most: usize) -> Graph {
    let start = options.control.host.now();
    let mut program = Program::new(program, options);
    let first = begin(&mut program, from);
    let mut numbers: FxHashMap<Box<[u32]>, usize> = FxHashMap::default();
    numbers.insert(program.key(&first.row, Vec::new()).into(), 0);
    let mut met = vec![Met { row: first.row, way: first.by, depth: 0 }];
    let mut graph = Graph { nodes: Vec::new(), edges: Vec::new(), complete: true, from_start: from.is_empty() };
    let (mut number, mut memory) = (0, 0);
    while let Some(Met { row, way, depth }) = met.get(number) {
        let (row, way, depth) = (row.clone(), way.clone(), *depth);
        let state = program.state(&row);
        let mut node = look(&mut program, &row, &way, depth);
        for thread in row.threads() {
            let Some(next) = program.transition(&row, thread) else { continue };
            let mut edge = edge(&mut program, &state, &next, number, thread);
            let key: Box<[u32]> = program.key(&next.row, Vec::new()).into();
            let room = met.len() < most && !stop(options, start, memory);
            edge.to = match numbers.get(&key) {
                Some(&to) => to,
                None if !room => {
                    (node.expanded, graph.complete) = (false, false);
                    continue;
                }
                None => {
                    memory += key.len() * 4 + 4_000;
                    numbers.insert(key, met.len());
                    let way = way.iter().chain(&next.by).copied().collect();
                    met.push(Met { row: next.row, way, depth: depth + 1 });
                    met.len() - 1
                }
            };
            graph.edges.push(edge);
        }
        graph.nodes.push(node);
        number += 1;
    }
    graph
}

/// The state that a schedule leads to, as far as it goes.
fn begin(program: &mut Program<'_>, from: &Schedule) -> Next {
    if from.is_empty() {
        return program.first();
    }
    let (mut state, mut by) = (program.execution().first().with_room(ROOM), Vec::<Burst>::new());
    for thread in from.ids() {
        let Some((next, _)) = program.execution().step(&state, thread) else { break };
        state = next;
        match by.last_mut() {
            Some(last) if last.thread == thread => last.steps += 1,
            _ => by.push(Burst { thread, steps: 1, needed: 1, settles: false, joins: 0 }),
        }
    }
    Next { by, ..Next::new(program.row(&state)) }
}

fn look(program: &mut Program<'_>, row: &Row, way: &[Burst], depth: u32) -> Node {
    let (state, positions) = (program.state(row), program.positions(row));
    let all: Vec<ThreadId> = row.threads().collect();
    let name = |t: &ThreadId| state.thread_name(*t);
    let statuses: Vec<Status> = all.iter().map(|&t| program.execution().status(&state, t)).collect();
    let over = |s: &Status| matches!(s, Status::Finished(_) | Status::Ended(_));
    let mut node = Node {
        depth,
        schedule: schedule(way.iter().copied(), &all),
        threads: all.iter().map(|&id| GraphThread { name: name(&id), id }).collect(),
        races: Vec::new(),
        cycles: Vec::new(),
        end: match () {
            () if statuses.contains(&Status::Ready) => End::Open,
            () if statuses.iter().all(over) => End::Final,
            () => End::Blocked,
        },
        expanded: true,
    };
    for (key, threads) in program.faults(row, &positions) {
        match (&key, threads.as_slice()) {
            (Key::Race(..), [a, b]) => node.races.push((key, [name(a), name(b)])),
            (Key::Deadlock(_), threads) => node.cycles.push(threads.iter().map(name).collect()),
            _ => {}
        }
    }
    node
}

/// A transition; the state behind it is not known yet.
fn edge(program: &mut Program<'_>, state: &State, next: &Next, from: usize, thread: ThreadId) -> Edge {
    let run = program.execution();
    let redex = run.redex(state, thread);
    let does = match (run.next_access(state, thread), &redex) {
        (Some(access), _) if access.access == Access::Read => Does::Read(access.field),
        (Some(access), _) => Does::Write(access.field),
        (None, Some(Redex::Acquire { .. })) => Does::Acquire,
        (None, _) => Does::Other,
    };
    let positions = program.positions(&next.row);
    let wrong = |(key, threads): (Key, Vec<ThreadId>)| {
        (matches!(key, Key::Exception(..)) && threads.contains(&thread)).then_some(key)
    };
    Edge {
        from,
        to: from,
        thread: state.thread_name(thread),
        does,
        site: run
            .shown_site_of(state, thread)
            .unwrap_or(racefree_interp::event::Site::expr(racefree_grammar::ast::ExprId::new(0))),
        steps: next.by.iter().filter(|b| b.thread == thread && !b.settles).map(|b| b.steps).sum(),
        wrong: program.faults(&next.row, &positions).into_iter().filter_map(wrong).collect(),
    }
}
