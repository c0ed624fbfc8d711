#!/usr/bin/env python3
"""Checks that a server speaks the interface for bots as docs/BOTS.md describes it, with two tokens of two bots:

    DUELLO_TOKEN=duello_… DUELLO_OTHER_TOKEN=duello_… python3 bot_conformance.py http://localhost:3000

A client can be held against it as well: what is expected of the server here is what a client may rely on.
"""
import http.client, json, os, sys, unittest, urllib.parse

ADDRESS = urllib.parse.urlsplit(sys.argv.pop() if len(sys.argv) > 1 else "http://localhost:3000")
TOKENS = [os.environ["DUELLO_TOKEN"], os.environ["DUELLO_OTHER_TOKEN"]]
FIELDS = {"type", "room", "game", "ply", "rules", "setup", "you", "your_turn", "board", "legal", "moves", "clock",
          "opponent", "asks", "more"}


def connect():
    kind = http.client.HTTPSConnection if ADDRESS.scheme == "https" else http.client.HTTPConnection
    return kind(ADDRESS.netloc, timeout=30)


def ask(method, path, token=None, body=None):
    """Status and answer of a request. A body that is no text is sent as JSON."""
    line = connect()
    text = body if isinstance(body, str) or body is None else json.dumps(body)
    line.request(method, path, text, {"Authorization": f"Bearer {token}"} if token else {})
    answer = line.getresponse()
    text = answer.read()
    line.close()
    return answer.status, json.loads(text) if text else None


class Stream:
    """The stream of a bot; `game` is the last line about a game, by its room."""

    def __init__(self, token, query=""):
        self.line = connect()
        self.line.request("GET", "/api/bot/stream?" + query, headers={"Authorization": f"Bearer {token}"})
        self.answer = self.line.getresponse()

    def next(self):
        """The next line that is not empty; None at the end."""
        while line := self.answer.readline():
            if line.strip():
                return json.loads(line)
        return None

    def until(self, fits):
        """The first line from now on that fits."""
        while (line := self.next()) is not None:
            if fits(line):
                return line
        raise AssertionError("the stream has ended")

    def close(self):
        self.answer.close()
        self.line.close()


