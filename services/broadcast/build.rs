//! Has the pages embedded anew whenever they were built anew.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../web/dist");
}
