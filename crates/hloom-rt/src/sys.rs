//! The operating system and the processor: futexes, pages, limits, floating-point control.

use hloom_exe::Relaxations;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;

/// Blocks of this size and more are mapped, aligned to and backed by huge pages where the system has some.
pub(crate) const HUGE: usize = 2 << 20;

/// Sleeps until woken, if `word` still holds `expected`; may wake for no reason.
pub(crate) fn futex_wait(word: &AtomicU32, expected: u32) {
    let none = std::ptr::null::<libc::timespec>();
    // SAFETY: the word is live for the call; the kernel only reads it.
    unsafe {
        libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG, expected, none)
    };
}

/// Wakes up to `count` threads that sleep on `word`.
pub(crate) fn futex_wake(word: &AtomicU32, count: u32) {
    let count = count.min(i32::MAX as u32);
    // SAFETY: waking only uses the address.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, count) };
}

/// Blocks all signals for the calling thread: handlers of the host program run on its own threads.
pub(crate) fn block_signals() {
    // SAFETY: the set is initialised by sigfillset before it is used.
    unsafe {
        let mut set = std::mem::zeroed::<libc::sigset_t>();
        libc::sigfillset(&mut set);
        libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
    }
}

/// Processors that this thread may use.
pub(crate) fn affinity() -> Option<usize> {
    // Machines with more processors than fit a fixed set answer EINVAL until the set is large enough.
    let mut words = 16usize;
    while words <= 1 << 14 {
        let mut set = vec![0u64; words];
        // SAFETY: the pointer and the size describe `set`.
        let rc = unsafe { libc::sched_getaffinity(0, words * 8, set.as_mut_ptr().cast()) };
        if rc == 0 {
            return Some(set.iter().map(|w| w.count_ones() as usize).sum());
        }
        words *= 4;
    }
    None
}

/// Asks the kernel for the registers of the matrix unit (AMX), for all threads of the process, and for good; false where there are
/// none, or where it refuses, as it does while a thread has an alternate signal stack with no room for them. They are 8 KiB that
/// the kernel saves for those threads only that use them.
#[cfg(target_arch = "x86_64")]
pub(crate) fn allow_tiles() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_long = 18;
    // SAFETY: no pointers are involved.
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 }
}

/// The page size of the system.
pub(crate) fn page_size() -> usize {
    // SAFETY: no pointers are involved.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

/// Physical memory in bytes.
pub(crate) fn physical_memory() -> Option<u64> {
    // SAFETY: no pointers are involved.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    Some(u64::try_from(pages).ok()? * page_size() as u64)
}

/// Maps `bytes` of zeros, aligned to [`HUGE`], with huge pages where possible.
pub(crate) fn map_huge(bytes: usize) -> Option<NonNull<u8>> {
    let bytes = bytes.checked_next_multiple_of(page_size())?;
    let total = bytes.checked_add(HUGE)?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new anonymous mapping at an address of the kernel's choice touches nothing else.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), total, protection, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        return None;
    }
    let head = (base as usize).next_multiple_of(HUGE) - base as usize;
    let start = base.cast::<u8>().wrapping_add(head);
    // SAFETY: head and tail are inside the mapping just made and nobody knows them yet.
    unsafe {
        if head > 0 {
            libc::munmap(base, head);
        }
        let tail = total - head - bytes;
        if tail > 0 {
            libc::munmap(start.wrapping_add(bytes).cast(), tail);
        }
        libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE);
    }
    NonNull::new(start)
}

/// Gives back what [`map_huge`] returned.
///
/// # Safety
/// `start` must come from `map_huge(bytes)` and must not be used afterwards.
pub(crate) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(start.as_ptr().cast(), bytes.next_multiple_of(page_size())) };
}

/// Makes the pages of a mapping present and writable without changing their contents.
///
/// # Safety
/// The range must be writable memory that no other thread uses.
pub(crate) unsafe fn populate(start: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise; populating does not change contents.
    let rc = unsafe { libc::madvise(start.cast(), bytes, libc::MADV_POPULATE_WRITE) };
    // Any other failure means that memory is short; the pages then come when they are used, if they come.
    if rc != 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::EINVAL) {
        // Kernels before 5.14: touch each page.
        for offset in (0..bytes).step_by(page_size()) {
            // SAFETY: inside the range.
            unsafe { start.add(offset).write_volatile(start.add(offset).read_volatile()) };
        }
    }
}

/// How a thread computes with floats: nearest even, no traps, and subnormals kept unless they are to be flushed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Floats(u32);

impl Floats {
    pub(crate) const IEEE: Floats = Floats(FP_DEFAULT);

    pub(crate) fn of(relax: Relaxations) -> Floats {
        Floats(if relax.flush_subnormals { FP_DEFAULT | FP_FLUSH } else { FP_DEFAULT })
    }
}

/// That for as long as the guard lives.
pub(crate) struct FpGuard {
    saved: u64,
    now: Floats,
}

impl FpGuard {
    #[inline]
    pub(crate) fn new(floats: Floats) -> FpGuard {
        let saved = fp_control();
        set_fp_control(u64::from(floats.0));
        FpGuard { saved, now: floats }
    }

    /// Goes on with others.
    #[inline]
    pub(crate) fn change(&mut self, floats: Floats) {
        if self.now != floats {
            set_fp_control(u64::from(floats.0));
            self.now = floats;
        }
    }
}

