//! A reader of zip archives as common programs write them: stored or deflated files, in one part, not encrypted.
//!
//! The directory at the end of the archive says what is in it; sizes are promises that are checked.

use std::io::Read;

use flate2::{Crc, read::DeflateDecoder};

use super::{PackageError, PackedFile};

/// What the parts of an archive begin with.
const FILE: [u8; 4] = *b"PK\x03\x04";
const ENTRY: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
/// The length of the end without its comment, and of a comment at most.
const END_BYTES: usize = 22;
const MOST_COMMENT: usize = 65_535;
/// The length of an entry of the directory and of the head of a file, without what varies.
const ENTRY_BYTES: usize = 46;
const FILE_BYTES: usize = 30;
/// The part of a Unix mode that says what a file is, and a symbolic link.
const KIND: u32 = 0o170_000;
const LINK: u32 = 0o120_000;

/// One entry of the directory.
struct ZipEntry {
    name: String,
    flags: u16,
    method: u16,
    crc: u32,
    packed: usize,
    unpacked: u64,
    mode: u32,
    at: usize,
}

fn broken<T>() -> Result<T, PackageError> {
    Err(PackageError::Archive("it is cut off or damaged"))
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// All files of an archive, in the order of its directory.
pub(super) fn unpack(bytes: &[u8], most_files: usize, most_bytes: u64) -> Result<Vec<PackedFile>, PackageError> {
    let Some(entries) = directory(bytes) else { return broken() };
    if entries.len() > most_files || entries.iter().map(|entry| entry.unpacked).sum::<u64>() > most_bytes {
        return Err(PackageError::Large);
    }
    let mut files = Vec::new();
    for entry in entries {
        // Folders come by themselves, and what file managers leave behind is nobody's.
        let is_litter = entry.name.starts_with("__MACOSX/") || entry.name.rsplit('/').next() == Some(".DS_Store");
        if entry.name.ends_with('/') || is_litter {
            continue;
        }
        files.push(PackedFile { bytes: contents(bytes, &entry)?, path: entry.name });
    }
    Ok(files)
}

fn directory(bytes: &[u8]) -> Option<Vec<ZipEntry>> {
    let last = bytes.len().checked_sub(END_BYTES)?;
    let first = last.saturating_sub(MOST_COMMENT);
    let end = (first..=last).rev().find(|&at| bytes[at..].starts_with(&END))?;
    let (count, mut at) = (u16_at(bytes, end + 10)?, u32_at(bytes, end + 16)? as usize);
    let mut entries = Vec::new();
    for _ in 0..count {
        if !bytes.get(at..)?.starts_with(&ENTRY) {
            return None;
        }
        let lengths = [28, 30, 32].map(|offset| u16_at(bytes, at + offset).map(usize::from));
        let [name, extra, comment] = lengths;
        let (name, extra, comment) = (name?, extra?, comment?);
        let text = bytes.get(at + ENTRY_BYTES..at + ENTRY_BYTES + name)?;
        entries.push(ZipEntry {
            name: std::str::from_utf8(text).ok()?.to_string(),
            flags: u16_at(bytes, at + 8)?,
            method: u16_at(bytes, at + 10)?,
            crc: u32_at(bytes, at + 16)?,
            packed: u32_at(bytes, at + 20)? as usize,
            unpacked: u32_at(bytes, at + 24)?.into(),
            mode: u32_at(bytes, at + 38)? >> 16,
            at: u32_at(bytes, at + 42)? as usize,
        });
        at += ENTRY_BYTES + name + extra + comment;
    }
    Some(entries)
}

fn contents(bytes: &[u8], entry: &ZipEntry) -> Result<Vec<u8>, PackageError> {
    if entry.flags & 1 != 0 {
        return Err(PackageError::Archive("it is encrypted"));
    }
    if entry.mode & KIND == LINK {
        return Err(PackageError::Archive("it has symbolic links"));
    }
    let Some(packed) = packed(bytes, entry) else { return broken() };
    let mut found = Vec::new();
    let read = match entry.method {
        0 => packed.take(entry.unpacked + 1).read_to_end(&mut found),
        // One byte more than promised is enough to see that the promise is broken.
        8 => DeflateDecoder::new(packed).take(entry.unpacked + 1).read_to_end(&mut found),
        _ => return Err(PackageError::Archive("it is packed in a way other than deflate")),
    };
    let mut crc = Crc::new();
    crc.update(&found);
    let is_whole = read.is_ok() && found.len() as u64 == entry.unpacked && crc.sum() == entry.crc;
    if is_whole { Ok(found) } else { broken() }
}

/// The packed bytes of a file: its head has a name and extra fields of lengths of its own.
fn packed<'a>(bytes: &'a [u8], entry: &ZipEntry) -> Option<&'a [u8]> {
    let head = bytes.get(entry.at..)?;
    if !head.starts_with(&FILE) {
        return None;
    }
    let begin = FILE_BYTES + usize::from(u16_at(head, 26)?) + usize::from(u16_at(head, 28)?);
    head.get(begin..begin.checked_add(entry.packed)?)
}
