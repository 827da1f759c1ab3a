//! The description of the API for machines (OpenAPI 3.1), made from the types of its
//! bodies. A test compares it with the server.

use crate::api::{
    About, DiagramRequest, PlayDocument, PlayRequest, PositionDocument, PositionRequest,
    ReadDocument, ReadRequest, WriteDocument, WriteRequest,
};
use crate::error::ErrorDocument;
use crate::guard::API;
use crate::jobs::{ItemsDocument, JobDocument, JobListDocument, JobRequest};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

/// The document.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut of = Operations {
        schemas: settings.into_generator(),
        paths: Map::new(),
    };
    of.all();
    let Operations { mut schemas, paths } = of;
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kemuri",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The workbench of Kemuri. Every request needs the token of the server; \
                what changes something needs the header Origin of the page itself.",
        },
        "servers": [{ "url": API }],
        "security": [{ "token": [] }, { "cookie": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas.take_definitions(true),
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "cookie": { "type": "apiKey", "in": "cookie", "name": "kemuri-PORT" },
            },
        },
    })
}

/// The operations so far.
struct Operations {
    schemas: SchemaGenerator,
    paths: Map<String, Value>,
}

/// What an answer holds.
enum Content {
    /// JSON of this schema.
    Json(Value),
    /// Something of these media types.
    Media(&'static [&'static str]),
    /// Nothing.
    None,
}

impl Operations {
    fn all(&mut self) {
        let about = self.json::<About>();
        self.add(
            "get",
            "/about",
            "The program, its limits and its profiles",
            None,
            200,
            about,
        );
        let any = Content::Json(json!({ "type": "object" }));
        self.add("get", "/openapi.json", "This description", None, 200, any);
        let (request, answer) = (self.schema::<ReadRequest>(), self.json::<ReadDocument>());
        self.add(
            "post",
            "/read",
            "Read any text or file",
            Some(request),
            200,
            answer,
        );
        let (request, answer) = (self.schema::<WriteRequest>(), self.json::<WriteDocument>());
        self.add(
            "post",
            "/write",
            "Write a record in a format",
            Some(request),
            200,
            answer,
        );
        let request = self.schema::<PositionRequest>();
        let answer = self.json::<PositionDocument>();
        let summary = "What there is to say of a diagram, and its moves";
        self.add("post", "/position", summary, Some(request), 200, answer);
        let request = self.schema::<DiagramRequest>();
        let pictures = Content::Media(&["image/svg+xml", "image/png"]);
        self.add(
            "post",
            "/diagram",
            "A diagram as books print it",
            Some(request),
            200,
            pictures,
        );
        let sprite = Content::Media(&["image/svg+xml"]);
        self.add(
            "get",
            "/pieces.svg",
            "The pieces, as symbols",
            None,
            200,
            sprite,
        );
        let (request, answer) = (self.schema::<PlayRequest>(), self.json::<PlayDocument>());
        let summary = "The best move, and what is known of the position";
        self.add("post", "/play", summary, Some(request), 200, answer);
        self.jobs();
    }

    fn jobs(&mut self) {
        let list = self.json::<JobListDocument>();
        self.add("get", "/jobs", "All jobs", None, 200, list);
        let (request, job) = (self.schema::<JobRequest>(), self.json::<JobDocument>());
        self.add("post", "/jobs", "Start a job", Some(request), 201, job);
        let job = self.json::<JobDocument>();
        self.add("get", "/jobs/{id}", "A job and its result", None, 200, job);
        let summary = "Cancel a job; forget one that is over";
        self.add("delete", "/jobs/{id}", summary, None, 204, Content::None);
        let items = self.json::<ItemsDocument>();
        self.add(
            "get",
            "/jobs/{id}/items",
            "What a job has found",
            None,
            200,
            items,
        );
        let events = Content::Media(&["text/event-stream"]);
        self.add(
            "get",
            "/jobs/{id}/events",
            "What happens to a job",
            None,
            200,
            events,
        );
        let file = Content::Media(&["application/octet-stream"]);
        self.add(
            "get",
            "/jobs/{id}/certificate",
            "The certificate of a job",
            None,
            200,
            file,
        );
        let report = Content::Media(&["text/html", "text/markdown", "text/plain"]);
        self.add(
            "get",
            "/jobs/{id}/{report}",
            "The report of a check",
            None,
            200,
            report,
        );
    }

    fn schema<T: JsonSchema>(&mut self) -> Value {
        self.schemas.subschema_for::<T>().to_value()
    }

    fn json<T: JsonSchema>(&mut self) -> Content {
        Content::Json(self.schema::<T>())
    }

    fn add(
        &mut self,
        method: &str,
        path: &str,
        summary: &str,
        request: Option<Value>,
        status: u16,
        answer: Content,
    ) {
        let error = self.schema::<ErrorDocument>();
        let content = match answer {
            Content::Json(schema) => json!({ "application/json": { "schema": schema } }),
            Content::Media(types) => {
                let types = types.iter().map(|&media| (media.to_owned(), json!({})));
                Value::Object(types.collect())
            }
            Content::None => json!({}),
        };
        let failure = json!({
            "description": "A failure, with a sentence",
            "content": { "application/json": { "schema": error } },
        });
        let mut operation = json!({
            "summary": summary,
            "parameters": parameters(path),
            "responses": {
                status.to_string(): { "description": summary, "content": content },
                "default": failure,
            },
        });
        if let Some(schema) = request {
            let content = json!({ "application/json": { "schema": schema } });
            operation["requestBody"] = json!({ "required": true, "content": content });
        }
        let entry = self.paths.entry(path).or_insert_with(|| json!({}));
        entry[method] = operation;
    }
}

/// The parameters of a path: its names, and the query.
fn parameters(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        let values = match name {
            "report" => json!({ "enum": ["report.html", "print.html", "report.md", "report.kif"] }),
            _ => json!({ "type": "string" }),
        };
        Some(json!({ "name": name, "in": "path", "required": true, "schema": values }))
    });
    let language = json!({ "name": "lang", "in": "query", "schema": { "enum": ["en", "ja"] } });
    let numbers = ["from", "count"]
        .into_iter()
        .filter(|_| path.ends_with("/items"));
    let numbers = numbers.map(|name| {
        let values = json!({ "type": "integer", "minimum": 0 });
        json!({ "name": name, "in": "query", "schema": values })
    });
    names.chain([language]).chain(numbers).collect()
}
