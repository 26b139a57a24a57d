#!/usr/bin/env bash
# Builds the wheel `hloom` into python/dist (or the directory given): plugin, command and Python API, LLVM inside.
#
# Needs what building needs (./setup --no-python), LLVM's static libraries (Debian's llvm-22-dev has them), the files to
# link zlib and zstd with (zlib1g-dev, libzstd-dev), and a Python with pip. Only the last two crates are built differently
# from `cargo build --release`: a linker script in the place of the shared LLVM names its static libraries.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here/dist}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here/.."
die() { echo "build_wheel: $*" >&2; exit 1; }

prefix=${LLVM_SYS_221_PREFIX:-${LLVM_SYS_191_PREFIX:-$(sed -n 's/^LLVM_SYS_.*_PREFIX = "\(.*\)"/\1/p' .cargo/config.toml 2>/dev/null)}}
config=$prefix/bin/llvm-config
[ -x "$config" ] || die "no LLVM: run ./setup --no-python first"
name=$("$config" --link-shared --libnames | cut -d' ' -f1) # libLLVM-22.so
static=$("$config" --link-static --libfiles x86 aarch64 passes) || die "LLVM's static libraries are not installed"
for lib in z zstd; do
  echo 'int main(void) { return 0; }' | cc -x c -o /dev/null - "-l$lib" 2>/dev/null ||
    die "cc finds no lib$lib: install its development package"
done

target=${CARGO_TARGET_DIR:-$here/../target}
mkdir -p "$target"
stage=$(mktemp -d "$target/wheel.XXXXXX")
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/link" "$stage/release"
{
  echo "GROUP ( $static )"
  echo 'INPUT ( AS_NEEDED ( -lz -lzstd -lxml2 -lstdc++ -lm ) )'
} >"$stage/link/$name"
build() { # arguments for cargo rustc, the file it makes
  cargo rustc --release "${@:1:$#-1}" -- -L "native=$stage/link"
  cp "$target/release/${*: -1}" "$stage/release/"
  if readelf -d "$stage/release/${*: -1}" | grep -q 'NEEDED.*libLLVM'; then
    die "${*: -1} still needs a shared LLVM"
  fi
}
build -p hloom-pjrt --lib --crate-type cdylib libhloom_pjrt.so
build -p hloom-cli --bin hloom hloom
HLOOM_WHEEL_FILES=$stage/release "${PYTHON:-python3}" -m pip wheel --quiet --no-deps --wheel-dir "$out" "$here"
ls -l "$out"/hloom-*.whl >&2
