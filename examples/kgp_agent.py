#!/usr/bin/env python3
"""An agent of the Kalah Game Protocol, written from the protocol's text, with the standard library alone.

It plays what takes most stones to its store at once, and of equal moves one by chance. Use:
    python3 examples/kgp_agent.py --port 2671 --games 10 --name "Greedy" [--token duello_…]
It prints a line for each game that has ended, and ends with 1 if the server reported an error.
"""
import argparse
import random
import re
import socket
import sys

LINE = re.compile(r"^(?:(\d+))?(?:@(\d+))?\s*([A-Za-z][A-Za-z0-9]*)\s*(.*)$")


def sow(board, pit):
    """The stones in the own store, and whether it is our turn again, after sowing this pit (from 0)."""
    size, store, _, *holes = board
    own, other = holes[:size], holes[size:]
    ring = own + [store] + other  # The opponent's store is skipped.
    stones, ring[pit], at = ring[pit], 0, pit
    while stones:
        at = (at + 1) % len(ring)
        ring[at] += 1
        stones -= 1
    opposite = 2 * size - at
    if at < size and ring[at] == 1 and ring[opposite] > 0:
        ring[size] += 1 + ring[opposite]
    return ring[size], at == size


def choose(board):
    """The pit to play, as the protocol counts them: from 1."""
    legal = [pit for pit in range(board[0]) if board[3 + pit] > 0]
    return 1 + max(legal, key=lambda pit: (*sow(board, pit), random.random()))


def quoted(text):
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=2671)
    parser.add_argument("--games", type=int, default=1, help="how many games to play; 0: until the server ends it")
    parser.add_argument("--name", default="Example")
    parser.add_argument("--token", help="the token of a bot, which then plays these games")
    options = parser.parse_args()
    # The server asks "ping" of an agent that is idle: whoever hears nothing for so long has lost it.
    server = socket.create_connection((options.host, options.port), timeout=60)
    lines = server.makefile("r", encoding="utf-8", newline="\r\n")
    number, errors, ended, games = 1, 0, 0, set()

    def send(*commands, reference=None):
        nonlocal number
        text = ""
        for command in commands:
            text += f"{number}{'' if reference is None else f'@{reference}'} {command}\r\n"
            number += 2
        server.sendall(text.encode())

    for line in lines:
        ident, _, command, rest = LINE.match(line.strip()).groups()
        if command == "kgp":
            if rest.split()[0] != "1":
                sys.exit(f"unknown version {rest}")
            send(f"set info:name {quoted(options.name)}")
            if options.token:
                send(f"set auth:token {quoted(options.token)}")
            send("mode freeplay")
        elif command == "set" and rest.startswith("game:id "):
            games.add(rest)
        elif command == "set" and rest.startswith("game:result "):
            ended += 1
            print(f"game {ended} of {len(games)}: {rest.removeprefix('game:result ')}", flush=True)
            if ended == options.games:
                break
        elif command == "state":
            pit = choose([int(part) for part in rest.strip("<>").split(",")])
            send(f"move {pit}", "yield", reference=ident)
        elif command == "ping":
            send("pong", reference=ident)
        elif command == "error":
            errors += 1
            print(line.strip(), file=sys.stderr)
        elif command == "goodbye":
            break
    send("goodbye")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
