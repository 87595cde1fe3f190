//! The first line of a script, `#!/usr/bin/env python3`, and what may be wrong with it.

use std::ffi::OsStr;
use std::path::Path;

/// Says what is wrong with the interpreter named after `#!`, when it is not there.
pub(crate) fn interpreter_fault(start: &[u8], script: &Path) -> Option<String> {
    let line = first_line(start);
    if line.ends_with(b"\r") {
        return Some(crlf(script));
    }
    let line = String::from_utf8_lossy(line);
    let interpreter = line.split_ascii_whitespace().next().unwrap_or_default();
    (!Path::new(interpreter).is_file()).then(|| missing(script, interpreter))
}

/// Says what is wrong with the program that `env` is to look up in `search`, the value of
/// `PATH`, when it is not there.
pub(crate) fn env_fault(start: &[u8], script: &Path, search: &OsStr) -> Option<String> {
    let line = String::from_utf8_lossy(first_line(start));
    // The kernel passes everything behind the interpreter as one argument.
    let (interpreter, argument) = line.trim_start().split_once([' ', '\t'])?;
    let argument = argument.trim_matches([' ', '\t']);
    if Path::new(interpreter).file_name()? != "env" {
        return None;
    }
    let split = argument.strip_prefix("-S").or_else(|| argument.strip_prefix("--split-string="));
    if let Some(words) = split {
        // `env -S` takes a carriage return for a blank.
        let program = words.split_ascii_whitespace().find(|word| !is_setting(word))?;
        return (!is_there(program, search)).then(|| missing(script, program));
    }
    if argument.starts_with('-') || is_there(argument, search) {
        return None;
    }
    if let Some(program) = argument.strip_suffix('\r')
        && is_there(program, search)
    {
        return Some(crlf(script));
    }
    let argument = argument.trim_end();
    Some(match argument.split_ascii_whitespace().next() {
        Some(program) if program != argument && is_there(program, search) => format!(
            "the first line of `{}` makes `env` look for a program called `{argument}`: \
             write `#!{interpreter} -S {argument}`",
            script.display()
        ),
        program => missing(script, program.unwrap_or_default()),
    })
}

/// Returns a path as a word for the shell.
pub(crate) fn word(path: &Path) -> String {
    let path = path.to_string_lossy();
    shlex::try_quote(&path).map_or_else(|_| path.to_string(), |word| word.into_owned())
}

fn first_line(start: &[u8]) -> &[u8] {
    start.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// Whether a word before the program is an option of `env`, or sets a variable.
fn is_setting(word: &str) -> bool {
    word.starts_with('-') || word.contains('=')
}

fn is_there(program: &str, search: &OsStr) -> bool {
    if program.contains('/') {
        // Where a relative path would lead is the bot's business.
        return !program.starts_with('/') || Path::new(program).is_file();
    }
    std::env::split_paths(search).any(|folder| folder.join(program).is_file())
}

fn crlf(script: &Path) -> String {
    format!(
        "`{}` has CRLF line endings, so its interpreter is not found: run `sed -i 's/\\r$//' {}`",
        script.display(),
        word(script)
    )
}

fn missing(script: &Path, program: &str) -> String {
    let script = script.display();
    format!("the interpreter of `{script}` is missing: its first line names `{program}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, told: Option<&str>) {
        let fault =
            env_fault(format!("{line}\nrest").as_bytes(), Path::new("./my bot"), "/bin".as_ref());
        match told {
            Some(told) => assert!(fault.as_ref().is_some_and(|it| it.contains(told)), "{fault:?}"),
            None => assert_eq!(fault, None, "{line}"),
        }
    }

    #[test]
    fn what_env_does_not_find() {
        let missing = Some("is missing: its first line names `nosuchlang`");
        check("/usr/bin/env sh", None);
        check(" /usr/bin/env \t sh \t", None);
        check(
            "/usr/bin/env sh\r",
            Some(
                "has CRLF line endings, so its interpreter is not found: run `sed -i 's/\\r$//' './my bot'`",
            ),
        );
        check("/usr/bin/env nosuchlang", missing);
        check("/usr/bin/env nosuchlang\r", missing);
        check("/usr/bin/env nosuchlang -u", missing);
        check("/usr/bin/env /no/such", Some("names `/no/such`"));
        check("/usr/bin/env sh -u", Some("write `#!/usr/bin/env -S sh -u`"));
        check("/usr/bin/env -S sh -u", None);
        check("/usr/bin/env -S sh -u\r", None);
        check("/usr/bin/env -S nosuchlang -u", missing);
        check("/usr/bin/env -S -i A=1 nosuchlang", missing);
        check("/usr/bin/env -Snosuchlang", missing);
        check("/usr/bin/env -i", None);
        check("/usr/bin/env", None);
        check("/bin/nosuchlang x", None);
        check("", None);
    }
}
