//! The least consistent assignment (section 5): every method and initialiser starts at const, and section 3 is applied until nothing
//! changes, component by component.
//!
//! A judgment made when all that it depends on is known counts, and is not made again: claims, calls, errors are noted
//! then. A node that forks waits for the end, since it does not depend on the new thread. Where a derivation is kept,
//! everything is judged once more in the order of the program.

use super::Checker;
use super::components::Node;
use crate::judgment::Judgment;
use crate::tree::Tree;
use racefree_kernel::Recorder;

impl<'c, 'p, R: Recorder<Judgment>> Checker<'c, 'p, R> {
    /// Infers what every method and initialiser is.
    pub(crate) fn infer(&mut self) {
        self.recorder.pause();
        self.declarations();
        for (nodes, itself) in self.call_components() {
            let mut rounds = 1;
            while itself && nodes.iter().filter(|&&node| self.again(node)).count() > 0 {
                rounds += 1;
            }
            if !R::RECORDS {
                nodes.iter().for_each(|&node| self.count(node));
            } else if !itself {
                nodes.iter().for_each(|&node| _ = self.again(node));
            }
            self.rounds = self.rounds.max(rounds);
            let methods = nodes.iter().filter_map(|node| if let Node::Method(m) = node { Some(*m) } else { None });
            self.components.push((methods.collect(), itself));
        }
        self.recorder.resume();
    }

    /// Applies the rules to one node; whether that changes what it is.
    fn again(&mut self, node: Node) -> bool {
        let (new, known): (Tree, &mut Tree) = match node {
            Node::Method(m) => (self.body(m), &mut self.bodies[m as usize]),
            Node::Init(class) => (self.initialise(class), &mut self.inits[class.index()]),
        };
        std::mem::replace(known, new) != new
    }

    /// Applies the rules to one node, and what is found counts, unless it is found that it forks.
    fn count(&mut self, node: Node) {
        let (errors, calls, claims, threads) =
            (self.errors.len(), self.calls.len(), self.claims.len(), self.threads.len());
        self.counts = true;
        self.again(node);
        self.counts = false;
        if self.threads.len() > threads {
            self.errors.truncate(errors);
            self.calls.truncate(calls);
            self.claims.truncate(claims);
            self.threads.truncate(threads);
            self.later.insert(node);
        }
    }
}
