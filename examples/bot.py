#!/usr/bin/env python3
"""A bot for Duello in one file, with nothing but Python's own library. Copy it and write a better `choose`.

    DUELLO_TOKEN=duello_… python3 bot.py http://localhost:3000                 # plays whoever asks
    DUELLO_TOKEN=duello_… python3 bot.py http://localhost:3000 --ask "BOT Easy" --number 10

It keeps one stream open, in which the server writes a line for each change of each game, and answers with moves.
docs/BOTS.md describes every field of those lines.
"""
import argparse, http.client, json, os, random, ssl, sys, time, urllib.parse

CORNERS = {"a1", "a8", "h1", "h8"}


def choose(game):
    """The move of a position, one of the words in game["legal"]."""
    legal = game["legal"]
    if game["rules"] == "mapello":
        return next((cell for cell in legal if cell in CORNERS), None) or random.choice(legal)
    # Mancala: a sowing that ends in one's own store gives another turn.
    pits = game["board"]["yours"]
    again = [move for move in legal if move != "swap" and pits[ord(move) - 97] == len(pits) - (ord(move) - 97)]
    return (again or [random.choice(legal)])[-1]


class Bot:
    def __init__(self, address, token):
        self.url = urllib.parse.urlsplit(address)
        self.head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.posts = None
        # What is tried again, and from when on: the stream is read meanwhile.
        self.later = []

    def connect(self):
        if self.url.scheme == "https":
            return http.client.HTTPSConnection(self.url.netloc, timeout=30, context=ssl.create_default_context())
        return http.client.HTTPConnection(self.url.netloc, timeout=30)

    def post(self, path, body):
        """Posts a request; returns its status, the answer, and in how many seconds it may be tried again. A connection that was
        closed meanwhile is opened again."""
        for last in (False, True):
            try:
                self.posts = self.posts or self.connect()
                self.posts.request("POST", path, json.dumps(body), self.head)
                answer = self.posts.getresponse()
                return answer.status, json.loads(answer.read() or b"{}"), float(answer.getheader("Retry-After") or 1)
            except (OSError, http.client.HTTPException):
                self.posts = None
                if last:
                    raise

    def lines(self, terms):
        """The lines of the stream, as they come. An empty one, every five seconds, says that the connection is alive."""
        stream = self.connect()
        stream.request("GET", "/api/bot/stream?" + urllib.parse.urlencode(terms), headers=self.head)
        answer = stream.getresponse()
        if answer.status != 200:
            sys.exit(f"the server refuses the stream: {answer.status} {answer.read().decode()}")
        while line := answer.readline():
            yield json.loads(line) if line.strip() else {"type": "alive"}
            now = time.monotonic()
            due, self.later = [it for it in self.later if it[0] <= now], [it for it in self.later if it[0] > now]
            for _, path, body, is_asked in due:
                self.send(path, body, is_asked)

    def send(self, path, body, is_asked=False):
        """Posts a request, and again later if there were too many or the server is busy; a question also if nobody is free."""
        status, answer, wait = self.post(path, body)
        if status in (429, 503) or is_asked and status == 409:
            self.later.append((time.monotonic() + wait, path, body, is_asked))
        # A game may end, or an older line be read, while the bot thinks: the next line tells how it stands.
        elif status not in (200, 404, 409) or is_asked and status != 200:
            sys.exit(f"{path} {body} was refused: {status} {answer}")

    def play(self, game):
        move = {"game": game["game"], "ply": game["ply"], "move": choose(game)}
        self.send(f"/api/bot/games/{game['room']}/move", move)

    def act(self, game, word):
        self.send(f"/api/bot/games/{game['room']}/do", {"do": word})

    def answer(self, game):
        for asked in game["asks"]:
            self.act(game, {"undo": "accept_undo", "draw": "decline_draw", "adjourn": "accept_adjourn"}.get(asked, asked))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("address", help="of the server, as in http://localhost:3000")
    options.add_argument("--ask", metavar="BOT", help="ask this bot for games; otherwise wait to be asked")
    options.add_argument("--game", default="mancala", help="what is asked for: mancala or mapello")
    options.add_argument("--number", type=int, default=0, help="end after so many games; 0 for never")
    options.add_argument("--games", type=int, default=4, help="how many games to play at a time")
    given = options.parse_args()
    bot, over = Bot(given.address, os.environ["DUELLO_TOKEN"]), 0

    def ask():
        bot.send("/api/bot/challenge", {"opponent": given.ask, "game": given.game, "speed": "3+2"}, is_asked=True)

    for line in bot.lines({"games": given.games}):
        if line["type"] == "hello" and given.ask:
            ask()
        elif line["type"] == "game":
            bot.answer(line)
            if line["your_turn"]:
                bot.play(line)
        elif line["type"] == "over":
            if line["asks"]:
                bot.answer(line)
                continue
            over += 1
            result = line["result"]
            print(f"{line['room']}/{line['game']}: {result['winner'] or 'draw'} ({result['reason']})", flush=True)
            if given.number and over >= given.number:
                return
            if line["more"]:
                # The second game of a match begins earlier if both are ready.
                bot.act(line, "ready")
            elif given.ask:
                ask()
        elif line["type"] in ("closing", "replaced"):
            return


if __name__ == "__main__":
    main()
