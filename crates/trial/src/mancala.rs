//! Fuzzes Mancala: plays any variant beside the plain reference implementation.

use rules::mancala::notation::{read_moves, read_position, write_position, write_turns};
use rules::mancala::{
    Capture, Direction, FirstMove, Leftovers, Move, Pit, Position, Setup, Sowing, Start, Variant,
};
use rules::{Record, Side};

use crate::bytes::Bytes;
use crate::mancala_reference::{Reference, ring};

/// A game is cut off here: later moves test nothing new.
const LONGEST: usize = 160;

/// Plays the moves that the bytes encode, legal or not.
pub fn play(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let setup = setup(&mut bytes);
    let variant = &setup.variant;
    let total = 2 * u32::from(variant.pits) * u32::from(variant.stones);
    let mut reference = Reference::of(&setup);
    let mut position = Position::start(&setup);
    let mut played: Vec<(Move, Position)> = Vec::new();
    while let Some(choice) = bytes.next().filter(|_| played.len() < LONGEST) {
        let legal = legal(variant, &reference, &played);
        assert_eq!(position.legal_moves().collect::<Vec<_>>(), legal, "as the plain generator says");
        assert_eq!(legal.is_empty(), position.outcome().is_some());
        let mv = match choice {
            250.. => Move::Sow(Pit { side: Side::BOTH[usize::from(choice % 2)], index: bytes.byte() }),
            240.. => Move::Swap,
            _ if legal.is_empty() => break,
            _ => legal[usize::from(choice) % legal.len()],
        };
        let answer = position.play(mv);
        assert_eq!(answer.is_ok(), legal.contains(&mv), "{mv:?}");
        assert_eq!(position.check(mv).is_ok(), answer.is_ok());
        let Ok((after, steps)) = answer else { continue };
        assert_eq!(steps.iter().fold(position, |position, step| position.apply(step)), after);
        match mv {
            Move::Sow(pit) => {
                reference.sow(variant, Reference::place(variant, pit.side.index(), pit.index));
            }
            Move::Swap => reference.swap(),
        }
        assert_eq!(ring(&after), reference.ring);
        assert_eq!(ring(&after).iter().sum::<u32>(), total, "stones are neither lost nor made");
        assert_eq!(after.outcome().is_some(), reference.over);
        assert!(reference.over || reference.mover == after.to_move().index());
        played.push((mv, after));
        position = after;
    }
    keep(setup, &played);
}

/// The legal moves of the side to move, computed from the reference alone.
fn legal(variant: &Variant, reference: &Reference, played: &[(Move, Position)]) -> Vec<Move> {
    if reference.over {
        return Vec::new();
    }
    let side = Side::BOTH[reference.mover];
    let pits = (0..variant.pits).map(|index| Pit { side, index });
    let full = pits.filter(|pit| reference.ring[Reference::place(variant, side.index(), pit.index)] > 0);
    // The pie rule: allowed as the answer to the first turn, for the side that did not make it.
    let first = played.first().map(|(mv, _)| mv);
    let Some(Move::Sow(Pit { side: opener, .. })) = first else { return full.map(Move::Sow).collect() };
    let answers = played.iter().all(|(mv, _)| matches!(mv, Move::Sow(pit) if pit.side == *opener));
    let may_swap = variant.pie_rule && answers && side != *opener;
    full.map(Move::Sow).chain(may_swap.then_some(Move::Swap)).collect()
}

/// Checks that every notation of the game leads back to the same game.
fn keep(setup: Setup, played: &[(Move, Position)]) {
    let start = Position::start(&setup);
    let moves: Vec<Move> = played.iter().map(|(mv, _)| *mv).collect();
    let mut record = Record::new(rules::Setup::Mancala(setup));
    record.moves.extend(moves.iter().copied().map(rules::Move::Mancala));
    for (ply, (_, after)) in played.iter().enumerate().step_by(7) {
        let back = record.position_at(ply + 1).unwrap();
        assert_eq!(back, rules::Position::Mancala(*after), "what is taken back was so");
        assert_eq!(back.hash(), after.hash());
    }
    let end = played.last().map_or(start, |(_, after)| *after);
    assert_eq!(record.replay(), Ok(rules::Position::Mancala(end)));
    if end.outcome().is_none() {
        assert_eq!(read_position(&write_position(&end), setup.variant), Ok(end));
    }
    assert_eq!(Position::from_parts(&end.to_parts()), Ok(end));
    let text: String =
        write_turns(&start, &moves).unwrap().iter().map(|turn| turn.text.clone() + " ").collect();
    assert_eq!(read_moves(&start, &text), Ok((moves.clone(), end)), "{text}");
    crate::import::keep(rules::Setup::Mancala(setup), moves.into_iter().map(rules::Move::Mancala).collect());
}

fn setup(bytes: &mut Bytes) -> Setup {
    let variant = Variant {
        pits: 3 + bytes.byte() % 7,
        stones: 1 + bytes.byte() % 12,
        capture: bytes.one_of([Capture::Opposite, Capture::OppositeOrSelf, Capture::Never]),
        sowing: bytes.one_of([Sowing::Single, Sowing::Relay]),
        extra_turn: bytes.one_of([true, false]),
        leftovers: bytes.one_of([Leftovers::Owner, Leftovers::Emptier, Leftovers::Nobody]),
        direction: bytes.one_of([Direction::CounterClockwise, Direction::Clockwise]),
        pie_rule: bytes.one_of([false, true]),
        first_move: bytes.one_of([FirstMove::South, FirstMove::North, FirstMove::Alternate]),
    };
    assert_eq!(variant.validate(), Ok(()));
    let setup = Setup::new(variant, bytes.one_of([1, 2]));
    Setup { start: start(bytes, &variant), ..setup }
}

/// A start with up to six seeds moved; in most games none.
fn start(bytes: &mut Bytes, variant: &Variant) -> Option<Start> {
    let seeds = bytes.byte();
    let pits = usize::from(variant.pits);
    let mut holes = vec![variant.stones; 2 * pits];
    holes.extend([0, 0]);
    for _ in 0..if seeds >= 192 { seeds % 6 + 1 } else { 0 } {
        let (from, to) = (usize::from(bytes.byte()) % (2 * pits), usize::from(bytes.byte()) % holes.len());
        let taken = u8::from(holes[from] > 0);
        holes[from] -= taken;
        holes[to] += taken;
    }
    Start::new([&holes[..pits], &holes[pits..2 * pits]], [holes[2 * pits], holes[2 * pits + 1]]).ok()
}