impl Drop for FpGuard {
    #[inline]
    fn drop(&mut self) {
        set_fp_control(self.saved);
    }
}

#[cfg(target_arch = "x86_64")]
const FP_DEFAULT: u32 = 0x1f80;
#[cfg(target_arch = "aarch64")]
const FP_DEFAULT: u32 = 0;
/// Subnormal results become zero, and subnormal operands are taken as zero.
#[cfg(target_arch = "x86_64")]
const FP_FLUSH: u32 = 0x8040;
#[cfg(target_arch = "aarch64")]
const FP_FLUSH: u32 = 1 << 24;

#[cfg(target_arch = "x86_64")]
#[inline]
fn fp_control() -> u64 {
    let mut mxcsr = 0u32;
    // SAFETY: stores the register into a live variable.
    unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &mut mxcsr, options(nostack, preserves_flags)) };
    mxcsr.into()
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn set_fp_control(value: u64) {
    let mxcsr = value as u32;
    // SAFETY: the value is the default or was read from the register; the guard restores what Rust code expects.
    unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &mxcsr, options(nostack, preserves_flags)) };
}

#[cfg(target_arch = "aarch64")]
#[inline]
fn fp_control() -> u64 {
    let value: u64;
    // SAFETY: reads a control register.
    unsafe { std::arch::asm!("mrs {}, fpcr", out(reg) value, options(nomem, nostack, preserves_flags)) };
    value
}

#[cfg(target_arch = "aarch64")]
#[inline]
fn set_fp_control(value: u64) {
    // SAFETY: the value is the default or was read from the register; the guard restores what Rust code expects.
    unsafe { std::arch::asm!("msr fpcr, {}", in(reg) value, options(nostack, preserves_flags)) };
}

/// Control groups: the limits of containers.
pub(crate) mod cgroup {
    use std::path::{Path, PathBuf};

    /// Processors' worth of time that the process may use, rounded up.
    pub(crate) fn cpu_quota() -> Option<usize> {
        let v2 = ancestors("", "/sys/fs/cgroup").filter_map(|dir| {
            let text = read(&dir.join("cpu.max"))?;
            let (quota, period) = text.split_once(' ')?;
            ratio(quota, period)
        });
        let v1 =
            ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"].into_iter().flat_map(|root| ancestors("cpu", root));
        let v1 =
            v1.filter_map(|dir| ratio(&read(&dir.join("cpu.cfs_quota_us"))?, &read(&dir.join("cpu.cfs_period_us"))?));
        v2.chain(v1).min()
    }

    /// Bytes of memory that the process may use.
    pub(crate) fn memory_limit() -> Option<u64> {
        let v2 = ancestors("", "/sys/fs/cgroup").filter_map(|dir| read(&dir.join("memory.max"))?.parse().ok());
        let v1 = ancestors("memory", "/sys/fs/cgroup/memory");
        let v1 = v1.filter_map(|dir| read(&dir.join("memory.limit_in_bytes"))?.parse().ok());
        v2.chain(v1).min()
    }

    fn read(path: &Path) -> Option<String> {
        Some(std::fs::read_to_string(path).ok()?.trim().to_owned())
    }

    pub(super) fn ratio(quota: &str, period: &str) -> Option<usize> {
        let (quota, period): (u64, u64) = (quota.parse().ok()?, period.parse().ok()?);
        (quota > 0 && period > 0).then(|| quota.div_ceil(period) as usize)
    }

    /// The process's group in a hierarchy (`""` is version 2) and the groups above it. Inside a container the path of
    /// the group may not exist below the mount; the mount itself is then the group.
    fn ancestors(controller: &str, root: &str) -> impl Iterator<Item = PathBuf> {
        let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let line = groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            let controllers = fields.next()?;
            let path = fields.next()?;
            let ours = controllers.split(',').any(|c| c == controller);
            ours.then(|| path.trim_matches('/').to_owned())
        });
        let root = PathBuf::from(root);
        let group = root.join(line.unwrap_or_default());
        let dirs: Vec<PathBuf> =
            group.ancestors().take_while(|dir| dir.starts_with(&root)).map(Path::to_path_buf).collect();
        dirs.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_round_up() {
        assert_eq!(cgroup::ratio("150000", "100000"), Some(2));
        assert_eq!(cgroup::ratio("max", "100000"), None);
        assert_eq!(cgroup::ratio("-1", "100000"), None);
        assert_eq!(cgroup::ratio("1000", "0"), None);
    }

    #[test]
    fn the_machine_answers() {
        assert!(affinity().is_some_and(|n| n > 0));
        assert!(physical_memory().is_some_and(|n| n > 1 << 20));
        assert!(page_size().is_power_of_two());
    }

    #[test]
    fn the_callers_floating_point_mode_comes_back() {
        let before = fp_control();
        // Flush to zero, as some hosts set it.
        let odd = before | u64::from(FP_FLUSH);
        set_fp_control(odd);
        {
            let mut guard = FpGuard::new(Floats::IEEE);
            assert_eq!(fp_control(), u64::from(FP_DEFAULT));
            guard.change(Floats::of(Relaxations { flush_subnormals: true }));
            assert_eq!(fp_control(), u64::from(FP_DEFAULT | FP_FLUSH));
        }
        let restored = fp_control();
        set_fp_control(before);
        assert_eq!(restored, odd);
    }
}
