//! Round trips and damaged bytes.
#![allow(clippy::unwrap_used, reason = "tests")]

use hloom_exe::{
    ArgSig, Blob, ErrorEntry, ExeError, Executable, HostCall, Image, Kernel, ResultSig, Target, TensorSig, Verify, abi,
};
use hloom_num::DType;

fn tensor(dtype: DType, dims: &[i64]) -> TensorSig {
    TensorSig { dtype, dims: dims.to_vec() }
}

fn sample() -> Executable {
    let page = 4096;
    Executable {
        name: "jit_step".into(),
        abi: abi::VERSION,
        target: Target {
            triple: "x86_64-unknown-linux-gnu".into(),
            cpu: "znver5".into(),
            features: vec!["avx2".into(), "fma".into()],
        },
        relax: "flush-subnormals".parse().unwrap(),
        image: Image { bytes: Blob::from(vec![0xc3; 40]), page, text_end: 40, rodata_end: page, memory_end: page },
        entry: 16,
        args: vec![
            ArgSig { name: "x".into(), tensor: tensor(DType::F32, &[2, 3]), alias: Some(1), donated: true },
            ArgSig { name: "n".into(), tensor: tensor(DType::I64, &[]), alias: None, donated: false },
        ],
        results: vec![
            ResultSig { name: String::new(), tensor: tensor(DType::BF16, &[0, 7]), alias: None },
            ResultSig { name: "y".into(), tensor: tensor(DType::F32, &[2, 3]), alias: Some(0) },
        ],
        constants: vec![Blob::from(vec![1; 100]), Blob::from(vec![2; 64]), Blob::from(vec![1; 100])],
        arena_bytes: 4096,
        scratch_bytes: 128,
        planned_peak_bytes: 9000,
        kernels: vec![Kernel {
            symbol: "k0".into(),
            offset: 0,
            flops: 6,
            bytes: 48,
            ops: "add @ a.py:3".into(),
            op_name: "jit(f)/add".into(),
            op_names: vec!["jit(f)/add".into(), "jit(f)/mul".into()],
        }],
        errors: vec![ErrorEntry { op: "divide".into(), message: "by zero".into() }],
        host_calls: vec![HostCall {
            name: "print".into(),
            config: vec![0, 255],
            operands: vec![tensor(DType::C64, &[4])],
            results: vec![],
        }],
        notes: vec![("options".into(), "O2".into()), ("version".into(), "1".into())],
        source: Some(Blob::from(b"module {}".to_vec())),
    }
}

fn read(bytes: &[u8]) -> Result<Executable, ExeError> {
    Executable::from_bytes(&Blob::from(bytes.to_vec()), Verify::All)
}

#[test]
fn round_trip() {
    let exe = sample();
    let bytes = exe.to_bytes().unwrap();
    let back = read(&bytes).unwrap();
    assert_eq!(back, exe);
    assert_eq!(back.to_bytes().unwrap(), bytes);
    // Equal constants are stored once, on multiples of 64 bytes.
    let offset = |i: usize| back.constants[i].as_ptr() as usize - back.image.bytes.as_ptr() as usize;
    assert_eq!(offset(0), offset(2));
    assert_eq!((offset(0) % 64, offset(1) % 64), (0, 0));
    assert_eq!(bytes.len() % 64, 0);
}

#[test]
fn every_truncation_and_mutation_is_an_error() {
    let bytes = sample().to_bytes().unwrap();
    for cut in 0..bytes.len() {
        assert!(read(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    let mut longer = bytes.clone();
    longer.resize(bytes.len() + 64, 0);
    assert!(read(&longer).is_err());
    for at in 0..bytes.len() {
        for bits in [0x01, 0x80, 0xff] {
            let mut bad = bytes.clone();
            bad[at] ^= bits;
            assert!(read(&bad).is_err(), "byte {at} xor {bits:#x}");
        }
    }
}

/// The checksum is no protection against an attacker, so the parser must stand hostile tables on its own.
#[test]
fn hostile_tables_with_a_right_checksum_do_not_panic() {
    let bytes = sample().to_bytes().unwrap();
    let table_length = u64::from_le_bytes(bytes[24..32].try_into().unwrap()) as usize;
    for at in 64..64 + table_length {
        for value in [0, 1, 0x7f, 0xff] {
            let mut bad = bytes.clone();
            bad[at] = value;
            reseal(&mut bad, table_length);
            if let Ok(exe) = Executable::from_bytes(&Blob::from(bad), Verify::Code) {
                exe.validate().unwrap();
            }
        }
        // A count or length of 2^32 - 1 at every position.
        let mut bad = bytes.clone();
        let end = (at + 4).min(64 + table_length);
        bad[at..end].fill(0xff);
        reseal(&mut bad, table_length);
        let _ = Executable::from_bytes(&Blob::from(bad), Verify::Code);
    }
}

fn reseal(bytes: &mut [u8], table_length: usize) {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..32]).update(&bytes[64..64 + table_length]);
    let sum = *hasher.finalize().as_bytes();
    bytes[32..64].copy_from_slice(&sum);
}

#[test]
fn constants_are_not_read_when_only_code_is_verified() {
    let exe = sample();
    let mut bytes = exe.to_bytes().unwrap();
    let last = bytes.len() - 64;
    bytes[last] ^= 1;
    assert_eq!(read(&bytes).unwrap_err(), ExeError::Checksum("constants"));
    assert!(Executable::from_bytes(&Blob::from(bytes), Verify::Code).is_ok());
}

#[test]
fn nonsense_cannot_be_written() {
    let reject = |change: fn(&mut Executable), what: &str| {
        let mut exe = sample();
        change(&mut exe);
        let error = exe.to_bytes().unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    reject(|e| e.entry = 40, "entry");
    reject(|e| e.kernels[0].offset = 1 << 40, "kernel k0");
    reject(|e| e.args[0].alias = Some(0), "argument 0");
    reject(|e| e.args[0].alias = None, "result 1");
    reject(|e| e.results[1].tensor.dims = vec![3, 2], "argument 0");
    reject(|e| e.args[1].tensor.dims = vec![i64::MAX, 2], "too large");
    reject(|e| e.args[1].tensor.dims = vec![-1], "too large");
    reject(|e| e.args[1].tensor.dims = vec![0, i64::MAX, i64::MAX], "too large");
    reject(|e| e.image.text_end = 1 << 50, "segment");
    reject(|e| e.image.page = 5000, "page");
    reject(|e| e.arena_bytes = u64::MAX, "memory plan");
    reject(|e| e.abi = 99, "ABI");
    reject(|e| e.notes.reverse(), "notes");
}
