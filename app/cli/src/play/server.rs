//! The page served to this machine: under a random address, to requests that name this host and come from this page alone.

use super::files::{self, EDITOR};
use super::shown::Shown;
use crate::atomic_file;
use crate::page::{APP, STYLE};
use crate::terminal::Out;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use racefree_answers::desk::{Desk, Limits};
use racefree_explore::{Host, Progress, SystemHost};
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// Greatest size of a question in bytes.
const MOST: usize = 1 << 20;
/// Progress is told so often.
const OFTEN: Duration = Duration::from_millis(100);
/// Content security policy of every page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self' \
'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The ports that are tried without `--port`, one after the other: a browser keeps drafts by the port.
const PORTS: std::ops::Range<u16> = 41_230..41_240;
/// A connection that has not sent its request after so long is closed, and so is one that has sent none for so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Address of the page: its port, and the end of it.
pub struct At {
    /// Port, if one was asked for.
    pub port: Option<u16>,
    /// A browser is opened.
    pub opens: bool,
    /// Query of the address.
    pub query: String,
}

/// Serves the page until the program ends.
pub fn serve(at: &At, first: FirstView, out: &mut Out) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let token = random.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    runtime.block_on(async {
        let listener = listen(at.port).await?;
        let port = listener.local_addr()?.port();
        let page = format!("http://127.0.0.1:{port}/{token}/{}", at.query);
        writeln!(out, "{page}")?;
        out.flush()?;
        if at.opens {
            open(&page);
        }
        connections(listener, router(&token, port, first)).await
    })
}

/// Binds the requested port, or the first of the fixed defaults; if none is free, another.
async fn listen(port: Option<u16>) -> io::Result<TcpListener> {
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let Some(port) = port else {
        for port in PORTS {
            if let Ok(listener) = bind(port).await {
                return Ok(listener);
            }
        }
        return bind(0).await;
    };
    bind(port).await
}

/// Answers each connection within a time limit: silent ones would hold the program's files open for ever.
async fn connections(listener: TcpListener, router: Router) -> io::Result<()> {
    loop {
        let (stream, _) = match listener.accept().await {
            Ok(accepted) => accepted,
            // Too many are open: some end.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // A connection broken off by the browser is no error of ours.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// Initial view of the page, and the path of its program.
pub struct FirstView {
    /// The program, and how it is shown.
    pub shown: Option<Shown>,
    /// Its file.
    pub path: Option<PathBuf>,
    /// Address of the site that links go to.
    pub address: Option<String>,
}

impl FirstView {
    /// The page, with the program as its file is now.
    fn index(&self) -> String {
        let now = self.path.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        let shown = match (&self.shown, now) {
            (Some(shown), Some(text)) => Some(shown.with(text)),
            (shown, _) => shown.clone(),
        };
        files::index(&files::told("native", shown.as_ref(), self.path.as_deref(), self.address.as_deref()))
    }

    /// Writes the program to its file, if that has the text that the page knows. Says which of the two it was.
    fn save(&self, asked: &[u8]) -> Result<&'static str, (StatusCode, String)> {
        let bad = |message: String| (StatusCode::BAD_REQUEST, message);
        let path = self.path.as_ref().ok_or_else(|| bad("the page is of no file".to_owned()))?;
        let Save { text, known } = serde_json::from_slice(asked).map_err(|e| bad(e.to_string()))?;
        let failed =
            |e: io::Error| (StatusCode::INTERNAL_SERVER_ERROR, format!("cannot write `{}`: {e}", path.display()));
        let Some(known) = known else {
            atomic_file::replace(path, text.as_bytes()).map_err(failed)?;
            return Ok("saved");
        };
        let now = std::fs::read_to_string(path).map_err(failed)?;
        // An editor has line ends of its own.
        if now != known && now != atomic_file::in_form_of(&now, &known) {
            return Ok("changed");
        }
        atomic_file::replace(path, atomic_file::in_form_of(&now, &text).as_bytes()).map_err(failed)?;
        Ok("saved")
    }
}

/// Request to save a text, with the last known content of the file; without that, whatever is there is replaced.
#[derive(Deserialize)]
struct Save {
    text: String,
    known: Option<String>,
}

/// Opens the page in the browser of this machine, if there is one; its address was printed.
fn open(page: &str) {
    let command = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let null = std::process::Stdio::null;
    let _ = std::process::Command::new(command).arg(page).stdin(null()).stdout(null()).stderr(null()).spawn();
}

fn router(token: &str, port: u16, page: FirstView) -> Router {
    let file = |kind: &'static str, text: String| {
        let text = Bytes::from(text);
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text) })
    };
    let script = |text: &str| file("text/javascript; charset=utf-8", text.to_owned());
    let page = Arc::new(page);
    let shown = Arc::clone(&page);
    let own = Router::new()
        .route("/", get(move || async move { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], shown.index()) }))
        .route("/save", post(move |asked: Bytes| async move { page.save(&asked) }))
        .route("/app.css", file("text/css; charset=utf-8", STYLE.to_owned()))
        .route("/app.js", script(APP))
        .route("/editor.js", script(EDITOR))
        .route("/course.json", file("application/json", files::course()))
        .route("/ask", post(ask));
    let hosts = Hosts([format!("127.0.0.1:{port}"), format!("localhost:{port}")]);
    Router::new()
        .nest(&format!("/{token}/"), own)
        .layer(DefaultBodyLimit::max(MOST))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard))
}

