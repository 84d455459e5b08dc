//! Replays the inputs that fuzzing kept.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "the fuzz targets, which are other crates, need it public")]
mod relations;

fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut inputs: Vec<_> =
        entries.map(|entry| entry.expect("a readable folder").path()).collect();
    inputs.sort();
    inputs
}

#[test]
#[expect(clippy::print_stdout, reason = "it is shown only when a relation fails")]
fn what_fuzzing_kept_still_holds() {
    for (target, relations) in relations::TARGETS {
        let inputs = inputs(target);
        assert!(!inputs.is_empty(), "{target} has no corpus");
        for path in inputs {
            println!("{}", path.display());
            relations(&fs::read(path).expect("a readable file"));
        }
    }
}
