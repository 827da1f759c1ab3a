//! Tables in Markdown.

/// A table; the columns after the first `left` ones are numbers, flush right.
pub fn table<S: AsRef<str>>(heads: &[S], left: usize, rows: &[Vec<String>]) -> String {
    let heads: Vec<String> = heads.iter().map(|head| cell(head.as_ref())).collect();
    let mut out = format!("| {} |\n|", heads.join(" | "));
    for column in 0..heads.len() {
        out += if column < left { "---|" } else { "--:|" };
    }
    out.push('\n');
    for row in rows {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        out += &format!("| {} |\n", cells.join(" | "));
    }
    out
}

/// Text that stays within its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stays_a_cell() {
        let rows = [vec!["a|b\nc".into(), "1".into()]];
        assert_eq!(
            table(&["problem", "nodes"], 1, &rows),
            "| problem | nodes |\n|---|--:|\n| a\\|b c | 1 |\n"
        );
    }
}
