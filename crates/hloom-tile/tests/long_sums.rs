//! How long sums of products are taken: in halves that change places from call to call, in parts, with what else the tile
//! reads asked for meanwhile, and with vectors scaled that are tiny as a whole.

#[path = "samples/mod.rs"]
mod samples;

use hloom_num::DType;
use hloom_tile::eval::Machine;
use hloom_tile::kernel::*;
use hloom_tile::loop_ir::{BinOp, Elem, Program};
use hloom_tile::{Target, legal, lower, print_nest, sched, verify};

fn target() -> Target {
    Target {
        triple: "x86_64-unknown-linux-gnu".into(),
        cpu: "x86-64".into(),
        features: vec![],
        vector_bytes: 64,
        vector_regs: 32,
        cheap_masks: true,
        fma: true,
        slow_division: true,
        slow_subnormals: true,
        slow_gathers: true,
        gathers_words: true,
        wide_indices: true,
        l1_bytes: 48 << 10,
        l2_bytes: 1 << 20,
        l3_bytes: 32 << 20,
        cold: false,
        cores: 1,
        task_ns: Target::TASK_NS,
    }
}

/// Numbers of no pattern between -1 and 1.
fn numbers(n: i64) -> Vec<f32> {
    let mut x = 88_172_645_463_325_252u64;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

fn bytes(x: &[f32]) -> Vec<u8> {
    x.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// The nest, and the last buffer after each of some calls with the same scratch memory.
fn calls(k: &Kernel, t: &Target, bufs: &[Vec<f32>], count: usize) -> (String, Vec<Vec<f32>>) {
    let bufs: Vec<Vec<u8>> = bufs.iter().map(|b| bytes(b)).collect();
    let (nest, results) = calls_on_bytes(k, t, &bufs, count);
    let floats = |r: Vec<u8>| r.chunks(4).map(|c| f32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect();
    (nest, results.into_iter().map(floats).collect())
}

fn calls_on_bytes(k: &Kernel, t: &Target, bufs: &[Vec<u8>], count: usize) -> (String, Vec<Vec<u8>>) {
    let s = sched::schedule(k, t);
    let nest = print_nest(&s.kernel, &s.nest);
    legal::check(&s.kernel, &s.nest).unwrap_or_else(|e| panic!("{e}\n{nest}"));
    let l = lower(&s.kernel, &s.nest, t, "kernel").unwrap_or_else(|e| panic!("{e}\n{nest}"));
    verify::verify(&l.func).expect("valid");
    let program = Program { funcs: vec![l.func.clone()], externs: vec![] };
    let mut m = Machine::new(&program);
    m.fuel = 1 << 40;
    let addrs: Vec<u64> = bufs.iter().map(|b| m.memory.add(b.clone())).collect();
    let table = m.memory.add(addrs.iter().flat_map(|a| a.to_le_bytes()).collect());
    let scratch = m.memory.add(vec![0xa5; l.scratch_bytes as usize]);
    let mut results = Vec::new();
    for _ in 0..count {
        m.call("kernel", &[table, 0, l.tasks as u64, scratch]).expect("runs");
        results.push(m.memory.region(addrs[addrs.len() - 1]).expect("there").to_vec());
    }
    (nest, results)
}

#[test]
fn quarters_change_places_and_nobody_sees_it() {
    let k = samples::matmul(1, 128, 128, false, false);
    let bufs = [numbers(128), numbers(128 * 128), vec![0.0; 128]];
    let (nest, results) = calls(&k, &target(), &bufs, 3);
    assert_eq!(nest.matches("alternate").count(), 2, "{nest}");
    // One bit in memory turns them all: with two, what lies there first would decide which order they make together.
    let s = sched::schedule(&k, &target());
    let code = lower(&s.kernel, &s.nest, &target(), "kernel").expect("lowers").func.to_string();
    assert_eq!(code.matches(" xor ").count(), 1, "{code}");
    let bits = |r: &[f32]| r.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&results[0]), bits(&results[1]));
    assert_eq!(bits(&results[0]), bits(&results[2]));
    for (j, got) in results[0].iter().enumerate() {
        let want: f64 = (0..128).map(|i| f64::from(bufs[0][i]) * f64::from(bufs[1][128 * i + j])).sum();
        assert!((f64::from(*got) - want).abs() < 1e-5, "{j}: {got} for {want}");
    }
    // What fits the first-level cache is read in one order.
    let small = samples::matmul(1, 64, 64, false, false);
    let (nest, _) = calls(&small, &target(), &[numbers(64), numbers(64 * 64), vec![0.0; 64]], 1);
    assert!(!nest.contains("alternate"), "{nest}");
}

#[test]
fn what_a_tile_reads_at_its_end_is_asked_for() {
    let (m, n, terms) = (600, 512, 128);
    let mut k = Kernel::default();
    let [i, j, t] = [("i", m), ("j", n), ("t", terms)].map(|(name, extent)| k.add_axis(name, extent));
    let [a, b, state] = [[m, terms], [terms, n], [m, n]].map(|dims| k.add_buf(DType::F32, &dims, Role::In, 64));
    let x = samples::load(&mut k, a, samples::ixs(&[i, t]));
    let y = samples::load(&mut k, b, samples::ixs(&[t, j]));
    let product = samples::reduce(&mut k, "product", &[i, j], &[t], Comb::Fma, 0.0, vec![x, y]);
    let s = samples::load(&mut k, state, samples::ixs(&[i, j]));
    let p = samples::read(&mut k, product, &[i, j]);
    let e = samples::bin(&mut k, BinOp::FAdd, p, s);
    let sum = k.add_def("sum", vec![i, j], vec![Elem::F32], Body::Map(vec![e]));
    samples::out(&mut k, DType::F32, samples::ixs(&[i, j]), &[m, n], sum);
    let bufs = [numbers(m * terms), numbers(terms * n), numbers(m * n), vec![0.0; (m * n) as usize]];
    let (nest, results) = calls(&k, &target(), &bufs, 1);
    assert!(nest.contains(&format!("prefetch b{}", state.0)), "{nest}");
    let (row, column) = (599usize, 511usize);
    let dot: f64 = (0..128).map(|q| f64::from(bufs[0][row * 128 + q]) * f64::from(bufs[1][q * 512 + column])).sum();
    let want = dot + f64::from(bufs[2][row * 512 + column]);
    assert!((f64::from(results[0][row * 512 + column]) - want).abs() < 1e-5);
    let few = Target { l2_bytes: 8 << 20, ..target() };
    let (nest, _) = calls(&k, &few, &bufs, 1);
    assert!(!nest.contains(&format!("prefetch b{}", state.0)), "{nest}");
}

/// One large term first, then ones that are lost if they are added to it one by one: what is lost of a sum.
fn lost(nest_has: &str, k: &Kernel, t: &Target, bufs: &[Vec<f32>], terms: i64) -> f32 {
    let (nest, results) = calls(k, t, bufs, 1);
    assert!(nest.contains(nest_has), "{nest}");
    let want = LARGE + (terms - 1) as f32;
    results[0].iter().map(|x| (want - x).abs()).fold(0.0, f32::max)
}

const LARGE: f32 = (1 << 24) as f32;

/// `rows` by `cols`: the large number in the first row (or column), ones elsewhere.
fn one_large(rows: i64, cols: i64, in_row: bool) -> Vec<f32> {
    let at = |i: i64| if if in_row { i / cols == 0 } else { i % cols == 0 } { LARGE } else { 1.0 };
    (0..rows * cols).map(at).collect()
}

#[test]
fn long_sums_are_taken_in_parts() {
    let terms = 301;
    // A column of numbers; tiles of products that leave registers free; sums that wait in memory while a panel is packed.
    let columns = samples::sum(terms, 40, true);
    let bufs = [one_large(terms, 40, true), vec![0.0; 40]];
    assert!(lost("parts", &columns, &target(), &bufs, terms) <= 64.0);
    let thin = samples::matmul(3, 64, terms, false, false);
    let bufs = [one_large(3, terms, false), vec![1.0; terms as usize * 64], vec![0.0; 3 * 64]];
    assert!(lost("parts", &thin, &target(), &bufs, terms) <= 64.0);
    let terms = 512;
    let blocked = samples::matmul(64, 128, terms, false, false);
    let small = Target { l1_bytes: 32 << 10, l2_bytes: 32 << 10, ..target() };
    let bufs = [one_large(64, terms, false), vec![1.0; terms as usize * 128], vec![0.0; 64 * 128]];
    assert!(lost("loop k/48", &blocked, &small, &bufs, terms) <= 64.0);
}

#[test]
fn short_sums_are_taken_in_fewer_parts() {
    let of = |rows: i64, terms: i64| {
        let product = samples::matmul(rows, 64, terms, false, false);
        let bufs = [one_large(rows, terms, false), vec![1.0; (64 * terms) as usize], vec![0.0; (64 * rows) as usize]];
        (product, bufs)
    };
    // Four parts where the tile leaves registers free, two where it does not, one if the sum is shorter than their cost.
    let (product, bufs) = of(3, 64);
    assert!(lost("parts", &product, &target(), &bufs, 64) <= 16.0);
    let (product, bufs) = of(64, 64);
    assert!(lost("parts", &product, &target(), &bufs, 64) <= 32.0);
    let (product, bufs) = of(64, 31);
    assert!(!calls(&product, &target(), &bufs, 1).0.contains("parts"));
}

/// Eight terms that stand one after the other are taken in halves, also if they are a part of a sum themselves.
#[test]
fn terms_that_are_written_out_are_taken_in_halves() {
    for outer in [1, 2, 3] {
        let (rows, cols, terms) = (3, 64, 8);
        let mut k = Kernel::default();
        let [i, j, o, t] =
            [("i", rows), ("j", cols), ("o", outer), ("t", terms)].map(|(name, extent)| k.add_axis(name, extent));
        let [a, b] =
            [vec![rows, outer, terms], vec![terms, outer, cols]].map(|d| k.add_buf(DType::F32, &d, Role::In, 64));
        let x = samples::load(&mut k, a, samples::ixs(&[i, o, t]));
        let y = samples::load(&mut k, b, samples::ixs(&[t, o, j]));
        let product = samples::reduce(&mut k, "product", &[i, j], &[o, t], Comb::Fma, 0.0, vec![x, y]);
        samples::out(&mut k, DType::F32, samples::ixs(&[i, j]), &[rows, cols], product);
        let all = outer * terms;
        let large = |i: i64| if i % all == all - terms { LARGE } else { 1.0 };
        let x = (0..rows * all).map(large).collect();
        let bufs = [x, vec![1.0; (all * cols) as usize], vec![0.0; (rows * cols) as usize]];
        assert!(lost("parts", &k, &target(), &bufs, all) <= 4.0);
    }
}

/// A vector of `terms` numbers times a matrix with `n` columns of that type, added to `init`; twice it is the first result.
fn vector_times_matrix(dtype: DType, terms: i64, n: i64, init: f64) -> Kernel {
    let mut k = Kernel::default();
    let elem = Kernel::compute_elem(dtype);
    let [j, l] = [("j", n), ("l", terms)].map(|(name, extent)| k.add_axis(name, extent));
    let [a, b] = [vec![terms], vec![terms, n]].map(|d| k.add_buf(dtype, &d, Role::In, 64));
    let x = samples::load(&mut k, a, samples::ixs(&[l]));
    let y = samples::load(&mut k, b, samples::ixs(&[l, j]));
    let init = k.add_expr(elem, Expr::Float(init.to_bits()));
    let body =
        Body::Reduce { over: vec![l], comb: Comb::Fma, init: vec![init], args: vec![x, y], when: Pred::default() };
    let product = k.add_def("product", vec![j], vec![elem], body);
    let doubled = samples::read(&mut k, product, &[j]);
    let doubled = samples::bin(&mut k, BinOp::FAdd, doubled, doubled);
    let doubled = k.add_def("doubled", vec![j], vec![elem], Body::Map(vec![doubled]));
    samples::out(&mut k, dtype, samples::ixs(&[j]), &[n], doubled);
    samples::out(&mut k, dtype, samples::ixs(&[j]), &[n], product);
    k
}

/// The product as F32 on a machine with slow subnormals, and on another.
fn products(x: &[f32], w: &[f32]) -> [Vec<f32>; 2] {
    let n = w.len() / x.len();
    let k = vector_times_matrix(DType::F32, x.len() as i64, n as i64, 0.0);
    let bufs = [x.to_vec(), w.to_vec(), vec![0.0; n], vec![0.0; n]];
    [true, false].map(|slow_subnormals| {
        let (nest, mut results) = calls(&k, &Target { slow_subnormals, ..target() }, &bufs, 1);
        assert_eq!(nest.contains("scaled"), slow_subnormals, "{nest}");
        results.remove(0)
    })
}

#[test]
fn vectors_that_are_tiny_as_a_whole_are_scaled() {
    for (terms, n) in [(128, 128), (50, 200), (17, 130)] {
        let w = numbers(terms * n);
        let all = |scale: f32| -> Vec<f32> { numbers(terms).iter().map(|x| x * scale).collect() };
        let bits = |x: &[f32]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        // Ordinary numbers, and ones of which one alone is: nothing changes.
        let mut mixed = all(1e-38);
        mixed[3] = 0.25;
        for x in [all(1.0), all(1e-20), mixed] {
            let [scaled, plain] = products(&x, &w);
            assert_eq!(bits(&scaled), bits(&plain));
        }
        // Tiny ones: rounded once at the end, where results are subnormal numbers.
        for scale in [1e-29, 1e-36, 1e-38, 1e-41, 1e-44, 0.0] {
            let x = all(scale);
            let [scaled, plain] = products(&x, &w);
            for (j, (got, plain)) in scaled.iter().zip(&plain).enumerate() {
                let terms = x.iter().enumerate().map(|(i, x)| f64::from(*x) * f64::from(w[i * n as usize + j]));
                let want: f64 = terms.clone().sum();
                let unit = f64::from(f32::from_bits(1));
                let sum_of_sizes: f64 = terms.map(f64::abs).sum();
                let error = (f64::from(*got) - want).abs();
                assert!(error <= 0.5 * unit + sum_of_sizes * 1e-6, "{scale} {j}: {got:e} for {want:e}");
                assert!((got - plain).abs() <= 32.0 * f32::from_bits(1) + plain.abs() * 1e-4, "{got:e} {plain:e}");
            }
        }
    }
}

#[test]
fn scaling_makes_nothing_infinite_or_lost() {
    let (terms, n) = (128, 128);
    let largest = vec![f32::MAX; (terms * n) as usize];
    let w = numbers(terms * n);
    let all = |x: f32| vec![x; terms as usize];
    let sizes = [1e-3, 1e-12, 1e-20, 1.3e-29, 1.2e-29, -1e-40].map(|x| (all(x), &largest));
    for (x, w) in sizes.into_iter().chain([-0.0, f32::INFINITY].map(|x| (all(x), &w))) {
        let [scaled, plain] = products(&x, w);
        for (a, b) in scaled.iter().zip(&plain) {
            assert!(a == b || (a - b).abs() <= b.abs() * 1e-5 || a.is_nan() && b.is_nan(), "{a:e} {b:e}");
        }
    }
    let mut nan = all(1e-40);
    nan[100] = f32::NAN;
    assert!(products(&nan, &w).iter().flatten().all(|x| x.is_nan()));
    let mut w = w;
    w[5] = f32::INFINITY;
    let [scaled, plain] = products(&all(1e-40), &w);
    assert_eq!((scaled[5], plain[5]), (f32::INFINITY, f32::INFINITY));
    // A sum that begins with something is left as it is.
    let k = vector_times_matrix(DType::F32, terms, n, 0.75);
    let (nest, results) = calls(&k, &target(), &[all(1e-40), w, vec![0.0; n as usize], vec![0.0; n as usize]], 1);
    assert!(!nest.contains("scaled") && results[0][0] == 0.75, "{nest}");
}

#[test]
fn tiny_vectors_of_f64_are_scaled() {
    let (terms, n) = (64, 128);
    let le = |x: &[f64]| x.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
    let w: Vec<f64> = numbers(terms * n).iter().map(|x| f64::from(*x)).collect();
    let k = vector_times_matrix(DType::F64, terms, n, 0.0);
    for scale in [1.0, 1e-290, 1e-310, 1e-322] {
        let x: Vec<f64> = numbers(terms).iter().map(|x| f64::from(*x) * scale).collect();
        let room = vec![0; 8 * n as usize];
        let (nest, results) = calls_on_bytes(&k, &target(), &[le(&x), le(&w), room.clone(), room], 1);
        assert!(nest.contains("scaled"), "{nest}");
        for (j, got) in results[0].chunks(8).enumerate() {
            let got = f64::from_le_bytes(got.try_into().expect("eight"));
            // As large as ordinary numbers, where the sum is exact to far less than a unit of the result.
            let terms = x.iter().enumerate().map(|(i, x)| x * 2f64.powi(512) * w[i * n as usize + j]);
            let (want, sizes) = (terms.clone().sum::<f64>(), terms.map(f64::abs).sum::<f64>());
            let unit = f64::from_bits(1) * 2f64.powi(512);
            assert!((got * 2f64.powi(512) - want).abs() <= 0.5 * unit + sizes * 1e-15, "{scale:e} {j}: {got:e}");
        }
    }
}
