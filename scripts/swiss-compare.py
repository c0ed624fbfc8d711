#!/usr/bin/env python3
"""Pairs random tournaments with our crate `swiss` and with other programs, and reports where they differ (ADR 0090).

    python3 scripts/swiss-compare.py --count 1000 --seed 1 [--bbp PROGRAM] [--tables FOLDER] [--only PEER]

Peers: caissify-pairings (FIDE's rules from 2026) and py4swiss (the rules until January 2026), both installed by pip into
an environment of their own below the target folder; bbpPairings (the rules from 2026) if its program is given; FIDE's
TieBreakServer for the final tables if the folder with its sources is given. Differences go to standard output.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
PEERS = ["caissify-pairings==0.5.0", "py4swiss==0.3.1"]
POINTS = {"1": 1.0, "+": 1.0, "U": 1.0, "F": 1.0, "=": 0.5, "H": 0.5}


def environment():
    """The Python of the environment with the peers, made if it is not there."""
    place = TARGET / "swiss-peers"
    python = place / "bin" / "python"
    if not (place / "done").exists():
        venv.create(place, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
        (place / "done").touch()
    return python


def read(path):
    """Players of a report by starting rank, each with rating and a list of (opponent, colour, result)."""
    players, rounds, first = {}, 0, "white"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("XXR"):
            rounds = int(line[4:])
        elif line.startswith("XXC"):
            first = "black" if "black1" in line else "white"
        elif line.startswith("001"):
            blocks = [line[at : at + 8].split() for at in range(91, len(line), 10)]
            results = [(int(opponent), colour, result) for opponent, colour, result in blocks]
            players[int(line[4:8])] = {"rating": int(line[48:52]), "results": results}
    return players, rounds, first


def was_played(result):
    return result[2] in "10="


def by_caissify(path):
    """Its engine, given what its documentation asks of a caller."""
    from caissify_pairings import generate_pairings

    players, rounds, first = read(path)
    number = int(path.stem.split("-")[1])
    met, entries = set(), []

    def before(player, end):
        return sum(POINTS.get(result[2], 0.0) for result in players[player]["results"][:end])

    for rank, player in players.items():
        results = player["results"][: number - 1]
        floats = []
        for at, result in enumerate(results):
            if was_played(result):
                met.add((min(rank, result[0]), max(rank, result[0])))
                own, others = before(rank, at), before(result[0], at)
                floats.append("down" if own > others else "up" if own < others else "none")
            else:
                floats.append("down" if POINTS.get(result[2], 0.0) > 0 else "none")
        if len(player["results"]) >= number:
            continue
        entries.append({
            "id": rank,
            "name": str(rank),
            "rating": player["rating"],
            "starting_number": rank,
            "score": before(rank, number - 1),
            "color_hist": [{"w": "white", "b": "black"}[result[1]] for result in results if was_played(result)],
            "float_history": floats,
            "bye_count": sum(result[2] in "UF" for result in results),
            "forfeit_win_count": sum(result[2] == "+" for result in results),
        })
    found = generate_pairings(
        system="dutch",
        players=entries,
        previous_pairings=met,
        round_number=number,
        total_rounds=rounds,
        initial_color=first,
    )
    return {(pair["white_id"], pair["black_id"] or 0) for pair in found}


def by_py4swiss(path):
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    return {(pair.white, pair.black) for pair in DutchEngine.generate_pairings(TrfParser.parse(path))}


def by_bbp(path):
    program = os.environ["BBP_PAIRINGS"]
    done = subprocess.run([program, "--dutch", path, "-p", "/dev/stdout"], capture_output=True, text=True)
    if done.returncode == 1:
        return None
    if done.returncode:
        raise ValueError(done.stderr.strip())
    lines = done.stdout.replace("\r", "\n").split("\n")[1:]
    return {tuple(map(int, line.split())) for line in lines if line.strip()}


def by_tables(path):
    """Final tables: for each player points, the place by direct encounter, Buchholz, cut 1, Sonneborn-Berger, wins."""
    codes = [f"{code}/V2026" for code in ["PTS", "DE", "BH", "BH/C1", "SB", "WIN"]]
    command = [sys.executable, "tiebreakchecker.py", "-i", path, "-f", "TRF", "-o", "-", "-s", "-dT", "-t", *codes]
    done = subprocess.run(command, capture_output=True, text=True, cwd=os.environ["TIE_BREAKS"], check=True)
    rows = [line.split("\t") for line in done.stdout.splitlines()[1:]]
    return {int(row[0]): [float(value) for value in row[2:]] for row in rows}


def compare_table(path):
    """What differs between a table of ours and the peer's, as a text, or nothing."""
    rows = [[float(value) for value in line.split()] for line in path.with_suffix(".table").read_text().splitlines()]
    ours, theirs = {int(row[0]): row[1:] for row in rows}, by_tables(path)
    for player, values in ours.items():
        if [values[0], *values[2:]] != [theirs[player][0], *theirs[player][2:]]:
            return f"player {player}: {values} against {theirs[player]}"
        # Ours says how many of the tied stand behind a player, theirs the place among them.
        for other, others in ours.items():
            behind, place = values[1] - others[1], theirs[other][1] - theirs[player][1]
            if values[0] == others[0] and (behind > 0) - (behind < 0) != (place > 0) - (place < 0):
                return f"direct encounter of {player} and {other}"
    return None


