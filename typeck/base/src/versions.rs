//! Persistent maps as one array.

/// A version that extends nothing.
pub(crate) const NONE: u32 = u32::MAX;

/// Persistent maps that extend one another, each by one key. An array says what the version looked at last maps each key to; it is
/// moved from version to version along the tree that they form (Baker's rerooting, 1978). Rules go through E and ls depth first,
/// so that a step costs no more than a stack would.
#[derive(Default)]
pub(crate) struct Versions {
    nodes: Vec<Node>,
    /// One more than the version looked at last.
    at: u32,
    /// One more than the newest version that maps each key.
    current: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Node {
    key: u32,
    before: u32,
    depth: u32,
    hides: u32,
}

impl Versions {
    /// A version that maps one more key.
    pub(crate) fn extend(&mut self, before: u32, key: u32) -> u32 {
        let depth = self.depth(before) + 1;
        self.nodes.push(Node { key, before, depth, hides: 0 });
        self.nodes.len() as u32 - 1
    }

    /// The newest version, this one or one that it extends, that was made for a key.
    pub(crate) fn get(&mut self, version: u32, key: u32) -> Option<u32> {
        if self.at != version.wrapping_add(1) {
            self.go(version);
        }
        self.current.get(key as usize)?.checked_sub(1)
    }

    fn depth(&self, version: u32) -> u32 {
        self.nodes.get(version as usize).map_or(0, |node| node.depth)
    }

    fn go(&mut self, version: u32) {
        let (mut from, mut to, mut down) = (self.at.wrapping_sub(1), version, Vec::new());
        while from != to {
            if self.depth(from) >= self.depth(to) {
                let node = self.nodes[from as usize];
                self.current[node.key as usize] = node.hides;
                from = node.before;
            } else {
                down.push(to);
                to = self.nodes[to as usize].before;
            }
        }
        for version in down.into_iter().rev() {
            let node = &mut self.nodes[version as usize];
            if self.current.len() <= node.key as usize {
                self.current.resize(node.key as usize + 1, 0);
            }
            node.hides = std::mem::replace(&mut self.current[node.key as usize], version + 1);
        }
        self.at = version.wrapping_add(1);
    }
}
