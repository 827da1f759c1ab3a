//! Random records: trees over games, handicaps and problems, with all that a record can
//! hold. The property tests and the example `conformance` take them from here.

use kemuri_core::Move;
use kemuri_core::sfen::{self, Sfen};
use kemuri_formats::{Ending, Header, MoveTime, Record, RecordBuilder};
use proptest::prelude::*;
use rsshogi::board::{MoveList, Position};
use rsshogi::movegen::generate_legal_all;
use std::time::Duration;

/// Problems without the attacker's king, White attacking, many pieces of one kind that have
/// to be told apart, two kings, games with and without a handicap, one with White to move.
const STARTS: [&str; 9] = [
    "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1",
    "9/9/9/9/9/9/8p/9/8K w g2r2b3g4s4n4l17p 31",
    "4k4/9/2+P1+P1+P2/2+P1+P1+P2/2+P+P+P+P+P2/9/9/9/9 b 4G4S2r2b4n4l7p 1",
    "3+R5/7k1/2S1S4/3G5/2S1S4/9/1+B5+B1/4+r4/4K4 b 3g4n4l18p 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
];

/// Legal moves of a position.
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    generate_legal_all(position, &mut moves);
    moves.as_slice().to_vec()
}

/// What a random record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taste {
    /// Whatever a record can hold: texts that look like moves, ends in mid-air.
    Anything,
    /// What programs write: plain words, the time of each move or of none, ends that have
    /// a name.
    Plain,
}

impl Taste {
    fn text(self) -> BoxedStrategy<String> {
        match self {
            Self::Anything => prop_oneof!["[ -~]{0,8}", "[ぁ-ん一-龠、：＝*&#▲△|+]{0,6}"].boxed(),
            Self::Plain => prop_oneof!["[A-Za-z]{1,8}", "[ぁ-ん]{1,8}", "[a-z]{1,4} [0-9]"].boxed(),
        }
    }

    fn act(self) -> BoxedStrategy<Act> {
        let index = any::<prop::sample::Index>;
        let common = prop_oneof![
            12 => index().prop_map(Act::Play),
            3 => index().prop_map(Act::Branch),
            2 => self.text().prop_map(Act::Comment),
            1 => self.text().prop_map(Act::Bookmark),
        ];
        match self {
            Self::Anything => prop_oneof![
                18 => common,
                1 => (0..7usize).prop_map(Act::End),
                2 => (0..9000u32, prop::option::of(0..99_999u32))
                    .prop_map(|(spent, total)| Act::Time(spent, total)),
                1 => prop_oneof![
                    "[ 　]?まで[0-9]{1,2}手詰[ 　]?",
                    "まで[0-9]{1,2}手で[詰不中断了一]{1,3}",
                    "まで"
                ]
                .prop_map(Act::Close),
            ]
            .boxed(),
            Self::Plain => prop_oneof![18 => common, 1 => (0..6usize).prop_map(Act::End)].boxed(),
        }
    }

    /// A header as readers give it: trimmed, and no part of the position.
    fn header(self) -> BoxedStrategy<Header> {
        let names = match self {
            Self::Anything => vec![
                "作品名",
                "作者",
                "発表誌",
                "手数",
                "備考",
                "x y",
                "先手",
                "終了日時",
            ],
            Self::Plain => vec!["作品名", "作者", "発表誌", "備考", "棋戦", "場所"],
        };
        let field = (prop::sample::select(names), self.text()).prop_map(|(name, value)| {
            let (name, value) = (name.into(), value.trim().into());
            Header::Field { name, value }
        });
        match self {
            Self::Anything => {
                prop_oneof![9 => field, 1 => Just(Header::Line("盤面回転".into()))].boxed()
            }
            Self::Plain => field.boxed(),
        }
    }

    fn record(self) -> BoxedStrategy<Record> {
        let headers = prop::collection::vec(self.header(), 0..5);
        let acts = prop::collection::vec(self.act(), 0..60);
        (start(), headers, acts, any::<bool>())
            .prop_map(move |(start, mut headers, acts, timed)| {
                let mut builder = RecordBuilder::new(start).expect("lawful");
                if self == Self::Plain {
                    let mut names = Vec::new();
                    headers.retain(|header| match header {
                        Header::Field { name, .. } => {
                            let new = !names.contains(name);
                            names.push(name.clone());
                            new
                        }
                        Header::Line(_) => true,
                    });
                }
                *builder.headers_mut() = headers;
                let mut clock = (self == Self::Plain && timed).then(Vec::new);
                for act in acts {
                    perform(&mut builder, act, &mut clock);
                }
                builder.finish()
            })
            .boxed()
    }
}

/// Records of any kind.
pub fn record() -> impl Strategy<Value = Record> {
    Taste::Anything.record()
}

/// Records as programs write them.
pub fn plain_record() -> impl Strategy<Value = Record> {
    Taste::Plain.record()
}

/// What is done next to a record that is being built.
#[derive(Clone, Debug)]
enum Act {
    Play(prop::sample::Index),
    Branch(prop::sample::Index),
    End(usize),
    Comment(String),
    Bookmark(String),
    Time(u32, Option<u32>),
    Close(String),
}

fn start() -> impl Strategy<Value = Sfen> {
    prop::sample::select(STARTS.to_vec()).prop_map(|text| sfen::parse(text).expect("an SFEN"))
}

/// Performs an act. With a `clock`, which has what each move of the line took, every move
/// gets its time.
fn perform(builder: &mut RecordBuilder, act: Act, clock: &mut Option<Vec<u32>>) {
    let endings = [
        Ending::Mate,
        Ending::NoMate,
        Ending::Resign,
        Ending::FoulWin,
        Ending::FoulLoss,
        Ending::TimeUp,
        Ending::Other("封じ手".into()),
    ];
    match act {
        Act::Play(choice) => {
            let moves = legal_moves(builder.position());
            // After an end nothing is played; that is what the builder is for.
            if !moves.is_empty() && builder.play(*choice.get(&moves)).is_ok() {
                take_time(builder, choice.index(100) as u32, clock);
            }
        }
        Act::Branch(choice) => {
            let ply = choice.index(builder.ply() + 1) + 1;
            builder.branch(ply).expect("on the line");
            if let Some(clock) = clock {
                clock.truncate(ply - 1);
            }
        }
        Act::End(which) => {
            let _ = builder.end(endings[which].clone());
        }
        Act::Comment(text) => builder.last_mut().remark(&text),
        Act::Bookmark(text) => builder.last_mut().bookmarks.push(text),
        Act::Time(spent, total) if builder.last().step().is_some() => {
            builder.last_mut().times.push(time(spent, total));
        }
        Act::Time(..) => {}
        Act::Close(sentence) => builder.close(&sentence),
    }
}

/// Notes the time of the move that was played last, unless it was in the record before.
fn take_time(builder: &mut RecordBuilder, spent: u32, clock: &mut Option<Vec<u32>>) {
    let Some(clock) = clock else {
        return;
    };
    let known = builder.last().times.first();
    let spent = known.map_or(spent, |time| time.spent.as_secs() as u32);
    clock.push(spent);
    let total = clock.iter().rev().step_by(2).sum();
    builder.last_mut().times = vec![time(spent, Some(total))];
}

fn time(spent: u32, total: Option<u32>) -> MoveTime {
    MoveTime {
        spent: Duration::from_secs(spent.into()),
        total: total.map(|total| Duration::from_secs(total.into())),
    }
}