def compare(task):
    """One round with one peer: what differs, as a text, or nothing."""
    peer, path = task
    if peer == "tables":
        return compare_table(path)
    text = path.with_suffix(".pairs").read_text()
    ours = None if text.startswith("none") else {tuple(map(int, line.split())) for line in text.splitlines()}
    try:
        theirs = globals()[f"by_{peer}"](path)
    except Exception as error:  # A peer that finds no pairing raises what it likes.
        if ours is None:
            return None
        return f"fails: {type(error).__name__} {error}"
    if ours == theirs:
        return None
    if ours is None or theirs is None:
        return f"{'we' if ours is None else 'they'} find no pairing"
    if {frozenset(pair) for pair in ours} == {frozenset(pair) for pair in theirs}:
        return f"colours alone: {sorted(ours - theirs)} against {sorted(theirs - ours)}"
    return f"{sorted(ours - theirs)} against {sorted(theirs - ours)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many tournaments")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first")
    parser.add_argument("--bbp", help="the program bbpPairings")
    parser.add_argument("--tables", help="the folder of TieBreakServer")
    parser.add_argument("--only", choices=["caissify", "py4swiss", "bbp", "tables"], help="one peer alone")
    parser.add_argument("--show", type=int, default=5, help="how many differences to show for each peer")
    parser.add_argument("--folder", type=pathlib.Path, default=TARGET / "swiss-compare")
    options = parser.parse_args()
    if os.environ.get("SWISS_PEERS") != "1":
        os.environ["SWISS_PEERS"] = "1"
        os.execv(environment(), [str(environment()), *sys.argv])
    if options.bbp:
        os.environ["BBP_PAIRINGS"] = str(pathlib.Path(options.bbp).resolve())
    if options.tables:
        os.environ["TIE_BREAKS"] = str(pathlib.Path(options.tables).resolve())
    for old in options.folder.glob("*"):
        old.unlink()
    command = ["cargo", "run", "--quiet", "--release", "-p", "swiss", "--example", "compare", "--"]
    subprocess.run([*command, options.folder, str(options.count), str(options.seed)], cwd=ROOT, check=True)
    given = [*(["bbp"] if options.bbp else []), *(["tables"] if options.tables else [])]
    for peer in [options.only] if options.only else ["caissify", "py4swiss", *given]:
        kind = "tables" if peer == "tables" else "rounds"
        files = sorted(options.folder.glob("*.end" if peer == "tables" else "*.trf"))
        with concurrent.futures.ProcessPoolExecutor() as pool:
            found = list(pool.map(compare, [(peer, path) for path in files], chunksize=16))
        different = [(path, text) for path, text in zip(files, found) if text]
        tournaments = {path.stem.split("-")[0] for path, _ in different}
        colours = sum(text.startswith("colours alone") for _, text in different)
        failed = sum(text.startswith("fails") for _, text in different)
        print(
            f"{peer}: {len(files)} {kind} of {options.count} tournaments, {len(different)} differ"
            f" ({colours} in colours alone, {failed} fail) in {len(tournaments)} tournaments"
        )
        for path, text in different[: options.show]:
            print(f"  {path.stem}: {text}")


if __name__ == "__main__":
    main()
