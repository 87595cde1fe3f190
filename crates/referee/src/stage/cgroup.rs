//! Control groups (version 2): one for each bot, where the host hands them out.
//!
//! The referee finds its own group, moves itself into a leaf of it, because a group
//! with processes may not have limited groups inside, and makes a leaf for each bot.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::restrict::{MEMORY_MB, PROCESSES};

/// How often the removal of a group is tried: the kernel takes a moment to see that
/// the last process is gone.
const REMOVALS: u32 = 50;
/// The pause between two tries.
const REMOVAL_PAUSE: std::time::Duration = std::time::Duration::from_millis(2);

const HOW: &str = "start it with `systemd-run --user --scope -p Delegate=yes ayo …`";

/// Returns the group in which the groups of bots are made; prepared at the first call.
pub(crate) fn delegated() -> Result<&'static Path, String> {
    static PARENT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let parent = PARENT.get_or_init(|| {
        let group = own_group()?;
        prepare(&group, std::process::id())?;
        Ok(group)
    });
    parent.as_deref().map_err(Clone::clone)
}

/// Finds the group of this process, and whether it can hold limits. Changes nothing.
pub(crate) fn own_group() -> Result<PathBuf, String> {
    let read = |path: &str| {
        fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))
    };
    let group = find(&read("/proc/self/mountinfo")?, &read("/proc/self/cgroup")?)?;
    can_limit(&group)?;
    Ok(group)
}

/// Finds the folder of a process's group in the texts of `mountinfo` and `cgroup`.
fn find(mounts: &str, groups: &str) -> Result<PathBuf, String> {
    let mount = mounts.lines().find_map(|line| {
        let (fields, kind) = line.split_once(" - ")?;
        let mut fields = fields.split(' ').skip(3);
        let (root, place) = (fields.next()?, fields.next()?);
        kind.starts_with("cgroup2 ").then_some((root, place))
    });
    let (root, place) =
        mount.ok_or("control groups version 2 are not mounted on this host (/sys/fs/cgroup)")?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"));
    let own = own.ok_or("this process is in no control group of version 2")?;
    // A container shows a part of the hierarchy: `root` is where it begins.
    let own = Path::new(own).strip_prefix(root).unwrap_or(Path::new(own));
    Ok(Path::new(place).join(own.strip_prefix("/").unwrap_or(own)))
}

fn can_limit(group: &Path) -> Result<(), String> {
    let controllers = fs::read_to_string(group.join("cgroup.controllers"))
        .map_err(|error| format!("cannot read {}/cgroup.controllers: {error}", group.display()))?;
    let missing: Vec<&str> = ["memory", "pids"]
        .into_iter()
        .filter(|wanted| controllers.split_ascii_whitespace().all(|it| it != *wanted))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let has = match controllers.trim() {
        "" => "none",
        some => some,
    };
    Err(format!(
        "the control group {} has no {} controller (it has: {has}): needed is a host \
         with control groups version 2 only, and there {HOW}",
        group.display(),
        missing.join(" and no ")
    ))
}

/// Moves this process into a leaf and passes the controllers on.
fn prepare(group: &Path, process: u32) -> Result<(), String> {
    let said = |what: &str, error: io::Error| {
        format!("the control group {} is not delegated ({what}: {error}): {HOW}", group.display())
    };
    let own = group.join(format!("ayo-{process}-referee"));
    if !own.exists() {
        fs::create_dir(&own).map_err(|error| said("cannot make a group in it", error))?;
    }
    fs::write(own.join("cgroup.procs"), process.to_string())
        .map_err(|error| said("cannot move into a group of it", error))?;
    fs::write(group.join("cgroup.subtree_control"), "+memory +pids").map_err(|error| {
        // Undone, as far as it goes: another level may be used now.
        let _ = fs::write(group.join("cgroup.procs"), process.to_string());
        let _ = fs::remove_dir(&own);
        match error.raw_os_error() {
            Some(libc::EBUSY) => format!(
                "other processes are in the control group {} of `ayo`: {HOW}",
                group.display()
            ),
            _ => said("cannot pass controllers on", error),
        }
    })
}

/// A limit that a bot ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// The kernel killed it for its memory.
    Memory,
    /// It was refused a process.
    Processes,
}

/// The control group of one bot.
pub(crate) struct Leaf(PathBuf);

impl Leaf {
    /// Makes a group with limits in `parent`.
    pub(super) fn create(parent: &Path, memory_mb: Option<u64>) -> Result<Leaf, String> {
        let leaf = Leaf(parent.join(format!("ayo-{}", std::process::id())));
        let made = fs::create_dir(&leaf.0).and_then(|()| leaf.limit(memory_mb));
        made.map_err(|error| {
            let message = format!("cannot make the control group {}: {error}", leaf.0.display());
            leaf.remove();
            message
        })?;
        Ok(leaf)
    }

