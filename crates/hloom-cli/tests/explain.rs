//! `hloom explain` on the programs of `filetests/explain`: `// TEXT:` and `// HTML:` name what the text and the page must
//! say, in that order, `// NOT:` and `// HTMLNOT:` what they must not say, `// CPU:` for what processor. Then what holds for all of them, and bad input.

use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

fn hloom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hloom")).args(args).output().expect("hloom starts")
}

fn stdout(out: &Output) -> String {
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A program's name, with its text, page and JSON for one machine and one roof.
type Explained = (String, String, String, Json);

/// All programs, explained once: tests that run together would write each other's pages.
fn programs() -> &'static [Explained] {
    static PROGRAMS: OnceLock<Vec<Explained>> = OnceLock::new();
    PROGRAMS.get_or_init(explained)
}

fn explained() -> Vec<Explained> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/explain");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("programs").map(|e| e.expect("a file").path()).collect();
    files.sort();
    let one = |file: &PathBuf| {
        let source = std::fs::read_to_string(file).expect("readable");
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let (page, file) = (temporary(&format!("{name}.html")), file.to_string_lossy());
        let html = format!("--html={}", page.display());
        let cpu = source.lines().find_map(|l| l.strip_prefix("// CPU: ")).unwrap_or("x86-64-v3");
        let cpu = format!("--cpu={cpu}");
        let common = ["explain", &file, &cpu, "--roof=100,10"];
        let text = stdout(&hloom(&[&common[..], &[&html]].concat()));
        let json = stdout(&hloom(&[&common[..], &["--json"]].concat()));
        assert_eq!(json.lines().count(), 1, "{name}: one object");
        let page = std::fs::read_to_string(page).expect("a page");
        let json = serde_json::from_str(&json).expect("JSON");
        check_statements(&name, &source, &text, &page);
        (name, text, page, json)
    };
    files.iter().map(one).collect()
}

fn check_statements(name: &str, source: &str, text: &str, page: &str) {
    let said = |key: &str| -> Vec<String> {
        let key = format!("// {key}: ");
        source.lines().filter_map(|l| l.strip_prefix(&key)).map(|l| l.trim_end().to_owned()).collect()
    };
    for (key, mut rest) in [("TEXT", text), ("HTML", page)] {
        for statement in said(key) {
            let at = rest.find(&statement);
            let at = at.unwrap_or_else(|| panic!("{name}: {key} has no '{statement}' here:\n{rest}"));
            rest = &rest[at + statement.len()..];
        }
    }
    for (key, all) in [("NOT", text), ("HTMLNOT", page)] {
        said(key).iter().for_each(|s| assert!(!all.contains(s), "{name}: '{s}' in\n{all}"));
    }
}

#[test]
fn statements_hold() {
    assert!(programs().len() >= 5);
}

/// Every tag is closed, in order; nothing is fetched.
#[test]
fn pages_are_whole() {
    for (name, _, page, _) in programs() {
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"), "{name}");
        for outside in ["http:", "https:", "src=", "href=", "url(", "@import"] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        let (mut open, mut rest) = (Vec::new(), page.as_str());
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            let end = rest.find('>').unwrap_or_else(|| panic!("{name}: an open bracket"));
            let (tag, after) = (&rest[..end], &rest[end + 1..]);
            rest = after;
            let word = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default();
            match word {
                "!DOCTYPE" | "meta" | "br" => {}
                _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(word), "{name}: {tag}"),
                "script" | "style" => rest = &rest[rest.find("</").expect("an end")..],
                _ => {}
            }
            if !tag.starts_with('/') && !matches!(word, "!DOCTYPE" | "meta" | "br") {
                open.push(word);
            }
        }
        assert!(open.is_empty(), "{name}: {open:?}");
    }
}

fn number(v: &Json, key: &str) -> u64 {
    v[key].as_u64().unwrap_or_else(|| panic!("{key} in {v}"))
}

