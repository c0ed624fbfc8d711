//! Files of several games: a faulty one hides no other, and lists with a number before each game.

use gametext::import::read;
use gametext::refusal::Notice::Comments;
use gametext::refusal::Why::*;
use rules::IllegalMove::{NoFlip, NoSuchPit};

use super::{KGP, WORDS, all, moves, one, refused_at};

#[test]
fn games_behind_a_fault_of_the_text_are_offered() {
    let (first, third) =
        ("[Black \"Anna\"]\n\n1. f5 d6 *\n\n", "[Black \"Carl\"]\n[White \"Dora\"]\n\n1. f5 f6 *\n");
    for (second, line, why) in [
        ("[Black \"Emil\"]\n\n1. f5 [%clk 0:01] f4 *\n\n", 7, NoMove),
        ("[Black \"Emil\"]\r\n\r\n1. f5 {hm f4 *\r\n\r\n", 7, CommentOpen),
        ("[Black \"Emil\"]\n\n1. f5 {a {b} f4 *\n\n", 7, CommentNested),
        ("[Black \"Emil\"]\n\n1. f5; f4 2. e3\n2. e3 *\n\n", 7, CommentMoves),
        ("[Black \"Emil \"Ace\" X\"]\n[White \"Fay\"]\n\n1. f5 f4 *\n\n", 5, TagForm),
        (
            "[Black \"Emil\"]\n[Black \"Emilia\"]\n[White \"Fay\"]\n\n1. f5 f4 *\n\n",
            6,
            TagTwice("Black".to_owned()),
        ),
    ] {
        let text = format!("{first}{second}{third}");
        assert_eq!(
            all(&text),
            [Ok("f5d6".to_owned()), Err((line, why.clone())), Ok("f5f6".to_owned())],
            "{text}"
        );
        let text = format!("{second}{third}");
        assert_eq!(all(&text), [Err((line - 4, why)), Ok("f5f6".to_owned())], "{text}");
    }
    // The comment of the third game closes none of the second.
    let text = format!("{first}[Black \"Emil\"]\n\n1. f5 {{hm f4 *\n\n{}", third.replace("f6", "f6 {nice}"));
    assert_eq!(all(&text)[1], Err((7, CommentOpen)));
    assert_eq!(all(&text)[2], Ok("f5f6".to_owned()));
    // Games without tags: behind a result, or numbered from 1 again.
    let lines = all("f5 d6 *\nf5; f6 e6 *\nf5 f4 *\n");
    assert_eq!(lines, [Ok("f5d6".to_owned()), Err((2, CommentMoves)), Ok("f5f4".to_owned())]);
    let numbered = all("1. F 2. d\n1. D; e 2. E\n3. d\n1. F 2. d 3. E\n");
    assert_eq!(numbered, [Ok("F d".to_owned()), Err((2, CommentMoves)), Ok("F d E".to_owned())]);
    // A fault in a line of its own is none of the game before it.
    let comment = all("f5 d6 *\n{x\nf5 f6 *\n");
    assert_eq!(comment, [Ok("f5d6".to_owned()), Err((2, CommentOpen))]);
    // The last one is cut off.
    assert_eq!(all(&format!("{first}[Black \"Emil\"]\n[Whi"))[1], Err((6, TagForm)));
}

#[test]
fn games_behind_a_fault_of_a_log_are_offered() {
    let start = KGP.lines().nth(1).unwrap();
    for (second, line, why) in [
        (format!("{KGP}move 2\nstate <6,0,0,9,4,4,4,4,4,4,4,4,4,4,4>\nstop\n"), 8, KgpState),
        (format!("{KGP}hello there\nmove 2\nstop\n"), 7, KgpLine),
        (format!("kgp 1 0 0\nhello\n{start}\nmove 2\nstop\n"), 6, KgpLine),
        (format!("{start}\nmove 9\nstop\n"), 6, Illegal(NoSuchPit)),
        (format!("{start}\nmove 9\n"), 6, Illegal(NoSuchPit)),
        (format!("{KGP}stop\n"), 8, NoMoves),
        ("kgp 1 0 0\nstate <6,0,1,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 2\nstop\n".to_owned(), 6, KgpStart),
        (format!("{KGP}move 2\nstop\nmove 3\n{}\n", "state <6,0,0,5,4,4,4,4,4,4,0,5,5,5,5>"), 9, KgpMoveLate),
    ] {
        for third in
            [format!("{KGP}move 3\nstop\n"), format!("set :duello:South \"Carl\"\n{start}\nmove 3\nstop\n")]
        {
            let text = format!("{KGP}move 1\nstop\n{second}{third}");
            if !second.contains("stop") && !third.starts_with("kgp") {
                continue;
            }
            let told = all(&text);
            assert_eq!(told.len(), 3, "{text}: {told:?}");
            assert_eq!((&told[0], &told[2]), (&Ok("A".to_owned()), &Ok("C".to_owned())), "{text}");
            assert_eq!(told[1].as_ref().unwrap_err().1, why, "{text}");
            assert!(why == NoMoves || told[1].as_ref().unwrap_err().0 == line, "{text}: {told:?}");
            let named = read(&text, &WORDS).unwrap()[2].as_ref().unwrap().game.names[0].clone();
            assert_eq!(named, if third.starts_with("set") { "Carl" } else { "First" }, "{text}");
        }
    }
}

