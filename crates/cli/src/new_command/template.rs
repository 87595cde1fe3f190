//! The files of a new bot in each language.

use super::name::BotName;
use crate::args::Language;

/// A bot in one language, before it has a name.
pub(super) struct Template {
    /// The language, as people write it.
    pub(super) language: &'static str,
    /// A line for the shell that builds and tests the bot.
    pub(super) test: &'static str,
    /// The bot as an argument of `ayo`, once it is built.
    pub(super) bot: &'static str,
    /// The same under a name of its own, for a match.
    named_bot: &'static str,
    /// What stands in the tournament file.
    entry: &'static str,
    /// The file to make better.
    main_file: &'static str,
    /// What else the README says of the files.
    about: &'static str,
    /// What git is to leave alone.
    ignored: &'static str,
    files: &'static [(&'static str, &'static str)],
}

/// Where the source of `ayo` is, if its package says so.
const SOURCE: &str = env!("CARGO_PKG_REPOSITORY");

impl Template {
    /// Returns the template of a language.
    pub(super) fn of(language: Language) -> Template {
        match language {
            Language::Python => PYTHON,
            Language::Javascript => JAVASCRIPT,
            Language::C => C,
            Language::Java => JAVA,
            Language::Rust => RUST,
        }
    }

    /// Returns paths in the bot's folder, each with its text.
    pub(super) fn files(&self, name: &BotName) -> Vec<(&'static str, String)> {
        let common = [
            ("README.md", include_str!("../../templates/all/README.md")),
            ("tournament.toml", include_str!("../../templates/all/tournament.toml")),
            (".github/workflows/bot.yml", include_str!("../../templates/all/bot.yml")),
            (".gitignore", "/runs/\n/junit.xml\n__IGNORED__\n"),
        ];
        let files = self.files.iter().copied().chain(common);
        files.map(|(path, text)| (path, self.fill(text, name))).collect()
    }

    fn fill(&self, text: &str, name: &BotName) -> String {
        text.replace("__NAME_ESCAPED__", &name.escaped())
            .replace("__NAME__", &name.to_string())
            .replace("__TEST__", self.test)
            .replace("__BOT__", self.bot)
            .replace("__NAMED_BOT__", self.named_bot)
            .replace("__ENTRY__", self.entry)
            .replace("__MAIN_FILE__", self.main_file)
            .replace("__ABOUT__", self.about)
            .replace("__IGNORED__", self.ignored)
            .replace("__VERSION__", env!("CARGO_PKG_VERSION"))
            .replace("__SOURCE__", &source(SOURCE))
    }
}

/// Returns the line of the workflow that says where `ayo` is to be had.
pub(super) fn source(repository: &str) -> String {
    if repository.is_empty() {
        "  # The git address of ayo's source: set it as a variable of this repository.\n  \
         AYO_SOURCE: ${{ vars.AYO_SOURCE }}"
            .to_owned()
    } else {
        format!("  # Where ayo's source is.\n  AYO_SOURCE: {repository}")
    }
}

const PYTHON: Template = Template {
    language: "Python",
    test: "python3 -m unittest",
    bot: "'python3 bot.py'",
    named_bot: "'mine=python3 bot.py'",
    entry: "command = \"python3 bot.py\"",
    main_file: "bot.py",
    about: "`ayoayo.py` holds the protocol and the rules; its first lines show how to search.",
    ignored: "__pycache__/",
    files: &[
        ("bot.py", include_str!("../../templates/python/bot.py")),
        ("test_bot.py", include_str!("../../templates/python/test_bot.py")),
        ("ayoayo.py", include_str!("../../../../kits/python/ayoayo.py")),
    ],
};

const JAVASCRIPT: Template = Template {
    language: "JavaScript",
    test: "node --test",
    bot: "'node bot.mjs'",
    named_bot: "'mine=node bot.mjs'",
    entry: "command = \"node bot.mjs\"",
    main_file: "bot.mjs",
    about: "`ayoayo.mjs` holds the protocol and the rules; its first lines show how to search.",
    ignored: "/node_modules/",
    files: &[
        ("bot.mjs", include_str!("../../templates/javascript/bot.mjs")),
        ("bot.test.mjs", include_str!("../../templates/javascript/bot.test.mjs")),
        ("package.json", include_str!("../../templates/javascript/package.json")),
        ("ayoayo.mjs", include_str!("../../../../kits/javascript/ayoayo.mjs")),
    ],
};

const C: Template = Template {
    language: "C",
    test: "make test",
    bot: "./bot",
    named_bot: "mine=./bot",
    entry: "build   = \"make\"\ncommand = \"./bot\"",
    main_file: "bot.c",
    about: "`make test` builds the bot, too.",
    ignored: "/bot\n/test_bot",
    files: &[
        ("bot.c", include_str!("../../templates/c/bot.c")),
        ("test_bot.c", include_str!("../../templates/c/test_bot.c")),
        ("Makefile", include_str!("../../templates/c/Makefile")),
    ],
};

const JAVA: Template = Template {
    language: "Java",
    test: "javac Bot.java BotTest.java && java -cp . BotTest",
    bot: "./bot.sh",
    named_bot: "mine=./bot.sh",
    entry: "build   = \"javac Bot.java\"\ncommand = \"./bot.sh\"",
    main_file: "Bot.java",
    about: "`bot.sh` starts the bot.",
    ignored: "*.class",
    files: &[
        ("Bot.java", include_str!("../../templates/java/Bot.java")),
        ("BotTest.java", include_str!("../../templates/java/BotTest.java")),
        ("bot.sh", include_str!("../../templates/java/bot.sh")),
    ],
};

// The folder is named so that CARGO_TARGET_DIR does not move it.
const RUST: Template = Template {
    language: "Rust",
    test: "cargo test && cargo build --release --target-dir target",
    bot: "./target/release/bot",
    named_bot: "mine=./target/release/bot",
    entry: "build   = \"cargo build --release --target-dir target\"\ncommand = \"./target/release/bot\"",
    main_file: "src/main.rs",
    about: "The protocol and the rules are in the same file.",
    ignored: "/target/",
    files: &[
        ("src/main.rs", include_str!("../../templates/rust/main.rs")),
        ("Cargo.toml", include_str!("../../templates/rust/Cargo.toml")),
    ],
};
