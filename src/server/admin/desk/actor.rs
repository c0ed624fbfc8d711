//! Who runs a command: the user of the system, for the audit log.

/// The user's name, or their number if they have none; of a command under `sudo` with who has called it.
pub(super) fn os_user() -> String {
    let user = user_name();
    match std::env::var("SUDO_USER") {
        Ok(caller) if !caller.is_empty() && caller != user => format!("{user} (sudo by {caller})"),
        _ => user,
    }
}

#[cfg(target_os = "linux")]
fn user_name() -> String {
    use std::os::unix::fs::MetadataExt;
    // The kernel's word, not that of the environment.
    let Ok(own) = std::fs::metadata("/proc/self") else { return from_environment() };
    let uid = own.uid().to_string();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, number) = (fields.next()?, fields.nth(1)?);
        (number == uid).then(|| name.to_owned())
    });
    name.unwrap_or_else(|| format!("uid {uid}"))
}

#[cfg(not(target_os = "linux"))]
fn user_name() -> String {
    from_environment()
}

fn from_environment() -> String {
    let name = std::env::var("USER").or_else(|_| std::env::var("USERNAME"));
    name.unwrap_or_else(|_| "unknown".to_owned())
}
