//! The kits' own tests, by the means of their languages.

use std::path::Path;

use crate::folder::Folder;
use crate::shell::{are_here, shell};

#[test]
fn python() {
    check("python", "python3", "python3 -B -m py_compile ayoayo.py && python3 -B -m unittest");
}

#[test]
fn javascript() {
    check("javascript", "node", "node --check ayoayo.mjs && node --test");
}

#[track_caller]
fn check(language: &str, program: &str, test: &str) {
    if !are_here(&format!("kits {language}"), &[program]) {
        return;
    }
    let folder = Folder::new();
    let kits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kits");
    // What Python and Node leave behind goes into the folder of the test.
    shell(&folder, &folder.path("."), &format!("cp -r '{}' kits", kits.display())).exits(0);
    shell(&folder, &folder.path("kits").join(language), test).exits(0);
}
