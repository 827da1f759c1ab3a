//! Small directed graphs as SVG, the nodes on a circle.

use crate::svg::{END, begin, escaped};
use std::f64::consts::TAU;
use std::fmt::Write;

/// Wider than high: notes stand beside the nodes on the left and on the right.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 420.0;
const NODE: f64 = 16.0;

/// What a node looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What stands in it.
    pub name: String,
    /// What stands beside it.
    pub note: String,
    /// A square; otherwise a circle.
    pub square: bool,
    /// Whether it is what the picture is about.
    pub marked: bool,
}

/// Draws a graph; edges lead from one node to another, by number.
pub fn draw(nodes: &[Node], edges: &[(usize, usize)]) -> String {
    let (middle, centre) = (WIDTH / 2.0, HEIGHT / 2.0);
    let radius = centre - 80.0;
    let place = |node: usize, radius: f64| {
        let angle = TAU * (node as f64 / nodes.len().max(1) as f64 - 0.25);
        (middle + radius * angle.cos(), centre + radius * angle.sin())
    };
    let mut out = begin(WIDTH, HEIGHT);
    out += "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
            markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
            <path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n";
    for &(from, to) in edges {
        let ((x, y), (u, v)) = (place(from, radius), place(to, radius));
        let (dx, dy) = (u - x, v - y);
        let length = dx.hypot(dy);
        // A little off the straight line, so that two ways between the same
        // nodes are two lines.
        let d = match length > 0.0 {
            true => {
                let (ex, ey) = (dx / length, dy / length);
                let bend = 0.12 * length;
                let (mx, my) = ((x + u) / 2.0 - ey * bend, (y + v) / 2.0 + ex * bend);
                let gap = NODE * 1.35;
                format!(
                    "M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}",
                    x + ex * gap,
                    y + ey * gap,
                    u - ex * gap,
                    v - ey * gap
                )
            }
            false => {
                let (a, b) = place(from, radius + 60.0);
                format!(
                    "M{:.1} {:.1}Q{a:.1} {b:.1} {:.1} {:.1}",
                    x - NODE,
                    y - NODE,
                    x + NODE,
                    y - NODE
                )
            }
        };
        let _ = writeln!(
            out,
            "<path d=\"{d}\" fill=\"none\" stroke=\"#333\" marker-end=\"url(#tip)\"/>"
        );
    }
    for (i, node) in nodes.iter().enumerate() {
        let ((x, y), (u, v)) = (place(i, radius), place(i, radius + 30.0));
        // Away from the node, so that a long note does not run into it.
        let anchor = match (u - middle) / radius {
            side if side > 0.3 => "start",
            side if side < -0.3 => "end",
            _ => "middle",
        };
        let fill = if node.marked { "#ffd8a8" } else { "#ffffff" };
        let shape = match node.square {
            true => format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{w}\" height=\"{w}\"",
                x - NODE,
                y - NODE,
                w = 2.0 * NODE
            ),
            false => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{NODE}\""),
        };
        let _ = writeln!(
            out,
            "{shape} fill=\"{fill}\" stroke=\"#333\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text x=\"{u:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            y + 4.0,
            escaped(&node.name),
            v + 4.0,
            escaped(&node.note)
        );
    }
    out + END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_and_every_move_is_drawn() {
        let node = |square| Node {
            name: "<A>".into(),
            note: "3 & 5".into(),
            square,
            marked: square,
        };
        let picture = draw(&[node(true), node(false)], &[(0, 1), (1, 0), (1, 1)]);
        let tree = roxmltree::Document::parse(&picture).unwrap();
        let with = |name: &str, attribute: &str| {
            let all = tree.descendants().filter(|n| n.has_tag_name(name));
            all.filter(|n| n.has_attribute(attribute)).count()
        };
        assert_eq!(with("path", "marker-end"), 3);
        assert_eq!((with("circle", "r"), with("rect", "stroke")), (1, 1));
        assert!(!picture.contains("NaN"), "{picture}");
        roxmltree::Document::parse(&draw(&[], &[])).unwrap();
    }
}
