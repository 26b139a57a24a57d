//! Time of one fold, per op: `rebuild [OPS]`.

fn main() {
    let n = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(100_000);
    let mut times: Vec<_> = (0..7).map(|_| hloom_opt::bench::rebuild(n)).collect();
    times.sort_unstable();
    println!("{n} ops: {:?} = {:.3} us/op", times[3], times[3].as_secs_f64() * 1e6 / n as f64);
}
