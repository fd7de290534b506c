//! The state graph of a small program.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`picture`] | the graph in words: what each thread is about to do, the heap |
//! | [`layout`] | where each state is drawn |

pub mod layout;
pub mod picture;
