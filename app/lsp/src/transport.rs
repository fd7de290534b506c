//! Messages on streams. A message that cannot be read is reported and passed over: the next one begins behind it.

use crate::pending::Pending;
use gen_lsp_types::MessageType;
use lsp_server::{Message, Notification};
use std::io::{self, BufRead, Read};

/// Largest message, in bytes; a text of the largest size with every character escaped.
const LARGEST: usize = 6 * crate::LARGEST;
/// Longest line of a message's head.
const HEAD: u64 = 8 << 10;

/// A message, or why it is none.
enum Incoming {
    Message(Message),
    Bad(String),
    End,
}

/// Reads messages until the stream ends or the server has gone. Cancellations are answered here, so that they need not wait.
pub(crate) fn read_all(
    input: &mut impl BufRead,
    to_server: impl Fn(Message) -> bool,
    pending: &Pending,
    to_client: impl Fn(Message) -> bool,
) {
    loop {
        match next(input) {
            Ok(Incoming::Message(Message::Notification(n))) if n.method == "$/cancelRequest" => {
                if let Some(answer) = pending.cancel(&n.params)
                    && !to_client(answer.into())
                {
                    return;
                }
            }
            Ok(Incoming::Message(message)) => {
                if let Message::Request(request) = &message {
                    pending.begin(request.id.clone());
                }
                let exit = matches!(&message, Message::Notification(n) if n.method == "exit");
                if !to_server(message) || exit {
                    return;
                }
            }
            Ok(Incoming::Bad(why)) => {
                if !to_client(log(&format!("a message was passed over: {why}")).into()) {
                    return;
                }
            }
            Ok(Incoming::End) | Err(_) => return,
        }
    }
}

/// A line for the client's log.
pub(crate) fn log(message: &str) -> Notification {
    let kind = serde_json::to_value(MessageType::Warning).unwrap_or_default();
    Notification::new("window/logMessage".to_owned(), serde_json::json!({ "type": kind, "message": message }))
}

fn next(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut length = None;
    let mut bad = None;
    loop {
        let mut line = Vec::new();
        if input.take(HEAD).read_until(b'\n', &mut line)? == 0 {
            return Ok(Incoming::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            match (length, &bad) {
                (None, None) => continue,
                _ => break,
            }
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => match value.trim().parse::<usize>() {
                Ok(n) => length = Some(n),
                Err(_) => bad = Some(format!("`{line}` has no length")),
            },
            Some(_) => {}
            None => bad = Some("its head has a line without `:`".to_owned()),
        }
    }
    let Some(length) = length else { return Ok(Incoming::Bad(bad.unwrap_or_else(|| "it has no length".to_owned()))) };
    if length > LARGEST {
        io::copy(&mut input.take(length as u64), &mut io::sink())?;
        return Ok(Incoming::Bad(format!("it has {length} bytes, and {LARGEST} is the most")));
    }
    let mut body = Vec::new();
    if input.take(length as u64).read_to_end(&mut body)? < length {
        return Ok(Incoming::End);
    }
    Ok(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Bad(error.to_string()),
    })
}
