//! Reads values out of a TOML table, with errors that show the place.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, Place, Source};
use super::nearest::suggest;

/// A kind of table: where its keys stand, and which there are.
#[derive(Debug)]
pub(super) struct Kind {
    /// With a preposition: `in [format]`.
    pub(super) place: &'static str,
    pub(super) keys: &'static [&'static str],
}

/// A table of which all keys are known.
pub(super) struct Table<'a> {
    source: Source<'a>,
    table: &'a DeTable<'a>,
    span: Range<usize>,
}

/// One key of a table with its value, or one item of a list.
#[derive(Clone)]
pub(super) struct Entry<'a> {
    pub(super) source: Source<'a>,
    /// The key; of an item, that of its list.
    pub(super) key: &'a str,
    pub(super) key_span: Range<usize>,
    value: &'a DeValue<'a>,
    value_span: Range<usize>,
}

impl<'a> Table<'a> {
    /// Checks the keys first: a mistyped key is the reason why the right one is missing.
    ///
    /// # Errors
    /// Names the first unknown key; `elsewhere` are the tables it may belong to.
    pub(super) fn new(
        source: Source<'a>,
        table: &'a Spanned<DeTable<'a>>,
        kind: &Kind,
        elsewhere: &[&Kind],
    ) -> Result<Table<'a>, ConfigError> {
        let table = Table { source, table: table.get_ref(), span: table.span() };
        table.check_keys(kind, elsewhere)?;
        Ok(table)
    }

    fn check_keys(&self, kind: &Kind, elsewhere: &[&Kind]) -> Result<(), ConfigError> {
        let unknown = |entry: &Entry<'_>| !kind.keys.contains(&entry.key);
        let Some(entry) = self.entries().into_iter().find(unknown) else { return Ok(()) };
        let home = elsewhere.iter().find(|other| other.keys.contains(&entry.key));
        let hint = match home {
            Some(home) => format!("`{}` belongs {}", entry.key, home.place),
            None => suggest(entry.key, kind.keys),
        };
        let message = format!("unknown key `{}` {}", entry.key, kind.place);
        Err(ConfigError::new(message).hint(hint).at(self.source.place(entry.key_span)))
    }

    /// Returns the entries in the order of the file.
    pub(super) fn entries(&self) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry<'a>> =
            self.table.iter().map(|(key, value)| Entry::new(self.source, key, value)).collect();
        entries.sort_by_key(|entry| entry.key_span.start);
        entries
    }

    pub(super) fn get(&self, key: &str) -> Option<Entry<'a>> {
        let (key, value) = self.table.get_key_value(key)?;
        Some(Entry::new(self.source, key, value))
    }

    /// Returns what one of two keys has that exclude each other.
    ///
    /// # Errors
    /// Both are there.
    pub(super) fn either(&self, one: &str, other: &str) -> Result<Option<Entry<'a>>, ConfigError> {
        match (self.get(one), self.get(other)) {
            (Some(a), Some(b)) => {
                let second = if a.key_span.start > b.key_span.start { a } else { b };
                let message = format!("both `{one}` and `{other}` are given");
                Err(second.key_error(ConfigError::new(message).hint("keep one".to_owned())))
            }
            (a, b) => Ok(a.or(b)),
        }
    }

    /// Adds the place of the head of this table to an error.
    pub(super) fn error(&self, error: ConfigError) -> ConfigError {
        error.at(self.source.place(self.span.clone()))
    }
}

