//! A posted form with files (`multipart/form-data`).

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};

/// The fields of a form; files are in a field that is called `file`.
#[derive(Default)]
pub struct FileForm {
    /// The files that are not empty, each with its name.
    pub files: Vec<(String, Bytes)>,
    texts: Vec<(String, String)>,
}

impl FileForm {
    /// Reads a form; `None` if the request has none. Behind a field that cannot be read nothing is read.
    pub async fn read(request: Request) -> Option<FileForm> {
        let mut form = Multipart::from_request(request, &()).await.ok()?;
        let mut read = FileForm::default();
        while let Ok(Some(field)) = form.next_field().await {
            let name = field.name().unwrap_or_default().to_owned();
            let file_name = field.file_name().unwrap_or_default().to_owned();
            let Ok(content) = field.bytes().await else { break };
            if name != "file" {
                read.texts.push((name, String::from_utf8_lossy(&content).replace('\0', "")));
            } else if !content.is_empty() {
                read.files.push((file_name, content));
            }
        }
        Some(read)
    }

    /// The last text of this name.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.iter().rev().find(|(field, _)| field == name).map(|(_, text)| text.as_str())
    }
}
