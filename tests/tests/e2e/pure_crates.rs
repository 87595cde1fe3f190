//! The pure crates stay pure: no event loop, no system calls, no database among what
//! they are built from.

use std::fs;
use std::path::Path;

/// Crates that get time, seed, reader and writer as arguments.
const PURE: [&str; 11] = [
    "rules", "record", "protocol", "schedule", "ratings", "engine", "solver", "proof", "analysis",
    "report", "page",
];

/// Crates that a pure one may not be built from.
const WORLDLY: [&str; 8] =
    ["tokio", "rustix", "nix", "libc", "rusqlite", "tempfile", "indicatif", "getrandom"];

#[test]
fn pure_crates_depend_on_nothing_worldly() {
    for name in PURE {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(name);
        let text = fs::read_to_string(manifest.join("Cargo.toml")).unwrap();
        for dependency in dependencies(&text) {
            let sibling = dependency.strip_prefix("ayo-");
            let pure = sibling.is_none_or(|sibling| PURE.contains(&sibling));
            assert!(
                pure && dependency != "ayo" && !WORLDLY.contains(&dependency),
                "the pure crate `{name}` depends on `{dependency}`"
            );
        }
    }
}

/// Returns the names in the tables of dependencies, but not of those for tests.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            let dependency = table.strip_prefix("dependencies.");
            names.extend(dependency);
            inside = table.ends_with("dependencies") && !table.ends_with("dev-dependencies");
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            names.extend(line.split(['.', ' ', '=']).next());
        }
    }
    names
}

#[test]
fn tables_of_dependencies_are_read() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\n# why\na.workspace = true\nb = \"1\"\n\
        [dependencies.c]\nversion = \"1\"\n[dev-dependencies]\nd = \"1\"\n\
        [target.'cfg(unix)'.dependencies]\ne = \"1\"\n";
    assert_eq!(dependencies(manifest), ["a", "b", "c", "e"]);
}
