//! What the program says about itself: completions for shells, the manual page, the schema
//! of its tournament files.

use std::io::{self, Write as _};

use clap::CommandFactory as _;

use crate::args::{Arguments, CompletionsArguments};
use crate::config;
use crate::failure::Failure;

/// Prints the script that completes `ayo` in a shell.
///
/// # Errors
/// Passes on what the writer says.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    // Into memory first: the generator takes a closed pipe for a bug.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "ayo", &mut script);
    print(&script)
}

/// Prints the manual page, with a section for each command.
///
/// # Errors
/// Passes on what the writer says.
pub(crate) fn manual() -> Result<(), Failure> {
    print(&manual_page()?)
}

fn manual_page() -> io::Result<Vec<u8>> {
    let mut command = Arguments::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name().to_uppercase();
        let page_of_command = clap_mangen::Man::new(command.clone());
        writeln!(page, ".SH \"AYO {name}\"")?;
        // Sections of the command are those of one section here.
        let mut sections = Vec::new();
        page_of_command.render_description_section(&mut sections)?;
        page_of_command.render_synopsis_section(&mut sections)?;
        page_of_command.render_options_section(&mut sections)?;
        for line in String::from_utf8_lossy(&sections).lines() {
            // The preamble of roff stands at the top of the page once.
            if line.starts_with(".ie") || line.starts_with(".el") || line == ".SH DESCRIPTION" {
                continue;
            }
            writeln!(page, "{}", line.replacen(".SH ", ".SS ", 1))?;
        }
    }
    Ok(names_as_typed(&page))
}

/// Commands are sections of this page, not pages of their own as `ayo\-match(1)` would be.
fn names_as_typed(page: &[u8]) -> Vec<u8> {
    let mut page = String::from_utf8_lossy(page).into_owned();
    for command in Arguments::command().get_subcommands() {
        let name = command.get_name();
        page = page.replace(&format!("ayo\\-{name}(1)"), &format!("\\fBayo {name}\\fR"));
    }
    page.into_bytes()
}

/// Prints the JSON schema of tournament files.
///
/// # Errors
/// Passes on what the writer says.
pub(crate) fn schema() -> Result<(), Failure> {
    print(config::schema_text().as_bytes())
}

pub(crate) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of all commands, as `ayo --help` shows them.
    fn commands() -> Vec<String> {
        let command = Arguments::command();
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect()
    }

    #[test]
    fn the_manual_page_has_every_command_and_option() {
        let page = String::from_utf8(manual_page().unwrap()).unwrap();
        assert!(page.contains(".TH ayo 1"), "{page}");
        for name in commands() {
            assert!(page.contains(&format!(".SH \"AYO {}\"\n", name.to_uppercase())), "{name}");
        }
        for option in ["concurrency", "isolation", "junit", "tie\\-breaks", "anchor", "speed"] {
            assert!(page.contains(&format!("\\-\\-{option}")), "{option}\n{page}");
        }
        assert_eq!(page.matches(".TH ").count(), 1, "{page}");
        assert!(page.contains("\\fBayo match\\fR\n"), "{page}");
    }

    #[test]
    fn completions_know_every_command() {
        use clap::ValueEnum as _;
        for shell in clap_complete::Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "ayo", &mut script);
            let script = String::from_utf8(script).unwrap();
            for name in commands() {
                assert!(script.contains(&name), "{shell}: {name}");
            }
        }
    }
}
