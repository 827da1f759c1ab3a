//! Small directed graphs as SVG, the nodes on a circle.

use kemuri_diagram::escape;
use kemuri_diagram::plot::{END, PlotPoint, begin};
use std::f64::consts::TAU;
use std::fmt::Write;

/// Wider than high: notes stand beside the nodes on the left and on the right.
const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 420.0;
/// The radius of the circle that the nodes stand on.
const CIRCLE: f64 = HEIGHT / 2.0 - 80.0;
/// The radius of a node.
const NODE: f64 = 16.0;

/// A node of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePicture {
    /// The text in it.
    pub name: String,
    /// The text beside it.
    pub note: String,
    /// A square; otherwise a circle.
    pub square: bool,
    /// Whether it is in colour.
    pub marked: bool,
}

/// Draws a graph; edges lead from one node to another, by number.
pub fn draw(nodes: &[NodePicture], edges: &[(usize, usize)]) -> String {
    let at = |node: usize, radius: f64| -> PlotPoint {
        let angle = TAU * (node as f64 / nodes.len().max(1) as f64 - 0.25);
        PlotPoint::new(
            WIDTH / 2.0 + radius * angle.cos(),
            HEIGHT / 2.0 + radius * angle.sin(),
        )
    };
    let mut out = begin(WIDTH, HEIGHT);
    out += "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" \
            markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
            <path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n";
    for &(from, to) in edges {
        let d = match from == to {
            true => loop_path(at(from, CIRCLE), at(from, CIRCLE + 60.0)),
            false => edge_path(at(from, CIRCLE), at(to, CIRCLE)),
        };
        let _ = writeln!(
            out,
            "<path d=\"{d}\" fill=\"none\" stroke=\"#333\" marker-end=\"url(#tip)\"/>"
        );
    }
    for (i, node) in nodes.iter().enumerate() {
        out += &node_shape(node, at(i, CIRCLE), at(i, CIRCLE + 30.0));
    }
    out + END
}

/// The path of an edge, a little off the straight line: so two edges between the
/// same nodes are two lines.
fn edge_path(from: PlotPoint, to: PlotPoint) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    let (ex, ey) = (dx / length, dy / length);
    let bend = 0.12 * length;
    let mx = (from.x + to.x) / 2.0 - ey * bend;
    let my = (from.y + to.y) / 2.0 + ex * bend;
    let gap = NODE * 1.35;
    format!(
        "M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}",
        from.x + ex * gap,
        from.y + ey * gap,
        to.x - ex * gap,
        to.y - ey * gap
    )
}

/// The path of an edge from a node to itself, by way of a point outside.
fn loop_path(at: PlotPoint, outside: PlotPoint) -> String {
    format!(
        "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
        at.x - NODE,
        at.y - NODE,
        outside.x,
        outside.y,
        at.x + NODE,
        at.y - NODE
    )
}

/// A node with its note beside it.
fn node_shape(node: &NodePicture, at: PlotPoint, note: PlotPoint) -> String {
    let PlotPoint { x, y } = at;
    // Away from the node, so that a long note does not run into it.
    let anchor = match (note.x - WIDTH / 2.0) / CIRCLE {
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
    format!(
        "{shape} fill=\"{fill}\" stroke=\"#333\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>\n",
        y + 4.0,
        escape(&node.name),
        note.x,
        note.y + 4.0,
        escape(&node.note)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_and_every_move_is_drawn() {
        let node = |square| NodePicture {
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