/// Names of this host.
struct Hosts([String; 2]);

impl Hosts {
    /// Returns true if a request names this host, and comes from its own page if it names its origin.
    fn admit(&self, headers: &HeaderMap) -> bool {
        let said = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or_default());
        let own = |name: &str| self.0.iter().any(|own| own == name);
        said(header::HOST).is_some_and(own)
            && said(header::ORIGIN).is_none_or(|origin| origin.strip_prefix("http://").is_some_and(own))
    }
}

/// Lets requests through that name this host and come from its own page, so that no other page, and no name that is made to mean
/// this machine, reaches the engine.
async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let several = request.headers().get_all(header::HOST).iter().count() > 1;
    let mut response = match hosts.admit(request.headers()) {
        _ if several => (StatusCode::BAD_REQUEST, "a request names one host\n").into_response(),
        // The whole request has arrived when the answer begins.
        true => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request did not arrive\n").into_response(),
        },
        false => (StatusCode::FORBIDDEN, "this page is for this machine alone\n").into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Answers a question: lines that tell how far it is, and then the answer. If it is not waited for any more, it ends.
async fn ask(question: Bytes) -> Response {
    let (tell, told) = unbounded_channel();
    tokio::task::spawn_blocking(move || {
        let host = Arc::new(Asked { tell: tell.clone(), last: Mutex::new(SystemHost.now()) });
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = Limits { threads, judgments: Limits::BROWSER.judgments, ..Limits::NATIVE };
        let desk = Desk { exercise: racefree_exercises::ask, ..Desk::new(limits, host) };
        // The asker may be gone.
        let _ = tell.send(desk.ask(&String::from_utf8_lossy(&question)));
    });
    let lines = UnboundedReceiverStream::new(told).map(Ok::<String, Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

/// The host of a search that a page has asked for.
struct Asked {
    tell: UnboundedSender<String>,
    last: Mutex<Duration>,
}

impl Host for Asked {
    fn now(&self) -> Duration {
        SystemHost.now()
    }

    fn progress(&self, p: &Progress) -> bool {
        if let Ok(mut last) = self.last.try_lock()
            && self.now().saturating_sub(*last) >= OFTEN
        {
            *last = self.now();
            let Progress { states, executions, depth, frontier, .. } = p;
            let seen = json!({ "states": states, "executions": executions, "depth": depth, "frontier": frontier });
            let _ = self.tell.send(format!("{}\n", json!({ "progress": seen })));
        }
        !self.stops()
    }

    fn stops(&self) -> bool {
        self.tell.is_closed()
    }
}
