//! Our own client and our own engine on one another.

mod common;

use common::{MATE, NO_MATE, file, run};

/// `kemuri bench` with the engine as its own rival: both find the same.
#[test]
fn the_bench_agrees_with_the_engine() {
    let problems = format!(
        "corner\t{MATE}\t5\nlone pawn\t{NO_MATE}\tnomate\n\
         knight\t5B1n1/8k/5R3/7S1/9/9/9/9/9 b P 1\n\
         far rook\tk8/9/1GN6/9/8R/9/9/9/9 b r2b3g4s3n4l18p 1\n\
         turned\t9/9/9/9/9/9/1p7/L8/KN7 w 2R2B3G3S3N3L17Pgs 1\t1\n"
    );
    let path = file("usi-bench", "problems.tsv", problems);
    let kemuri = env!("CARGO_BIN_EXE_kemuri");
    let engine = format!("\"{kemuri}\" usi USI_Hash=16 Shortest=true");
    let bare = format!("\"{kemuri}\" USI_Hash=1 Shortest=false");
    let ran = run(&[
        "bench", &path, "--json", "--time", "60s", "--hash", "16M", "--futile", "none", "--engine",
        &engine, "--engine", &bare,
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let objects = ran.json();
    let summary = objects.last().expect("a summary");
    assert_eq!(summary["disagreements"], serde_json::json!([]));
    for engine in summary["summary"].as_array().expect("engines") {
        assert_eq!(engine["solved"], 5, "{summary}");
        assert_eq!(engine["nomates"], 1, "{summary}");
    }
    // Three runs a problem: the shortest lengths agree, any mate is no shorter.
    for runs in objects[..15].chunks(3) {
        let lengths: Vec<u64> = runs.iter().filter_map(|r| r["length"].as_u64()).collect();
        if let [own, same, any] = lengths[..] {
            assert!(own == same && any >= own, "{runs:?}");
        }
        assert!(
            runs.iter().all(|r| r["nodes"].as_u64().is_some()),
            "{runs:?}"
        );
    }
}
