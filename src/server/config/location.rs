//! Location of the database: a SQLite file or a PostgreSQL URL.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Where the database is.
#[derive(Clone)]
pub enum Location {
    /// Path of a SQLite file.
    File(PathBuf),
    /// Options of a PostgreSQL connection.
    Postgres(Box<PgConnectOptions>),
}

impl Location {
    /// The location that stands in a file.
    ///
    /// # Errors
    /// It cannot be read, or has no location.
    pub fn in_file(path: &str) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        text.trim().parse()
    }
}

impl FromStr for Location {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        match scheme {
            None => Ok(Self::File(text.into())),
            Some("postgres" | "postgresql") => {
                text.parse().map(|options| Self::Postgres(Box::new(options))).map_err(|error: sqlx::Error| {
                    format!("{error}; expected something like postgres://user:password@host/database")
                })
            }
            Some(other) => Err(format!("{other} is no database; expected a file, or postgres://…")),
        }
    }
}

impl From<&Path> for Location {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

/// Leaves out user and password, so that a location can be logged.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(options) => {
                let name = options.get_database().unwrap_or(options.get_username());
                write!(f, "postgres://{}:{}/{name}", options.get_host(), options.get_port())
            }
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_location_is_a_file_or_server_and_hides_its_password() {
        let read = |text: &str| text.parse::<Location>();
        assert_eq!(read("data/a.sqlite").unwrap().to_string(), "data/a.sqlite");
        let server = read("postgresql://anna:secret@db.example:5433/games?sslmode=require").unwrap();
        assert_eq!(server.to_string(), "postgres://db.example:5433/games");
        assert!(!format!("{server:?}").contains("secret"));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "postgres://anna:secret@db.example/games\n").unwrap();
        let path = file.path().to_str().unwrap();
        assert_eq!(Location::in_file(path).unwrap().to_string(), "postgres://db.example:5432/games");
        assert!(Location::in_file(&format!("{path}.not")).is_err());
        for wrong in ["mysql://a/b", "postgres://a:b:c/", "sqlite://a"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
