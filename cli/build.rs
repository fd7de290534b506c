//! Puts the browser's engine into the program, if `web/build engine` has made it.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new("../web/built");
    println!("cargo:rerun-if-changed={}", folder.display());
    let made = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("engine.wasm");
    // Without it there is everything but what runs in a browser alone.
    fs::write(made, fs::read(folder.join("engine.wasm")).unwrap_or_default())
}
