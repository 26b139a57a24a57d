//! Random nests of loops and branches, integers only: control flow, phis and hoisting against the evaluator.

use super::*;

struct Gen {
    rng: Rng,
    /// Scalars and vectors that are visible here.
    scalars: Vec<Val>,
    vectors: Vec<Val>,
    budget: usize,
}

const VECTOR: Ty = Ty::vector(Elem::I64, 4);

impl Gen {
    fn below(&mut self, n: usize) -> usize {
        (self.rng.next() >> 33) as usize % n
    }
    fn scalar(&mut self) -> Val {
        let i = self.below(self.scalars.len());
        self.scalars[i]
    }
    fn vector(&mut self) -> Val {
        let i = self.below(self.vectors.len());
        self.vectors[i]
    }
    fn op(&mut self) -> BinOp {
        use BinOp::*;
        [Add, Sub, Mul, Xor, And, Or, SMin, UMax][self.below(8)]
    }

    /// Runs `f` in a nested block: what it defines is forgotten.
    fn nested<R>(&mut self, f: impl FnOnce(&mut Gen) -> R) -> R {
        let marks = (self.scalars.len(), self.vectors.len());
        let r = f(self);
        self.scalars.truncate(marks.0);
        self.vectors.truncate(marks.1);
        r
    }

    /// One carried scalar and one carried vector.
    fn pair(&mut self) -> Vec<Val> {
        vec![self.scalar(), self.vector()]
    }
    fn keep(&mut self, pair: &[Val]) {
        self.scalars.push(pair[0]);
        self.vectors.push(pair[1]);
    }

    fn block(&mut self, b: &mut FuncBuilder, depth: usize) {
        for _ in 0..3 + self.below(4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.below(if depth == 0 { 5 } else { 9 }) {
                0 | 1 => {
                    let (op, x, y) = (self.op(), self.scalar(), self.scalar());
                    let v = b.bin(op, x, y);
                    self.scalars.push(v);
                }
                2 => {
                    let (op, x, y) = (self.op(), self.vector(), self.vector());
                    let v = b.bin(op, x, y);
                    self.vectors.push(v);
                }
                3 => {
                    let (x, v) = (self.scalar(), self.vector());
                    let s = b.splat(x, 4);
                    let m = b.cmp(CmpOp::SLt, s, v);
                    let v = b.select(m, s, v);
                    self.vectors.push(v);
                }
                4 => {
                    let v = self.vector();
                    let s = b.expr(Ty::I64, Expr::Reduce(HReduce::Bin(BinOp::Add), v));
                    self.scalars.push(s);
                }
                5 | 6 => {
                    // Bounds from data, at most seven iterations, sometimes none.
                    let (x, step) = (self.scalar(), 1 + self.below(3) as i64);
                    let (seven, lo) = (b.i64(7), b.i64(self.below(3) as i64));
                    let hi = b.bin(BinOp::And, x, seven);
                    let init = self.pair();
                    let r = b.for_loop(lo, hi, step, &init, |b, iv, c| {
                        self.nested(|g| {
                            g.scalars.push(iv);
                            g.keep(c);
                            g.block(b, depth - 1);
                            g.pair()
                        })
                    });
                    self.keep(&r);
                }
                7 => {
                    let (x, y) = (self.scalar(), self.scalar());
                    let c = b.cmp(CmpOp::SLt, x, y);
                    let marks = (self.scalars.len(), self.vectors.len());
                    let mut branch = |b: &mut FuncBuilder| {
                        self.block(b, depth - 1);
                        let r = self.pair();
                        self.scalars.truncate(marks.0);
                        self.vectors.truncate(marks.1);
                        r
                    };
                    b.open();
                    let then = branch(b);
                    let then = (b.close(), then);
                    b.open();
                    let els = branch(b);
                    let els = (b.close(), els);
                    let results = vec![b.fresh_here(Ty::I64), b.fresh_here(VECTOR)];
                    b.push(Stmt::If { cond: c, then, els, results: results.clone() });
                    self.keep(&results);
                }
                _ => {
                    // A counter beside the pair bounds the iterations.
                    let (limit, start) = (self.scalar(), b.i64(0));
                    let mut init = self.pair();
                    init.push(start);
                    let me = std::cell::RefCell::new(&mut *self);
                    let r = b.while_loop(
                        &init,
                        |b, c| {
                            let (three, five) = (b.i64(3), b.i64(5));
                            let low = b.bin(BinOp::And, limit, three);
                            let more = b.cmp(CmpOp::SLt, c[2], low);
                            let short = b.cmp(CmpOp::SLt, c[2], five);
                            b.bin(BinOp::And, more, short)
                        },
                        |b, c| {
                            me.borrow_mut().nested(|g| {
                                g.keep(c);
                                g.scalars.push(c[2]);
                                g.block(b, depth - 1);
                                let mut next = g.pair();
                                let one = b.i64(1);
                                next.push(b.add(c[2], one));
                                next
                            })
                        },
                    );
                    self.keep(&r);
                }
            }
        }
    }
}

/// A kernel that mixes what is in its buffer and writes the last values back.
fn random(seed: u64) -> Func {
    let mut b = kernel(format!("r{seed}"));
    let p = buf(&mut b, 0);
    let (lo, hi) = (b.param(1), b.param(2));
    let v = b.load(VECTOR, p, 8);
    let o = b.i64(32);
    let q = b.ptr_add(p, o);
    let w = b.load(VECTOR, q, 8);
    let mut g = Gen { rng: Rng::new(seed), scalars: vec![lo, hi], vectors: vec![v, w], budget: 120 };
    g.block(&mut b, 3);
    let mut all = w;
    for v in g.vectors {
        let three = b.int(VECTOR, 3);
        let m = b.bin(BinOp::Mul, all, three);
        all = b.bin(BinOp::Xor, m, v);
    }
    for s in g.scalars {
        let s = b.splat(s, 4);
        all = b.bin(BinOp::Add, all, s);
    }
    b.store(p, all, 8);
    b.finish(true, false)
}

#[test]
fn random_nests() {
    let funcs: Vec<Func> = (1..=60).map(random).collect();
    let mut rng = Rng::new(99);
    let mut calls = Vec::new();
    for f in &funcs {
        for (lo, hi) in [(0, 5), (-7, 1234567)] {
            calls.push(Call { func: f.name.clone(), bufs: vec![(Elem::I64, rng.bytes(Elem::I64, 8))], lo, hi });
        }
    }
    let p = Program { funcs, externs: vec![] };
    for target in targets() {
        for (level, passes) in [(Level::None, false), (Level::Less, true), (Level::Default, true)] {
            check(&p, &calls, &target, &Options { level, passes, ..Options::default() });
        }
    }
}
