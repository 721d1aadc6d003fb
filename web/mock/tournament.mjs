// A scripted tournament of sixteen players on eight boards: one round finished, one in play, one
// drawn. Moves are drawn at random from the legal ones, with a seed, so that a run can be repeated.

import { legalMoves, play, startBoard, toFen } from "./draughts.mjs";

const NAMES = [
  ["Sjoerd Wiersma", "Ljouwert"],
  ["Anneke Terpstra", "Snits"],
  ["Hendrik Bouma", "Drachten"],
  ["Fenna de Vries", "Harns"],
  ["Willem van der Meulen-Hoekstra", "Frjentsjer"],
  ["Jelle Zijlstra", "Dokkum"],
  ["Marije Dijkstra", "Boalsert"],
  ["Pieter Postma", null],
  ["Klaas Hoekema", "Starum"],
  ["Tjitske Jongsma", "Ljouwert"],
  ["Rein van Dam", "Grou"],
  ["Baukje Sinnema", "Snits"],
  ["Douwe Kooistra", "Warkum"],
  ["Geert Hofstra", null],
  ["Ytsje Veenstra", "Balk"],
  ["Oane Miedema", "Lemmer"],
];
const CONTROL = { baseMs: 4_800_000, incrementMs: 60_000 };
const RESULTS = [
  { text: "2-0", score: "white", reason: "resignation" },
  { text: "1-1", score: "draw", reason: "agreement" },
  { text: "0-2", score: "black", reason: "no-legal-move" },
  { text: "1-1", score: "draw", reason: "agreement" },
  { text: "0-2", score: "black", reason: "flag-fall" },
];

export class MockTournament {
  constructor(seed, now) {
    this.random = generator(seed);
    this.tournament = {
      venue: "main",
      id: "demo",
      name: "Mock championship",
      rules: "international",
      control: CONTROL,
      notice: "These games are random moves for the development of the pages.",
    };
    this.players = NAMES.map(([name, club], index) => ({
      id: index + 1,
      name,
      club,
      rating: index % 5 === 4 ? null : 1480 - index * 23,
    }));
    this.games = new Map();
    this.boards = new Map();
    this.rounds = [1, 2, 3, 4, 5, 6, 7].map((number) => this.draw(number));
    const [first, second, third] = this.rounds;
    first.state = "closed";
    first.games.forEach((id, index) => {
      this.warm(id, 50 + index * 3, now - 86_400_000);
      if (!this.games.get(id).result) this.finish(id, RESULTS[index % RESULTS.length]);
    });
    second.state = "open";
    second.games.forEach((id, index) => {
      if (index < 7) this.warm(id, [34, 61, 12, 47, 1, 28, 70][index], now - 3_600_000);
    });
    this.finish(second.games[1], RESULTS[0]);
    // The games in play were last touched a little before the page is opened.
    for (const id of this.running()) {
      const game = this.games.get(id);
      if (game.clock) game.clock.asOf = now - Math.floor(this.random() * 30_000);
    }
    third.state = "paired";
  }

  draw(number) {
    const ids = [];
    for (let table = 1; table <= 8; table += 1) {
      const id = `r${number}-t${table}`;
      const start = toFen(startBoard(), "W");
      this.games.set(id, {
        id,
        round: number,
        table,
        white: ((table + number * 3) % 16) + 1,
        black: ((table + 8 + number * 3) % 16) + 1,
        started: false,
        version: 0,
        start,
        fen: start,
        moves: [],
        result: null,
        clock: null,
      });
      this.boards.set(id, startBoard());
      ids.push(id);
    }
    return { number, state: "paired", games: ids, bye: null };
  }

  warm(id, plies, from) {
    for (let ply = 0; ply < plies; ply += 1) {
      if (this.move(id, from + ply * 40_000).length === 0) return;
    }
  }

