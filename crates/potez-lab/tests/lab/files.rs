//! Files that studies are resumed from, and jobs over threads.

use std::fs;

use potez_lab::resume::{ResumeFile, StudyResults};
use potez_lab::workers::in_order;

use crate::scratch;

#[test]
fn a_file_is_resumed_without_its_half_written_line() {
    let path = scratch("resume");
    let (mut file, lines) = ResumeFile::open(&path, "study n=1").expect("a new file");
    assert!(lines.is_empty());
    file.append("one").expect("written");
    file.append("two").expect("written");
    drop(file);
    let text = fs::read_to_string(&path).expect("the file");
    fs::write(&path, format!("{text}thr")).expect("written");
    let (mut file, lines) = ResumeFile::open(&path, "study n=1").expect("an old file");
    assert_eq!(lines, ["one", "two"]);
    file.append("three").expect("written");
    drop(file);
    assert_eq!(fs::read_to_string(&path).expect("the file"), "# study n=1\none\ntwo\nthree\n");
}

#[test]
fn a_file_of_another_run_or_of_somebody_else_is_refused() {
    let path = scratch("refused");
    drop(ResumeFile::open(&path, "study n=1").expect("a new file"));
    let error = ResumeFile::open(&path, "study n=2").expect_err("other options").to_string();
    assert!(error.contains("other options") && error.contains("n=1"), "{error}");
    for foreign in ["my diary", "my diary\nand more\n"] {
        fs::write(&path, foreign).expect("written");
        let error = ResumeFile::open(&path, "study n=1").expect_err("not ours").to_string();
        assert!(error.contains("not a file of results"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("the file"), foreign, "left as it was");
    }
}

#[test]
fn a_file_cannot_be_written_by_two_at_once() {
    let path = scratch("locked");
    let (_file, _) = ResumeFile::open(&path, "study").expect("a new file");
    let error = ResumeFile::open(&path, "study").expect_err("in use").to_string();
    assert!(error.contains("in use"), "{error}");
}

#[test]
fn results_come_back_as_they_were_kept() {
    let path = scratch("results");
    let mut results: StudyResults<(f64, Option<String>)> =
        StudyResults::open(Some(&path), "study").expect("a new file");
    results.push((0.1, None)).expect("kept");
    results.push((1e-9, Some("b".into()))).expect("kept");
    let kept = results.done.clone();
    drop(results);
    let again: StudyResults<(f64, Option<String>)> = StudyResults::open(Some(&path), "study").expect("an old file");
    assert_eq!((again.next(), &again.done), (2, &kept));
}

#[test]
fn results_of_jobs_arrive_in_order_whoever_finishes_first() {
    let mut seen = Vec::new();
    let work = |job: u64| {
        // Later jobs are done sooner.
        std::thread::sleep(std::time::Duration::from_millis(20 - job));
        Ok::<_, ()>(job * job)
    };
    in_order(3..17, 4, work, |job, square| {
        seen.push((job, square));
        Ok(())
    })
    .expect("no job fails");
    assert_eq!(seen, (3..17).map(|job| (job, job * job)).collect::<Vec<_>>());
}

#[test]
fn the_first_error_ends_the_work_and_nothing_behind_it_is_kept() {
    let mut seen = Vec::new();
    let work = |job: u64| if job == 5 { Err("five") } else { Ok(job) };
    let result = in_order(0..1000, 3, work, |job, _| {
        seen.push(job);
        Ok(())
    });
    assert_eq!(result, Err("five"));
    assert_eq!(seen, (0..5).collect::<Vec<_>>());
}
