//! The call graph over methods and initialisers, overriding included, and its strongly connected components, callees first (Tarjan
//! 1972, without recursion).

use super::Checker;
use racefree_grammar::ast::{Expr, ExprId, MethodKind};
use racefree_grammar::forms;
use racefree_program::{ClassId, MethodId};

/// A method, or the initialisation of a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Method(u32),
    Init(ClassId),
}

impl<'c, 'p> Checker<'c, 'p> {
    /// Collects the methods that a body calls and the classes that it makes; a fork's body runs by itself.
    fn uses(&self, class: ClassId, body: ExprId, out: &mut Vec<Node>) {
        let mut todo = vec![body];
        while let Some(e) = todo.pop() {
            match self.program.expr(e) {
                Expr::Fork(_) => continue,
                Expr::Call { recv, .. } => out.extend(self.callees(e, recv).into_iter().map(Node::Method)),
                Expr::New(ty) => out.extend(self.classes().class_of_type(ty).map(Node::Init)),
                Expr::Extended(form) => self.constructs(class, form, out),
                Expr::Var(_) | forms!(literal | member | block | operator | owned) => {}
            }
            todo.extend(self.program.children(e));
        }
    }

    /// The methods that a call may run and whose bodies it depends on.
    pub(crate) fn callees(&self, e: ExprId, recv: ExprId) -> Vec<u32> {
        let below = |found| self.overriding(recv, found).iter().map(|&(_, m)| m).collect::<Vec<u32>>();
        match self.types.method(e) {
            Some(MethodId::Declared(m)) if self.declared[m as usize].is_some() => vec![m],
            Some(found @ MethodId::Declared(m)) => std::iter::once(m).chain(below(found)).collect(),
            Some(found @ MethodId::Predefined(_)) => below(found),
            None => Vec::new(),
        }
    }

    /// Returns the nodes on which a node depends.
    fn edges(&self, node: Node) -> Vec<Node> {
        let mut out = Vec::new();
        match node {
            Node::Method(m) => {
                self.uses(self.owners[m as usize], self.program.methods[m as usize].body, &mut out);
                out.extend(self.runs_before(m).map(Node::Method));
                if self.program.kind_of(&self.program.methods[m as usize]) == MethodKind::Constructor {
                    self.uses_of_fields(self.owners[m as usize], &mut out);
                }
            }
            Node::Init(class) => {
                out.extend(self.above(class));
                self.uses_of_fields(class, &mut out);
            }
        }
        out
    }

    /// The same of the initialisers of a class.
    fn uses_of_fields(&self, class: ClassId, out: &mut Vec<Node>) {
        let Some(decl) = self.classes().decl(class) else { return };
        self.program.fields_of(&decl).iter().filter_map(|f| f.init).for_each(|e| self.uses(class, e, out));
    }

    fn number(&self, node: Node) -> usize {
        match node {
            Node::Method(m) => m as usize,
            Node::Init(class) => self.program.methods.len() + class.index(),
        }
    }

    /// The components, callees first, each with whether it depends on itself.
    pub(crate) fn call_components(&self) -> Vec<(Vec<Node>, bool)> {
        let methods = self.program.methods.len();
        let all = methods + self.classes().len();
        let node =
            |i: usize| if i < methods { Node::Method(i as u32) } else { Node::Init(ClassId((i - methods) as u32)) };
        let edges = |i: usize| self.edges(node(i)).into_iter().map(|n| self.number(n)).collect::<Vec<usize>>();
        components(all, edges).into_iter().map(|c| (c.0.into_iter().map(node).collect(), c.1)).collect()
    }
}

/// The strongly connected components of a graph with a number of nodes, those that others lead to first; of each, whether it leads to
/// itself.
pub(crate) fn components(nodes: usize, edges: impl Fn(usize) -> Vec<usize>) -> Vec<(Vec<usize>, bool)> {
    const NEW: u32 = u32::MAX;
    let (mut index, mut low, mut on_stack) = (vec![NEW; nodes], vec![0u32; nodes], vec![false; nodes]);
    let mut loops = vec![false; nodes];
    let (mut stack, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    // Nodes that were entered, with the edges that were not followed yet.
    let mut work: Vec<(usize, Vec<usize>)> = Vec::new();
    for start in 0..nodes {
        let mut next = Some(start).filter(|&i| index[i] == NEW);
        loop {
            if let Some(i) = next.take() {
                (index[i], low[i], on_stack[i]) = (count, count, true);
                count += 1;
                stack.push(i);
                work.push((i, edges(i)));
            }
            let Some((at, left)) = work.last_mut() else { break };
            let at = *at;
            if let Some(to) = left.pop() {
                loops[at] |= to == at;
                if index[to] == NEW {
                    next = Some(to);
                } else if on_stack[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            work.pop();
            if let Some((above, _)) = work.last() {
                low[*above] = low[*above].min(low[at]);
            }
            if low[at] == index[at] {
                let from = stack.iter().rposition(|&i| i == at).unwrap_or(0);
                let members = stack.split_off(from);
                members.iter().for_each(|&i| on_stack[i] = false);
                let itself = members.len() > 1 || loops[at];
                found.push((members, itself));
            }
        }
    }
    found
}
