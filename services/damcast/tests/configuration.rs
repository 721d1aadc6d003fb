//! Compares `docs/configuration.md` with the options of the program.

use std::{fs, path::Path};

#[test]
fn the_reference_of_the_configuration_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    let reference = damcast::configuration::reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &reference).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap();
    assert!(stored == reference, "it is another: run this test with UPDATE_DOCS=1");
    for variable in ["DAMCAST_NATS_PASSWORD_FILE", "DAMCAST_METRICS", "DAMCAST_DATA"] {
        assert!(reference.contains(variable), "{variable}");
    }
}
