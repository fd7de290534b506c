//! Has the crate built anew when a program is added, changed or taken away.

fn main() {
    println!("cargo:rerun-if-changed=.");
}
