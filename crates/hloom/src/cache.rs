//! Objects kept on disk by content, so that no process generates code for a kernel that another one has compiled.
//!
//! The key of an object is a cryptographic hash of everything that it depends on: the loop IR, the target, the code
//! generator's sources and LLVM's version. So nothing ever becomes stale; what no longer occurs grows old and is removed.
//!
//! Many processes may use one directory:
//! * an entry appears whole, by renaming, or not at all;
//! * an entry holds a hash of its key and its bytes, and one that does not match is removed and counts as absent;
//! * whatever the file system refuses costs a compilation and is no error;
//! * nothing but what has the name of an entry is ever removed;
//! * entries that were not read for long go first where the bound is exceeded. The bound is looked at now and then, so
//!   that the directory may exceed it by a few hundred entries.

use std::fs::{self, File};
use std::hash::Hash;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// First bytes of an entry; a hash and the object follow.
const MAGIC: &[u8; 8] = b"HLOOMOB1";
/// Bytes before the object.
const HEAD: usize = MAGIC.len() + blake3::OUT_LEN;
/// Prefix of files that are being written.
const UNFINISHED: &str = "tmp-";
/// An unfinished file of that age is of a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);
/// An entry that is read says so once in that time.
const TOUCH: Duration = Duration::from_secs(24 * 3600);
/// What a file takes at least.
const BLOCK: u64 = 4096;

/// What an object depends on, hashed.
pub(crate) type Key = [u8; blake3::OUT_LEN];

/// The key of what is computed from a value.
pub(crate) fn key(of: &impl Hash) -> Key {
    hloom_plan::digest(of)
}

/// A directory of objects.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    limit: u64,
}

impl Cache {
    /// Bytes that a cache keeps if nothing else is said: 256 MiB.
    pub const LIMIT: u64 = 256 << 20;

    /// Opens or creates a cache that keeps `limit` bytes. What is in it runs as code: a new directory is the user's alone.
    ///
    /// # Errors
    /// If the directory does not exist and cannot be created.
    pub fn open(directory: &Path, limit: u64) -> io::Result<Cache> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let root = directory.join("objects");
        builder.create(&root)?;
        Ok(Cache { root, limit })
    }

    /// Where a user's cache is: `hloom` in `$XDG_CACHE_HOME`, or in `~/.cache`.
    pub fn default_directory() -> Option<PathBuf> {
        let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
        let caches = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|h| h.join(".cache")))?;
        Some(caches.join("hloom"))
    }

    /// Spread over directories, which grow slow with too many files.
    fn path(&self, key: &Key) -> PathBuf {
        let name = blake3::Hash::from_bytes(*key).to_hex();
        self.root.join(&name[..2]).join(&name[2..])
    }

    /// The object of that key.
    pub(crate) fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key);
        let mut bytes = fs::read(&path).ok()?;
        if bytes.len() < HEAD || bytes[..HEAD] != head(key, &bytes[HEAD..]) {
            // Damaged. If it cannot be removed it will be as useless the next time.
            let _ = fs::remove_file(&path);
            return None;
        }
        touch(&path);
        bytes.drain(..HEAD);
        Some(bytes)
    }

    /// Keeps an object.
    pub(crate) fn put(&self, key: &Key, object: &[u8]) {
        // One entry in 256 pays for looking at all of them, and every large one.
        if key[0] == 0 || object.len() as u64 > self.limit / 64 {
            self.trim();
        }
        // A full disk, a directory that is gone: the object will be compiled again.
        let _ = self.write(key, object);
    }

    fn write(&self, key: &Key, object: &[u8]) -> io::Result<()> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let path = self.path(key);
        let Some(directory) = path.parent() else { return Ok(()) };
        fs::create_dir_all(directory)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished = directory.join(format!("{UNFINISHED}{}-{number}", std::process::id()));
        let mut file = File::create_new(&unfinished)?;
        let written = file.write_all(&head(key, object)).and_then(|()| file.write_all(object));
        let done = written.and_then(|()| fs::rename(&unfinished, &path));
        if done.is_err() {
            fs::remove_file(&unfinished)?;
        }
        done
    }

    /// Removes what was not read for longest until three quarters of the bound are left, if it is exceeded.
    fn trim(&self) {
        let now = SystemTime::now();
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for file in files(&self.root).filter(|d| is_hex(d, 2)).flat_map(|d| files(&d.path())) {
            let Ok(data) = file.metadata() else { continue };
            let modified = data.modified().unwrap_or(now);
            let unfinished = file.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes());
            if is_hex(&file, 2 * blake3::OUT_LEN - 2) {
                entries.push((modified, data.len().next_multiple_of(BLOCK), file.path()));
            } else if unfinished && now.duration_since(modified).is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(file.path());
            }
        }
        let mut bytes: u64 = entries.iter().map(|e| e.1).sum();
        if bytes <= self.limit {
            return;
        }
        entries.sort();
        for (_, size, path) in entries {
            if bytes <= self.limit / 4 * 3 {
                break;
            }
            // What another process has removed is gone too.
            let _ = fs::remove_file(path);
            bytes -= size;
        }
    }
}

fn files(directory: &Path) -> impl Iterator<Item = fs::DirEntry> + use<> {
    fs::read_dir(directory).into_iter().flatten().flatten()
}

/// True for names of so many hexadecimal digits.
fn is_hex(file: &fs::DirEntry, digits: usize) -> bool {
    let name = file.file_name();
    name.len() == digits && name.as_encoded_bytes().iter().all(u8::is_ascii_hexdigit)
}

