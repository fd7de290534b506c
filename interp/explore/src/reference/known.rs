//! Answers that were given before. What a thread does, or is about to do, depends on itself and on the few parts of the state that are looked
//! at for it: where all of these are the same again, so is the answer.
//!
//! Looks come one after the other, and each depends on what those before it found: they are a tree, and the answers stand at its leaves.

use super::rows::Row;
use racefree_interp::reduction::Look;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nodes after which all is forgotten.
const MOST: usize = 1 << 20;

/// A question: a thread as it is, and what is asked of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Question {
    thread: ThreadId,
    part: u32,
    what: u32,
    others: (u32, Option<i32>, bool),
}

enum Node<A> {
    /// It goes on by the number of what stands there.
    Look(Look),
    Answer(Rc<A>),
}

/// Questions with their answers.
pub(super) struct Known<A> {
    starts: FxHashMap<Question, u32>,
    nodes: Vec<Node<A>>,
    edges: FxHashMap<(u32, u32), u32>,
}

impl<A> Default for Known<A> {
    fn default() -> Known<A> {
        Known { starts: FxHashMap::default(), nodes: Vec::new(), edges: FxHashMap::default() }
    }
}

impl Question {
    pub(super) fn new(row: &Row, thread: ThreadId, what: u32) -> Question {
        Question { thread, part: row.found(Look::Thread(thread.0)), what, others: row.others }
    }
}

impl<A> Known<A> {
    /// The answer in a state, if it is known.
    pub(super) fn get(&self, question: &Question, row: &Row) -> Option<Rc<A>> {
        let mut at = *self.starts.get(question)?;
        loop {
            match &self.nodes[at as usize] {
                Node::Look(look) => at = *self.edges.get(&(at, row.found(*look)))?,
                Node::Answer(answer) => return Some(answer.clone()),
            }
        }
    }

    /// Keeps an answer, for which these looks were necessary.
    pub(super) fn keep(&mut self, question: Question, row: &Row, looks: &[Look], answer: Rc<A>) {
        if self.nodes.len() > MOST {
            *self = Known::default();
        }
        let (mut at, mut edge) = (self.starts.get(&question).copied(), None);
        // The thread itself is in the question.
        for &look in looks.iter().filter(|look| **look != Look::Thread(question.thread.0)) {
            let here = at.unwrap_or_else(|| self.add(Node::Look(look), question, edge));
            let there = (here, row.found(look));
            (at, edge) = (self.edges.get(&there).copied(), Some(there));
        }
        if at.is_none() {
            self.add(Node::Answer(answer), question, edge);
        }
    }

    /// A new node, behind an edge, or at the start.
    fn add(&mut self, node: Node<A>, question: Question, edge: Option<(u32, u32)>) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        match edge {
            Some(edge) => self.edges.insert(edge, number),
            None => self.starts.insert(question, number),
        };
        number
    }

    /// Bytes, about.
    pub(super) fn memory(&self) -> usize {
        self.nodes.len() * 80
    }
}
