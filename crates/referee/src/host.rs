//! What this host can do for the isolation of bots, for people to read.

use std::fs;

use crate::isolation::{Isolation, Missing};
use crate::pin;
use crate::stage::cgroup;

/// Something about the host that isolation depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is, in one or two words.
    pub name: &'static str,
    /// How it is here.
    pub value: String,
}

/// A level, and why it is not to be had if it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The level.
    pub isolation: Isolation,
    /// What is missing.
    pub missing: Option<Missing>,
}

/// Lists what isolation depends on.
#[must_use]
pub fn facts() -> Vec<Fact> {
    let fact = |name, value| Fact { name, value };
    vec![
        fact("kernel", kernel()),
        fact("landlock", landlock()),
        fact("seccomp", seccomp()),
        fact("user namespaces", user_namespaces()),
        fact("control groups", control_groups()),
        fact("user", user()),
        fact("open files", limit(rustix::process::Resource::Nofile)),
        fact("processes", limit(rustix::process::Resource::Nproc)),
        fact("cores", pin::cores().len().to_string()),
    ]
}

/// Tries every level.
#[must_use]
pub fn levels() -> Vec<Level> {
    let level = |isolation: Isolation| Level { isolation, missing: isolation.probe().err() };
    Isolation::ALL.into_iter().map(level).collect()
}

fn kernel() -> String {
    let name = rustix::system::uname();
    let text = |it: &std::ffi::CStr| it.to_string_lossy().into_owned();
    format!("{} {} {}", text(name.sysname()), text(name.release()), text(name.machine()))
}

fn landlock() -> String {
    match crate::stage::landlock_abi() {
        Some(abi) => format!("ABI {abi}"),
        None => "not in this kernel, or not among its security modules (`lsm=`)".to_owned(),
    }
}

fn seccomp() -> String {
    match fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail") {
        Ok(actions) if actions.split_ascii_whitespace().any(|action| action == "errno") => {
            "filters".to_owned()
        }
        Ok(_) => "filters that cannot return errors".to_owned(),
        Err(_) => "not in this kernel (CONFIG_SECCOMP_FILTER)".to_owned(),
    }
}

fn user_namespaces() -> String {
    user_namespaces_forbidden().unwrap_or_else(|| "allowed".to_owned())
}

/// Says which setting forbids user namespaces to this user, and how to allow them.
pub(crate) fn user_namespaces_forbidden() -> Option<String> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<i64>().ok();
    let settings = [
        ("user.max_user_namespaces", "/proc/sys/user/max_user_namespaces", 0, 10_000),
        ("kernel.unprivileged_userns_clone", "/proc/sys/kernel/unprivileged_userns_clone", 0, 1),
        (
            "kernel.apparmor_restrict_unprivileged_userns",
            "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
            1,
            0,
        ),
    ];
    let root = rustix::process::geteuid().is_root();
    // The last two are about other users than root.
    let mut settings = settings.into_iter().take(if root { 1 } else { 3 });
    settings.find(|(_, path, forbids, _)| number(path) == Some(*forbids)).map(
        |(name, _, forbids, allows)| {
            format!(
                "user namespaces are forbidden by {name} = {forbids}: \
                 `sudo sysctl {name}={allows}`"
            )
        },
    )
}

fn control_groups() -> String {
    match cgroup::own_group() {
        Ok(group) => group.display().to_string(),
        Err(why) => why,
    }
}

fn user() -> String {
    match rustix::process::geteuid() {
        user if user.is_root() => "root; bots lose its powers".to_owned(),
        user => user.as_raw().to_string(),
    }
}

fn limit(resource: rustix::process::Resource) -> String {
    let limit = rustix::process::getrlimit(resource);
    let shown = |limit: Option<u64>| limit.map_or("no limit".to_owned(), |it| it.to_string());
    match (limit.current, limit.maximum) {
        (current, maximum) if current == maximum => shown(current),
        (current, maximum) => format!("{}, up to {}", shown(current), shown(maximum)),
    }
}
