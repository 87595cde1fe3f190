//! Rows of a table, written as they come and limited in bytes.

use askama::Template;

/// The rows of a table that fit into its part of the page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    html: String,
    limit_bytes: usize,
    shown: u64,
    left_out: u64,
}

impl Rows {
    pub(crate) fn new(limit_bytes: usize) -> Rows {
        Rows { limit_bytes, ..Rows::default() }
    }

    /// Adds a row, unless the part is full; after one that does not fit, none is added.
    pub(crate) fn push(&mut self, row: &impl Template) {
        let before = self.html.len();
        let written = self.left_out == 0 && row.render_into(&mut self.html).is_ok();
        if written && self.html.len() <= self.limit_bytes {
            self.shown += 1;
        } else {
            self.html.truncate(before);
            self.left_out += 1;
        }
    }

    /// Returns the rows as HTML.
    pub(crate) fn html(&self) -> &str {
        &self.html
    }

    pub(crate) fn shown(&self) -> u64 {
        self.shown
    }

    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Template)]
    #[template(source = "<tr>{{ text }}</tr>", ext = "html")]
    struct Row<'a> {
        text: &'a str,
    }

    #[test]
    fn a_full_table_counts_the_rest() {
        let mut rows = Rows::new(40);
        for text in ["<one>", "two", "three", "4"] {
            rows.push(&Row { text });
        }
        assert_eq!(rows.html(), "<tr>&#60;one&#62;</tr><tr>two</tr>");
        assert_eq!((rows.shown(), rows.left_out()), (2, 2));
    }
}
