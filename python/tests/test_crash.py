"""Killed processes, full disks, damaged files: errors, and nothing wrong afterwards.

`python tests/test_crash.py [-k PATTERN]` runs on the plugin that `hloom.library_path()` finds.
"""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import hloom
import numpy as np

TEXT = """func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = stablehlo.add %0, %x : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}"""
X = np.linspace(-2, 2, 32, dtype=np.float32).reshape(4, 8)

# Compiles programs FIRST to LAST with JAX's compile cache in DIRECTORY; every one is checked. What is written is what a
# process found in the cache; `ready` when JAX is there.
CACHED = """
import os, resource, sys
import jax, jax.numpy as jnp, numpy as np
directory, first, last, limit = sys.argv[1], *map(int, sys.argv[2:])
jax.config.update("jax_compilation_cache_dir", directory)
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
hits = []
jax.monitoring.register_event_listener(lambda name, **_: hits.append(name) if name.endswith("cache_hits") else None)
x = np.linspace(-1, 1, 100, dtype=np.float32)
assert jax.devices()[0] == jax.devices("hloom")[0]
print("ready", flush=True)
if limit:  # as a disk that is full
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
for k in range(first, last):
    got = jax.jit(lambda x: jnp.tanh(x * k) @ jnp.ones(100) + k)(x)
    np.testing.assert_allclose(got, np.tanh(x * k).sum() + k, rtol=1e-4, atol=1e-4)
print(len(hits), flush=True)
"""

# Compiles programs FIRST to LAST with Hloom's own cache, where the environment says; every one is checked.
KERNELS = """
import resource, sys
import jax, jax.numpy as jnp, numpy as np
first, last, limit = map(int, sys.argv[1:])
x = np.linspace(-1, 1, 100, dtype=np.float32)
assert jax.devices()[0] == jax.devices("hloom")[0]
print("ready", flush=True)
if limit:  # as a disk that is full
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
for k in range(first, last):
    got = jax.jit(lambda x: jnp.tanh(x * k) + k)(x)
    np.testing.assert_allclose(got, np.tanh(x * k) + k, rtol=1e-5, atol=1e-5)
"""

# Puts executables in the cache that are whole for JAX, which packs them, and damaged for the plugin.
DAMAGE = """
import sys
from pathlib import Path
from jax._src import compilation_cache as cc
for i, path in enumerate(sorted(Path(sys.argv[1]).glob("*-cache"))):
    data = cc.decompress_executable(path.read_bytes())
    half, changed = data[: len(data) // 2], bytearray(data)
    changed[len(data) * 3 // 4] ^= 16
    path.write_bytes(cc.compress_executable((half, bytes(changed), data[:20], data + b"more")[i % 4]))
"""


def environment(**more):
    path = os.pathsep.join(filter(None, [str(HERE.parent), os.environ.get("PYTHONPATH")]))
    library = hloom.library_path()
    return {**os.environ, "PYTHONPATH": path, "HLOOM_PJRT_LIBRARY": library, "JAX_PLATFORMS": "hloom,cpu", **more}


def start(code, *args, **more):
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**more))


