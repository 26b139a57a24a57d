//! The protocol.

use crate::{Document, Lines};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{DocumentSymbolRequest, GotoDefinition, HoverRequest, Request as _};
use lsp_types::*;
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range as Bytes;

/// Serves an editor on standard input and output until it says goodbye.
///
/// # Errors
/// If the connection breaks, or the editor breaks the protocol.
pub fn serve_stdio() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, threads) = Connection::stdio();
    serve(connection)?;
    threads.join()?;
    Ok(())
}

/// Serves one connection.
///
/// # Errors
/// As [`serve_stdio`].
pub fn serve(connection: Connection) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let encodings = params.capabilities.general.and_then(|g| g.position_encodings).unwrap_or_default();
    let utf8 = encodings.contains(&PositionEncodingKind::UTF8);
    let capabilities = ServerCapabilities {
        position_encoding: Some(if utf8 { PositionEncodingKind::UTF8 } else { PositionEncodingKind::UTF16 }),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    let info = serde_json::json!({ "name": "hloom", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(id, serde_json::json!({ "capabilities": capabilities, "serverInfo": info }))?;
    let mut server = Server { documents: BTreeMap::new(), utf8, connection: &connection };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                let response = server.request(request);
                connection.sender.send(Message::Response(response))?;
            }
            Message::Notification(notification) => server.notification(notification)?,
            Message::Response(_) => {}
        }
    }
    Ok(())
}

struct Server<'c> {
    /// By URI, as the editor spells it.
    documents: BTreeMap<String, Document>,
    utf8: bool,
    connection: &'c Connection,
}

type Broken = Box<dyn Error + Send + Sync>;

impl Server<'_> {
    fn request(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            HoverRequest::METHOD => answer(params, |p: HoverParams| self.hover(p.text_document_position_params)),
            GotoDefinition::METHOD => {
                answer(params, |p: GotoDefinitionParams| self.definition(p.text_document_position_params))
            }
            DocumentSymbolRequest::METHOD => answer(params, |p: DocumentSymbolParams| self.symbols(&p.text_document)),
            _ => {
                let message = format!("{method} is not served");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match result {
            Ok(value) => Response::new_ok(id, value),
            Err(e) => Response::new_err(id, ErrorCode::InvalidParams as i32, e.to_string()),
        }
    }

    fn notification(&mut self, n: Notification) -> Result<(), Broken> {
        match n.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let p: DidOpenTextDocumentParams = serde_json::from_value(n.params)?;
                self.update(p.text_document.uri, p.text_document.text, Some(p.text_document.version))
            }
            DidChangeTextDocument::METHOD => {
                let p: DidChangeTextDocumentParams = serde_json::from_value(n.params)?;
                let Some(old) = self.documents.get(p.text_document.uri.as_str()) else { return Ok(()) };
                let mut text = old.text().to_owned();
                for change in p.content_changes {
                    match change.range {
                        None => text = change.text,
                        Some(range) => {
                            let lines = Lines::new(&text, self.utf8);
                            let start = lines.offset(&text, range.start);
                            let end = lines.offset(&text, range.end).max(start);
                            text.replace_range(start..end, &change.text);
                        }
                    }
                }
                self.update(p.text_document.uri, text, Some(p.text_document.version))
            }
            DidCloseTextDocument::METHOD => {
                let p: DidCloseTextDocumentParams = serde_json::from_value(n.params)?;
                self.documents.remove(p.text_document.uri.as_str());
                self.publish(p.text_document.uri, Vec::new(), None)
            }
            // Others are for information.
            _ => Ok(()),
        }
    }

    fn update(&mut self, uri: Uri, text: String, version: Option<i32>) -> Result<(), Broken> {
        let document = Document::new(text);
        let lines = Lines::new(document.text(), self.utf8);
        let findings = document.findings().iter().map(|f| Diagnostic {
            range: range(&lines, document.text(), &f.range),
            severity: Some(if f.unimplemented { DiagnosticSeverity::WARNING } else { DiagnosticSeverity::ERROR }),
            code: Some(NumberOrString::String(f.code.clone())),
            source: Some("hloom".into()),
            message: f.message.clone(),
            ..Diagnostic::default()
        });
        let findings = findings.collect();
        self.documents.insert(uri.as_str().to_owned(), document);
        self.publish(uri, findings, version)
    }

    fn publish(&self, uri: Uri, diagnostics: Vec<Diagnostic>, version: Option<i32>) -> Result<(), Broken> {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let n = Notification::new(PublishDiagnostics::METHOD.into(), params);
        Ok(self.connection.sender.send(Message::Notification(n))?)
    }

    /// The document and the offset that a position names.
    fn place(&self, p: &TextDocumentPositionParams) -> Option<(&Document, Lines, usize)> {
        let document = self.documents.get(p.text_document.uri.as_str())?;
        let lines = Lines::new(document.text(), self.utf8);
        let offset = lines.offset(document.text(), p.position);
        Some((document, lines, offset))
    }

    fn hover(&self, p: TextDocumentPositionParams) -> Option<Hover> {
        let (document, lines, offset) = self.place(&p)?;
        let (value, extent) = document.hover(offset)?;
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(range(&lines, document.text(), &extent)) })
    }

    fn definition(&self, p: TextDocumentPositionParams) -> Option<GotoDefinitionResponse> {
        let (document, lines, offset) = self.place(&p)?;
        let found = document.definition(offset)?;
        let location = Location { uri: p.text_document.uri, range: range(&lines, document.text(), &found) };
        Some(GotoDefinitionResponse::Scalar(location))
    }

    fn symbols(&self, d: &TextDocumentIdentifier) -> Option<DocumentSymbolResponse> {
        let document = self.documents.get(d.uri.as_str())?;
        let lines = Lines::new(document.text(), self.utf8);
        let symbol = |name: &str, kind, at: &Bytes<usize>, whole: &Bytes<usize>| {
            #[allow(deprecated)]
            DocumentSymbol {
                name: name.to_owned(),
                detail: None,
                kind,
                tags: None,
                deprecated: None,
                range: range(&lines, document.text(), whole),
                selection_range: range(&lines, document.text(), at),
                children: None,
            }
        };
        let functions = document.functions().map(|(name, at, whole)| symbol(name, SymbolKind::FUNCTION, &at, &whole));
        let aliases = document.aliases().map(|(name, at)| symbol(name, SymbolKind::CONSTANT, &at, &at));
        Some(DocumentSymbolResponse::Nested(aliases.chain(functions).collect()))
    }
}

fn range(lines: &Lines, text: &str, bytes: &Bytes<usize>) -> Range {
    Range::new(lines.position(text, bytes.start), lines.position(text, bytes.end))
}

fn answer<P: serde::de::DeserializeOwned, R: serde::Serialize>(
    params: serde_json::Value,
    f: impl FnOnce(P) -> R,
) -> Result<serde_json::Value, serde_json::Error> {
    serde_json::to_value(f(serde_json::from_value(params)?))
}