class Bots(unittest.TestCase):
    """Two bots at one server."""

    def setUp(self):
        self.streams = [Stream(token, "games=2&takes=mancala:quick,mapello") for token in TOKENS]
        self.names = [stream.next()["bot"] for stream in self.streams]

    def tearDown(self):
        for stream in self.streams:
            stream.close()

    def begin(self, game="mapello", variant="empty"):
        """A game that the first bot asks the second for: the room, and the first line of each."""
        wanted = {"opponent": self.names[1], "game": game, "variant": variant, "speed": "3+2"}
        status, answer = ask("POST", "/api/bot/challenge", TOKENS[0], wanted)
        self.assertEqual(status, 200, answer)
        room = answer["room"]
        return room, [stream.until(lambda line: line.get("room") == room) for stream in self.streams]

    def play_out(self, room, lines):
        """Plays first legal moves until the game is over; the last lines."""
        for _ in range(400):
            if lines[0]["type"] == "over":
                return lines
            mover = 0 if lines[0]["your_turn"] else 1
            self.assertNotEqual(lines[0]["your_turn"], lines[1]["your_turn"])
            self.assertEqual(lines[1 - mover]["legal"], [])
            move = {"game": lines[mover]["game"], "ply": lines[mover]["ply"], "move": lines[mover]["legal"][0]}
            self.assertEqual(ask("POST", f"/api/bot/games/{room}/move", TOKENS[mover], move), (200, {"ok": True}))
            further = lambda line: line.get("room") == room and line["ply"] > move["ply"]
            lines = [stream.until(further) for stream in self.streams]
        self.fail("a game without end")

    def test_whoever_has_no_token_is_refused(self):
        for token in (None, "duello_" + "0" * 32, "nonsense", TOKENS[0][:-1]):
            self.assertEqual(ask("GET", "/api/bot/me", token), (401, {"error": "bad_token"}))

    def test_a_bot_knows_itself_and_who_is_online(self):
        status, me = ask("GET", "/api/bot/me", TOKENS[0])
        self.assertEqual((status, me["bot"], me["scope"]), (200, self.names[0], "play"))
        self.assertTrue(me["bot"].startswith("BOT "))
        self.assertEqual(set(me["ratings"]), {"mancala", "mapello"})
        self.assertEqual(set(me["ratings_by_speed"]), {"bullet", "rapid", "days"})
        self.assertEqual(me["ratings_by_speed"]["rapid"], me["ratings"])
        _, online = ask("GET", "/api/bot/online", TOKENS[0])
        found = [bot for bot in online["bots"] if bot["bot"] in self.names]
        self.assertEqual([(bot["games"], bot["most"]) for bot in found], [(0, 2), (0, 2)])

    def test_a_whole_game_of_each_kind_is_played(self):
        for game, variant in (("mapello", "empty"), ("mancala", "quick")):
            room, lines = self.begin(game, variant)
            for line, other in zip(lines, reversed(self.names)):
                self.assertEqual(set(line), FIELDS)
                self.assertEqual((line["type"], line["rules"], line["opponent"]), ("game", game, other))
                self.assertEqual((line["ply"], line["moves"], line["asks"]), (0, [], []))
                self.assertGreater(line["clock"]["you"], 0)
            self.assertEqual({line["you"] for line in lines}, {"first", "second"})
            lines = self.play_out(room, lines)
            self.assertEqual({line["type"] for line in lines}, {"over"})
            winners = {line["result"]["winner"] for line in lines}
            self.assertIn(winners, ({"you", "opponent"}, {None}))
            self.assertEqual(lines[0]["result"]["reason"], "played")
            ask("POST", f"/api/bot/games/{room}/do", TOKENS[0], {"do": "leave"})
            ask("POST", f"/api/bot/games/{room}/do", TOKENS[1], {"do": "leave"})

    def test_what_is_wrong_is_refused_and_the_game_goes_on(self):
        room, lines = self.begin()
        mover = 0 if lines[0]["your_turn"] else 1
        path, first = f"/api/bot/games/{room}/move", lines[mover]["legal"][0]
        move = {"game": 1, "ply": 0, "move": first}
        for token, body, expected in (
            (TOKENS[mover], {**move, "move": "a1"}, (400, "bad_request")),
            (TOKENS[mover], {**move, "ply": 5}, (409, "refused")),
            (TOKENS[mover], {**move, "game": 7}, (409, "refused")),
            (TOKENS[mover], "{", (400, "bad_request")),
            (TOKENS[mover], {"move": first}, (400, "bad_request")),
            (TOKENS[1 - mover], move, (409, "refused")),
        ):
            status, answer = ask("POST", path, token, body)
            self.assertEqual((status, answer["error"]), expected, body)
        self.assertEqual(ask("POST", "/api/bot/games/AAAAAAAA/move", TOKENS[0], move)[0], 404)
        self.assertEqual(ask("POST", f"/api/bot/games/{room}/do", TOKENS[0], {"do": "dance"})[0], 400)
        self.assertEqual(ask("POST", path, TOKENS[mover], move), (200, {"ok": True}))
        stale = ask("POST", path, TOKENS[mover], move)
        self.assertEqual((stale[0], stale[1]["reason"]), (409, "stale"))
        self.assertEqual(ask("POST", f"/api/bot/games/{room}/do", TOKENS[0], {"do": "resign"})[0], 200)
        over = [stream.until(lambda line: line["type"] == "over") for stream in self.streams]
        self.assertEqual([line["result"]["winner"] for line in over], ["opponent", "you"])
        self.assertEqual(ask("POST", path, TOKENS[mover], {**move, "ply": 1})[0], 409)

    def test_asks_are_told_and_answered(self):
        room, lines = self.begin()
        deed = lambda n, word: ask("POST", f"/api/bot/games/{room}/do", TOKENS[n], {"do": word})
        self.assertEqual(deed(0, "say_hello")[0], 200)
        self.assertEqual(deed(0, "offer_draw")[0], 200)
        self.streams[1].until(lambda line: line.get("asks") == ["draw"])
        self.assertEqual(deed(1, "accept_draw")[0], 200)
        over = [stream.until(lambda line: line["type"] == "over") for stream in self.streams]
        self.assertEqual([line["result"] for line in over], [{"winner": None, "reason": "agreed"}] * 2)
        self.assertEqual(deed(0, "again")[0], 200)
        self.streams[1].until(lambda line: line.get("asks") == ["again"])
        self.assertEqual(deed(1, "again")[0], 200)
        second = [stream.until(lambda line: line.get("game") == 2) for stream in self.streams]
        self.assertEqual([line["you"] for line in second], [line["you"] for line in reversed(lines)])
        deed(0, "resign")

    def test_a_bot_is_asked_only_on_its_terms(self):
        wanted = {"opponent": self.names[1], "game": "mancala", "variant": "kalah", "speed": "3+2"}
        refused = lambda body: ask("POST", "/api/bot/challenge", TOKENS[0], body)
        self.assertEqual(refused(wanted), (409, {"error": "not_taken"}))
        self.assertEqual(refused({**wanted, "opponent": self.names[0]}), (404, {"error": "not_online"}))
        self.assertEqual(refused({**wanted, "opponent": "BOT Nobody at all"}), (404, {"error": "not_online"}))
        self.assertEqual(refused({**wanted, "game": "chess"})[0], 400)
        self.assertEqual(refused({**wanted, "mode": "ranked"})[0], 400)
        rooms = [self.begin()[0] for _ in range(2)]
        self.assertEqual(refused({**wanted, "game": "mapello", "variant": "any"}), (409, {"error": "occupied"}))
        self.assertEqual(ask("POST", "/api/bot/challenge", TOKENS[1], {**wanted, "opponent": self.names[0]})[0], 409)
        for room in rooms:
            ask("POST", f"/api/bot/games/{room}/do", TOKENS[0], {"do": "resign"})

    def test_terms_that_are_none_are_refused(self):
        for query in ("takes=chess", "from=me", "games=0", "games=x"):
            self.assertEqual(ask("GET", "/api/bot/stream?" + query, TOKENS[0])[0], 400, query)

    def test_a_later_stream_takes_over_with_its_games(self):
        room, lines = self.begin()
        later = Stream(TOKENS[0], "games=2")
        self.assertEqual(later.next()["type"], "hello")
        self.assertEqual(self.streams[0].until(lambda line: line["type"] == "replaced"), {"type": "replaced"})
        self.assertIsNone(self.streams[0].next())
        again = later.until(lambda line: line.get("room") == room)
        self.assertEqual({**again, "clock": None}, {**lines[0], "clock": None})
        self.assertEqual(ask("POST", f"/api/bot/games/{room}/do", TOKENS[0], {"do": "resign"})[0], 200)
        later.close()


if __name__ == "__main__":
    unittest.main()