/// Buffers that are in use at the same time do not overlap, nor leave the arena; edges go forward.
#[test]
fn memory_is_consistent() {
    let mut seen = 0;
    for (name, _, _, json) in programs() {
        let arena = json["memory"]["arena"].as_u64().expect("a number");
        let steps = json["steps"].as_array().expect("steps").len() as u64;
        let spans = json["spans"].as_array().expect("spans");
        for (i, a) in spans.iter().enumerate() {
            assert!(number(a, "offset") + number(a, "bytes") <= arena, "{name}: {a}");
            assert!(number(a, "first") <= number(a, "last") && number(a, "last") < steps, "{name}: {a}");
            for b in &spans[..i] {
                let apart = |x: &str, y: &str, n: &str| number(a, x) + number(a, y) <= number(b, n);
                let together = number(a, "first") <= number(b, "last") && number(b, "first") <= number(a, "last");
                let below = apart("offset", "bytes", "offset");
                let above = number(b, "offset") + number(b, "bytes") <= number(a, "offset");
                assert!(!together || below || above, "{name}: {a} and {b}");
            }
        }
        for e in json["edges"].as_array().expect("edges") {
            assert!(number(e, "from") < number(e, "to") && number(e, "to") < steps, "{name}: {e}");
        }
        seen += spans.len();
    }
    assert!(seen >= 3, "{seen} uses of memory");
}

/// A run fills in the times, and every call is counted.
#[test]
fn a_run_measures_every_kernel() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/explain/loops.mlir");
    let (file, page) = (file.to_string_lossy(), temporary("run.html"));
    let html = format!("--html={}", page.display());
    let out = hloom(&["explain", &file, "--run", "--seconds=0.01", "--threads=2", "--json", &html]);
    assert!(String::from_utf8_lossy(&out.stderr).contains("planned peak: "));
    let json: Json = serde_json::from_str(&stdout(&out)).expect("JSON");
    let times = json["measured"]["kernels"].as_array().expect("times");
    assert!(json["measured"]["fastest_ms"].as_f64().expect("a time") > 0.0 && json["roof"]["measured"] == true);
    let calls: Vec<u64> = times.iter().filter_map(|t| t["calls"].as_u64()).collect();
    assert!(calls.contains(&1700) && calls.contains(&10), "{calls:?}");
    assert!(std::fs::read_to_string(page).expect("a page").contains("class=\"took\""));
}

#[test]
fn bad_input_is_refused() {
    let dynamic = temporary("dynamic.mlir");
    let text = "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {\n  return %a : tensor<?xf32>\n}\n";
    std::fs::write(&dynamic, text).expect("written");
    let fine = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../filetests/explain/fusion.mlir");
    let (dynamic, fine) = (dynamic.to_string_lossy(), fine.to_string_lossy());
    let exe = temporary("fusion.hloom");
    let compiled = hloom(&["compile", &fine, "-o", &exe.to_string_lossy()]);
    assert_eq!(compiled.status.code(), Some(0));
    let exe = exe.to_string_lossy();
    for (args, code, said) in [
        (vec!["no/such/file.mlir"], 1, "cannot read"),
        (vec![&*exe], 1, "native code"),
        (vec![&*dynamic], 3, "dynamic"),
        (vec![&*fine, "--function=other"], 1, "other"),
        (vec![&*fine, "--run", "--cpu=x86-64-v3"], 1, "--run"),
        (vec![&*fine, "--features=avx2"], 1, "avx2"),
        (vec![&*fine, "--html=/no/such/directory/page.html"], 1, "cannot write"),
        (vec![&*fine, "--roof=1"], 2, "two positive numbers"),
        (vec![&*fine, "--seconds=1"], 2, "--run"),
    ] {
        let out = hloom(&[&["explain"], &args[..]].concat());
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(code), "{args:?}: {stderr}");
        assert!(stderr.contains(said), "{args:?}: {stderr}");
    }
}
