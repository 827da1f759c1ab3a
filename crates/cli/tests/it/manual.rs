//! `kemuri man`.

use crate::common::{directory, run};

#[test]
fn pages_are_written_whole_and_an_error_names_the_page() {
    let folder = directory("manual");
    let out = folder.join("pages");
    let out = out.to_str().expect("UTF-8");
    let ran = run(&["man", "--out", out]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let entries = std::fs::read_dir(out).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a page").file_name())
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert!(names.iter().all(|name| name.ends_with(".1")), "{names:?}");
    assert!(names.contains(&"kemuri-solve.1".into()), "{names:?}");
    let page = std::fs::read_to_string(folder.join("pages/kemuri.1")).expect("a page");
    assert_eq!(page, run(&["man"]).out);
    // A folder where the first page should be, then a file instead of the folder.
    let first = folder.join("pages").join("kemuri-bench.1");
    std::fs::remove_file(&first).expect("a page");
    std::fs::create_dir(&first).expect("a folder");
    run(&["man", "--out", out]).assert_refused(&["pages/kemuri-bench.1"]);
    let page = folder.join("pages/kemuri.1");
    let page = page.to_str().expect("UTF-8");
    run(&["man", "--out", page]).assert_refused(&["pages/kemuri.1"]);
}
