//! The server as an editor drives it: one session from `initialize` to `exit`.

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

const URI: &str = "file:///a.mlir";

struct Editor {
    connection: Connection,
    server: std::thread::JoinHandle<Result<(), String>>,
    next: i32,
    text: String,
}

impl Editor {
    fn start() -> Editor {
        let (server, connection) = Connection::memory();
        let server = std::thread::spawn(|| hloom_lsp::serve(server).map_err(|e| e.to_string()));
        let mut editor = Editor { connection, server, next: 0, text: String::new() };
        let result = editor.ask("initialize", json!({ "capabilities": {}, "processId": null, "rootUri": null }));
        assert_eq!(result["capabilities"]["hoverProvider"], true, "{result}");
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor
    }
    fn tell(&self, method: &str, params: Value) {
        let n = Notification::new(method.into(), params);
        self.connection.sender.send(Message::Notification(n)).expect("the server listens");
    }
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request { id: id.clone(), method: method.into(), params };
        self.connection.sender.send(Message::Request(request)).expect("the server listens");
        match self.connection.receiver.recv().expect("an answer") {
            Message::Response(r) if r.id == id => r.result.unwrap_or_else(|| panic!("{:?}", r.error)),
            other => panic!("no answer to {method}: {other:?}"),
        }
    }
    /// Diagnostics: (line, character, code).
    fn diagnostics(&self) -> Vec<(u64, u64, String)> {
        let Message::Notification(n) = self.connection.receiver.recv().expect("diagnostics") else {
            panic!("no notification");
        };
        assert_eq!(n.method, "textDocument/publishDiagnostics");
        let found = n.params["diagnostics"].as_array().expect("a list");
        let number = |v: &Value| v.as_u64().expect("a number");
        let one = |d: &Value| {
            let start = &d["range"]["start"];
            (number(&start["line"]), number(&start["character"]), d["code"].as_str().expect("code").to_owned())
        };
        found.iter().map(one).collect()
    }
    fn open(&mut self, text: &str) -> Vec<(u64, u64, String)> {
        self.text = text.to_owned();
        let document = json!({ "uri": URI, "languageId": "mlir", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics()
    }
    /// Replaces the first `from` by an incremental edit.
    fn edit(&mut self, from: &str, to: &str) -> Vec<(u64, u64, String)> {
        let (start, end) = (self.position(from, 0), self.position(from, from.len()));
        self.text = self.text.replacen(from, to, 1);
        let change = json!({ "range": { "start": start, "end": end }, "text": to });
        let document = json!({ "uri": URI, "version": 2 });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
        self.diagnostics()
    }
    /// The position `plus` bytes into the first occurrence of a text.
    fn position(&self, of: &str, plus: usize) -> Value {
        let at = self.text.find(of).unwrap_or_else(|| panic!("no '{of}'")) + plus;
        let line = self.text[..at].matches('\n').count();
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        json!({ "line": line, "character": self.text[start..at].encode_utf16().count() })
    }
    fn at(&mut self, method: &str, of: &str, plus: usize) -> Value {
        let position = self.position(of, plus);
        self.ask(method, json!({ "textDocument": { "uri": URI }, "position": position }))
    }
    fn hover(&mut self, of: &str, plus: usize) -> String {
        self.at("textDocument/hover", of, plus)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }
    /// Line and character of the definition.
    fn definition(&mut self, of: &str, plus: usize) -> Value {
        self.at("textDocument/definition", of, plus)["range"]["start"].clone()
    }
}

const PROGRAM: &str = r#"#map = loc("ä.py":3:4)
!t = tensor<2x3xf32>
module @m {
  func.func public @main(%a: !t, %b: tensor<3x2xf32>) -> !t {
    // A comment with @noise and %a.
    %0 = stablehlo.transpose %b, dims = [1, 0] : (tensor<3x2xf32>) -> !t
    %1 = stablehlo.add %a, %0 : !t loc(#map)
    %2:2 = call @pair(%1) : (!t) -> (!t, !t)
    %3 = stablehlo.multiply %2#0, %2#1 : !t
    return %3 : !t
  }
  func.func private @pair(%x: !t) -> (!t, !t) {
    return %x, %x : !t, !t
  }
}
"#;

#[test]
fn a_session() {
    let mut e = Editor::start();
    assert_eq!(e.open(PROGRAM), []);

    // Documentation and types.
    let text = e.hover("stablehlo.transpose", 12);
    assert!(text.contains("**stablehlo.transpose**(operand)") && text.contains("`permutation`"), "{text}");
    assert!(text.contains("Result dimension"), "{text}");
    assert!(e.hover("stablehlo.add", 3).contains("x + y"));
    let text = e.hover("%0 : !t", 1);
    assert!(text.contains("%0 : tensor<2x3xf32>") && text.contains("`stablehlo.transpose`"), "{text}");
    let text = e.hover("%2:2", 1);
    assert!(text.contains("tensor<2x3xf32>, tensor<2x3xf32>"), "{text}");
    let text = e.hover("@pair(%1)", 2);
    assert!(text.contains("func.func private @pair(%x: !t) -> (!t, !t)"), "{text}");
    assert_eq!(e.hover("// A comment", 20), "");

    // Definitions of values, functions and aliases.
    assert_eq!(e.definition("%0 : !t", 1), e.position("%0 = ", 0));
    assert_eq!(e.definition("%2#1", 1), e.position("%2:2", 0));
    assert_eq!(e.definition("%a, %0", 1), e.position("%a: !t", 0));
    assert_eq!(e.definition("%x, %x", 5), e.position("%x: !t", 0));
    assert_eq!(e.definition("@pair(%1)", 3), e.position("@pair(%x", 0));
    assert_eq!(e.definition("-> !t\n", 4), e.position("!t = ", 0));
    assert_eq!(e.definition("loc(#map)", 6), e.position("#map = ", 0));
    assert_eq!(e.definition("stablehlo.add", 3), Value::Null);

    // Symbols.
    let symbols = e.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    let names: Vec<&str> = symbols.as_array().expect("a list").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["#map", "!t", "main", "pair"]);
    assert_eq!(symbols[3]["selectionRange"]["start"], e.position("@pair(%x", 0));

    // A finding of the verifier lands on the op, though the op states another location.
    let found = e.edit("dims = [1, 0]", "dims = [0, 0]");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (5, 9), "{found:?}");
    assert!(found[0].2.contains("transpose") || found[0].2.contains("_c"), "{found:?}");
    assert_eq!(e.edit("dims = [0, 0]", "dims = [1, 0]"), []);

    // Syntax errors of two functions at once; names before the first still work.
    assert_eq!(e.edit("%3 = stablehlo.multiply %2#0, %2#1 : !t", "%3 = stablehlo.multiply %2#0 %2#1 : !t").len(), 1);
    let found = e.edit("return %x, %x", "return %x, %y");
    let codes: Vec<(u64, &str)> = found.iter().map(|(line, _, code)| (*line, code.as_str())).collect();
    assert_eq!(codes, [(8, "syntax"), (12, "syntax")]);
    assert_eq!(e.definition("%a, %0", 1), e.position("%a: !t", 0));

    // Unknown requests are refused, the session goes on.
    let request = Request { id: 99.into(), method: "textDocument/rename".into(), params: json!({}) };
    e.connection.sender.send(Message::Request(request)).expect("the server listens");
    let Message::Response(refused) = e.connection.receiver.recv().expect("an answer") else { panic!("no response") };
    assert_eq!(refused.error.map(|e| e.code), Some(-32601));

    assert_eq!(e.ask("shutdown", Value::Null), Value::Null);
    e.tell("exit", Value::Null);
    assert_eq!(e.server.join().expect("no panic"), Ok(()));
}

#[test]
fn every_prefix_is_read() {
    for (at, _) in PROGRAM.char_indices() {
        let d = hloom_lsp::Document::new(PROGRAM[..at].to_owned());
        for offset in [0, at / 2, at] {
            d.hover(offset);
            d.definition(offset);
        }
    }
}
