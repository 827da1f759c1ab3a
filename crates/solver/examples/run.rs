use kemuri_core::Problem;
use kemuri_solver::*;
use std::time::Duration;
fn main() {
    let mut o = Options::default();
    o.set("hash", "1G").unwrap();
    let mut lim = Limits::default();
    lim.time = Some(Duration::from_secs(20));
    let mut files = vec![];
    let mut only = None;
    let mut reuse = false;
    let mut it = std::env::args().skip(1);
    while let Some(a) = it.next() {
        if a == "-o" {
            let kv = it.next().unwrap();
            let (k, v) = kv.split_once('=').unwrap();
            o.set(k, v).unwrap();
        } else if a == "-t" {
            lim.time = Some(Duration::from_secs_f64(it.next().unwrap().parse().unwrap()));
        } else if a == "-n" {
            lim.nodes = Some(it.next().unwrap().parse().unwrap());
            lim.time = None;
        } else if a == "-i" {
            only = it.next();
        } else if a == "-r" {
            reuse = true;
        } else {
            files.push(a);
        }
    }
    let _ = reuse;
    let mut tot = 0f64;
    let mut tn = 0u64;
    let (mut m, mut nm, mut u) = (0, 0, 0);
    let mut s = Solver::new(o.clone()).unwrap();
    for f in files {
        for line in std::fs::read_to_string(f).unwrap().lines() {
            if line.starts_with('#') {
                continue;
            }
            let mut c = line.split('\t');
            let id = c.next().unwrap();
            let sf = c.next().unwrap();
            let ex = c.next().unwrap_or("-");
            if let Some(x) = &only {
                if !x.split(',').any(|y| y == id) {
                    continue;
                }
            }
            s.clear();
            let p = Problem::from_sfen(sf).unwrap();
            let r = s.solve(&p, &lim, &mut |_| {});
            let v = match &r.verdict {
                Verdict::Mate { line, length, .. } => {
                    m += 1;
                    format!("mate {length}/{}", line.len())
                }
                Verdict::NoMate => {
                    nm += 1;
                    "nomate".into()
                }
                Verdict::Unknown(x) => {
                    u += 1;
                    format!("UNKNOWN {x:?}")
                }
            };
            tot += r.stats.time.as_secs_f64();
            tn += r.stats.nodes;
            println!(
                "{id}\t{v}\t{ex}\t{}\t{:.3}\t{}\t{}",
                r.stats.nodes,
                r.stats.time.as_secs_f64(),
                r.stats.hash_permille,
                r.stats.collections
            );
        }
    }
    println!(
        "TOTAL nodes {tn} time {tot:.1} mate {m} nomate {nm} unknown {u}, {:.2} Mn/s",
        tn as f64 / tot / 1e6
    );
}
