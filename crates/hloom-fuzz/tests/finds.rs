//! What fuzzing has found, and what must not come back: the files of `filetests/finds`, in a folder for each target.

use hloom_fuzz::Target;
use std::path::Path;

#[test]
fn finds_stay_mended() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/finds");
    let mut ran = 0;
    for folder in std::fs::read_dir(dir).expect("filetests are there") {
        let folder = folder.expect("a readable entry").path();
        let target = folder.file_name().and_then(|n| n.to_str()).and_then(Target::named).expect("a target's name");
        for file in std::fs::read_dir(&folder).expect("a folder") {
            let file = file.expect("a readable entry").path();
            println!("{}", file.display());
            target.run(&std::fs::read(&file).expect("a readable file"));
            ran += 1;
        }
    }
    assert!(ran >= 5);
}
