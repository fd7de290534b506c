//! Requests that wait for their answer. Whoever takes a request out answers it: the server when it is done, or the reader when it is
//! cancelled. So a cancelled request is answered at once, and no request twice.

use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Flag that ends the work for a request.
pub(crate) type Interrupt = Arc<AtomicBool>;

/// The requests that have no answer yet.
#[derive(Clone, Default)]
pub(crate) struct Pending(Arc<Mutex<HashMap<RequestId, Interrupt>>>);

impl Pending {
    fn table(&self) -> MutexGuard<'_, HashMap<RequestId, Interrupt>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has come.
    pub(crate) fn begin(&self, id: RequestId) {
        self.table().insert(id, Interrupt::default());
    }

    /// The flag of a request; none, if it was cancelled.
    pub(crate) fn interrupt(&self, id: &RequestId) -> Option<Interrupt> {
        self.table().get(id).cloned()
    }

    /// Takes a request out to answer it. Returns false if that was done already.
    pub(crate) fn end(&self, id: &RequestId) -> bool {
        self.table().remove(id).is_some()
    }

    /// Cancels a request by the parameters of `$/cancelRequest`; its answer, if it waits for one.
    pub(crate) fn cancel(&self, params: &Value) -> Option<Response> {
        let id: RequestId = match &params["id"] {
            Value::Number(n) => i32::try_from(n.as_i64()?).ok()?.into(),
            Value::String(text) => text.clone().into(),
            _ => return None,
        };
        self.table().remove(&id)?.store(true, Ordering::SeqCst);
        Some(Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned()))
    }
}
