//! Archives as students make them, and as nobody should.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::*;

/// A zip archive; files are stored or deflated in turn.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (number, (name, bytes)) in files.iter().enumerate() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        let (method, packed) = if number % 2 == 0 { (8_u16, encoder.finish().unwrap()) } else { (0, bytes.to_vec()) };
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let at = out.len() as u32;
        let mut facts = Vec::new();
        facts.extend(crc.sum().to_le_bytes());
        facts.extend((packed.len() as u32).to_le_bytes());
        facts.extend((bytes.len() as u32).to_le_bytes());
        facts.extend((name.len() as u16).to_le_bytes());
        out.extend(
            [b"PK\x03\x04\x14\x00\x00\x00".as_slice(), &method.to_le_bytes(), &[0; 4], &facts, &[0; 2]].concat(),
        );
        out.extend(name.as_bytes());
        out.extend(packed);
        let head = [b"PK\x01\x02\x14\x03\x14\x00\x00\x00".as_slice(), &method.to_le_bytes(), &[0; 4], &facts];
        directory.extend([head.concat(), vec![0; 8], (0o100_644_u32 << 16).to_le_bytes().into()].concat());
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (begin, count) = (out.len() as u32, (files.len() as u16).to_le_bytes());
    let length = directory.len() as u32;
    out.extend(directory);
    out.extend([b"PK\x05\x06\x00\x00\x00\x00".as_slice(), &count, &count].concat());
    out.extend([length.to_le_bytes(), begin.to_le_bytes()].concat());
    out.extend([0; 2]);
    out
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("potez-package-{name}-{}", std::process::id()))
}

#[test]
fn one_file_or_an_archive_becomes_a_program_to_start() {
    let begin = |name: &str, bytes: &[u8]| {
        let at = folder("begin");
        let entrant = BotPackage::read(name, bytes).unwrap().unpack(&at).unwrap();
        let Kind::External(program) = entrant.kind else { panic!("not a program") };
        let shown: Vec<String> =
            program.command.iter().map(|word| word.rsplit('/').next().unwrap_or_default().to_string()).collect();
        let files = fs::read_dir(&at).unwrap().count();
        fs::remove_dir_all(at).unwrap();
        (shown.join(" "), files)
    };
    assert_eq!(begin("ana.py", b"print()"), ("python3 ana.py".into(), 1));
    assert_eq!(begin("ana.js", b"1"), ("node ana.js".into(), 1));
    assert_eq!(begin("ana", b"#!/bin/sh\n"), ("ana".into(), 1));
    assert_eq!(begin("ana.jar", b"PK\x03\x04"), ("java -jar ana.jar".into(), 1));
    let flat = archive(&[("run.py", b"import brain"), ("brain.py", b"x = 1"), ("data/w.bin", &[7; 3000])]);
    assert_eq!(begin("ana.zip", &flat), ("python3 run.py".into(), 3));
    // Most programs pack the folder, and some leave litter in it.
    let nested = archive(&[("ana/run", b"#!/bin/sh\n"), ("ana/x.txt", b"x"), ("__MACOSX/ana/._run", b"?")]);
    assert_eq!(begin("ana.zip", &nested), ("run".into(), 2));
}

#[test]
fn what_is_unpacked_is_what_was_packed_and_may_be_run() {
    use std::os::unix::fs::PermissionsExt;
    let at = folder("whole");
    let bytes = archive(&[("run", b"#!/bin/sh\necho ugiok\n"), ("deep/er/x", &[9; 9_000])]);
    BotPackage::read("a.zip", &bytes).unwrap().unpack(&at).unwrap();
    assert_eq!(fs::read(at.join("deep/er/x")).unwrap(), [9; 9_000]);
    let mode = |path: &str| fs::metadata(at.join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("run"), mode("deep"), mode("deep/er/x")), (0o755, 0o755, 0o644));
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn nothing_leads_outside_and_nothing_is_too_large() {
    let refused = |name: &str, bytes: &[u8]| BotPackage::read(name, bytes).unwrap_err();
    for wrong in ["../run", "/etc/run", "a//run", "a/../run", ".hidden", "run\\x", "run\n", "č", ""] {
        assert_eq!(
            refused("a.zip", &archive(&[("run", b"#!x"), (wrong, b"1")])).code(),
            "server-upload-name",
            "{wrong}"
        );
        assert_eq!(refused(wrong, b"#!").code(), "server-upload-name", "{wrong}");
    }
    assert_eq!(refused("a.py", &vec![0; MOST_PACKED + 1]), PackageError::Large);
    // A bomb: a few kilobytes that become many megabytes.
    assert_eq!(refused("a.zip", &archive(&[("run", &vec![0; (16 << 20) + 1])])), PackageError::Large);
    let many: Vec<String> = (0..=MOST_FILES).map(|number| format!("f{number}")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert_eq!(refused("a.zip", &archive(&many)), PackageError::Large);
    assert_eq!(refused("a.zip", &archive(&[("main.py", b"1")])), PackageError::NoRun);
    assert_eq!(refused("a.zip", &archive(&[("run.txt", b"1")])), PackageError::NotAProgram("run.txt".into()));
    assert_eq!(refused("notes.txt", b"hello"), PackageError::NotAProgram("notes.txt".into()));
    assert_eq!(refused("a.zip", &archive(&[("run", b"#!"), ("run", b"#!")])).code(), "server-upload-archive");
    assert_eq!(refused("a.zip", &archive(&[("run", b"#!"), ("run/x", b"1")])).code(), "server-upload-archive");
}

#[test]
fn a_damaged_archive_is_refused_wherever_the_damage_is() {
    let whole = archive(&[("run", b"#!/bin/sh\nexit\n"), ("x", b"0123456789")]);
    for cut in 0..whole.len() {
        assert!(BotPackage::read("a.zip", &whole[..cut]).is_err(), "cut at {cut}");
    }
    for at in 0..whole.len() {
        for bit in [1, 0x80] {
            let mut changed = whole.clone();
            changed[at] ^= bit;
            // What is read in spite of it is what was packed: a name or a date may differ.
            if let Ok(package) = BotPackage::read("a.zip", &changed) {
                let [first, second] = package.files.as_slice() else { continue };
                assert_eq!(
                    (first.bytes.as_slice(), second.bytes.as_slice()),
                    (&b"#!/bin/sh\nexit\n"[..], &b"0123456789"[..])
                );
            }
        }
    }
}
