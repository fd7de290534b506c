//! Lists, chains and trees of objects.

use crate::work::{Field, Final, fork, lock, wait};
use shuttle::sync::{Arc, Mutex};

/// A field that holds a node, or none.
type Link = Field<Option<usize>>;

#[derive(Default)]
struct Node {
    value: Field<i32>,
    next: Link,
    left: Link,
}

/// Nodes that one lock protects, by number.
#[derive(Default)]
struct Heap {
    head: Link,
    nodes: Vec<Node>,
}

impl Heap {
    fn new_node(&mut self, value: i32) -> usize {
        self.nodes.push(Node::default());
        let node = self.nodes.len() - 1;
        self.nodes[node].value.set(value);
        node
    }

    fn push(&mut self, value: i32) {
        let node = self.new_node(value);
        self.nodes[node].next.set(self.head.get());
        self.head.set(Some(node));
    }

    fn sum(&self, from: Option<usize>) -> i32 {
        let Some(node) = from.map(|node| &self.nodes[node]) else { return 0 };
        node.value.get() + self.sum(node.next.get())
    }

    fn insert(&mut self, key: i32) {
        let node = self.new_node(key);
        if self.head.get().is_none() {
            self.head.set(Some(node));
        } else if let Some(root) = self.head.get() {
            self.insert_under(root, node, key);
        }
    }

    /// Where keys smaller than this, or not, are.
    fn side(&self, at: usize, key: i32) -> &Link {
        let at = &self.nodes[at];
        if key < at.value.get() { &at.left } else { &at.next }
    }

    fn insert_under(&self, at: usize, node: usize, key: i32) {
        let side = self.side(at, key);
        if side.get().is_none() {
            side.set(Some(node));
        } else if let Some(below) = side.get() {
            self.insert_under(below, node, key);
        }
    }

    fn has(&self, at: Option<usize>, key: i32) -> bool {
        let Some(at) = at else { return false };
        self.nodes[at].value.get() == key || self.has(self.side(at, key).get(), key)
    }

    /// Gives a node and all after it a value.
    fn set(&self, at: usize, value: i32) {
        self.nodes[at].value.set(value);
        if self.nodes[at].next.get().is_some()
            && let Some(next) = self.nodes[at].next.get()
        {
            self.set(next, value);
        }
    }
}

/// A heap for the threads, each with a number of its own.
fn threads(numbers: impl IntoIterator<Item = i32>, body: fn(&Mutex<Heap>, i32)) {
    let heap = Arc::new(Mutex::new(Heap::default()));
    wait(numbers.into_iter().map(|number| {
        let heap = heap.clone();
        fork(move || body(&heap, number))
    }));
}

pub fn list() {
    threads(1..=3, |heap, number| {
        lock(heap).push(number);
        let heap = lock(heap);
        heap.sum(heap.head.get());
    });
}

pub fn ghost_list() {
    threads(1..=3, |heap, number| {
        {
            let mut heap = lock(heap);
            heap.push(number);
            heap.push(number + 1);
        }
        let heap = lock(heap);
        heap.sum(heap.head.get());
    });
}

pub fn search_tree() {
    threads([4, 2, 6], |heap, number| {
        lock(heap).insert(number);
        lock(heap).insert(number + 1);
        let heap = lock(heap);
        heap.has(heap.head.get(), 5);
    });
}

/// A chain of two nodes.
pub fn ghosts() {
    let chain = Arc::new(Mutex::new(Heap { nodes: vec![Node::default(), Node::default()], ..Heap::default() }));
    lock(&chain).nodes[0].next.set(Some(1));
    wait([1, 3, 5].map(|value| {
        let chain = chain.clone();
        fork(move || {
            lock(&chain).set(0, value);
            lock(&chain).set(0, value + 1);
        })
    }));
}

/// Three nodes, each with a lock of its own.
pub fn hand_over_hand() {
    let link: Arc<[Final<Mutex<Field<i32>>>; 3]> = Arc::default();
    wait((0..3).map(|_| {
        let link = link.clone();
        fork(move || {
            let [a, b, c] = &*link;
            for k in (1..=3).rev() {
                // The lock is the field's object, and the value is a field of it: both are read.
                let of_a = lock(a.get());
                write(a, &of_a, k);
                let of_b = lock(b.get());
                write(b, &of_b, k);
                let of_c = lock(c.get());
                write(c, &of_c, k);
            }
        })
    }));
}

fn write(node: &Final<Mutex<Field<i32>>>, field: &Field<i32>, value: i32) {
    node.get();
    field.set(value);
}
