//! The policy of the page: its own style and script by their hashes, and nothing else.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Returns the text of the `Content-Security-Policy`; a live page asks its own server, too.
pub(crate) fn policy(style: &str, script: &str, is_live: bool) -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; \
         {}base-uri 'none'; form-action 'none'",
        base64(&Sha256::digest(style)),
        base64(&Sha256::digest(script)),
        if is_live { "connect-src 'self'; " } else { "" }
    )
}

/// Writes bytes in base 64, as RFC 4648 has it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            let digit = if place <= group.len() { char::from(digit) } else { '=' };
            text.write_char(digit).expect("writing to a string cannot fail");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base_64() {
        let check = |bytes: &str, text| assert_eq!(base64(bytes.as_bytes()), text);
        check("", "");
        check("f", "Zg==");
        check("fo", "Zm8=");
        check("foo", "Zm9v");
        check("foob", "Zm9vYg==");
        check("fooba", "Zm9vYmE=");
        check("foobar", "Zm9vYmFy");
    }
}