impl<'a> Entry<'a> {
    fn new(
        source: Source<'a>,
        key: &'a Spanned<toml::de::DeString<'a>>,
        value: &'a Spanned<DeValue<'a>>,
    ) -> Entry<'a> {
        Entry {
            source,
            key: key.get_ref(),
            key_span: key.span(),
            value: value.get_ref(),
            value_span: value.span(),
        }
    }

    /// Adds the place of the value to an error.
    pub(super) fn error(&self, error: ConfigError) -> ConfigError {
        error.at(self.place())
    }

    /// Adds the place of the key to an error.
    pub(super) fn key_error(&self, error: ConfigError) -> ConfigError {
        error.at(self.source.place(self.key_span.clone()))
    }

    /// Returns the place of the value.
    pub(super) fn place(&self) -> Place {
        self.source.place(self.value_span.clone())
    }

    /// Returns a string.
    pub(super) fn string(&self) -> Result<&'a str, ConfigError> {
        self.string_of("a string")
    }

    /// Returns a string; `takes` says what is wanted, should it be none.
    pub(super) fn string_of(&self, takes: &str) -> Result<&'a str, ConfigError> {
        self.value.as_str().ok_or_else(|| self.wrong_type(takes))
    }

    pub(super) fn is_string(&self) -> bool {
        self.value.is_str()
    }

    pub(super) fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub(super) fn flag(&self) -> Result<bool, ConfigError> {
        let given_in_quotes = matches!(self.value.as_str(), Some("true" | "false"));
        self.value.as_bool().ok_or_else(|| {
            self.wrong_type("`true` or `false`").hint(without_quotes(given_in_quotes))
        })
    }

    /// Returns a whole number in a range.
    pub(super) fn whole(&self, range: RangeInclusive<u64>) -> Result<u64, ConfigError> {
        let takes = if range.start() == range.end() {
            format!("only {}", range.start())
        } else {
            format!("a whole number from {} to {}", range.start(), range.end())
        };
        let given_in_quotes = self.value.as_str().is_some_and(|text| text.parse::<u64>().is_ok());
        let integer = self
            .value
            .as_integer()
            .ok_or_else(|| self.wrong_type(&takes).hint(without_quotes(given_in_quotes)))?;
        u64::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let message = format!("`{}` takes {takes}, not `{integer}`", self.key);
                self.error(ConfigError::new(message))
            })
    }

    /// Returns a whole number in a range that fits 32 bits.
    pub(super) fn count(&self, range: RangeInclusive<u32>) -> Result<u32, ConfigError> {
        let range = u64::from(*range.start())..=u64::from(*range.end());
        Ok(u32::try_from(self.whole(range)?).expect("the range has only 32 bits"))
    }

    /// Returns what one of a few words stands for; `what` is what the words name.
    pub(super) fn word<T: Copy>(&self, what: &str, words: &[(&str, T)]) -> Result<T, ConfigError> {
        let given = self.string()?;
        let found = words.iter().find(|(word, _)| *word == given);
        found.map(|&(_, value)| value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = format!("unknown {what} `{}`", given);
            self.error(ConfigError::new(message).hint(suggest(given, &known)))
        })
    }

    /// Returns a string, number or flag as text; `takes` says what is wanted.
    pub(super) fn scalar(&self, takes: &str) -> Result<String, ConfigError> {
        match self.value {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            // An integer is written out in full, also when the file has it in hexadecimal.
            DeValue::Integer(integer) => i128::from_str_radix(integer.as_str(), integer.radix())
                .map(|integer| integer.to_string())
                .map_err(|_| self.error(ConfigError::new(format!("`{}` is too big", self.key)))),
            DeValue::Float(float) => Ok(float.as_str().to_owned()),
            DeValue::Boolean(flag) => Ok(flag.to_string()),
            _ => Err(self.wrong_type(takes)),
        }
    }

    /// Returns a table whose keys are known.
    pub(super) fn table(&self, kind: &Kind, elsewhere: &[&Kind]) -> Result<Table<'a>, ConfigError> {
        let table = self.any_table()?;
        table.check_keys(kind, elsewhere)?;
        Ok(table)
    }

    /// Returns a table that may have any keys.
    pub(super) fn any_table(&self) -> Result<Table<'a>, ConfigError> {
        let table = self.value.as_table().ok_or_else(|| self.wrong_type("a table"))?;
        Ok(Table { source: self.source, table, span: self.value_span.clone() })
    }

    /// Returns the items of a list; `takes` says what the list has to be.
    pub(super) fn items(&self, takes: &str) -> Result<Vec<Entry<'a>>, ConfigError> {
        let items = self.value.as_array().ok_or_else(|| self.wrong_type(takes))?;
        let entry = |item: &'a Spanned<DeValue<'a>>| Entry {
            value: item.get_ref(),
            value_span: item.span(),
            ..self.clone()
        };
        Ok(items.iter().map(entry).collect())
    }

    pub(super) fn wrong_type(&self, takes: &str) -> ConfigError {
        let given = match self.value {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "a flag",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(ConfigError::new(format!("`{}` takes {takes}, not {given}", self.key)))
    }
}

fn without_quotes(given_in_quotes: bool) -> Option<String> {
    given_in_quotes.then(|| "write it without quotes".to_owned())
}
