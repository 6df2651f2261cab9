//! The bytes of a file as text: UTF-8, or what records were written in before it.

/// The text of a file; `None` if it is not text at all.
///
/// What is not UTF-8 is read as Windows-1252, which holds all of Latin-1, the encoding of SGF files
/// that name none and of most older ones that do. A file with control characters is not text.
///
/// ```
/// use potez_table::records::decode;
/// assert_eq!(decode(b"PW[Andr\xe9]".to_vec()).as_deref(), Some("PW[André]"));
/// assert_eq!(decode("Đorđe".into()).as_deref(), Some("Đorđe"));
/// assert_eq!(decode(vec![0, 0xff]), None);
/// ```
pub fn decode(bytes: Vec<u8>) -> Option<String> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) => error.into_bytes(),
    };
    let is_text = |byte: u8| byte >= b' ' && byte != 0x7f || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    bytes.iter().all(|&byte| is_text(byte)).then(|| bytes.iter().map(|&byte| character(byte)).collect())
}

fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

/// What Windows-1252 has where Latin-1 has control characters; the five places it leaves empty stay
/// those.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];
