//! Checks that the campaign runs and finds nothing, with as little of it as does any harm.

use std::process::Command;

#[test]
fn a_few_kills_find_nothing() {
    let campaign = Command::new(env!("CARGO_BIN_EXE_campaign")).args(["kills", "3"]).output();
    let output = campaign.unwrap();
    let (printed, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{printed}{error}");
    assert!(printed.contains("lost / twice / unjudged / out of order"), "{printed}");
    assert!(printed.ends_with("no finding\n"), "{printed}");
}
