//! Makes cargo embed the pages again after each build of them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../web/dist");
}
