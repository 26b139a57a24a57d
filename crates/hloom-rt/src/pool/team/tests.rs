//! A loop in Rust, as a compiled one would be, on pools of all kinds.

use super::known::Lesson;
use super::*;
use std::mem::MaybeUninit;

const N: usize = 24;

/// A ring of numbers, each of which becomes the sum of itself and its neighbour in every step.
struct Ring {
    now: [AtomicU64; N],
    next: [AtomicU64; N],
    left: AtomicI64,
    most_members: AtomicI64,
}

fn ring(steps: i64) -> Ring {
    Ring {
        now: std::array::from_fn(|i| AtomicU64::new(i as u64 * i as u64)),
        next: std::array::from_fn(|_| AtomicU64::new(0)),
        left: AtomicI64::new(steps),
        most_members: AtomicI64::new(0),
    }
}

unsafe extern "C" fn body(
    _: *const Ctx,
    args: *const *const u8,
    _: *const *mut u8,
    _: *mut u8,
    _: *const *const u8,
    member: *const Member,
) -> i64 {
    // SAFETY: the test passes a ring.
    let (ring, m) = unsafe { (&*args.cast::<Ring>(), &*member) };
    let tell = |function: Option<abi::MeetFn>| {
        if m.members > 1 {
            // SAFETY: the member is the one given.
            unsafe { function.expect("a function")(member) };
        }
    };
    ring.most_members.fetch_max(m.members, Relaxed);
    let part = |member: i64| N * member as usize / m.members as usize;
    let own = part(m.member)..part(m.member + 1);
    let mut left = ring.left.load(Relaxed);
    let last = left - m.steps.min(left);
    // As a compiled loop: nobody goes on before all have read what they need.
    tell(m.meet);
    while left > last {
        for i in own.clone() {
            let sum = ring.now[i].load(Relaxed).wrapping_add(ring.now[(i + 1) % N].load(Relaxed));
            ring.next[i].store(sum, Relaxed);
        }
        tell(m.arrive);
        tell(m.wait);
        own.clone().for_each(|i| ring.now[i].store(ring.next[i].load(Relaxed), Relaxed));
        tell(m.meet);
        left -= 1;
    }
    if m.member + 1 == m.members {
        ring.left.store(left, Relaxed);
    }
    if left > 0 { abi::STATUS_MORE } else { abi::STATUS_OK }
}

fn run(pool: &Pool, ring: &Ring, known: &Known, cancelled: &AtomicU32) -> i64 {
    let ctx = MaybeUninit::<Ctx>::zeroed();
    let null = std::ptr::null_mut::<u8>();
    let l = SharedLoop {
        body,
        ctx: ctx.as_ptr(),
        args: std::ptr::from_ref(ring).cast(),
        results: null.cast(),
        arena: null.cast(),
        constants: null.cast(),
        steps: 10,
        scratch_bytes: 0,
        threads: 7,
        floats: sys::Floats::IEEE,
        cancelled,
        known,
    };
    // SAFETY: the body reads the ring only, and of the context nobody reads more than the scratch block's address.
    unsafe { pool.share_loop(&l) }
}

fn numbers(ring: &Ring) -> Vec<u64> {
    ring.now.iter().map(|x| x.load(Relaxed)).collect()
}

/// Whether a team is tried, comes, is faster, is left: the result is that of one thread.
#[test]
fn members_come_and_go_between_steps() {
    let cancelled = AtomicU32::new(0);
    for (threads, teams) in [(2, Teams::Faster), (2, Teams::InTurn), (7, Teams::InTurn), (1, Teams::InTurn)] {
        let (pool, known) = (Pool::with_teams(threads, teams), Known::default());
        for steps in [0, 1, 2, 50, 3_000] {
            let (alone, shared) = (ring(steps), ring(steps));
            run(&Pool::new(1), &alone, &Known::default(), &cancelled);
            // A second caller finds the pool taken, or takes it.
            let beside = ring(steps);
            std::thread::scope(|s| {
                s.spawn(|| assert_eq!(run(&pool, &beside, &known, &cancelled), abi::STATUS_OK));
                assert_eq!(run(&pool, &shared, &known, &cancelled), abi::STATUS_OK);
            });
            assert_eq!(numbers(&shared), numbers(&alone), "{threads} threads, {teams:?}, {steps} steps");
            assert_eq!(numbers(&beside), numbers(&alone), "{threads} threads, {teams:?}, {steps} steps, beside");
        }
        // On a busy machine some of seven come late.
        let mut members = 0;
        for _ in 0..100 {
            let alone = ring(2_000);
            assert_eq!(run(&pool, &alone, &known, &cancelled), abi::STATUS_OK);
            members = members.max(alone.most_members.into_inner());
            if teams == Teams::Faster || members == threads as i64 {
                break;
            }
        }
        assert!(members <= threads as i64 && (teams == Teams::Faster || members == threads as i64), "{members}");
        // The pool is free again.
        pool.run(100, |_| {});
    }
}

