//! `racefree lsp`: a language server for the Language Server Protocol 3.17, on standard input and output.
//!
//! It judges nothing: what it says of a text is asked of `racefree_answers` and put into the protocol's words here. One thread reads
//! and answers cancellations, one writes, one answers requests in their order; searches of all schedules have threads of their own.
//!
//! | module | contents |
//! | --- | --- |
//! | `transport` | messages on streams: broken ones are reported and passed over |
//! | `pending` | requests that wait for their answer; who cancels answers |
//! | `server` | the loop, and which question goes where |
//! | `documents`, `position` | texts, edits, positions in UTF-8 or UTF-16 |
//! | `settings`, `capabilities` | what the user sets, what the server offers |
//! | `diagnostics`, `actions` | errors, and changes of the text |
//! | `hover`, `navigation`, `completion`, `hints`, `tokens`, `outline` | questions about a place, or about the whole text |
//! | `java` | Java texts |
//! | `jobs` | searches, with progress, and their pages |

mod actions;
mod capabilities;
mod completion;
mod diagnostics;
mod documents;
mod hints;
mod hover;
mod java;
mod jobs;
mod navigation;
mod outline;
mod pending;
mod position;
mod server;
mod settings;
mod tokens;
mod transport;

use lsp_server::Connection;
use pending::Pending;
use racefree_answers::Source;
use racefree_answers::options::RuleOptions;
use std::io::{BufRead, Write};
use std::thread;

/// Makes a page that shows a schedule of a program, as HTML.
///
/// # Errors
///
/// A sentence: there is no such run.
pub type Page = fn(Source, &RuleOptions, &str) -> Result<String, String>;

/// Largest text that is judged as a program, in bytes.
pub const LARGEST: usize = 50 << 20;
/// Largest text about which more than its diagnostics is told, in bytes.
pub const LARGE: usize = 5 << 20;

/// Serves one client until it says `exit` or closes its stream. Returns true if it said `shutdown` before.
///
/// # Errors
///
/// The output stream cannot be written, for another reason than that its reader has gone.
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    mut output: impl Write + Send + 'static,
    page: Page,
) -> std::io::Result<bool> {
    let (connection, streams) = Connection::memory();
    let pending = Pending::default();
    let (to_server, from_server) = (streams.sender, streams.receiver);
    let (answered, to_client) = (pending.clone(), connection.sender.clone());
    // The reader is not waited for: it ends when the client closes the stream.
    thread::spawn(move || {
        let (to_server, to_client) = (|m| to_server.send(m).is_ok(), |m| to_client.send(m).is_ok());
        transport::read_all(&mut input, to_server, &answered, to_client);
    });
    let writer = thread::spawn(move || from_server.into_iter().try_for_each(|message| message.write(&mut output)));
    let orderly = server::Server::new(connection, pending, page).run();
    match writer.join() {
        Ok(Err(error)) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error),
        Ok(_) | Err(_) => Ok(orderly),
    }
}
