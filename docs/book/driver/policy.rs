//! Content security policy of the book's pages: mdBook's theme has scripts inside its pages, and each page allows its own by their hashes.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};

/// Beginning of each page's head.
const HEAD: &str = "<meta charset=\"UTF-8\">";

/// The page with its policy.
pub fn with_policy(page: &str) -> String {
    let mut allowed = String::from("'self'");
    for script in page.split("<script>").skip(1).filter_map(|rest| Some(rest.split_once("</script>")?.0)) {
        allowed.push_str(&format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script))));
    }
    let policy = format!(
        "default-src 'none'; script-src {allowed}; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; \
         frame-src 'self'; base-uri 'none'; form-action 'none'"
    );
    page.replacen(HEAD, &format!("{HEAD}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"), 1)
}