#[test]
fn a_loop_can_be_cancelled_between_phases() {
    for teams in [Teams::Faster, Teams::InTurn] {
        let pool = Pool::with_teams(2, teams);
        let cancelled = AtomicU32::new(1);
        assert_eq!(run(&pool, &ring(1 << 40), &Known::default(), &cancelled), abi::STATUS_CANCELLED, "{teams:?}");
    }
}

/// A session that lost so much, at whose end the loop ended too or not.
fn lost(ns: impl Into<Option<f64>>, ended: bool) -> Outcome {
    Outcome { status: ended.then_some(abi::STATUS_OK), lost_ns: ns.into() }
}

#[test]
fn what_was_in_vain_is_put_off_longer_and_longer() {
    let (mut lesson, now) = (Lesson::default(), Instant::now());
    let ms = |n: u64| Duration::from_millis(n);
    let rests: Vec<Duration> = (0..13)
        .map(|_| {
            lesson.learn(&lost(1e3, false), 5.0, now);
            assert_eq!(lesson.not_before, Some(now + lesson.rest));
            lesson.rest
        })
        .collect();
    assert_eq!(rests[..3], [ms(1), ms(2), ms(4)]);
    assert_eq!(rests[10..], [ms(1024), ms(2000), ms(2000)]);
    lesson.learn(&lost(-1e3, false), 5.0, now);
    assert_eq!((lesson.faster_than, lesson.not_before, lesson.rest), (Some(5.0), None, ms(0)));
    // Four milliseconds lost are a twentieth of the time until it is tried again.
    lesson.learn(&lost(4e6, false), 5.0, now);
    assert_eq!((lesson.faster_than, lesson.rest), (None, ms(80)));
}

/// A core that has slept is slow at first. What a team may lose until it is faster grows with the time for which it was put off.
#[test]
fn a_team_is_tried_for_longer_the_longer_it_was_put_off() {
    let (mut lesson, now) = (Lesson::default(), Instant::now());
    let mut account = Account::default();
    assert!(!account.may_go_on(lesson.may_lose_ns));
    lesson.learn(&lost(13_000.0, false), 600.0, now);
    assert_eq!(lesson.may_lose_ns, 50_000.0);
    lesson.learn(&lost(13_000.0, false), 600.0, now);
    assert_eq!(lesson.may_lose_ns, 100_000.0);
    for _ in 0..4 {
        assert!(!account.is_faster(70_000.0, 40_000.0, true));
        assert!(account.may_go_on(121_000.0));
    }
    assert!(!account.may_go_on(lesson.may_lose_ns));
    // Once it was faster, it is judged by what it loses.
    assert!(account.is_faster(20_000.0, 40_000.0, true));
    assert!(!account.may_go_on(1e9));
    lesson.learn(&lost(-1.0, false), 600.0, now);
    assert_eq!(lesson.may_lose_ns, 50_000.0);
}

/// A loop may end before the core is awake: the next run goes on trying, as long as all runs together have not lost too much.
#[test]
fn a_team_is_tried_again_where_the_loop_ended_too_soon() {
    let (mut lesson, now) = (Lesson::default(), Instant::now());
    lesson.learn(&lost(30_000.0, true), 5.0, now);
    assert_eq!((lesson.may_lose_ns, lesson.not_before), (15_000.0, None));
    // To call workers costs something too, if nothing came out.
    lesson.learn(&lost(None, true), 5.0, now);
    assert_eq!((lesson.may_lose_ns, lesson.not_before), (10_000.0, None));
    lesson.learn(&lost(6_000.0, true), 5.0, now);
    assert_eq!((lesson.may_lose_ns, lesson.not_before), (50_000.0, Some(now + Duration::from_millis(1))));
    lesson.learn(&lost(-1e3, true), 5.0, now);
    lesson.learn(&lost(None, true), 6.0, now);
    assert_eq!((lesson.faster_than, lesson.may_lose_ns), (Some(5.0), 50_000.0));
}
