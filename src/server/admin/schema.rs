//! `duello schema`: which programs can use a database, and the way back to an earlier one.

use super::restore::ensure_no_server;
use super::{TaskError, database_error, open_read_only, print_line};
use crate::server::database::{Database, Location};
use crate::server::store::{LATEST, Schema, way_back};

/// Explains the schema of a database, or makes the database usable for an earlier program.
pub(super) async fn schema(location: &Location, back_to: Option<i64>) -> Result<(), TaskError> {
    let failed = database_error(location);
    let mut connection = open_read_only(location).await?;
    let schema = Schema::read(&mut connection).await.map_err(&failed)?;
    connection.close().await.map_err(&failed)?;
    let Some(to) = back_to else {
        print_line(format_args!(
            "{location} has schema {}; programs from schema {} on can use it. This program knows schema {LATEST}.",
            schema.version(),
            schema.reader
        ));
        return Ok(());
    };
    let no_way = |why: String| Err(TaskError::NoWayBack { location: location.clone(), to, why });
    if to >= schema.version() || !schema.applied.contains(&to) {
        return no_way(format!("it has schema {}, and was never of that one.", schema.version()));
    }
    if to < schema.reader {
        return no_way(format!(
            "programs before schema {} do not understand it. Restore a backup with that program.",
            schema.reader
        ));
    }
    ensure_no_server(location).await?;
    let database = Database::open(location).await?;
    let mut connection = database.connect().await.map_err(&failed)?;
    way_back(&mut connection, to).await.map_err(&failed)?;
    connection.close().await.map_err(&failed)?;
    database.close().await;
    print_line(format_args!(
        "{location} can be used by the program of schema {to} now. What later ones added stays in it."
    ));
    Ok(())
}
