//! The least consistent assignment (section 5): every method and initialiser starts at const, and section 3 is applied until nothing
//! changes, component by component.

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
            let mut rounds = 0;
            loop {
                rounds += 1;
                let mut changed = false;
                for &node in &nodes {
                    changed |= self.again(node);
                }
                if !changed || !itself {
                    break;
                }
            }
            self.rounds = self.rounds.max(rounds);
            let methods = nodes.iter().filter_map(|node| if let Node::Method(m) = node { Some(*m) } else { None });
            self.components.push(methods.collect());
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
}
