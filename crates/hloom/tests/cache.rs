//! Objects that another compilation has left on disk: the same executables, without generating code.

use hloom::{Cache, Options, Target, compile, host_target, parse, target_for};
use std::path::PathBuf;
use std::sync::Arc;

const PROGRAM: &str = "func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.tanh %x : tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.constant dense<CONSTANT> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}";

struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("removed");
    }
}

/// Bytes of the executable; objects that were found and all there are.
fn run(constant: &str, target: &Target, cache: Option<Arc<Cache>>, threads: usize) -> (Vec<u8>, usize, usize) {
    let module = parse(PROGRAM.replace("CONSTANT", constant).as_bytes(), "program.mlir").expect("a program");
    let options = Options { cache, threads: Some(threads), ..Options::default() };
    let compiled = compile(&module, "main", target, &options).expect("an executable");
    (compiled.executable.to_bytes().expect("bytes"), compiled.stats.cached, compiled.stats.objects)
}

#[test]
fn what_was_compiled_is_not_compiled_again() {
    let directory = Directory(std::env::temp_dir().join(format!("hloom-objects-{}", std::process::id())));
    let open = || Some(Arc::new(Cache::open(&directory.0, Cache::LIMIT).expect("a directory")));
    let host = host_target();
    let (plain, none, objects) = run("0.0", &host, None, 1);
    assert_eq!(none, 0);
    assert_eq!(run("0.0", &host, open(), 2), (plain.clone(), 0, objects));
    assert_eq!(run("0.0", &host, open(), 1), (plain, objects, objects));

    // Another constant is another kernel and another entry; what comes before it is shared.
    let (other, _, objects) = run("0.5", &host, None, 1);
    let (bytes, cached, _) = run("0.5", &host, open(), 2);
    assert!(bytes == other && cached < objects, "{cached} of {objects}");
    assert_eq!(run("0.5", &host, open(), 2), (other, objects, objects));

    // Nothing is shared with another processor.
    let old = target_for("x86_64-unknown-linux-gnu", "x86-64-v2", &[]);
    let (slow, _, objects) = run("0.0", &old, None, 1);
    assert_eq!(run("0.0", &old, open(), 1), (slow.clone(), 0, objects));
    assert_eq!(run("0.0", &old, open(), 1), (slow, objects, objects));
}

#[test]
fn threads_share_a_cache() {
    let directory = Directory(std::env::temp_dir().join(format!("hloom-shared-{}", std::process::id())));
    let cache = Arc::new(Cache::open(&directory.0, Cache::LIMIT).expect("a directory"));
    let host = host_target();
    let plain = run("0.0", &host, None, 1).0;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..3).for_each(|_| assert_eq!(run("0.0", &host, Some(cache.clone()), 1).0, plain)));
        }
    });
}
