//! Puts the browser's engine into the program, if `app/web/build engine` has made it.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new("../web/built");
    println!("cargo:rerun-if-changed={}", folder.display());
    let made = env::var("OUT_DIR").unwrap_or_default();
    // Without them there is everything but what runs in a browser alone.
    for module in ["engine.wasm", "judge.wasm"] {
        fs::write(Path::new(&made).join(module), fs::read(folder.join(module)).unwrap_or_default())?;
    }
    Ok(())
}