class CompileCache(unittest.TestCase):
    """JAX's persistent compile cache, with what the plugin serialises."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.directory = Path(self.temporary.name) / "cache"

    def run_cached(self, first, last, limit=0, directory=None):
        """Runs to the end: how many programs came from the cache."""
        process = start(CACHED, directory or self.directory, first, last, limit)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, err)
        return int(out.split()[-1])

    def entries(self):
        return list(self.directory.glob("*-cache"))

    def test_killed_while_writing(self):
        for delay in (0.0, 0.003, 0.02):
            process = start(CACHED, self.directory, 0, 500, 0)
            self.assertEqual(process.stdout.readline(), "ready\n")
            before, end = len(self.entries()), time.monotonic() + 60
            while len(self.entries()) < before + 3 and time.monotonic() < end:
                time.sleep(0.001)
            time.sleep(delay)
            process.kill()
            process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertGreater(len(self.entries()), 3)
        hits = self.run_cached(0, 10)
        self.assertGreater(hits, 3)

    def test_damaged_entries(self):
        self.run_cached(0, 8)
        for i, path in enumerate(self.entries()):
            data = path.read_bytes()
            path.write_bytes((data[: len(data) // 2], b"", data[:-1], b"x" + data)[i % 4])
        hits = self.run_cached(0, 8)
        self.assertEqual(hits, 0)

    def test_damaged_executables(self):
        self.run_cached(0, 8)
        process = start(DAMAGE, self.directory)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, err)
        self.run_cached(0, 8)

    def test_full_disk(self):
        self.run_cached(0, 4, limit=2000)
        self.assertEqual({p.stat().st_size for p in self.entries()}, {2000})
        # JAX keeps what it could write of an entry: such programs are compiled again every time.
        self.run_cached(0, 4)

    def test_directory_that_cannot_be_written(self):
        file = Path(self.temporary.name) / "file"
        file.write_text("not a directory")
        hits = self.run_cached(0, 2, directory=file / "cache")
        self.assertEqual(hits, 0)


class ObjectCache(unittest.TestCase):
    """Hloom's own cache: objects by content, for every process of the user's."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)

    def begin(self, first, last, limit=0):
        return start(KERNELS, first, last, limit, HLOOM_CACHE_DIR=str(self.directory))

    def end(self, process):
        _, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, err)

    def entries(self):
        """Time and bytes of each."""
        files = self.directory.glob("objects/??/" + "?" * 62)
        return {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in files}

    def test_the_next_process_compiles_nothing(self):
        self.end(self.begin(0, 8))
        before = self.entries()
        self.assertGreaterEqual(len(before), 8)
        self.end(self.begin(0, 8))
        self.assertEqual(self.entries(), before)

    def test_two_processes_at_once(self):
        both = [self.begin(0, 30), self.begin(0, 30)]
        for process in both:
            self.end(process)
        before = self.entries()
        self.end(self.begin(0, 30))
        self.assertEqual(self.entries(), before)

    def test_killed_while_writing(self):
        for delay in (0.0, 0.003, 0.02):
            process = self.begin(0, 500)
            self.assertEqual(process.stdout.readline(), "ready\n")
            before, end = len(self.entries()), time.monotonic() + 60
            while len(self.entries()) < before + 3 and time.monotonic() < end:
                time.sleep(0.001)
            time.sleep(delay)
            process.kill()
            process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL)
        whole = self.entries()
        self.end(self.begin(0, 10))
        self.assertEqual({p: e for p, e in self.entries().items() if p in whole}, whole)

    def test_damaged_entries(self):
        self.end(self.begin(0, 8))
        good = {p: data for p, (_, data) in self.entries().items()}
        names = sorted(good)
        for i, (path, other) in enumerate(zip(names, names[1:] + names[:1])):
            data, half = good[path], len(good[path]) // 2
            changed = data[:half] + bytes([data[half] ^ 16]) + data[half + 1 :]
            path.write_bytes((data[:half], b"", changed, data + b"more", good[other])[i % 5])
        self.end(self.begin(0, 8))
        self.assertEqual({p: data for p, (_, data) in self.entries().items()}, good)

    def test_full_disk(self):
        self.end(self.begin(0, 4, limit=100))
        self.assertEqual(list(self.directory.glob("objects/*/*")), [])

    def test_directory_that_cannot_be_made(self):
        file = self.directory / "file"
        file.write_text("not a directory")
        self.directory = file / "cache"
        self.end(self.begin(0, 2))


class Files(unittest.TestCase):
    """What `Program.save` writes and `hloom.load` reads."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)
        self.path = self.directory / "p.hloom"
        self.program = hloom.compile(TEXT)
        (self.expected,) = self.program(X)

    def check(self):
        (got,) = hloom.load(self.path)(X)
        np.testing.assert_array_equal(got, self.expected)
        self.assertEqual([p.name for p in self.directory.iterdir()], ["p.hloom"])

    def test_truncated_and_changed(self):
        self.program.save(self.path)
        good = self.path.read_bytes()
        cut = [good[:n] for n in range(0, len(good), 97)]
        changed = [good[:i] + bytes([good[i] ^ 64]) + good[i + 1 :] for i in range(0, len(good), 89)]
        for bad in [*cut, *changed, good + b"\0", b"\0" * len(good)]:
            self.path.write_bytes(bad)
            with self.assertRaises(hloom.Error):
                hloom.load(self.path)
        self.path.write_bytes(good)
        self.check()

    def test_full_disk(self):
        self.program.save(self.path)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        try:
            with self.assertRaises(OSError):
                self.program.save(self.path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        self.check()

    def test_no_directory(self):
        with self.assertRaises(OSError):
            self.program.save(self.directory / "none" / "p.hloom")

    def test_killed_while_saving(self):
        self.program.save(self.path)
        code = "import hloom, sys\nprogram = hloom.load(sys.argv[1])\nprint('ready', flush=True)\nwhile True: program.save(sys.argv[1])"
        for delay in (0.01, 0.013, 0.017):
            process = start(code, self.path)
            self.assertEqual(process.stdout.readline(), "ready\n")
            time.sleep(delay)
            process.kill()
            process.communicate()
            for part in self.directory.glob(".*"):
                part.unlink()  # what the killed process was writing
            self.check()

    def test_threads_save_one_file(self):
        threads = [threading.Thread(target=lambda: [self.program.save(self.path) for _ in range(50)]) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.check()


if __name__ == "__main__":
    unittest.main()