  /** Plays one random move; returns the changes that it makes. */
  move(id, at) {
    const game = this.games.get(id);
    if (game.result) return [];
    const turn = game.moves.length % 2 === 0 ? "W" : "B";
    const moves = legalMoves(this.boards.get(id), turn);
    if (moves.length === 0) return this.finish(id, RESULTS[turn === "W" ? 2 : 0]);
    const chosen = moves[Math.floor(this.random() * moves.length)];
    const board = play(this.boards.get(id), chosen);
    this.boards.set(id, board);
    const fen = toFen(board, turn === "W" ? "B" : "W");
    const sign = chosen.captured.length > 0 ? "x" : "-";
    const move = { text: `${chosen.from}${sign}${chosen.to}`, ...chosen, fen, at };
    game.moves.push(move);
    Object.assign(game, { fen, started: true, version: game.version + 1 });
    game.clock = this.press(game, turn, at);
    return [
      { kind: "move", game: id, version: game.version, ply: game.moves.length, move },
      { kind: "clock", game: id, clock: game.clock },
    ];
  }

  press(game, turn, at) {
    const clock = game.clock ?? {
      white: CONTROL.baseMs,
      black: CONTROL.baseMs,
      running: "white",
      asOf: at,
      flag: null,
    };
    const side = turn === "W" ? "white" : "black";
    const spent = Math.floor(this.random() * 160_000);
    return {
      ...clock,
      [side]: Math.max(7_000, clock[side] - spent + CONTROL.incrementMs),
      running: side === "white" ? "black" : "white",
      asOf: at,
    };
  }

  finish(id, result) {
    const game = this.games.get(id);
    game.result = result;
    game.version += 1;
    if (game.clock) game.clock = { ...game.clock, running: null };
    return [
      { kind: "result", game: id, version: game.version, result },
      { kind: "clock", game: id, clock: game.clock },
      { kind: "standings", standings: this.standings() },
    ];
  }

  /** Takes back the last move of a game, as an arbiter's correction does. */
  correct(id) {
    const game = this.games.get(id);
    if (game.moves.length === 0 || game.result) return [];
    game.moves.pop();
    game.version += 1;
    let board = startBoard();
    for (const move of game.moves) board = play(board, move);
    this.boards.set(id, board);
    game.fen = game.moves.at(-1)?.fen ?? game.start;
    return [{ kind: "game", game }];
  }

  standings() {
    const rows = this.players.map(({ id }) => ({
      player: id,
      played: 0,
      wins: 0,
      draws: 0,
      losses: 0,
      points: 0,
      sonnebornBerger: 0,
    }));
    const row = (id) => rows[id - 1];
    const score = (id, points) => {
      row(id).played += 1;
      row(id).points += points;
      row(id)[["losses", "draws", "wins"][points]] += 1;
    };
    const finished = [...(this.games?.values() ?? [])].filter((game) => game.result);
    for (const game of finished) {
      const [white, black] = game.result.text.split("-").map(Number);
      score(game.white, white);
      score(game.black, black);
    }
    for (const game of finished) {
      const [white, black] = game.result.text.split("-").map(Number);
      row(game.white).sonnebornBerger += white * row(game.black).points;
      row(game.black).sonnebornBerger += black * row(game.white).points;
    }
    const value = (one) => one.points * 1000 + one.sonnebornBerger;
    rows.sort((a, b) => value(b) - value(a) || a.player - b.player);
    return rows.map((one) => ({
      rank: rows.findIndex((other) => value(other) === value(one)) + 1,
      tied: rows.filter((other) => value(other) === value(one)).length > 1,
      ...one,
    }));
  }

  snapshot(cursor, now) {
    return {
      type: "snapshot",
      cursor,
      now,
      tournament: this.tournament,
      players: this.players,
      rounds: this.rounds,
      games: [...this.games.values()],
      standings: this.standings(),
    };
  }

  running() {
    const open = this.rounds.find((round) => round.state === "open");
    return open.games.filter((id) => !this.games.get(id).result);
  }
}

/** A small repeatable source of numbers in [0, 1). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