#[test]
fn a_log_of_positions_alone_goes_on_behind_a_wrong_one() {
    let start = KGP.lines().nth(1).unwrap();
    let told = all(&format!("state <6,0,1,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 2\nstop\n{start}\nmove 1\nstop\n"));
    assert_eq!(told, [Err((1, KgpStart)), Ok("A".to_owned())]);
}

#[test]
fn a_late_answer_is_left_out_where_it_says_what_it_answers() {
    let log = "kgp 1 0 0\n1 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\n2@1 move 3\n3 stop\n4@1 move 1\n\
               5 state <6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>\n6@5 move 6\n7 stop\n";
    let read = one(log);
    assert_eq!(moves(&read), "C-F");
    assert_eq!(read.notices, [gametext::refusal::Notice::Corrected(1)]);
    refused_at(&log.replace("4@1 move", "move"), (5, 1, "move"), KgpMoveLate);
}

#[test]
fn a_numbered_list_of_transcripts_is_several_games() {
    let openings = ["f5d6c3d3", "f5f6e6f4", "f5f4e3"].map(|moves| Ok(moves.to_owned()));
    for text in [
        "1. f5d6c3d3\n2. f5f6e6f4\n3. f5f4e3\n",
        "1.f5d6c3d3\n2.f5f6e6f4\n3.f5f4e3",
        "1. f5 d6 c3 d3\n2. f5 f6 e6 f4\n3. f5 f4 e3\n",
        "1\tf5d6c3d3\n2\tf5f6e6f4\n3\tf5f4e3\n",
        "10. f5d6c3d3\n11. f5f6e6f4\n12. f5f4e3\n",
        "1. f5d6c3d3 *\n2. f5f6e6f4 *\n3. f5f4e3 *\n",
        "1. f5d6c3d3 34-30\n2. f5f6e6f4 30-34\n3. f5f4e3 32-32\n",
    ] {
        assert_eq!(all(text), openings, "{text}");
    }
    for text in [
        "f5d6c3 ; Diagonal\nf5f6e6\n{three}f5f4e3",
        "1. f5d6c3 {Diagonal}\n2. f5f6e6\n; three\n3. f5f4e3",
        "1. f5d6c3 {Diagonal} *\n2. f5f6e6 {three} *",
    ] {
        let games = read(text, &WORDS).unwrap();
        let told = games.iter().flat_map(|game| game.as_ref().unwrap().notices.clone());
        let told: Vec<_> = told.filter(|notice| matches!(notice, Comments { .. })).collect();
        let comment = |first: &str| Comments { count: 1, first: first.to_owned() };
        assert_eq!(told, [comment("Diagonal"), comment("three")], "{text}");
    }
    let faulty = all("1. f5d6c3d3\n2. f5f6a1\n3. f5f4e3\n");
    assert_eq!(faulty, [openings[0].clone(), Err((2, Illegal(NoFlip))), openings[2].clone()]);
    // The place is that of the text as it was given.
    let wide = all("１．ｆ５d6c3\n２．ｆ５f6a1\n");
    assert_eq!(wide, [Ok("f5d6c3".to_owned()), Err((2, Illegal(NoFlip)))]);
    // A fault of the text is still one behind the number of a game.
    assert_eq!(all("1. f5d6c3 *\n2. f5f6e6 [x] *\n")[1], Err((2, NoMove)));
    // So is one of a game of Mancala, if all games count.
    let second = all("1. F d E c 25-23\n2. F d E f f 20-28\n").remove(1);
    assert_eq!(second, Err((2, Case)));
    // Lines of one game, and what may be one.
    assert_eq!(moves(&one("1. f5d6c3d3\n3. c4f4f6\n")), "f5d6c3d3c4f4f6");
    refused_at("1. f5d6c3d3\n2. c4f4f6\n3. e3a1\n", (2, 1, "2."), Number { due: 3 });
    refused_at("1. f5d6c3d3\n3. f5f6e6f4\n", (2, 4, "f5f6e6f4"), Illegal(rules::IllegalMove::Occupied));
    refused_at("1. F d E c\n2. C-F a B\n", (2, 1, "2."), Number { due: 3 });
}