    fn limit(&self, memory_mb: Option<u64>) -> io::Result<()> {
        let memory_bytes = memory_mb.unwrap_or(MEMORY_MB) << 20;
        self.write("memory.max", &memory_bytes.to_string())?;
        // The whole bot, not its largest process: half a bot answers nothing.
        self.write("memory.oom.group", "1")?;
        self.write("pids.max", &PROCESSES.to_string())?;
        // There without swap in the kernel only.
        match self.write("memory.swap.max", "0") {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Moves this process, and all it will start, into the group.
    pub(super) fn enter(&self) -> io::Result<()> {
        self.write("cgroup.procs", "0")
    }

    /// Kills everything in the group.
    pub(super) fn kill(&self) {
        let _ = self.write("cgroup.kill", "1");
    }

    /// Returns the limit that the bot ran into, if it did.
    pub(super) fn reached(&self) -> Option<Reached> {
        if self.count("memory.events", "oom_kill") > 0 {
            return Some(Reached::Memory);
        }
        (self.count("pids.events", "max") > 0).then_some(Reached::Processes)
    }

    fn count(&self, file: &str, event: &str) -> u64 {
        let text = fs::read_to_string(self.0.join(file)).unwrap_or_default();
        let counts = text.lines().filter_map(|line| line.split_once(' '));
        let count = counts.filter(|(name, _)| *name == event).find_map(|(_, it)| it.parse().ok());
        count.unwrap_or_default()
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        // Never created: what is not there is not a limit.
        let mut file = fs::OpenOptions::new().write(true).open(self.0.join(file))?;
        io::Write::write_all(&mut file, text.as_bytes())
    }

    /// Removes the group; everything in it has been killed.
    pub(super) fn remove(&self) {
        for _ in 0..REMOVALS {
            match fs::remove_dir(&self.0) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                    std::thread::sleep(REMOVAL_PAUSE);
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found() {
        #[track_caller]
        fn check(mounts: &str, groups: &str, expected: Result<&str, &str>) {
            match (find(mounts, groups), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, Path::new(expected)),
                (Err(why), Err(expected)) => assert!(why.contains(expected), "{why}"),
                (found, expected) => panic!("{found:?} instead of {expected:?}"),
            }
        }
        let unified = "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
        let hybrid = "30 23 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let old = "31 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        let part = "30 23 0:26 /docker/ab /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        check(unified, "0::/user.slice/a.scope\n", Ok("/sys/fs/cgroup/user.slice/a.scope"));
        check(unified, "0::/\n", Ok("/sys/fs/cgroup"));
        check(&format!("{old}{hybrid}"), "4:memory:/x\n0::/\n", Ok("/sys/fs/cgroup/unified"));
        check(part, "0::/docker/ab/c\n", Ok("/sys/fs/cgroup/c"));
        check(old, "4:memory:/x\n", Err("not mounted"));
        check(unified, "4:memory:/x\n", Err("in no control group"));
        check("", "", Err("not mounted"));
    }

    /// A folder with files as the kernel puts them into a new group.
    fn fake_group(name: &str, files: &[&str]) -> Leaf {
        let place = std::env::temp_dir().join(format!("ayo-cgroup-{}-{name}", std::process::id()));
        fs::create_dir(&place).unwrap();
        files.iter().for_each(|file| fs::write(place.join(file), "").unwrap());
        Leaf(place)
    }

    #[test]
    fn limits_are_written() {
        #[track_caller]
        fn check(memory_mb: Option<u64>, memory_max: &str) {
            let files = ["memory.max", "memory.oom.group", "memory.swap.max", "pids.max"];
            let leaf = fake_group(memory_max, &files);
            leaf.limit(memory_mb).unwrap();
            let written = files.map(|file| fs::read_to_string(leaf.0.join(file)).unwrap());
            fs::remove_dir_all(&leaf.0).unwrap();
            assert_eq!(written, [memory_max, "1", "0", "256"]);
        }
        check(None, "1073741824");
        check(Some(64), "67108864");
    }

    #[test]
    fn a_limit_that_is_not_there_is_an_error() {
        let leaf = fake_group("lacks", &["memory.max"]);
        let limited = leaf.limit(None);
        fs::remove_dir_all(&leaf.0).unwrap();
        assert_eq!(limited.unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn limits_that_were_reached_are_told() {
        #[track_caller]
        fn check(name: &str, memory: &str, pids: &str, expected: Option<Reached>) {
            let leaf = fake_group(name, &[]);
            fs::write(leaf.0.join("memory.events"), memory).unwrap();
            fs::write(leaf.0.join("pids.events"), pids).unwrap();
            let reached = leaf.reached();
            fs::remove_dir_all(&leaf.0).unwrap();
            assert_eq!(reached, expected);
        }
        let calm = "low 0\nhigh 0\nmax 12\noom 0\noom_kill 0\noom_group_kill 0\n";
        check("calm", calm, "max 0\n", None);
        check("memory", "max 9\noom 1\noom_kill 3\n", "max 4\n", Some(Reached::Memory));
        check("pids", calm, "max 1\n", Some(Reached::Processes));
        check("garbage", "oom_kill\noom_kill x\n", "", None);
    }

    #[test]
    fn missing_controllers_are_named() {
        #[track_caller]
        fn check(name: &str, controllers: &str, expected: Option<&str>) {
            let leaf = fake_group(name, &[]);
            fs::write(leaf.0.join("cgroup.controllers"), controllers).unwrap();
            let result = can_limit(&leaf.0);
            fs::remove_dir_all(&leaf.0).unwrap();
            match expected {
                None => assert_eq!(result, Ok(())),
                Some(part) => assert!(result.unwrap_err().contains(part)),
            }
        }
        check("all", "cpuset cpu io memory hugetlb pids\n", None);
        check("hugetlb", "hugetlb\n", Some("no memory and no pids controller (it has: hugetlb)"));
        check("nothing", "\n", Some("it has: none"));
        check("pids only", "pids\n", Some("no memory controller"));
    }
}
