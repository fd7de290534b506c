//! The page: its files, the server, what it shows first, and links that carry a program.

pub mod files;
pub mod link;
pub mod server;
pub mod shown;
