//! The state graph of a small program.
//!
//! | module | contents |
//! | --- | --- |
//! | [`picture`] | the graph in words: the next action of each thread, the heap |
//! | [`layout`] | where each state is drawn |

pub mod layout;
pub mod picture;
