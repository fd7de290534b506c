//! The least consistent assignment (section 5): every method and initialiser starts at const, and section 3 is applied until nothing
//! changes, component by component. There is no listener: errors and derivations come from reading the program once more, when all is known.

use super::Checker;
use super::components::Node;
use crate::reading::Reading;
use racefree_kernel::listener::Listeners;

impl Checker<'_, '_> {
    /// Infers what every method and initialiser is.
    pub(crate) fn infer(&mut self) {
        self.declarations();
        for (nodes, itself) in self.call_components() {
            let mut rounds = 1;
            while nodes.iter().filter(|&&node| self.applies(node)).count() > 0 && itself {
                rounds += 1;
            }
            self.rounds = self.rounds.max(rounds);
            let methods = nodes.iter().filter_map(|node| if let Node::Method(m) = node { Some(*m) } else { None });
            self.components.push((methods.collect(), itself));
        }
    }

    /// Applies the rules to one node. Returns true if that changes its atomicity.
    fn applies(&mut self, node: Node) -> bool {
        let mut reading = Reading { cx: self, listeners: Listeners::NOBODY };
        let (new, known) = match node {
            Node::Method(m) => (reading.body(m), &mut self.bodies[m as usize]),
            Node::Init(class) => (reading.initialise(class), &mut self.inits[class.index()]),
        };
        std::mem::replace(known, new) != new
    }
}
