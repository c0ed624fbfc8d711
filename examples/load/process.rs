//! Memory and processor time of the server's process, from Linux's `/proc`; on other systems nothing is
//! reported.

use std::fs::read_to_string;
use std::time::Duration;

/// Clock ticks a second in /proc: 100 on every Linux (`getconf CLK_TCK`).
const TICKS: u64 = 100;

/// The resident memory of a process, in bytes.
pub fn memory(pid: u32) -> Option<u64> {
    let status = read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().split(' ').next()?.parse::<u64>().ok()? * 1024)
}

/// The processor time that a process has used.
pub fn cpu(pid: u32) -> Option<Duration> {
    let stat = read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // After the name in brackets: fields 14 and 15 of the line are user and system time.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// The resident memory of several processes together, in bytes; `None` if one of them is unknown, or there is none.
pub fn memory_of_all(pids: &[u32]) -> Option<u64> {
    if pids.is_empty() { None } else { pids.iter().map(|&pid| memory(pid)).sum() }
}

/// The processor time that several processes have used together; `None` as above.
pub fn cpu_of_all(pids: &[u32]) -> Option<Duration> {
    if pids.is_empty() { None } else { pids.iter().map(|&pid| cpu(pid)).sum() }
}

/// The process that listens on a port of this machine.
pub fn listening_on(host: &str) -> Option<u32> {
    let port: u16 = host.rsplit_once(':')?.1.parse().ok()?;
    let local = format!(":{port:04X}");
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| read_to_string(path).unwrap_or_default());
    let listening = |line: &str| {
        let fields: Vec<_> = line.split_whitespace().collect();
        // 0A is LISTEN; the tenth field is the inode of the socket.
        (fields.get(1)?.ends_with(&local) && *fields.get(3)? == "0A")
            .then(|| format!("socket:[{}]", fields[9]))
    };
    let socket = tables.iter().flat_map(|table| table.lines()).find_map(listening)?;
    let pids =
        std::fs::read_dir("/proc").ok()?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut pids = pids.filter(|pid: &u32| {
        let handles = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        handles
            .into_iter()
            .any(|handle| std::fs::read_link(handle.path()).is_ok_and(|to| to.as_os_str() == &*socket))
    });
    pids.next()
}
