//! Runs every fuzz target on the inputs that fuzzing found, so that each stays fixed.

use std::{fs, path::Path};

#[test]
fn every_fuzz_target_accepts_its_corpus() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (target, body) in tests::fuzz::TARGETS {
        let corpus = corpora.join(target);
        let entries = fs::read_dir(&corpus).unwrap();
        let mut tried = 0;
        for entry in entries {
            body(&fs::read(entry.unwrap().path()).unwrap());
            tried += 1;
        }
        assert!(tried > 0, "the corpus of {target} is empty: {}", corpus.display());
    }
}