/// What stands before an object in its entry.
fn head(key: &Key, object: &[u8]) -> [u8; HEAD] {
    let mut h = blake3::Hasher::new();
    h.update(key).update(object);
    let mut out = [0; HEAD];
    out[..MAGIC.len()].copy_from_slice(MAGIC);
    out[MAGIC.len()..].copy_from_slice(h.finalize().as_bytes());
    out
}

/// Makes an entry young, if it is not.
fn touch(path: &Path) {
    let now = SystemTime::now();
    let old =
        fs::metadata(path).and_then(|m| m.modified()).is_ok_and(|t| now.duration_since(t).is_ok_and(|a| a > TOUCH));
    if old {
        let _ = File::options().append(true).open(path).and_then(|f| f.set_modified(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cache in a directory that goes with it.
    struct Scratch(Cache);

    impl Scratch {
        fn new(name: &str, limit: u64) -> Scratch {
            let dir = std::env::temp_dir().join(format!("hloom-cache-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&dir);
            Scratch(Cache::open(&dir, limit).expect("a directory"))
        }

        fn count(&self) -> usize {
            files(&self.0.root).flat_map(|d| files(&d.path())).count()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            fs::remove_dir_all(self.0.root.parent().expect("a directory")).expect("removed");
        }
    }

    #[test]
    fn what_was_put_is_got() {
        let s = Scratch::new("put", Cache::LIMIT);
        let (a, b) = (key(&"a"), key(&"b"));
        assert_eq!(s.0.get(&a), None);
        s.0.put(&a, b"object");
        s.0.put(&b, b"");
        s.0.put(&a, b"object");
        assert_eq!((s.0.get(&a), s.0.get(&b)), (Some(b"object".to_vec()), Some(Vec::new())));
        assert_eq!(s.count(), 2);
    }

    #[test]
    fn damaged_entries_are_absent() {
        let s = Scratch::new("damage", Cache::LIMIT);
        let (a, b) = (key(&"a"), key(&"b"));
        s.0.put(&a, b"object");
        let good = fs::read(s.0.path(&a)).expect("an entry");
        for n in 0..good.len() {
            fs::write(s.0.path(&a), &good[..n]).expect("cut");
            assert_eq!(s.0.get(&a), None, "{n} bytes");
            let mut bad = good.clone();
            bad[n] ^= 1;
            fs::create_dir_all(s.0.path(&a).parent().expect("a directory")).expect("there");
            fs::write(s.0.path(&a), &bad).expect("changed");
            assert_eq!(s.0.get(&a), None, "byte {n}");
        }
        assert_eq!(s.count(), 0);
        // The entry of another key.
        s.0.put(&b, b"another");
        fs::create_dir_all(s.0.path(&a).parent().expect("a directory")).expect("there");
        fs::rename(s.0.path(&b), s.0.path(&a)).expect("moved");
        assert_eq!(s.0.get(&a), None);
    }

    #[test]
    fn the_oldest_go_first() {
        let s = Scratch::new("bound", 40 * BLOCK);
        let keys: Vec<Key> = (0..50).map(|i| key(&i)).filter(|k| k[0] != 0).collect();
        let now = SystemTime::now();
        for (i, k) in keys.iter().enumerate() {
            s.0.put(k, &[i as u8]);
            let file = File::options().append(true).open(s.0.path(k)).expect("an entry");
            file.set_modified(now - TOUCH * (100 - i as u32)).expect("older");
        }
        // Reading makes it young.
        assert!(s.0.get(&keys[0]).is_some());
        s.0.trim();
        assert_eq!(s.count(), 30);
        assert!(s.0.get(&keys[0]).is_some() && s.0.get(&keys[1]).is_none() && s.0.get(&keys[keys.len() - 1]).is_some());
    }

    #[test]
    fn abandoned_files_go() {
        let s = Scratch::new("abandoned", Cache::LIMIT);
        let k = key(&0);
        s.0.put(&k, b"object");
        let left = s.0.path(&k).with_file_name(format!("{UNFINISHED}1-1"));
        fs::write(&left, b"half").expect("written");
        let other = left.with_file_name("notes.txt");
        fs::write(&other, b"not ours").expect("written");
        let aged = File::options().append(true).open(&other).expect("there");
        aged.set_modified(SystemTime::now() - 2 * ABANDONED).expect("older");
        s.0.trim();
        assert!(left.exists(), "its process may be at work");
        let file = File::options().append(true).open(&left).expect("there");
        file.set_modified(SystemTime::now() - 2 * ABANDONED).expect("older");
        s.0.trim();
        assert!(!left.exists() && other.exists() && s.0.get(&k).is_some());
    }

    #[test]
    fn without_a_directory_nothing_is_kept() {
        assert!(Cache::open(Path::new("/dev/null/cache"), Cache::LIMIT).is_err());
        let s = Scratch::new("gone", Cache::LIMIT);
        fs::remove_dir_all(&s.0.root).expect("removed");
        fs::write(&s.0.root, b"a file in its place").expect("written");
        s.0.put(&key(&0), b"object");
        assert_eq!(s.0.get(&key(&0)), None);
        fs::remove_file(&s.0.root).expect("removed");
        fs::create_dir(&s.0.root).expect("for the end");
    }

    #[test]
    fn threads_share_a_directory() {
        let s = Scratch::new("threads", 64 * BLOCK);
        std::thread::scope(|scope| {
            for t in 0..4u32 {
                let cache = &s.0;
                scope.spawn(move || {
                    for i in 0..500u32 {
                        let n = (i * 7 + t) % 100;
                        match cache.get(&key(&n)) {
                            Some(object) => assert_eq!(object, n.to_le_bytes()),
                            None => cache.put(&key(&n), &n.to_le_bytes()),
                        }
                        if i % 100 == t {
                            cache.trim();
                        }
                    }
                });
            }
        });
    }
}
